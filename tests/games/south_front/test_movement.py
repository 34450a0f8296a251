"""One piece moves: range, terrain, control, supply (rules, Movement; facts D1 to D3)."""

from collections import Counter
from random import Random

import pytest
from south_front_boards import shuffled
from south_front_moves import board, codes, moved, quiet, space, told

from sealed.engine.value import copy_with
from sealed.games.south_front.board.alike import representatives
from sealed.games.south_front.board.pieces import cargo_of, on_board, representative
from sealed.games.south_front.movement.moving import (
    ADVANCE,
    CARD,
    FIRST,
    RETREAT,
    SECOND,
    WITHDRAW,
    boarding_reasons,
    carry_out,
    move_reasons,
    moves_of,
)
from sealed.games.south_front.notation import BOARD, MOVE
from sealed.games.south_front.position import piece_named
from sealed.games.south_front.state import ALLIES, AXIS, FLEET, KIND
from sealed.games.south_front.supply.supplied import supplied

HOME = {"Rome": "Pact infantry 4"}
"""The Axis flag, with a piece in it."""
OF_SUPPLY = {"unsupplied-there", "cargo-unsupplied", "interdicted", "enemy-control", "neutral-on-path"}
"""Refusals that speak of supply."""


def test_infantry_moves_one_space():
    """Infantry moves to an adjacent land space, no farther, and not to where it is."""
    s = board(HOME)
    assert codes(s, "move Pact infantry 4 Naples") == []
    assert codes(s, "move Pact infantry 4 Sicily") == ["too-far"]
    assert codes(s, "move Pact infantry 4 Rome") == ["already-there"]


def test_gibraltar_and_morocco_do_not_touch():
    """Gibraltar and Morocco are not adjacent though a strait joins the seas beside them (Straits, note)."""
    s = board({"Gibraltar": "UK infantry"}, "Allies")
    assert "too-far" in codes(s, "move UK infantry 1 Morocco")


@pytest.mark.parametrize(
    ("piece", "to"), [("infantry", "Tyrrhenian Sea"), ("tank", "Ionian Sea"), ("airplane", "Ionian Sea")]
)
def test_land_pieces_stay_on_land(piece, to):
    """Infantry, tanks and airplanes do not move to a sea: they go aboard a ship there."""
    s = board({"Naples": f"Pact {piece}", "Tyrrhenian Sea": "Pact fleet"})
    assert codes(s, f"move Pact {piece} 1 {to}") == ["wrong-terrain"]


def test_ships_stay_at_sea():
    """Fleets and carriers move to seas only, and go aboard nothing."""
    s = board({"Tyrrhenian Sea": "Pact fleet, Pact carrier"})
    assert codes(s, "move Pact fleet 1 Rome") == ["wrong-terrain"]
    assert codes(s, "move Pact carrier 1 Sicily") == ["wrong-terrain"]
    assert "wrong-ship" in codes(s, "board Pact carrier 1 Pact fleet 1")


def test_an_enemy_piece_bars_a_space():
    """Nobody moves to where an enemy stands, whatever it is."""
    s = board({**HOME, "Naples": "UK airplane"}, control={"Allies": ["Naples"]})
    assert "enemy-there" in codes(s, "move Pact infantry 4 Naples")


def test_an_enemy_force_bars_a_space():
    """A Minor Country Force of the enemy bars its space; without it the space is open (S-7)."""
    stands = {"Albania": "Pact infantry", "Ionian Sea": "Pact fleet"}
    s = board(stands, countries={"Greece": "Allies"})
    assert codes(s, "move Pact infantry 1 Athens") == ["enemy-there"]
    s = board(stands, countries={"Greece": "Allies"}, forces={"Athens": 0})
    assert codes(s, "move Pact infantry 1 Athens") == []


def test_a_neutral_space_is_closed():
    """Nobody moves into a neutral space; the refusal names the country (facts D4-71)."""
    s = board({"Eastern Mediterranean": "UK fleet carrying UK infantry"}, "Allies")
    assert told(s, "move UK infantry 1 Crete") == [("neutral-space", (space("Crete"), 2))]


def test_infantry_and_tanks_take_enemy_land():
    """An empty enemy space may be entered and is controlled from then on (Control; facts D2-31)."""
    s = board({"Egypt": "UK tank", "El Alamein": "UK infantry"}, "Allies")
    assert codes(s, "move UK tank 1 Western Desert") == []
    s, events = moved(s, "move UK tank 1 Western Desert")
    assert events == ["went", "controlled"]
    assert s.held[ALLIES] >> space("Western Desert") & 1
    s, _ = moved(s, "move UK tank 1 Egypt")
    assert s.held[ALLIES] >> space("Western Desert") & 1


def test_a_move_out_of_supply_is_refused_with_its_cause():
    """The airplane reaches Tripoli only when a fleet holds Sidra (Example of Play, F; facts D1-22)."""
    s = board({}, number=1, position={"from": "set-up"})
    assert codes(s, "move Pact airplane 2 Tripoli")[0] == "unsupplied-there"
    s, _ = moved(s, "move Pact fleet 2 Gulf of Sidra")
    assert codes(s, "move Pact airplane 2 Tripoli") == []


