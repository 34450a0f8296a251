"""A Combat Phase: which combat is next, when it ends, what comes after it (Section 12; E-5, 9.2i, 10i)."""

from random import Random

import pytest
from shaef_combat import after, ids, lines, over, phase_begun, random_phase, reasons_fit, until, what, why
from shaef_fire import checked
from shaef_map import REGION, UNIT, answered, at, regions, units

from sealed.engine.kernel import asked
from sealed.games.shaef.state import ALLIES, AXIS, OFF, Lasting
from sealed.games.shaef.tactics.table import KEYS

TANKS, GUNS = "2nd Armored Division", "3rd Armored Division"
GERMANS = ("77. Infanterie-Division", "352. Infanterie-Division")
TWO = {
    "US-V": "MAI", "GE-LXXXIV": "MAI", "US-VII": "ORL", "GE-LXXIV": "ORL", "US1-R": "NOR", "GE7-R": "YON",
}  # fmt: skip
TWO_CARDS = {"US-V": [TANKS], "US-VII": [GUNS], "GE-LXXXIV": GERMANS[:1], "GE-LXXIV": GERMANS[1:]}
ONE = {"US-V": "MAI", "US1-R": "NOR", "GE-LXXXIV": "MAI", "GE7-R": "YON"}
ONE_CARDS = {"US-V": [TANKS], "GE-LXXXIV": GERMANS[:1]}


def test_the_moving_player_decides_the_order():
    """With several contested regions the moving player says which combat is next (12)."""
    s = phase_begun(TWO, ["NOR"], TWO_CARDS)
    assert what(s) == ("fight", ALLIES)
    assert lines(s, "fight") == ["fight Maine-Anjou", "fight Orleanais"]
    assert why(s, "fight Paris") == ["no-combat"]
    assert after(s, "fight Orleanais").combat.region == REGION["ORL"]


def test_each_region_is_fought_once():
    """Each combat is resolved before the next starts, each region once in a phase; the last needs no word."""
    s = after(phase_begun(TWO, ["NOR"], TWO_CARDS), "fight Orleanais")
    s, events = over(s)
    assert ids(events, "combat", "combat-over") == [
        ("combat-over", REGION["ORL"]),
        ("combat", REGION["MAI"], 1),
        ("combat-over", REGION["MAI"]),
    ]
    assert s.combat is None
    assert s.stack is None


def test_one_region_begins_at_once():
    """A single combat begins without a question about it."""
    s = phase_begun(ONE, ["NOR"], ONE_CARDS)
    assert s.combat.region == REGION["MAI"]
    assert (s.combat.attacker, s.combat.phase) == (ALLIES, 1)


def test_no_contested_region_no_combat():
    """Where no region has units of both sides, nothing is asked."""
    assert phase_begun({"US-V": "NOR", "GE-LXXXIV": "MAI"}, ["NOR"]).stack is None


def test_a_unit_disbanded_between_combats():
    """Without a unit left there is no combat (2.7c), and the region is lost."""
    s = phase_begun(TWO, ["NOR", "ORL"], TWO_CARDS)
    s = answered(s, "disband VII Corps")
    assert s.combat.region == REGION["MAI"]
    assert not s.held & regions("ORL")


@pytest.mark.parametrize("marker", ["amphibious", "airborne"])
def test_failed_landings_are_removed_after_the_third_phase(marker):
    """Units that landed or flew and still face Axis units after phase 3 are discarded (9.2i, 10i, E-30)."""
    stands = {**ONE, "US-VII": "MAI"}
    cards = {**ONE_CARDS, "US-VII": [GUNS]}
    s, events = over(phase_begun(stands, ["NOR"], cards, phase=3, **{marker: units("US-V")}))
    assert ids(events, "repulsed") == [("repulsed", UNIT["US-V"], REGION["MAI"])]
    assert at(s, "US-V") == OFF
    assert at(s, "US-VII") == REGION["MAI"]


@pytest.mark.parametrize("phase", [1, 2])
def test_landings_go_on_after_the_first_and_second_phase(phase):
    """Before the end of the Third Combat Phase no landing has failed (9.2i)."""
    s, _ = over(phase_begun(ONE, ["NOR"], ONE_CARDS, phase=phase, amphibious=units("US-V")))
    assert at(s, "US-V") == REGION["MAI"]


def test_a_lost_beach_goes_back_to_the_axis():
    """Where the only Allied units are removed, the Axis controls the region at once (Region Control)."""
    s, _ = over(phase_begun(ONE, ["NOR", "MAI"], ONE_CARDS, phase=3, amphibious=units("US-V")))
    assert not s.held & regions("MAI")


def test_nothing_is_engaged_after_the_third_phase():
    """All Engaged Markers come off when Combat Phase 3 ends (E-5)."""
    s = phase_begun(ONE, ["NOR"], ONE_CARDS, phase=3, engaged=units("US-V", "GE-LXXXIV"))
    assert over(s)[0].engaged == 0


def test_what_flew_and_fought_nowhere_is_flipped():
    """Cards that flew are flipped by the end of the First Combat Phase even without a combat (10e, E-32)."""
    stands = {"UK-IABN": "MAI", "UK2-R": "NOR", "GE7-R": "YON"}
    cards = {"UK-IABN": ["6th Airborne Division"]}
    s = phase_begun(stands, ["NOR", "MAI"], cards, airborne=units("UK-IABN"))
    assert what(s) == ("must-flip", ALLIES)
    assert after(s, "flip I Airborne Corps 6th Airborne Division").stack is None


@pytest.mark.parametrize(("phase", "spared"), [(1, units("UK-IABN")), (2, 0)])
def test_a_night_drop_spares_its_corps(phase, spared):
    """In the First Combat Phase the enemy may not choose the Corps as a target (Night Drop)."""
    dropped = (Lasting(KEYS.index("NIGHT_DROP"), UNIT["UK-IABN"], 1),)
    assert phase_begun(ONE, ["NOR"], ONE_CARDS, phase=phase, lasting=dropped).combat.spared == spared


def test_axis_units_fight_in_their_own_turn():
    """In the Axis turn the Axis is the attacker and the Allies are asked as defenders."""
    s = phase_begun(ONE, ["NOR"], ONE_CARDS, attacker=AXIS)
    assert what(s) == ("array", AXIS)
    assert what(until(s, "array")[0])[1] == AXIS
    assert what(after(s, "front LXXXIV. Armeekorps")) == ("array", ALLIES)


@pytest.mark.parametrize("seed", range(14))
def test_any_combat_runs_to_its_end(seed):
    """Whatever is answered, a Combat Phase ends; replicas follow; exactly what is legal has no reason."""
    rng = Random(seed)
    s = random_phase(rng)
    for _ in range(2_000):
        if s.stack is None:
            break
        if asked(s) and rng.random() < 0.5:
            reasons_fit(s, rng)
        s = checked(s, rng)
    assert s.stack is None
    assert s.combat is None
