"""Drafts of SHAEF with one thing wrong: the referee says by which code, keeps its state, and goes on."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from match import InMemoryMatch
from mixing_match import Crook
from shaef_script import Script

from sealed.engine.frames import push
from sealed.engine.kernel import legal_actions, question, run
from sealed.engine.value import copy_with
from sealed.games.shaef.flow import AXIS_STEPS, Month, Turn
from sealed.games.shaef.notation import NOTATION
from sealed.games.shaef.setup.setting_up import SettingUp
from sealed.games.shaef.state import AXIS, blank
from sealed.games.shaef.title import TITLE, terms_of
from sealed.wire.v1 import fairness_pb2 as wire

FREE = {"scenario": "free"}
FIRST, SECOND = "1st Infantry Division", "29th Infantry Division"
TAKE = "take Reinforcement Deck"
SET_UP = ["set-up", "organise V Corps", f"{TAKE} {FIRST}", f"{TAKE} {SECOND}"]
FULL = [*SET_UP, f"{TAKE} 2nd Infantry Division", f"{TAKE} 2nd Armored Division"]
NEXT = [*SET_UP, "done", "organise VII Corps"]
_DECEMBER, _AXIS_TURN = 7, 2


def _in_december(setup):
    """Returns the Historical set-up; then it is December, and the Axis deploys before its turn."""
    board = copy_with(blank(terms_of(setup)), month=_DECEMBER, turn=AXIS)
    turn = Turn(AXIS, AXIS_STEPS.index("deploy"))
    return run(push(board, Month(_AXIS_TURN), turn, SettingUp()), [])


DECEMBER = replace(TITLE, start=_in_december)
DEPLOY = {2: ["flip LXXXIV. Armeekorps 352. Infanterie-Division"]}


def at(lines, title=TITLE, options=FREE) -> InMemoryMatch:
    """Plays a table in memory until these lines are said."""
    match, script = InMemoryMatch(title, 2, Random(1), options), Script(lines)
    match.begin()
    while not script.done:
        match.answer(match.asked[0], script, most=1)
    return match


def spoilt(match, seat: int, lines, spoil=lambda crook: None) -> str:
    """Sends lines of a seat with one thing wrong; returns the code. All is as before, and goes on."""
    crook = Crook(match, seat, [NOTATION.parse(line) for line in lines])
    spoil(crook)
    game = match.table.match.game
    before = match.table.size, game.state, game.piles.made(1), game.piles.made(2)
    code = crook.send()
    assert (match.table.size, game.state, game.piles.made(1), game.piles.made(2)) == before
    match.answer(seat, Script({}), most=1)
    assert match.table.size > before[0]
    assert not [one for told in match.told.values() for one in told.verdicts if one.failed]
    return code


def said(line):
    """Returns what writes another line into the last step."""
    return lambda crook: setattr(crook.draft.steps[-1], "action", line)


def one_step(crook) -> None:
    """Puts the acts of the second step into the first."""
    crook.draft.steps[0].cards.extend(crook.draft.steps.pop().cards)


def aloud_and_hidden(crook) -> None:
    """Names another card of the unit."""
    said(f"{TAKE} 4th Infantry Division")(crook)


def many_references(crook) -> None:
    """Lays 257 cards anew in one draft."""
    outers = crook.regroup.puts[-1].outers
    outers.extend([bytes(outers[0])] * (257 - len(outers)))


def no_cards(crook) -> None:
    """Leaves the acts of the last step out, with their handles."""
    del crook.draft.steps[-1].cards[:]
    crook.draft.first_ref = 0
    crook.handles = []


HONEST = f"{TAKE} 4th Infantry Division"
TAKES = {
    "the card that is left unsaid, aloud": (SET_UP, [HONEST], said(HONEST), "ACT_ILLEGAL"),
    "another card, aloud": (SET_UP, [f"{TAKE} 2nd Infantry Division"], aloud_and_hidden, "ACT_ILLEGAL"),
    "a question mark for it": (SET_UP, [HONEST], said(f"{TAKE} ?"), "ACT_ILLEGAL"),
    "from a unit instead of the deck": (SET_UP, [HONEST], said("take VII Corps"), "ACT_ILLEGAL"),
    "two regroups in a step": (SET_UP, [HONEST, f"{TAKE} 2nd Infantry Division"], one_step, "ACT_ILLEGAL"),
    "no regroup": (SET_UP, [HONEST], no_cards, "ACT_ILLEGAL"),
    "257 references": (SET_UP, [HONEST], many_references, "ENC_TOO_LARGE"),
}


@pytest.mark.parametrize("name", TAKES)
def test_a_spoilt_take_is_refused(name) -> None:
    """What is said of a secret card, and what is left out or doubled, is refused by a code."""
    lines, honest, spoil, code = TAKES[name]
    assert spoilt(at({1: lines}), 1, honest, spoil) == code


def test_a_card_that_lies_in_a_unit_is_not_taken_out_of_the_deck() -> None:
    """Text and flow say the Reinforcement Deck, the handle is that of a card in another unit."""
    match = at({1: NEXT})
    stolen = next(iter(match.table.match.game.piles.live(1))).handle

    def steal(crook):
        ((zone, there),) = crook.laid().items()
        crook.lay({zone: [*there[:-1], stolen]})

    assert spoilt(match, 1, [HONEST], steal) == "BLIND_NOT_HELD"


def test_a_full_unit_takes_no_fifth_card() -> None:
    """A fifth card is refused by its text alone, before anybody looks for it."""
    match = at({1: FULL})

    def fifth(crook):
        crook.draft.steps.insert(0, wire.Step(action=TAKE))

    assert spoilt(match, 1, ["done"], fifth) == "ACT_ILLEGAL"


def test_a_take_is_not_said_twice() -> None:
    """A step that is repeated with its regroup names references that are used up."""
    match = at({1: FULL[:-1]})

    def twice(crook):
        crook.draft.steps.append(wire.Step.FromString(crook.draft.steps[0].SerializeToString()))
        crook.handles *= 2

    assert spoilt(match, 1, [FULL[-1]], twice) == "BLIND_REUSED"


def test_more_steps_than_a_client_writes_are_borne() -> None:
    """A client stops at 64 steps; 600 of another one are taken in one draft, and everybody follows."""
    match = at({1: ["set-up"]})
    crook = Crook(match, 1, [NOTATION.parse(line) for line in ("organise V Corps", "done")])
    crook.draft.steps.extend([*crook.draft.steps] * 299)
    assert (len(crook.draft.steps), crook.send()) == (600, "")
    match.answer(1, Script({}), most=1)
    assert not [one for told in match.told.values() for one in told.verdicts if one.failed]


def test_a_turn_down_that_is_owed_is_not_left_out() -> None:
    """Whoever must turn his cards face-down can say nothing else (REGROUP_OWED)."""
    match = at(DEPLOY, DECEMBER, {})
    script = Script({})
    while question(match.seats[match.asked[0]].replica.state).id != "turn-down":
        match.answer(match.asked[0], script, most=1)
    seat = match.asked[0]

    def another(crook):
        no_cards(crook)
        said("done")(crook)

    assert spoilt(match, seat, ["turn-down"], another) == "REGROUP_OWED"


def test_an_unseen_discard_points_at_a_card_of_its_unit() -> None:
    """The reference that an unseen discard names lies in the unit that is named, or the step is refused."""
    match = at({2: []}, DECEMBER, {})
    script = Script({})
    while question(match.seats[match.asked[0]].replica.state).id != "deploy":
        match.answer(match.asked[0], script, most=1)
    assert match.asked == (2,)
    state = match.seats[2].replica.state
    legal = [one for one in legal_actions(state, 2) if one.verb == "discard"]
    first = legal[0]
    other = next(one for one in legal if one.args[0] != first.args[0])
    foreign = Crook(match, 2, [other]).draft.steps[0].cards[0].point.refs[0]

    def elsewhere(crook):
        crook.draft.steps[0].cards[0].point.refs[0] = foreign

    assert spoilt(match, 2, [first.text], elsewhere) == "ACT_ILLEGAL"