def test_an_unsupplied_piece_moves_into_supply():
    """A piece that is unsupplied may move to where it is supplied (facts D1-23)."""
    stands = {"Tobruk": "UK tank", "Egypt": "UK infantry", "Western Desert": "Pact airplane"}
    s = board({**stands, "Ionian Sea": "Pact fleet 1", "Aegean Sea": "Pact fleet 2"}, "Allies")
    assert not supplied(s, piece_named("UK tank 1"))
    assert codes(s, "move UK tank 1 El Alamein") == []


def test_a_piece_opens_the_space_it_enters():
    """A tank may enter a space next to enemies: it occupies it, so it is not interdicted (facts D1-25)."""
    s = board({"Egypt": "UK tank", "Tobruk": "Pact airplane"}, "Allies")
    assert codes(s, "move UK tank 1 Western Desert") == []


def test_a_strait_belongs_to_who_holds_the_anchor():
    """The Ionian and the Tyrrhenian Sea are adjacent for the side that controls Sicily (facts D1-29)."""
    s = board({"Ionian Sea": "UK fleet"}, "Allies")
    names = (space("Sicily"), space("Ionian Sea"), space("Tyrrhenian Sea"))
    assert told(s, "move UK fleet 1 Tyrrhenian Sea")[0] == ("strait-closed", names)
    s = board({"Ionian Sea": "UK fleet"}, "Allies", control={"Allies": ["Sicily"]})
    assert codes(s, "move UK fleet 1 Tyrrhenian Sea") == []


def test_an_airplane_flies_two_spaces():
    """An airplane moves one or two spaces, over sea too, and never three."""
    s = board({"Rome": "Pact airplane"})
    assert codes(s, "move Pact airplane 1 Naples") == []
    assert codes(s, "move Pact airplane 1 Sicily") == []
    assert "too-far" in codes(s, "move Pact airplane 1 Tripoli")


def test_an_airplane_flies_over_enemies():
    """An enemy piece between does not stop an airplane (facts D3; Airplane Movement)."""
    own = {
        "Rome": "Pact airplane, Pact infantry",
        "Adriatic Sea": "Pact fleet 1",
        "Ionian Sea": "Pact fleet 2",
    }
    s = board({**own, "Naples": "UK infantry", "Tyrrhenian Sea": "UK fleet"})
    assert codes(s, "move Pact airplane 1 Sicily") == []


def test_an_airplane_does_not_fly_over_neutral_land():
    """Neutral land alone between stops an airplane; war on its country opens the way (facts D3-43)."""
    stands = {"Albania": "Pact airplane, Pact infantry", "Bulgaria": "Pact tank", "Ionian Sea": "Pact fleet"}
    at_war = {"Bulgaria": "Axis"}
    s = board(stands, countries=at_war)
    yugoslavia, athens = (("over-neutral", (space(name),)) for name in ("Yugoslavia", "Athens"))
    assert [found for found in told(s, "move Pact airplane 1 Bulgaria") if found[0] == "over-neutral"] == [
        *sorted((yugoslavia, athens), key=lambda found: found[1])
    ]
    s = board(stands, countries={**at_war, "Yugoslavia": "Allies"})
    assert "over-neutral" not in codes(s, "move Pact airplane 1 Bulgaria")
    assert codes(board({"Rome": "Pact airplane"}), "move Pact airplane 1 Sicily") == []


def test_an_airplane_lands_on_land_held_at_the_start_of_the_step():
    """Land taken in this step receives no airplane (facts D2-35), and enemy land never (D2-32)."""
    s = board({"El Alamein": "UK tank", "Egypt": "UK airplane"}, "Allies")
    assert codes(s, "move UK airplane 1 Western Desert") == ["not-held-at-start"]
    s, _ = moved(s, "move UK tank 1 Western Desert")
    assert codes(s, "move UK airplane 1 Western Desert") == ["not-held-at-start"]
    assert codes(copy_with(s, landing=s.held[ALLIES]), "move UK airplane 1 Western Desert") == []


def test_an_airplane_does_not_land_on_land_that_was_lost_in_the_step():
    """Held at the start is not enough: the side must control the land now, too."""
    s = board({"Rome": "Pact airplane"})
    lost = 1 << space("Naples")
    s = copy_with(s, held=(s.held[AXIS] & ~lost, s.held[ALLIES] | lost))
    assert codes(s, "move Pact airplane 1 Naples") == ["not-held"]


