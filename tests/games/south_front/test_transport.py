"""Pieces aboard ships: carriers carry, fleets transport (rules, Carriers; Naval Transport; facts D3, D4)."""

import pytest
from south_front_moves import board, codes, moved, space

from sealed.engine.value import copy_with
from sealed.games.south_front.board.pieces import ship_of, space_of
from sealed.games.south_front.movement.moving import FIRST, carry_out, end_of_transport, moves_of
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.position import piece_named
from sealed.games.south_front.state import AXIS, NOBODY


def test_an_airplane_lands_on_an_own_empty_carrier():
    """A carrier of the same faction within two spaces takes one airplane (facts D3-44, D3-49)."""
    s = board({"Rome": "Pact airplane 1, Pact airplane 2, Germany airplane", "Ionian Sea": "Pact carrier"})
    assert codes(s, "board Pact airplane 1 Pact carrier 1") == []
    assert codes(s, "board Germany airplane 1 Pact carrier 1") == ["wrong-ship"]
    s, events = moved(s, "board Pact airplane 1 Pact carrier 1")
    assert events == ["boarded"]
    assert codes(s, "board Pact airplane 2 Pact carrier 1") == ["ship-full"]


def test_only_airplanes_go_on_carriers():
    """Infantry and tanks do not go aboard carriers."""
    s = board({"Naples": "Pact infantry 1", "Tyrrhenian Sea": "Pact carrier"})
    assert codes(s, "board Pact infantry 1 Pact carrier 1") == ["wrong-ship"]


def test_an_airplane_leaves_its_carrier_after_the_carrier_moved():
    """The carrier may move with its airplane, which may fly off afterwards (facts D3-47; Carriers)."""
    s = board({"Tyrrhenian Sea": "Pact carrier carrying Pact airplane"})
    s, _ = moved(s, "move Pact carrier 1 Ionian Sea")
    assert space_of(s, piece_named("Pact airplane 1")) == space("Ionian Sea")
    assert codes(s, "move Pact airplane 1 Rome") == []


def test_an_airplane_on_a_carrier_does_not_load_onto_a_fleet():
    """An airplane loads from land only (Transported Airplanes)."""
    s = board({"Tyrrhenian Sea": "Pact carrier carrying Pact airplane", "Ionian Sea": "Pact fleet"})
    assert codes(s, "board Pact airplane 1 Pact fleet 1") == ["loads-from-land"]


def test_an_airplane_loads_one_space_away():
    """Loading onto a fleet is a move of one space, unloading too (Airplane Movement)."""
    s = board({"Rome": "Pact airplane", "Naples": "Pact infantry", "Ionian Sea": "Pact fleet"})
    assert codes(s, "board Pact airplane 1 Pact fleet 1") == ["too-far"]
    s = board({"Ionian Sea": "Pact fleet carrying Pact airplane"})
    assert codes(s, "move Pact airplane 1 Naples") == []
    assert codes(s, "move Pact airplane 1 Rome") == ["too-far"]


@pytest.mark.parametrize(
    ("piece", "ship", "fits"),
    [
        ("Pact infantry", "Pact fleet", True),
        ("Germany tank", "Pact fleet", True),
        ("UK tank", "UK fleet", True),
        ("France infantry", "UK fleet", True),
        ("France infantry", "USA fleet", True),
        ("USA infantry", "UK fleet", False),
        ("UK infantry", "USA fleet", False),
    ],
)
def test_which_fleet_transports_whom(piece, ship, fits):
    """Fleets take their own faction, the Pact's also German, the Allies' French ones (D4-56, D4-58)."""
    axis = ship.startswith("Pact")
    land, sea = ("Naples", "Tyrrhenian Sea") if axis else ("Gibraltar", "South Atlantic")
    s = board({land: piece, sea: ship}, "Axis" if axis else "Allies")
    assert codes(s, f"board {piece} 1 {ship} 1") == ([] if fits else ["wrong-ship"])


