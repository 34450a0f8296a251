"""When tactics may be used: the table in NOTATION.md, and what each tactic is refused for (shaef-cards 7)."""

from pathlib import Path

import pytest
from shaef_play import UNIT, Table

from sealed.games import shaef
from sealed.games.shaef.moments import AXIS_EVER, EVER, MOVEMENT
from sealed.games.shaef.notation import MOMENTS, SIDES
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import Free, Interlude
from sealed.games.shaef.state import DEAD, UP
from sealed.games.shaef.tactics.all_cards import TACTICS
from sealed.games.shaef.tactics.lasting import NUMBER, OF_ONE_COMBAT, OF_ONE_PHASE
from sealed.games.shaef.tactics.targets import AIMS
from sealed.games.shaef.tactics.windows import opens
from sealed.games.shaef.units.cards import CARD as FACTS
from sealed.games.shaef.units.cards import SIDE_OF

NOTATION = (Path(shaef.__file__).parent / "NOTATION.md").read_text(encoding="utf-8")
TURNS = ("own", "enemy's")
RED_BALL = "use Third US Army Red Ball Express"


def rows():
    """The rows of the table of moments."""
    section = NOTATION.split("## Moments of tactics")[1]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[1:]]


def test_the_table_of_moments_is_what_the_cards_are_registered_with():
    """Each row names exactly the tactics that its side may use at its moment in that turn."""
    written = {(moment, side, turn): set(names.split(", ")) for moment, side, turn, names, _ in rows()}
    registered: dict[tuple[str, str, str], set[str]] = {}
    for tactic in TACTICS.values():
        for turn, moments in zip(TURNS, (tactic.own, tactic.enemy), strict=True):
            for moment in moments:
                key = (MOMENTS[moment - 1], SIDES[SIDE_OF[tactic.card]], turn)
                registered.setdefault(key, set()).add(FACTS[tactic.card].name)
    assert written == registered


def test_what_is_no_window_is_a_question_of_that_moment():
    """A row without a window names a question of the own turn that is this moment, or asks for casualties."""
    asked = {cls.id: MOMENTS[cls.moment - 1] for cls in Free.__subclasses__() if cls is not Interlude}
    for moment, _, turn, _, where in rows():
        name = where.removeprefix("`").split("`")[0]
        if name == "casualty":
            assert moment == "casualties"
        elif not where.startswith("window"):
            assert (asked[name], turn) == (moment, "own")


def test_every_tactic_is_registered():
    """All 28 cards have a moment; those with a target have what it can be."""
    assert set(TACTICS) == {tactic.code for tactic in load().tactics}
    assert all(tactic.own | tactic.enemy for tactic in TACTICS.values())
    assert {FACTS[card].rule for card in AIMS} == {
        "ENGINEERS", "WACHT", "PURSUIT", "COBRA", "UEBERFLUTUNG", "GREIF", "EINGREIFRESERVE", "SET_PIECE",
        "GEGENSTOSS", "CARPET_BOMBING", "HAFENSPRENGUNG", "FESTUNG", "WESTWAND", "RESISTANCE", "ULTRA",
        "BODENPLATTE",
    }  # fmt: skip


def test_any_time_of_the_axis_is_part_of_any_time():
    """The Axis turn lacks the steps of the Allies at sea, in the air and for markers."""
    assert set(AXIS_EVER) < set(EVER)


def test_no_effect_ends_twice():
    """What ends with a combat does not end with a phase."""
    assert not OF_ONE_COMBAT & OF_ONE_PHASE
    assert set(NUMBER.values()) > (OF_ONE_COMBAT | OF_ONE_PHASE)


def third_army(month="August 1944", step="movement 1", **army):
    """The Third US Army in Britain with Red Ball Express face-down, or as named."""
    units = {"Third US Army": {"at": "Britain", "down": ["Red Ball Express"], **army}}
    return Table(units, month=month, step=step)


def test_a_tactic_is_not_used_from_the_reinforcement_deck():
    """A card of the Reinforcement Deck is not in a unit (T-b)."""
    units = {"Third US Army": {"at": "Britain", "down": ["4th Armored Division"]}}
    table = Table(units, month="August 1944", step="movement 1", reserve={"Allies": ["Red Ball Express"]})
    assert table.why(RED_BALL) == ["not-there"]
    assert not table.offered("use")


def test_a_tactic_in_a_unit_out_of_supply_is_not_used():
    """An Out-of-Supply Marker on the unit forbids it (T-b)."""
    table = third_army(unsupplied=True)
    assert table.why(RED_BALL) == ["out-of-supply-tactic"]
    assert not table.offered("use")


