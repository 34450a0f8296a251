"""Supply of pieces, before and after moves (rules, Supply; facts D1, C20-C70; S-5, S-16 to S-24, S-52)."""

import pytest
from south_front_plain import at, board, names, number

from sealed.engine.value import copy_with
from sealed.games.south_front.board.pieces import take_control, with_place
from sealed.games.south_front.notation import TYPE_NUMBER
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import ALLIES, AXIS, BULGARIA, CONVOY, DEPOT
from sealed.games.south_front.supply.supplied import (
    deploy_supplied,
    destinations_supplied,
    supplied,
    unsupplied_pieces,
    would_be_supplied,
)

PACK = load()
SUPPLY_EXAMPLE = {
    "Malta": "UK infantry",
    "Ionian Sea": "UK fleet",
    "Aegean Sea": "UK fleet",
    "Athens": "Pact airplane",
    "Gulf of Gabes": "Pact fleet",
    "El Alamein": "Pact airplane",
    "Egypt": "Pact infantry",
}


def is_supplied(s, text, space):
    """Whether the piece of a type in a space is supplied."""
    return supplied(s, at(s, text, space))


def could_go(s, text, space, end):
    """Whether the piece of a type in a space would be supplied in another."""
    return would_be_supplied(s, at(s, text, space), number(end))


def could_come(s, text, space):
    """Whether a new piece of a type would be supplied in a space."""
    faction, kind = text.split()
    pair = PACK.factions.index(faction), PACK.kinds.index(kind)
    return deploy_supplied(s, TYPE_NUMBER[pair], number(space))


def test_two_pieces_start_unsupplied():
    """At the set-up the infantry in Tripoli and in Malta are cut off, all others supplied (D1-1, D1-2)."""
    s = board({}, start=True)
    assert unsupplied_pieces(s, AXIS) == [at(s, "Pact infantry", "Tripoli")]
    assert unsupplied_pieces(s, ALLIES) == [at(s, "UK infantry", "Malta")]


@pytest.mark.parametrize("sea", ["Western Mediterranean", "Eastern Mediterranean"])
def test_each_fleet_closes_one_way_to_tripoli(sea):
    """Without either UK fleet the infantry in Tripoli is supplied (C26, C27)."""
    assert is_supplied(board({sea: ""}, start=True), "Pact infantry", "Tripoli")


def test_the_supply_example():
    """Malta is supplied over two occupied seas, an empty one and Palestine-Jordan (C60)."""
    s = board(SUPPLY_EXAMPLE, axis="Greece")
    assert is_supplied(s, "UK infantry", "Malta")


@pytest.mark.parametrize("change", [{"Ionian Sea": ""}, {"Aegean Sea": ""}, {"Levantine Sea": "Pact fleet"}])
def test_each_link_of_the_example_is_needed(change):
    """Without a fleet, or with an enemy in the empty sea, Malta is cut off (C62, C63)."""
    s = board(SUPPLY_EXAMPLE | change, axis="Greece")
    assert not is_supplied(s, "UK infantry", "Malta")


def test_a_path_needs_own_control():
    """Supply passes no land of the enemy (D1-14, C67)."""
    s = board(SUPPLY_EXAMPLE, axis="Greece, Palestine-Jordan")
    assert not is_supplied(s, "UK infantry", "Malta")


def test_an_airplane_closes_empty_land():
    """Allies cannot trace through empty Egypt beside an enemy airplane, but through a garrison (D1-7)."""
    pieces = {"El Alamein": "Pact airplane", "Western Desert": "UK infantry"}
    assert not is_supplied(board(pieces), "UK infantry", "Western Desert")
    assert is_supplied(board({**pieces, "Egypt": "UK infantry"}), "UK infantry", "Western Desert")


def test_a_fleet_closes_no_land():
    """The Axis traces through empty Tripoli beside a UK fleet, while it controls it (D1-8)."""
    ships = {"Gulf of Gabes": "UK fleet", "Gulf of Sidra": "Pact fleet", "Ionian Sea": "Pact fleet"}
    s = board({**ships, "Tunisia": "Pact infantry"})
    assert is_supplied(s, "Pact infantry", "Tunisia")
    assert not is_supplied(take_control(s, ALLIES, number("Tripoli"), []), "Pact infantry", "Tunisia")