def test_a_fleet_transports_one_piece():
    """A fleet with cargo takes no other (facts D4-55)."""
    s = board({"Rome": "Pact tank", "Tyrrhenian Sea": "Pact fleet carrying Pact infantry"})
    assert codes(s, "board Pact tank 1 Pact fleet 1") == ["ship-full"]


def test_cargo_goes_with_its_fleet():
    """A piece aboard is where its ship is."""
    s = board({"Tyrrhenian Sea": "Pact fleet carrying Pact tank"})
    s, _ = moved(s, "move Pact fleet 1 Ionian Sea")
    assert space_of(s, piece_named("Pact tank 1")) == space("Ionian Sea")
    assert codes(s, "move Pact tank 1 Naples") == []


def test_cargo_does_not_change_ships():
    """A transported piece cannot go from its fleet to another ship (Unloading)."""
    s = board({"Tyrrhenian Sea": "Pact fleet carrying Pact infantry", "Ionian Sea": "Pact fleet 2"})
    assert "must-unload" in codes(s, "board Pact infantry 1 Pact fleet 2")


def test_a_fleet_needs_supply_for_its_cargo_too():
    """A fleet on Supply Reserves does not move cargo that is unsupplied, nor the reverse (S-21)."""
    stands = {"Ionian Sea": "Pact fleet carrying Pact tank"}
    lost = {"Allies": ["Rome"]}
    s = board(stands, control=lost, markers={"supplied": "Pact fleet 1"})
    assert codes(s, "move Pact fleet 1 Aegean Sea") == ["cargo-unsupplied", "enemy-control"]
    s = board(stands, control=lost, markers={"supplied": "Pact tank 1"})
    assert codes(s, "move Pact fleet 1 Aegean Sea") == ["unsupplied-there", "enemy-control"]
    assert codes(board(stands), "move Pact fleet 1 Aegean Sea") == []


def test_a_fleet_needs_supply_for_itself():
    """The French infantry draws on the Red Sea, its USA fleet does not: the fleet cannot go (S-21)."""
    s = board({"Aegean Sea": "USA fleet carrying France infantry"}, "Allies", control={"Axis": ["Gibraltar"]})
    assert codes(s, "move USA fleet 1 Levantine Sea") == ["unsupplied-there", "enemy-control"]


def test_of_equal_ships_one_is_boarded():
    """Two empty fleets in one sea are one choice; the other is refused as equal."""
    s = board({"Rome": "Pact tank", "Tyrrhenian Sea": "Pact fleet 1, Pact fleet 2"})
    assert codes(s, "board Pact tank 1 Pact fleet 1") == []
    assert codes(s, "board Pact tank 1 Pact fleet 2") == ["equal-piece"]
    boards = [action for action in moves_of(s, piece_named("Pact tank 1"), FIRST) if action.verb == "board"]
    assert [action.text for action in boards] == ["board Pact tank 1 Pact fleet 1"]


def test_going_aboard_is_told_with_ship_and_sea():
    """Going aboard takes the piece off the land and tells the ship and its sea."""
    s = board({"Rome": "Pact tank", "Tyrrhenian Sea": "Pact fleet"})
    events = []
    s = carry_out(s, NOTATION.parse("board Pact tank 1 Pact fleet 1"), events)
    tank, fleet = piece_named("Pact tank 1"), piece_named("Pact fleet 1")
    assert ship_of(s, tank) == fleet
    assert [(event.id, event.args) for event in events] == [
        ("boarded", (tank, fleet, space("Tyrrhenian Sea")))
    ]


def test_what_is_stranded_is_forgotten():
    """A piece lost aboard at the end of the turn is nobody's Supply Reserves and has not moved any more."""
    s = board({"Ionian Sea": "Pact fleet carrying Pact tank"}, markers={"supplied": "Pact tank 1"})
    s = end_of_transport(copy_with(s, moved=1 << piece_named("Pact tank 1")), AXIS, [])
    assert (space_of(s, piece_named("Pact tank 1")), s.moved, s.reserves) == (None, 0, NOBODY)
