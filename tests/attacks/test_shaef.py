"""Cheats at a table of SHAEF: what only its owner sees is set up, taken, flown or denied against the rules.

Each is refused by an honest referee, who knows the cards. One who connives logs what nobody else can see to
be false; the audit convicts him.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest
import scribe as writing
from lawless import LawlessDraft, carried_out
from match import InMemoryMatch
from mixing_match import Crook
from scribe import Scribe
from shaef_script import Script

from sealed.engine.frames import push
from sealed.engine.kernel import run
from sealed.engine.message import Refusal
from sealed.engine.value import copy_with
from sealed.fairness.audit.audit import audit
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.signing.keys import load_backend
from sealed.games.shaef.flow import AXIS_STEPS, Month, Turn
from sealed.games.shaef.notation import NOTATION
from sealed.games.shaef.position import unit_named
from sealed.games.shaef.setup.setting_up import SettingUp
from sealed.games.shaef.setup.templates import historical_answers
from sealed.games.shaef.state import ALLIES, ARRIVED, AXIS, DOWN, blank
from sealed.games.shaef.title import TITLE, terms_of
from sealed_client.evidence import evidence_file

BACKEND = load_backend("cryptography")
FREE = {"scenario": "free"}
_DECEMBER, _AXIS_TURN = 7, 2


def _in_december(setup):
    """Returns the Historical set-up; then it is December, and the Axis deploys before its turn."""
    board = copy_with(blank(terms_of(setup)), month=_DECEMBER, turn=AXIS)
    turn = Turn(AXIS, AXIS_STEPS.index("deploy"))
    return run(push(board, Month(_AXIS_TURN), turn, SettingUp()), [])


DECEMBER = replace(TITLE, start=_in_december)


def template(side, left_out="", instead=()):
    """Returns the historical lay-out of the Free Scenario as lines, without a card; that goes elsewhere."""
    lines = [action.text for action in historical_answers(side, free=True)]
    lines = [line for line in lines if not left_out or left_out not in line]
    return [*lines[:-1], *instead, lines[-1]]


BRIGADE, FORTITUDE = "8th Armoured Brigade", "Fortitude South"
AMONG_THE_AIRBORNE = ("organise I Airborne Corps", f"take Reinforcement Deck {BRIGADE}", "done")
AXIS_LAID_OUT = template(AXIS)


class Cheat(NamedTuple):
    """Is a false answer: the table, the course up to it, who gives it, and what stands against it."""

    title: object
    options: dict[str, str]
    lines: dict[int, list[str]]
    seat: int
    false: str
    reason: str


CHEATS = {
    "a Land Force in a foreign Army": Cheat(
        TITLE,
        FREE,
        {1: ["organise V Corps"]},
        1,
        "take Reinforcement Deck 3rd (British) Infantry Division",
        "historical-army",
    ),
    "a card of a later month": Cheat(
        TITLE,
        {},
        {2: ["organise 1. Armee"]},
        2,
        "take Reinforcement Deck Unternehmen Bodenplatte",
        "too-early",
    ),
    "a card that is not airborne flies": Cheat(
        TITLE,
        FREE,
        {1: template(ALLIES, BRIGADE, AMONG_THE_AIRBORNE), 2: AXIS_LAID_OUT},
        1,
        "fly I Airborne Corps Normandy",
        "not-airborne",
    ),
    "no Aircraft, it is said": Cheat(
        DECEMBER,
        {},
        {
            2: [
                *("organise 1. Armee", "take Reinforcement Deck Unternehmen Bodenplatte", "done"),
                *("use 1. Armee Unternehmen Bodenplatte", "choose-unit First US Army"),
            ]
        },
        1,
        "none",
        "has-aircraft",
    ),
}
_MOST = 400


def _there(state, cheat, script) -> bool:
    """Tells whether the moment of a false answer has come."""
    frame = state.stack.frame
    action = NOTATION.parse(cheat.false)
    return script.done and cheat.seat in frame.seats(state) and action.verb in frame.verbs


@pytest.fixture(params=CHEATS)
def cheat(request) -> Cheat:
    """Each false answer."""
    return CHEATS[request.param]


def at_a_match(cheat) -> InMemoryMatch:
    """Plays a table in memory until the false answer is asked for."""
    match, script = InMemoryMatch(cheat.title, 2, Random(1), cheat.options), Script(cheat.lines)
    match.begin()
    for _ in range(_MOST):
        if _there(match.seats[match.asked[0]].replica.state, cheat, script):
            return match
        match.answer(match.asked[0], script, most=1)
    raise AssertionError("it never comes to that")


def test_a_false_answer_of_a_seat_is_refused_and_the_game_goes_on(cheat):
    """The honest client says why; sent all the same it is ACT_ILLEGAL, unlogged, and no evidence."""
    match = at_a_match(cheat)
    seat, size = match.seats[cheat.seat], match.table.size
    draft, action = seat.draft(), NOTATION.parse(cheat.false)
    assert isinstance(draft.add(action), Refusal)
    assert [reason.code for reason in draft.why_not(action)] == [cheat.reason]

    match.do(seat.number, seat.submit(LawlessDraft.of(draft, action)))
    match.settle()

    assert [refusal.code for refusal in match.refusals] == ["ACT_ILLEGAL"]
    assert match.table.size == size
    for number, one in match.seats.items():
        assert not [verdict for verdict in match.told[number].verdicts if verdict.failed]
        assert evidence_file(one.follower, one.report, match.titles, match.signatures) is None
    match.answer(seat.number, Script({}), most=1)
    assert match.table.size > size


# ---- Referees ----


def title_of(title):
    """Returns the rules of a table as verifiers ask for them."""
    return lambda game, edition: title if (game, edition) == (title.id, title.edition) else None


def seen_live(scribe, title):
    """Returns what fails for somebody without a seat who follows a log."""
    verifier = Verifier(title_of(title), BACKEND)
    fed = (one for entries, head in scribe.appends() for one in verifier.feed(entries, head))
    return [one for one in fed if one.failed]


def at_a_scribe(cheat) -> Scribe:
    """Plays a scribe until the false answer is asked for."""
    scribe, script = Scribe(cheat.title, 2, Random(1), cheat.options), Script(cheat.lines)
    scribe.begin()
    for _ in range(_MOST):
        if not scribe.state.stack or not _there(scribe.state, cheat, script):
            scribe.turn(script.choose)
            continue
        return scribe
    raise AssertionError("it never comes to that")


def over(scribe, title):
    """Ends a game, reveals it, and returns the audit of it."""
    scribe.resign(2)
    scribe.finish()
    return audit(scribe.record(), title_of(title), BACKEND)


def test_a_referee_that_connives_is_convicted_at_the_audit(cheat, monkeypatch):
    """Nobody who follows the log sees it; with all cards known the rules do not allow it (FIN_RULES)."""
    scribe = at_a_scribe(cheat)
    logged = len(scribe.entries)
    with monkeypatch.context() as lawless:
        lawless.setattr(writing, "apply", carried_out)
        scribe.act(cheat.seat, NOTATION.parse(cheat.false))
        scribe.settle()
    scribe.sign()
    report = over(scribe, cheat.title)
    assert seen_live(scribe, cheat.title) == []
    found = [(one.code, one.klass, one.party, one.entry) for one in report.failures]
    assert found == [("FIN_RULES", Klass.C, "referee", logged)]


def test_an_honest_table_goes_that_way_without_a_failure(cheat):
    """What the false ones were made of passes its audit."""
    scribe = at_a_scribe(cheat)
    scribe.turn(Script({}).choose)
    report = over(scribe, cheat.title)
    assert (report.verdict, dict(report.not_checked)) == ("PASS", {})


# ---- A card that comes from elsewhere than is paid for ----

CHEAP = Cheat(
    TITLE,
    FREE,
    {1: [*template(ALLIES, FORTITUDE), "organise I Airborne Corps"], 2: AXIS_LAID_OUT},
    1,
    f"take Reinforcement Deck {FORTITUDE}",
    "",
)
"""From the Reinforcement Deck to a base a card goes for nothing (13.2b); from unit to unit for a point."""
DEAR = "take XXX Corps 7th Armoured Division"
THERE, FROM = unit_named("I Airborne Corps"), unit_named("XXX Corps")


def test_a_card_from_another_unit_than_is_paid_for_is_refused():
    """Words and flow say the Reinforcement Deck, the handle is that of a card in a Corps: refused."""
    match = at_a_match(CHEAP)
    crook = Crook(match, 1, [NOTATION.parse(CHEAP.false)])
    places = match.seats[1].enrolment.rules.places
    lying = match.seats[1].replica.holdings.laid(places.of(DOWN + FROM).number)
    false = next(iter(lying.values())).handle
    crook.lay({places.of(ARRIVED + THERE).number: [false]})
    assert crook.send() == "BLIND_NOT_HELD"
    match.answer(1, Script({}), most=1)


def test_a_referee_that_logs_it_is_convicted_with_the_seat():
    """Live it looks like the cheap one; the handles show at the end where the card came from (FIN_HAND)."""
    scribe = at_a_scribe(CHEAP)
    source = scribe.places.of(DOWN + FROM).number
    stolen = scribe.lying(1, source)[0].handle

    def alter(seat, goes):
        (kept,) = (handle for handle, (_, target) in goes.items())
        return {stolen: goes[kept]}

    scribe.regrouper.alter = alter
    logged = len(scribe.entries)
    scribe.act(1, NOTATION.parse(CHEAP.false))
    scribe.sign()
    scribe.regrouper.alter = lambda seat, goes: goes
    report = over(scribe, TITLE)
    assert seen_live(scribe, TITLE) == []
    assert [(one.code, one.party, one.entry) for one in report.failures] == [
        ("FIN_HAND", "referee", logged),
        ("FIN_HAND", "seat 1", logged),
    ]


def test_who_says_the_deck_and_regroups_from_a_unit_is_seen_at_once():
    """Words that pay less than the flows beside them are ACT_ILLEGAL for everybody, by the referee's key."""
    scribe = at_a_scribe(CHEAP)

    def cheaper(seat, draft):
        draft.steps[0].action = NOTATION.hide(NOTATION.parse(CHEAP.false)).text
        return draft

    scribe.alter_draft = cheaper
    logged = len(scribe.entries)
    scribe.act(1, NOTATION.parse(DEAR))
    scribe.sign()
    found = seen_live(scribe, TITLE)
    assert [(one.code, one.party, one.entry) for one in found[:1]] == [("ACT_ILLEGAL", "referee", logged)]