@pytest.mark.parametrize(("number", "refused"), [(6, ["not-at-war"]), (8, [])])
def test_the_usa_moves_from_its_war_on(number, refused):
    """Before USA at War no USA piece moves, loads, advances or retreats (facts D5-79; S-3)."""
    stands = {"Gibraltar": "USA infantry", "South Atlantic": "USA fleet", "Morocco": "USA tank"}
    s = board(stands, "Allies", number=number)
    assert codes(s, "move USA fleet 1 Western Mediterranean") == refused
    assert codes(s, "board USA infantry 1 USA fleet 1") == refused
    assert codes(s, "move USA tank 1 Algeria", ADVANCE) == refused


def test_retreat_is_one_space_to_own_land():
    """A retreat goes one space, to land its side controls now, also for airplanes (facts D7-127)."""
    s = board(
        {"El Alamein": "UK infantry, UK airplane", "Tobruk": "Pact tank"}, control={"Allies": ["Benghazi"]}
    )
    assert codes(s, "move UK infantry 1 Egypt", RETREAT) == []
    assert codes(s, "move UK infantry 1 Western Desert", RETREAT) == ["not-held"]
    assert codes(s, "move UK airplane 1 Egypt", RETREAT) == []
    assert "too-far" in codes(s, "move UK airplane 1 Palestine-Jordan", RETREAT)
    for piece in ("UK infantry 1", "UK airplane 1"):
        assert [action.text for action in moves_of(s, piece_named(piece), RETREAT)] == [f"move {piece} Egypt"]


def test_a_withdrawal_is_a_move_at_sea():
    """A ship withdraws one sea, supplied and free of enemies, with its airplane (facts D7-125)."""
    s = board({"Gulf of Sidra": "Pact carrier carrying Pact airplane", "Ionian Sea": "Pact fleet"}, "Allies")
    assert codes(s, "move Pact carrier 1 Ionian Sea", WITHDRAW) == []
    s = board({"Gulf of Sidra": "Pact fleet", "Ionian Sea": "UK fleet"}, "Allies")
    assert "enemy-there" in codes(s, "move Pact fleet 1 Ionian Sea", WITHDRAW)


def test_an_advance_may_unload():
    """A piece of the force that is aboard a fleet advances onto the land beside it (facts D7-107)."""
    s = board(
        {"Gulf of Sidra": "Pact fleet carrying Pact infantry", "Ionian Sea": "Pact fleet"},
        control={"Allies": ["Tobruk"]},
    )
    assert codes(s, "move Pact infantry 1 Tobruk", ADVANCE) == []


def test_by_a_card_a_piece_moves_again():
    """Who has moved in a step may move by a card; infantry then unloads into enemy land (D4-64; S-68)."""
    s = board(
        {"Gulf of Sidra": "Pact fleet carrying Pact infantry", "Ionian Sea": "Pact fleet"},
        control={"Allies": ["Tobruk"]},
    )
    s = copy_with(s, moved=1 << piece_named("Pact infantry 1"))
    assert codes(s, "move Pact infantry 1 Tobruk") == ["already-moved"]
    assert codes(s, "move Pact infantry 1 Tobruk", CARD) == []
    assert codes(s, "move Pact infantry 1 Tobruk", SECOND) == ["already-moved", "not-held"]


@pytest.mark.parametrize("mode", [FIRST, SECOND, CARD, ADVANCE, RETREAT, WITHDRAW])
def test_the_list_is_what_nothing_stands_against(mode):
    """For every piece and mode the list of moves is exactly what has no reason against it."""
    rng = Random(mode)
    offered = 0
    for _ in range(5):
        s, side = quiet(rng)
        ships = [ship for ship in on_board(s, side) if KIND[ship] >= FLEET]
        for piece in on_board(s, side):
            passed = {
                MOVE[piece][at] for at in range(len(MOVE[piece])) if not any(move_reasons(s, piece, at, mode))
            }
            passed |= {
                BOARD[piece][ship] for ship in ships if not any(boarding_reasons(s, piece, ship, mode))
            }
            found = moves_of(s, piece, mode)
            assert len(found) == len(set(found))
            assert set(found) == passed
            offered += len(found)
    assert offered


def test_who_has_moved_is_supplied():
    """A move is refused for supply exactly if the piece or its cargo would be unsupplied (S-20, S-21)."""
    rng = Random(20)
    counts = Counter()
    for _ in range(8):
        s, side = quiet(rng)
        for piece in on_board(s, side):
            for action in MOVE[piece]:
                found = {refusal.code for refusal in move_reasons(s, *action.args, CARD)}
                if found - OF_SUPPLY:
                    continue
                after = carry_out(s, action, [])
                load = cargo_of(after, piece)
                fed = supplied(after, piece) and (load is None or supplied(after, load))
                assert fed is not bool(found)
                counts[fed] += 1
    assert min(counts[True], counts[False]) > 0


def test_equal_pieces_are_one_choice():
    """The list of representatives is that of the pieces that stand for themselves."""
    rng = Random(5)
    for _ in range(40):
        s = shuffled(rng, "first-movement")
        for side in (AXIS, ALLIES):
            alone = tuple(piece for piece in on_board(s, side) if representative(s, piece) == piece)
            assert representatives(s, side) == alone
