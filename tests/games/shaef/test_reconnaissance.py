"""Reconnaissance: who may flip for it, and who then sets up first (12.1a, 15; E-80)."""

import pytest
from shaef_combat import after, ids, lines, phase_begun, said, what, why
from shaef_map import ACTION, CARD, UNIT, units

from sealed.engine.kernel import legal_actions, view
from sealed.games.shaef.state import ALLIES, AXIS, UP

SCOUTS, TANKS = "4th Cavalry Group", "2nd Armored Division"
PLACES = {"US-V": "MAI", "US1-R": "NOR", "GE-LXXXIV": "MAI", "GE7-R": "YON"}
GERMANS = {"GE-LXXXIV": ["77. Infanterie-Division"]}


def begun(ours, reserve=(), places=PLACES, **fields):
    """V Corps attacks with these cards; First US Army next door has those."""
    cards = {"US-V": ours, "US1-R": reserve} | GERMANS
    return phase_begun(places, ["NOR"], cards, **fields)


def test_the_defender_sets_up_first():
    """A card with Reconnaissance is flipped, then the defender sets up first (12.1a)."""
    s = begun([SCOUTS, TANKS])
    assert what(s) == ("reconnoitre", ALLIES)
    s, events = said(s, "reconnoitre V Corps 4th Cavalry Group")
    assert ids(events, "flipped", "reconnoitred") == [
        ("flipped", UNIT["US-V"], CARD[SCOUTS]),
        ("reconnoitred", ALLIES, CARD[SCOUTS]),
    ]
    assert s.zones[UP + UNIT["US-V"]]
    assert what(s) == ("array", AXIS)


def test_the_attacker_sets_up_first_else():
    """Who does not reconnoitre sets up first."""
    assert what(after(begun([SCOUTS, TANKS]), "decline")) == ("array", ALLIES)


def test_the_question_does_not_tell_what_is_there():
    """Whether the attacker is asked depends on face-down cards, not on which they are."""
    assert what(begun([TANKS])) == ("reconnoitre", ALLIES)
    assert lines(begun([TANKS]), "reconnoitre") == []
    assert what(begun([f"+{TANKS}"])) == ("array", ALLIES)


def test_a_spectator_sees_what_may_be():
    """Who does not see the cards is offered each that may lie there."""
    seen = view(begun([TANKS]), 1)
    assert ACTION("reconnoitre V Corps 3rd Cavalry Group") in legal_actions(seen, 1)


def test_only_face_down():
    """A card that is face-up gives no Reconnaissance (12.1a)."""
    s = begun([f"+{SCOUTS}", TANKS])
    assert why(s, "reconnoitre V Corps 4th Cavalry Group") == ["not-face-down"]
    assert why(s, "reconnoitre V Corps 2nd Armored Division") == ["no-ability"]


def test_a_reserve_next_door():
    """A Support card of a supplied Army Reserve next door reconnoitres for a Corps of its Army (15)."""
    s = begun([f"+{TANKS}"], [SCOUTS])
    assert what(after(s, "reconnoitre First US Army 4th Cavalry Group")) == ("array", AXIS)


@pytest.mark.parametrize("short", ["US1-R", "US-V"])
def test_a_reserve_out_of_supply(short):
    """The Army Reserve and the Corps that it helps must be supplied (15)."""
    s = begun([TANKS], [SCOUTS], unsupplied=units(short))
    assert len(why(s, "reconnoitre First US Army 4th Cavalry Group")) == 1


def test_a_reserve_too_far():
    """A Reserve helps no farther than into the next region (E-80)."""
    s = begun([TANKS], [SCOUTS], PLACES | {"US1-R": "SEI"})
    assert why(s, "reconnoitre First US Army 4th Cavalry Group") == ["reserve-too-far"]


def test_another_army():
    """A Reserve helps a unit of its own Army only (15)."""
    cards = {"US-V": [TANKS], "UK2-R": [SCOUTS]} | GERMANS
    s = phase_begun(PLACES | {"UK2-R": "NOR"}, ["NOR"], cards)
    assert why(s, "reconnoitre Second British Army 4th Cavalry Group") == ["not-in-combat"]


def test_the_axis_has_none():
    """Nobody is asked on a side that has no such card in the whole deck."""
    s = begun([TANKS], attacker=AXIS)
    assert what(s) == ("array", AXIS)