@pytest.mark.parametrize(
    ("carrier", "through"), [("UK carrier", True), ("UK carrier carrying UK airplane", False)]
)
def test_a_carrier_closes_a_sea_with_its_airplane_only(carrier, through):
    """Beside a bare carrier the Axis traces through an empty sea (D1-10, D1-11)."""
    ships = {"Eastern Mediterranean": carrier, "Western Mediterranean": "UK fleet"}
    assert is_supplied(board({**ships, "Benghazi": "Pact tank"}), "Pact tank", "Benghazi") == through


def test_a_flag_space_is_part_of_the_path():
    """An airplane beside the empty Red Sea closes its flag; a fleet there opens it (D1-13)."""
    pieces = {"Arabia": "Pact airplane", "Palestine-Jordan": "UK infantry"}
    assert not is_supplied(board(pieces, axis="Gibraltar"), "UK infantry", "Palestine-Jordan")
    s = board({**pieces, "Red Sea": "UK fleet"}, axis="Gibraltar")
    assert is_supplied(s, "UK infantry", "Palestine-Jordan")


def test_forces_cut_no_supply():
    """The Axis traces through Albania beside the force of Athens, not beside an infantry (D1-16)."""
    s = board({"Yugoslavia": "Pact infantry"}, axis="Yugoslavia", allies="Greece", options=0)
    assert is_supplied(s, "Pact infantry", "Yugoslavia")
    s = board({"Yugoslavia": "Pact infantry", "Athens": "UK infantry"}, axis="Yugoslavia", options=0)
    assert not is_supplied(s, "Pact infantry", "Yugoslavia")


def test_a_force_keeps_its_space_open():
    """Beside an enemy airplane a space with an own force carries supply, an empty one does not (S-7)."""
    s = board({"Bulgaria": "Pact infantry", "Athens": "UK airplane"}, axis="Bulgaria, Yugoslavia")
    assert is_supplied(s, "Pact infantry", "Bulgaria")
    assert not is_supplied(copy_with(s, forces=bytes(len(s.forces))), "Pact infantry", "Bulgaria")


def test_each_faction_has_its_flags():
    """A USA infantry whose only way ends in the Red Sea is unsupplied; UK and France are not (D1-17)."""
    s = board({"Arabia": "UK infantry, USA infantry, France infantry"}, axis="Egypt")
    assert is_supplied(s, "UK infantry", "Arabia")
    assert is_supplied(s, "France infantry", "Arabia")
    s = board({"Arabia": "UK infantry, USA infantry"}, axis="Egypt, Syria-Lebanon, Palestine-Jordan")
    assert is_supplied(s, "UK infantry", "Arabia")
    assert not is_supplied(s, "USA infantry", "Arabia")


@pytest.mark.parametrize("text", ["Germany infantry", "Pact infantry"])
def test_bulgaria_has_flags_when_the_marker_lies_there(text):
    """An active Bulgaria supplies nobody (D1-19); with the marker both Axis factions, while held (S-5)."""
    s = board({"Yugoslavia": text, "Ionian Sea": "UK fleet"}, axis="Yugoslavia, Bulgaria", options=0)
    assert not is_supplied(s, text, "Yugoslavia")
    s = copy_with(s, markers=BULGARIA)
    assert is_supplied(s, text, "Yugoslavia")
    assert not is_supplied(take_control(s, ALLIES, number("Bulgaria"), []), text, "Yugoslavia")


def test_malta_depot_supplies_allied_pieces_in_malta():
    """All are supplied there with all seas closed, newcomers too, the enemy not (D1-20, S-54, S-55)."""
    s = copy_with(board({}, start=True), markers=DEPOT)
    assert is_supplied(s, "UK infantry", "Malta")
    assert could_come(s, "UK airplane", "Malta")
    pieces = {"Ionian Sea": "UK fleet", "Gulf of Gabes": "UK fleet", "Gulf of Sidra": "UK fleet"}
    taken = copy_with(board({**pieces, "Malta": "Pact infantry"}), markers=DEPOT)
    assert not is_supplied(taken, "Pact infantry", "Malta")


