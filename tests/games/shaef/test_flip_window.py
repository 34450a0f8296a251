"""The chance to flip between announcement and dice (2.6d; case S-10)."""

import pytest
from shaef_fire import ALLIES, AXIS, begun, dice_due, lines, meeting, names, rolled, said, why
from shaef_map import UNIT

from sealed.engine.kernel import asked, question
from sealed.games.shaef.combat.firing import fire_all
from sealed.games.shaef.state import UP

INFANTRY, FLAK = "1st Infantry Division", "13. Flak-Division"


def announced(*args, side=ALLIES, target="V Corps LXXXIV. Armeekorps", **fields):
    """The position after a Corps has announced the fire of its HQ alone."""
    s, _ = said(begun(fire_all(meeting(*args, **fields), side)), f"fire {target}", side)
    s, _ = said(s, lines(s, "join")[0], side)
    return said(s, "announce", side)[0]


def test_the_side_fired_at_comes_first():
    """The target's owner is asked, then the firer, and the dice fall when both have passed."""
    s = announced([INFANTRY], [FLAK])
    assert (asked(s), question(s).id) == ((2,), "before-roll")
    s, _ = said(s, "pass", AXIS)
    assert asked(s) == (1,)
    s, _ = said(s, "pass")
    assert dice_due(s) == 1


def test_the_dice_wait_until_both_have_passed_in_a_row():
    """A flip gives the other side its chance again (E-98)."""
    s = announced([INFANTRY, "2nd Armored Division"], [FLAK, "352. Infanterie-Division"])
    s, _ = said(s, "pass", AXIS)
    s, _ = said(s, f"flip V Corps {INFANTRY}")
    assert asked(s) == (2,)
    s, _ = said(s, f"flip LXXXIV. Armeekorps {FLAK}", AXIS)
    s, _ = said(s, "pass")
    assert dice_due(s) == 0
    s, _ = said(s, "pass", AXIS)
    assert dice_due(s) == 1
    assert names(s, UP + UNIT["GE-LXXXIV"]) == [FLAK]


def test_no_flip_after_the_dice():
    """Once they are rolled no card can be flipped for that fire (2.6d)."""
    s = announced([INFANTRY], [FLAK])
    s, _ = said(said(s, "pass", AXIS)[0], "pass")
    s, _ = rolled(s, 1)
    assert why(s, f"flip LXXXIV. Armeekorps {FLAK}", AXIS)[0] == "not-now"


@pytest.mark.parametrize(
    ("ours", "theirs", "seats"),
    [((), (), ()), ((INFANTRY,), (), (1,)), ((), (FLAK,), (2,)), (("+" + INFANTRY,), ("+" + FLAK,), ())],
)
def test_who_has_nothing_face_down_is_not_asked(ours, theirs, seats):
    """A side without a face-down card in reach is passed over: its counts are public."""
    s = announced(ours, theirs)
    found = []
    while not dice_due(s):
        found += asked(s)
        s, _ = said(s, "pass", asked(s)[0] - 1)
    assert tuple(found) == seats


def test_cards_of_the_region_and_of_reserves_next_to_it():
    """What stands elsewhere cannot be flipped now (E-98)."""
    s = announced(["2nd Armored Division"], reserve=["182nd Field Artillery Group"], stands={"US-VII": "PIC"})
    assert lines(s, "flip") == [
        "flip First US Army 182nd Field Artillery Group",
        "flip V Corps 2nd Armored Division",
    ]
    assert "not-in-combat" in why(s, "flip VII Corps 2nd Infantry Division")
    assert why(s, "flip LXXXIV. Armeekorps 352. Infanterie-Division")[0] == "not-in-combat"


def test_attacking_infantry_stays_down_in_later_phases():
    """The window opens for it by its count, yet it cannot be flipped (2.6f, case S-11)."""
    s = announced([INFANTRY], phase=2)
    assert lines(s, "flip") == []
    assert why(s, f"flip V Corps {INFANTRY}") == ["infantry-cannot-flip"]
    assert dice_due(said(s, "pass")[0]) == 1
