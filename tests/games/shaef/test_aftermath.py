"""Engaged Markers and exhaustion after a combat (12.7, 7.5c; cases S-64, S-65; E-23, E-84)."""

import pytest
from shaef_combat import after, lines, over, phase_begun, until, what
from shaef_fire import lasting
from shaef_map import UNIT, units

from sealed.games.shaef.state import AXIS, N_UNITS, UNITS
from sealed.games.shaef.units.discarding import destroy

TANKS, INFANTRY = "2nd Armored Division", "1st Infantry Division"
MOTORIZED = "Prinses Irene Brigade"
GERMAN = "77. Infanterie-Division"
PLACES = {"US-V": "MAI", "US-VII": "MAI", "US1-R": "MAI", "GE-LXXXIV": "MAI", "GE7-R": "MAI"}
CARDS = {"US-V": [f"+{TANKS}"], "US-VII": ["+3rd Armored Division"], "GE-LXXXIV": [GERMAN]}
CAME = {"US-V": "NOR", "US-VII": "NOR", "US1-R": "NOR"}


def fought(front=("V Corps", "LXXXIV. Armeekorps"), cards=CARDS, places=PLACES, **fields):
    """The position after a combat without fire in which these Corps stood in front."""
    return over(set_up(front, cards, places, **fields))[0]


def set_up(front, cards=CARDS, places=PLACES, **fields):
    """These Corps stand in front, all others in the rear."""
    s = phase_begun(places, ["NOR"], cards, came=CAME, **fields)
    s, _ = until(s, "array")
    while what(s)[0] == "array":
        mine = [line for line in lines(s, "front") if line.removeprefix("front ") in front]
        s = after(s, (mine or ["done"])[0])
    return s


@pytest.mark.parametrize("phase", [1, 2])
def test_both_front_lines_are_engaged(phase):
    """Corps of both front lines are engaged after phases 1 and 2; rear Corps and Reserves are not (12.7)."""
    assert fought(phase=phase).engaged == units("US-V", "GE-LXXXIV")


def test_not_without_an_enemy_front():
    """Unless both sides still have units in front, nobody is engaged (12.7)."""
    assert fought(front=["V Corps"]).engaged == 0
    assert fought(front=["LXXXIV. Armeekorps"]).engaged == 0


def test_corps_that_flew_are_engaged_too():
    """Corps that used Airborne Movement are engaged wherever they stood (12.7)."""
    places = PLACES | {"UK-IABN": "MAI", "UK2-R": "NOR"}
    cards = CARDS | {"UK-IABN": ["+6th Airborne Division"]}
    s = fought(cards=cards, places=places, airborne=units("UK-IABN"))
    assert s.engaged == units("US-V", "UK-IABN", "GE-LXXXIV")


def test_a_marker_is_not_kept_for_nothing():
    """An Engaged Marker comes off who has fought on and is not engaged anew (E-84)."""
    s, _ = until(set_up(["V Corps", "VII Corps"], phase=2, engaged=units("US-V", "GE-LXXXIV")), "fire")
    for code in ("GE-LXXXIV", "GE7-R"):
        s = destroy(s, UNIT[code], [])
    assert over(s)[0].engaged == 0


@pytest.mark.parametrize("card", [INFANTRY, MOTORIZED])
def test_face_up_infantry_exhausts_an_attacker(card):
    """An attacking Corps with face-up Infantry or Motorized is exhausted (12.7d, case S-64)."""
    corps, name = ("US-VII", INFANTRY) if card == INFANTRY else ("UK-XXX", MOTORIZED)
    places = {key: place for key, place in PLACES.items() if key != "US-VII"} | {corps: "MAI", "UK2-R": "NOR"}
    cards = {"US-V": CARDS["US-V"], "GE-LXXXIV": [GERMAN], corps: [f"+{name}"]}
    assert fought(cards=cards, places=places).exhausted & units(corps, "US-V") == units(corps)


def test_an_engaged_attacker_is_not_exhausted():
    """Engaged Corps are not exhausted (12.7d)."""
    s = fought(cards=CARDS | {"US-V": [f"+{INFANTRY}"]})
    assert not s.exhausted & units("US-V")


def test_tanks_and_hidden_infantry_go_on():
    """A Corps without face-up Infantry or Motorized may go on (case S-64, E-23)."""
    s = fought(cards=CARDS | {"US-VII": [INFANTRY, "+3rd Armored Division"]})
    assert not s.exhausted & units("US-VII")


def test_defenders_are_not_exhausted():
    """Exhaustion is the attacker's."""
    s = fought(front=["V Corps"], cards=CARDS | {"GE-LXXXIV": [f"+{GERMAN}"]})
    assert not s.exhausted & units("GE-LXXXIV")


@pytest.mark.parametrize(("phase", "tired"), [(1, units("US-VII")), (2, 0)])
def test_attackers_out_of_supply_are_exhausted(phase, tired):
    """Attackers with Out-of-Supply Markers are exhausted after the First Combat Phase (12.7e)."""
    s, _ = until(set_up(["V Corps", "VII Corps"], phase=phase, unsupplied=units("US-VII")), "fire")
    for code in ("GE-LXXXIV", "GE7-R"):
        s = destroy(s, UNIT[code], [])
    assert over(s)[0].exhausted & units("US-VII") == tired


def test_what_was_said_for_one_combat_ends_with_it():
    """Greif ends with its combat, fog with its phase; what lasts for a turn goes on (shaef-cards 7)."""
    s = set_up(["V Corps", "LXXXIV. Armeekorps"])
    s = lasting(lasting(lasting(s, "GREIF", 3), "NOVEMBERNEBEL"), "ENGINEERS", UNIT["US-V"])
    assert [one.about for one in over(s)[0].lasting] == [UNIT["US-V"]]


def test_no_reserve_is_ever_engaged():
    """Army Reserves carry no Engaged Marker (12.7b)."""
    armies = sum(1 << unit for unit in range(N_UNITS) if UNITS[unit].army)
    assert not fought(attacker=AXIS).engaged & armies