def test_night_convoy_supplies_axis_pieces_in_deserts():
    """They are supplied while in a desert, and if they go or are deployed there (S-52, S-53)."""
    s = board({"Tripoli": "Pact infantry", "Tunisia": "Germany tank"}, start=True)
    assert not is_supplied(s, "Pact infantry", "Tripoli")
    s = copy_with(s, markers=CONVOY)
    assert is_supplied(s, "Pact infantry", "Tripoli")
    assert not is_supplied(s, "Germany tank", "Tunisia")
    assert could_go(s, "Germany tank", "Tunisia", "Tripoli")
    assert not could_go(s, "Pact infantry", "Tripoli", "Tunisia")
    assert could_come(s, "Pact infantry", "Benghazi")
    assert not could_come(s, "Pact infantry", "Tunisia")


def test_supply_reserves_supply_one_piece_anywhere():
    """The named piece is supplied where it stands and where it goes, its neighbour is not (S-52)."""
    s = board({"Tripoli": "Pact infantry, Germany infantry"}, start=True)
    s = copy_with(s, reserves=at(s, "Germany infantry", "Tripoli"))
    assert is_supplied(s, "Germany infantry", "Tripoli")
    assert not is_supplied(s, "Pact infantry", "Tripoli")
    assert could_go(s, "Germany infantry", "Tripoli", "Tunisia")


def test_supply_is_judged_at_the_moment_of_each_move():
    """The airplane of Sicily may land in Tripoli once the fleet is in Gulf of Sidra (D1-22, C33-C36)."""
    s = board({}, start=True)
    assert not could_go(s, "Pact airplane", "Sicily", "Tripoli")
    s = with_place(s, at(s, "Pact fleet", "Ionian Sea"), number("Gulf of Sidra"))
    assert could_go(s, "Pact airplane", "Sicily", "Tripoli")
    for space in ("Morocco", "Algeria", "Tunisia", "Benghazi", "Tobruk", "Western Desert"):
        assert could_come(s, "Pact infantry", space)


def test_an_unsupplied_piece_may_go_where_it_is_supplied():
    """Where a piece was does not matter for where it goes (D1-23)."""
    s = board({}, start=True)
    assert not is_supplied(s, "Pact infantry", "Tripoli")
    assert could_go(s, "Pact infantry", "Tripoli", "Naples")


def test_who_enters_a_space_occupies_and_controls_it():
    """A tank enters an empty enemy space beside enemies with a good path behind it (D1-25, S-20)."""
    s = board({"Tobruk": "Germany tank", "Egypt": "UK airplane", "Gulf of Sidra": "Pact fleet"})
    assert could_go(s, "Germany tank", "Tobruk", "El Alamein")


def test_the_space_left_behind_counts_as_left():
    """Who leaves the only way open behind him, beside an enemy, is cut off, unless somebody stays (S-20)."""
    s = board({"El Alamein": "UK tank", "Egypt": "Pact infantry"})
    assert is_supplied(s, "UK tank", "El Alamein")
    assert not could_go(s, "UK tank", "El Alamein", "Western Desert")
    stays = board({"El Alamein": "UK tank, UK infantry", "Egypt": "Pact infantry"})
    assert could_go(stays, "UK tank", "El Alamein", "Western Desert")


def test_a_force_stays_behind():
    """Who leaves a space with an own Minor Country Force leaves it occupied (S-7)."""
    s = board({"Yugoslavia": "Pact infantry", "Athens": "UK airplane"}, axis="Yugoslavia, Bulgaria")
    assert could_go(s, "Pact infantry", "Yugoslavia", "Bulgaria")
    s = copy_with(s, forces=bytes(len(s.forces)))
    assert not could_go(s, "Pact infantry", "Yugoslavia", "Bulgaria")


