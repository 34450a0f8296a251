"""What must be flipped by the end of the First Combat Phase (10e, 15, T-h)."""

from shaef_fire import ALLIES, AXIS, alone, apart, begun, combat, lines, meeting, names, said, why
from shaef_map import UNIT, board, units

from sealed.engine.kernel import question
from sealed.engine.value import copy_with
from sealed.games.shaef.combat.must_flip import flip_the_rest
from sealed.games.shaef.state import OFF, SHOWN, UP

DROPPED = ("82nd Airborne Division", "Night Drop")
SPECIAL = "4th Special Service Brigade"


def flown(cards=DROPPED, combat_region="MAI", **fields):
    """XVIII Airborne Corps, which flew to Maine."""
    places = {"US1-R": "NOR", "US-XVIII": "MAI", "US-V": "MAI", "GE7-R": "BRE", "GE-LXXXIV": "MAI"}
    places |= {"US-VII": combat_region}
    s = board(places, cards={"US-XVIII": cards, "US-V": ["1st Infantry Division"]})
    s = combat(s, combat_region, [UNIT["US-VII"]], [UNIT["GE-LXXXIV"]])
    return copy_with(s, airborne=units("US-XVIII"), **fields)


def flips(s, side=ALLIES):
    """The position in which a side flips what it must."""
    return begun(flip_the_rest(s, side))


def test_all_cards_that_flew():
    """Each card of a unit that flew is flipped, fought or not, tactics too (10e, T-h)."""
    s = flips(flown())
    assert question(s).id == "must-flip"
    assert {line.split(" Corps ")[1] for line in lines(s, "flip")} == set(DROPPED)
    for name in DROPPED:
        s, events = said(s, f"flip XVIII Airborne Corps {name}")
        assert "tactic" not in [event.id for event in events]
    assert s.stack is None
    assert set(names(s, UP + UNIT["US-XVIII"])) == set(DROPPED)


def test_who_has_nothing_due_is_not_asked():
    """Face-up cards, other units and the other side owe nothing."""
    assert flips(flown(["+82nd Airborne Division"])).stack is None
    assert flips(flown(), AXIS).stack is None
    assert flips(meeting(["1st Infantry Division"])).stack is None


def test_other_cards_may_wait():
    """A card that is not due is refused; so is one that is not there."""
    s = flips(flown())
    assert why(s, "flip V Corps 1st Infantry Division") == ["must-flip"]
    assert why(s, "flip XVIII Airborne Corps 101st Airborne Division") == ["not-there"]
    assert "not-yours" in why(s, "flip LXXXIV. Armeekorps 352. Infanterie-Division")


def test_a_unit_that_flew_elsewhere_waits_for_its_combat():
    """During a combat only units of its region are due; at the end of the phase all are."""
    s = flown(combat_region="NOR")
    assert flips(s).stack is None
    s = flips(copy_with(s, combat=None))
    assert question(s).args == (ALLIES, s.where[UNIT["US-XVIII"]])


def brigade():
    """A commando brigade on its own that has not fired."""
    places = {"UK2-R": "NOR", "UK-XXX": "MAI", "GE7-R": "BRE", "GE-LXXXIV": "MAI"}
    s = board(places, cards={"UK-XXX": [SPECIAL, "43rd (Wessex) Infantry Division"]})
    s = combat(s, "MAI", [UNIT["UK-XXX"], alone(SPECIAL)], [UNIT["GE-LXXXIV"]])
    return apart(s, SPECIAL, "UK-XXX")


def test_cards_on_their_own():
    """A card that acts alone is flipped, its unit's other cards are not (15, Independent)."""
    s = flips(brigade())
    assert lines(s, "flip") == [f"flip XXX Corps {SPECIAL}"]
    assert why(s, "flip XXX Corps 43rd (Wessex) Infantry Division") == ["must-flip"]
    s, _ = said(s, f"flip XXX Corps {SPECIAL}")
    assert s.stack is None
    assert names(s, SHOWN + UNIT["UK-XXX"]) == []


def test_it_is_flipped_though_its_hq_is_lost():
    """The duty stays with the card (15; E-31)."""
    s = brigade()
    where = bytearray(s.where)
    where[UNIT["UK-XXX"]] = OFF
    s = flips(copy_with(s, where=bytes(where)))
    assert lines(s, "flip") == [f"flip XXX Corps {SPECIAL}"]
    assert said(s, f"flip XXX Corps {SPECIAL}")[0].stack is None
