"""The plain model that the engine is compared with: the pitfalls of supply and flight, one by one."""

from dataclasses import replace

import pytest
from south_front_oracle import (
    ALLIES,
    AXIS,
    Piece,
    Position,
    airplane_reach,
    geography,
    is_supplied,
    open_spaces,
    reached_by_supply,
    start,
    supplied,
)

TABLE = geography()
RED, LEVANTINE, E_MED, GABES, IONIAN = (
    "Red Sea",
    "Levantine Sea",
    "Eastern Mediterranean",
    "Gulf of Gabes",
    "Ionian Sea",
)


def _board(*pieces, axis=(), allies=()):
    position = Position(TABLE, [Piece(*piece) for piece in pieces], start(TABLE).held)
    return position.controlled_by(AXIS, *axis).controlled_by(ALLIES, *allies)


@pytest.mark.parametrize(
    ("piece", "side", "space", "is_open"),
    [
        (("Pact", "infantry", "Egypt"), ALLIES, LEVANTINE, True),
        (("Pact", "infantry", "El Alamein"), ALLIES, "Egypt", False),
        (("Pact", "airplane", "El Alamein"), ALLIES, "Egypt", False),
        (("Pact", "airplane", "El Alamein"), ALLIES, E_MED, False),
        (("UK", "fleet", GABES), AXIS, "Tripoli", True),
        (("UK", "fleet", GABES), AXIS, "Gulf of Sidra", False),
        (("UK", "carrier", GABES), AXIS, "Gulf of Sidra", True),
        (("Pact", "tank", "Syria-Lebanon"), ALLIES, "Palestine-Jordan", False),
    ],
)
def test_who_interdicts_what(piece, side, space, is_open):
    """Troops interdict land, fleets water, airplanes both, a bare carrier nothing (D1, 5-13)."""
    held = {"axis": [piece[2]]} if piece[0] == "Pact" and piece[1] != "fleet" else {}
    assert (space in open_spaces(_board(piece, **held), side)) is is_open


def test_the_airplane_of_a_carrier_interdicts():
    """A carrier with its airplane closes the seas beside it; an airplane that a fleet carries does not."""
    for ship, closed in (("carrier", True), ("fleet", False)):
        position = _board(("UK", ship, GABES), ("UK", "airplane", GABES, 0))
        assert ("Tripoli" not in open_spaces(position, AXIS)) is closed


def test_what_is_occupied_is_not_interdicted():
    """An airplane next to an empty Red Sea closes its flag, and not once a fleet stands there (D1, 13)."""
    position = _board(
        ("UK", "infantry", "Egypt"), ("Pact", "airplane", "Arabia"), axis=["Arabia", "Gibraltar"]
    )
    assert not is_supplied(position, 0)
    assert is_supplied(position.placed("UK", "fleet", RED), 0)


def test_a_path_needs_own_control():
    """Through empty Syria-Lebanon that the Axis holds nothing is traced by the Allies (D1, 14)."""
    assert "Syria-Lebanon" not in open_spaces(_board(), ALLIES)


def test_minor_country_forces_occupy_but_do_not_interdict():
    """Past a force in Athens the Axis traces through Albania, but not through Athens itself (D1, 16)."""
    position = replace(_board(allies=["Athens"]), forces=frozenset({"Athens"}))
    assert "Albania" in open_spaces(position, AXIS)
    assert "Athens" not in open_spaces(position, AXIS)


def test_a_force_protects_its_space_from_interdiction():
    """A controlled force holds the way open next to an enemy airplane, as a piece would."""
    position = _board(("Pact", "airplane", "Albania"), allies=["Athens"])
    assert "Athens" not in open_spaces(position, ALLIES)
    assert "Athens" in open_spaces(replace(position, forces=frozenset({"Athens"})), ALLIES)


def test_flags_are_of_factions():
    """A USA piece by the Red Sea has no flag there; France uses those of the UK (D1, 17)."""
    position = _board(axis=["Gibraltar"])
    near = {faction: RED in reached_by_supply(position, faction) for faction in ("UK", "USA", "France")}
    assert near == {"UK": True, "USA": False, "France": True}


def test_bulgarias_flags_come_with_the_marker():
    """Axis control of Bulgaria alone gives no flag (D1, 19)."""
    position = _board(("Germany", "infantry", "Bulgaria"), axis=["Bulgaria"])
    assert not is_supplied(position, 0)
    assert is_supplied(replace(position, bulgaria=True), 0)


def test_exceptions_from_a_path():
    """Malta Depot, Night Convoy in deserts and Supply Reserves each supply without a path (D1, 20)."""
    position = start(TABLE)
    malta, tripoli = position.find("UK", "infantry", "Malta"), position.find("Pact", "infantry", "Tripoli")
    assert is_supplied(replace(position, depot=True), malta)
    assert is_supplied(replace(position, convoy=True), tripoli)
    assert is_supplied(replace(position, reserves=tripoli), tripoli)
    assert [n for n, fed in enumerate(supplied(position)) if not fed] == [tripoli, malta]


def test_an_enemy_interdicts_across_a_strait_that_it_holds():
    """A UK fleet in the Ionian closes the Tyrrhenian only while the Allies hold Sicily (ruling 16)."""
    position = _board(("UK", "fleet", IONIAN))
    assert "Tyrrhenian Sea" in open_spaces(position, AXIS)
    assert "Tyrrhenian Sea" not in open_spaces(position.controlled_by(ALLIES, "Sicily"), AXIS)


def test_an_airplane_jumps_over_anything_but_neutral_land():
    """From Albania Bulgaria lies behind neutral land only, whoever holds it (D3, 43)."""
    position = _board(("Pact", "airplane", "Albania"), axis=["Bulgaria"])
    position = replace(position, bulgaria=True)
    assert ("Bulgaria", None) not in airplane_reach(position, 0)
    assert ("Bulgaria", None) in airplane_reach(position.controlled_by(AXIS, "Yugoslavia"), 0)


def test_an_airplane_lands_only_where_its_side_held_when_the_step_began():
    """Land taken in the same step is no place to land (D3, 35)."""
    position = _board(("Pact", "airplane", "Naples"))
    assert ("Rome", None) in airplane_reach(position, 0)
    earlier = {AXIS: position.held[AXIS] - {"Rome"}}
    assert ("Rome", None) not in airplane_reach(replace(position, landing=earlier), 0)


def test_carriers_take_one_airplane_from_two_spaces_away_and_fleets_from_next_door():
    """An empty carrier is in range at two spaces, a full one never, a fleet at one (D3, 44, 49)."""
    ships = (("Pact", "carrier", IONIAN), ("Pact", "fleet", IONIAN), ("Pact", "fleet", "Tyrrhenian Sea"))
    position = _board(("Pact", "airplane", "Rome"), *ships)
    assert {(IONIAN, 1), ("Tyrrhenian Sea", 3)} <= airplane_reach(position, 0)
    assert (IONIAN, 2) not in airplane_reach(position, 0)
    full = position.placed("Pact", "airplane", IONIAN, 1)
    assert (IONIAN, 1) not in airplane_reach(full, 0)


def test_a_transported_airplane_only_unloads():
    """From a fleet it moves one space to land, not two and not to another ship."""
    position = _board(("Pact", "fleet", IONIAN), ("Pact", "airplane", IONIAN, 0), ("Pact", "carrier", IONIAN))
    assert {end for end, _ in airplane_reach(position, 1)} == {"Naples", "Sicily", "Albania"}
    assert all(ship is None for _, ship in airplane_reach(position, 1))