def test_a_tactic_is_used_once():
    """A face-up tactic is not flipped again in the turn (2.6a, T-d), whether it was used or just flipped."""
    table = third_army().do(RED_BALL)
    assert table.why(RED_BALL) == ["not-face-down"]
    assert table.do("done").why(RED_BALL) == ["not-face-down"]
    assert third_army().do("flip Third US Army Red Ball Express").why(RED_BALL) == ["not-face-down"]


def test_a_tactic_waits_for_its_month():
    """Before the month on the card it is not used (E-13)."""
    assert third_army(month="July 1944").why(RED_BALL) == ["too-early"]


def test_a_tactic_of_a_unit_out_of_play_or_of_the_enemy_is_not_used():
    """The unit must be in play and the player's own; the card must be a tactic."""
    table = third_army()
    assert table.why("use Ninth US Army Red Ball Express") == ["not-in-play"]
    assert table.why("use 1. Armee Westwand") == ["not-yours"]
    assert table.why("use Third US Army 4th Armored Division") == ["not-a-tactic"]


def test_used_tactics_go_where_their_text_says():
    """At the Clean-up Phase a used tactic is discarded, or removed from the game (T-g, 14b)."""
    table = third_army(step="markers").do(RED_BALL)
    assert table.cards(UP + UNIT("Third US Army")) == ["Red Ball Express"]
    assert table.do("done").cards(DEAD) == ["Red Ball Express"]
    units = {"First US Army": {"at": "Britain", "down": ["SHAEF"]}}
    table = Table(units, step="sea").do("use First US Army SHAEF")
    while table.s.turn == 0:
        table.do("done")
    assert "SHAEF" in table.cards(DEAD + 2)
    assert table.cards(DEAD) == []


def test_a_tactic_in_a_foreign_corps_does_nothing():
    """A tactic that proves to be of the wrong nation for its Corps is discarded without effect (E-37)."""
    units = {
        "Second British Army": {"at": "Britain"},
        "XXX Corps": {"at": "Britain", "down": ["Red Ball Express"]},
    }
    table = Table(units, month="August 1944", step="movement 1").do("use XXX Corps Red Ball Express")
    assert (table.s.points, table.cards(DEAD)) == ((35, 10), ["Red Ball Express"])
    assert table.happened("tactic") == []


@pytest.mark.parametrize("card", [["Überflutung"], ["352. Infanterie-Division"]])
def test_a_window_opens_whether_or_not_the_card_is_there(card):
    """The enemy's window opens by counts alone: any face-down card could be the tactic (E-45)."""
    units = {"15. Armee": {"at": "Holland", "down": card}, "First US Army": {"at": "Brabant"}}
    reserve = {"Axis": ["Überflutung"] if card != ["Überflutung"] else []}
    table = Table(units, month="September 1944", step="movement 2", reserve=reserve)
    assert table.asking == ("interlude", 1, "movement")
    assert table.do("pass").asking[0] == "move"


def test_a_window_stays_shut_without_a_face_down_card_or_with_the_card_gone():
    """No unit with a face-down card, or the card seen elsewhere: nobody is asked."""
    bare = {"15. Armee": {"at": "Holland"}, "First US Army": {"at": "Brabant"}}
    assert Table(bare, month="September 1944", step="movement 2").asking[0] == "move"
    units = {
        "15. Armee": {"at": "Holland", "down": ["352. Infanterie-Division"]},
        "First US Army": {"at": "Brabant"},
    }
    seen = {"dead": {"Axis": ["Überflutung"]}}
    assert Table(units, month="September 1944", step="movement 2", **seen).asking[0] == "move"


def test_a_window_once_used_does_not_open_again_in_the_turn():
    """After the flood the second and third Movement Phase begin without a question."""
    units = {"15. Armee": {"at": "Holland", "down": ["Überflutung", "352. Infanterie-Division"]}}
    units["First US Army"] = {"at": "Brabant"}
    table = Table(units, month="September 1944", step="movement 1")
    table.do("use 15. Armee Überflutung", "choose-region Antwerp", "pass", "done")
    assert table.asking[:2] == ("move", 0)


def test_nobody_is_asked_at_a_moment_that_none_of_his_cards_has():
    """Where a side has no tactic for a moment no window opens, whatever lies face-down."""
    registered = {moment for tactic in TACTICS.values() if SIDE_OF[tactic.card] == 0 for moment in tactic.own}
    s = third_army().s
    assert not any(opens(s, 0, moment) for moment in range(1, len(MOMENTS) + 1) if moment not in registered)
    assert opens(s, 0, MOVEMENT)
