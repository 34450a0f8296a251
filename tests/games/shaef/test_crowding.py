"""Armies in a region: two at the most, at the ends of the own phases (5.2; cases S-23, S-25)."""

from shaef_map import REGION, UNIT, answered, board, offered, played, told

from sealed.engine.zones import size
from sealed.games.shaef.movement.crowding import Overcrowded, crowded, enforce
from sealed.games.shaef.state import ALLIES, AXIS, LOST, OFF

THREE = {"US1-R": "NOR", "UK2-R": "NOR", "US-V": "NOR", "US-XV": "NOR", "US3-R": "BRE"}


def test_two_armies_fit():
    """Units of two Armies fit into a region, however many there are."""
    s = board({"US1-R": "NOR", "US-V": "NOR", "US-VII": "NOR", "UK2-R": "NOR", "UK-I": "NOR"})
    assert enforce(s, ALLIES, []) is s


def test_a_third_army_is_too_much():
    """With a unit of a third Army the side must discard one of its units there (5.2a, case S-23)."""
    s = enforce(board(THREE), ALLIES, [])
    assert s.stack.frame == Overcrowded(ALLIES, REGION["NOR"])
    assert offered(s, "disband") == [
        f"disband {name}" for name in ("First US Army", "Second British Army", "V Corps", "XV Corps")
    ]
    assert told(s, "disband Third US Army") == ["not-crowded"]


def test_until_it_holds():
    """The side is asked until no region is overcrowded; a discard that does not help is a discard."""
    s, events = played(enforce(board(THREE), ALLIES, []), "disband V Corps")
    assert s.stack.frame == Overcrowded(ALLIES, REGION["NOR"])
    assert [event.id for event in events][:2] == ["crowded-out", "destroyed"]
    assert answered(s, "disband XV Corps").stack is None


def test_region_after_region():
    """Each overcrowded region is put right."""
    s = board(THREE | {"US3-R": "BRE", "US-VII": "BRE", "UK-I": "BRE"})
    assert crowded(s, ALLIES) == [REGION["BRE"], REGION["NOR"]]
    s = answered(enforce(s, ALLIES, []), "disband I Corps")
    assert s.stack.frame == Overcrowded(ALLIES, REGION["NOR"])


def test_cards_go_unseen():
    """The cards of the discarded unit go to the Discard Pile unseen (2.7f)."""
    s = board(THREE, cards={"US-XV": ["79th Infantry Division", "90th Infantry Division"]})
    s = answered(enforce(s, ALLIES, []), "disband XV Corps")
    assert s.where[UNIT["US-XV"]] == OFF
    assert size(s.zones[LOST + ALLIES]) == 2


def test_only_the_own_units_count():
    """Each side counts its own Armies, and nobody is asked for the other's crowd (5.2c, case S-25)."""
    s = board(THREE | {"GE7-R": "NOR", "GE15-R": "NOR"})
    assert enforce(s, AXIS, []) is s


def test_an_attached_corps_counts_for_its_army():
    """A Corps counts for the Army it is attached to, though that one's Reserve is elsewhere or lost."""
    s = board({"US-V": "NOR", "UK-I": "NOR", "US-XV": "NOR"})
    assert crowded(s, ALLIES) == [REGION["NOR"]]


def test_bases_are_no_regions():
    """Any number of Armies is in Britain (2.8b)."""
    stands = {"US1-R": "Britain", "UK2-R": "Britain", "US3-R": "Britain"}
    assert crowded(board(stands), ALLIES) == []