def test_a_sea_left_behind_counts_as_left():
    """A fleet that goes on is cut off by an airplane beside the sea it has left, unless one stays (S-20)."""
    enemies = {"Malta": "UK airplane", "Western Mediterranean": "UK fleet"}
    pieces = {**enemies, "Ionian Sea": "Pact fleet"}
    assert not could_go(board(pieces), "Pact fleet", "Ionian Sea", "Aegean Sea")
    stays = board({**pieces, "Ionian Sea": "Pact fleet, Pact carrier"})
    assert could_go(stays, "Pact fleet", "Ionian Sea", "Aegean Sea")


def test_a_piece_that_leaves_its_ship_leaves_the_ship_behind():
    """A tank that unloads beyond a sea beside enemies is supplied through the fleet that stays there."""
    enemies = {"Malta": "UK airplane", "Western Mediterranean": "UK fleet", "Aegean Sea": "UK fleet"}
    ships = {"Gulf of Sidra": "Pact fleet carrying Germany tank", "Ionian Sea": "Pact fleet"}
    assert could_go(board({**enemies, **ships}), "Germany tank", "Gulf of Sidra", "Tripoli")
    ships["Gulf of Sidra"] = ""
    assert not could_come(board({**enemies, **ships}), "Germany tank", "Tripoli")


def test_who_takes_an_anchor_ends_what_the_enemy_interdicts_across_its_strait():
    """A tank that takes Sicily is supplied over the Ionian Sea, which a fleet beyond had cut (S-16)."""
    pieces = {"Gulf of Gabes": "UK fleet carrying UK tank", "Tobruk": "Pact airplane"}
    s = board({**pieces, "Tyrrhenian Sea": "Pact fleet", "Western Mediterranean": "Pact fleet"})
    assert not is_supplied(s, "UK tank", "Gulf of Gabes")
    assert could_go(s, "UK tank", "Gulf of Gabes", "Sicily")
    s = board({**pieces, "Ionian Sea": "Pact fleet", "Western Mediterranean": "Pact fleet"})
    assert not could_go(s, "UK tank", "Gulf of Gabes", "Sicily")


def test_who_takes_an_anchor_has_left_his_space_too():
    """A tank that takes Egypt and leaves its only way open is cut off, unless somebody stays (S-20)."""
    fleets = dict.fromkeys(("Eastern Mediterranean", "Levantine Sea", "Red Sea"), "Pact fleet")
    allies = {"Tobruk": "UK infantry", "Gulf of Sidra": "UK fleet"}
    s = board({**fleets, **allies, "Western Desert": "Pact tank", "El Alamein": "UK tank"}, axis="Egypt")
    assert is_supplied(s, "UK tank", "El Alamein")
    assert not could_go(s, "UK tank", "El Alamein", "Egypt")
    stays = {**fleets, **allies, "Western Desert": "Pact tank", "El Alamein": "UK tank, UK infantry"}
    assert could_go(board(stays, axis="Egypt"), "UK tank", "El Alamein", "Egypt")


def test_cargo_is_supplied_from_its_sea():
    """What is aboard traces from the sea of its ship with its own flags (S-22)."""
    s = board(
        {"Levantine Sea": "UK fleet carrying France infantry, USA fleet carrying USA tank"}, axis="Gibraltar"
    )
    assert is_supplied(s, "France infantry", "Levantine Sea")
    assert not is_supplied(s, "USA tank", "Levantine Sea")


def test_only_own_pieces_are_judged():
    """The unsupplied of one side never hold pieces of the other (D1-4)."""
    s = board({}, start=True)
    assert at(s, "UK infantry", "Malta") not in unsupplied_pieces(s, AXIS)


def test_no_destination_has_enemies_in_it():
    """Spaces with enemy pieces or forces are never among the destinations, nor a sea out of play."""
    pieces = {"Tobruk": "Pact infantry", "Gulf of Sidra": "Pact fleet"}
    s = board(pieces, start=True, allies="Greece", options=0)
    found = names(destinations_supplied(s, at(s, "Pact infantry", "Tobruk"), (1 << 36) - 1))
    assert not found & {"El Alamein", "Egypt", "Malta", "Gibraltar", "Athens", "Adriatic Sea"}
    assert {"Western Desert", "Benghazi"} <= found


def test_a_piece_off_the_board_is_not_supplied():
    """Who does not stand anywhere is not supplied."""
    assert not supplied(board({}), 0)
