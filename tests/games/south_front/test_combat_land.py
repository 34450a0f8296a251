"""Land combat: rounds, losses, ranks and who may take part (rules, Combat; facts D6; S-29 to S-43)."""

import pytest
from south_front_combats import asking, before, offered, play, refused, told

from sealed.games.south_front.board.pieces import space_of
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.state import ALLIES, OFF
from sealed.games.south_front.supply.supplied import supplied

HIT = "attack Pact Tobruk El Alamein"
TWO = {"Tobruk": "Pact infantry 1, Pact infantry 2", "El Alamein": "UK infantry 1, UK tank 1"}


def number(kind, name):
    """Return the number of a name."""
    return next(code for code, known in NOTATION.names[kind].items() if known == name)


def where(s, piece):
    """Return the name of the space of a piece, or nothing."""
    space = space_of(s, number("piece", piece))
    return None if space is None else NOTATION.name("space", space)


def test_the_defender_chooses_a_piece_of_the_space():
    """Without supports and cards the losses are the pieces in the attacked space."""
    s = play(before(TWO), HIT)
    assert asking(s) == "defend"
    assert offered(s) == {"lose UK infantry 1", "lose UK tank 1"}


def test_equal_pieces_are_one_choice():
    """Two infantry alike are lost under the name of the lower one."""
    s = play(before({**TWO, "El Alamein": "UK infantry 1, UK infantry 2"}), HIT)
    assert offered(s) == {"lose UK infantry 1"}
    assert refused(s, "lose UK infantry 2") == ["equal-piece"]


def test_a_round_ends_with_a_loss_and_the_attacker_may_stop():
    """The loss is told and gone; `stop` ends the combat and the turn goes on."""
    s = play(before(TWO), HIT)
    piece, space = number("piece", "UK infantry 1"), number("space", "El Alamein")
    assert told(s, "lose UK infantry 1") == [("lost", (piece, space))]
    s = play(s, "lose UK infantry 1")
    assert asking(s) == "continue"
    assert told(s, "stop")[0] == ("combat-over", (space,))
    assert asking(play(s, "stop")) == "second-movement"


def test_the_given_piece_ranks_as_high_as_the_lost_one():
    """After an infantry an infantry will do, after a tank it will not (Combat Rank)."""
    s = play(before(TWO), HIT)
    assert offered(play(s, "lose UK infantry 1")) == {"stop", "give Pact infantry 1"}
    lost_tank = play(s, "lose UK tank 1")
    assert offered(lost_tank) == {"stop"}
    assert refused(lost_tank, "give Pact infantry 1") == ["rank-too-low"]


def test_ranks_count_anew_in_each_round():
    """After a tank in round one an infantry in round two asks for an infantry only (S-35)."""
    board = {
        "Tobruk": "Pact infantry 1, Pact infantry 2, Pact tank 1",
        "El Alamein": "UK infantry 1, UK infantry 2, UK tank 1",
    }
    s = play(before(board), HIT, "lose UK tank 1", "give Pact tank 1", "lose UK infantry 1")
    assert offered(s) == {"stop", "give Pact infantry 1"}


def test_the_last_piece_of_the_force_stays_and_a_support_may_go():
    """A force of one infantry goes on by its adjacent airplane, never by itself (D6-95)."""
    board = {**TWO, "Tobruk": "Pact infantry 1, Pact airplane 1"}
    s = play(before(board), HIT, "lose UK infantry 1")
    assert offered(s) == {"stop", "give Pact airplane 1"}
    assert refused(s, "give Pact infantry 1") == ["last-piece"]


def test_an_airplane_answers_a_fleet_on_land():
    """Airplane and fleet have one rank on land (D6-91)."""
    board = {
        "Tobruk": "Pact infantry 1, Pact airplane 1",
        "El Alamein": "UK infantry 1, UK infantry 2",
        "Eastern Mediterranean": "UK fleet 1",
    }
    s = play(before(board), HIT, "lose UK fleet 1")
    assert "give Pact airplane 1" in offered(s)


def test_an_unsupplied_support_cannot_be_given():
    """An airplane that is cut off does not continue an attack; one with a path does (Supply Effects)."""
    board = {**TWO, "Egypt": "Pact airplane 1", "Levantine Sea": "UK fleet 1"}
    s = play(before(board), HIT, "lose UK tank 1")
    assert refused(s, "give Pact airplane 1") == ["support-unsupplied"]
    s = play(before({**board, "Western Desert": "Pact infantry 3"}), HIT, "lose UK tank 1")
    assert refused(s, "give Pact airplane 1") == []


def test_the_defenders_supports_need_no_supply():
    """An unsupplied airplane next to the space may be lost, if its faction defends (Attack Rounds)."""
    board = {**TWO, "Western Desert": "UK airplane 1, UK infantry 2"}
    s = play(before(board, control={"Allies": ["Western Desert"], "Axis": ["Egypt"]}), HIT)
    assert not supplied(s, number("piece", "UK airplane 1"))
    assert "lose UK airplane 1" in offered(s)


def test_a_support_is_of_a_faction_that_defends_now():
    """The Pact airplane next to a German infantry cannot be lost for it (D6-97)."""
    board = {"Tobruk": "Germany infantry 1", "Benghazi": "Pact airplane 1", "El Alamein": "UK infantry 1"}
    s = play(before(board, side=ALLIES), "attack UK El Alamein Tobruk")
    assert offered(s) == {"lose Germany infantry 1"}
    assert refused(s, "lose Pact airplane 1") == ["support-faction"]


def test_the_faction_of_a_dead_defender_supports_no_more():
    """Once the German piece is gone, German airplanes and cards are out of the combat (D6-98)."""
    board = {
        "Tobruk": "Germany infantry 1, Pact infantry 1, Pact infantry 2",
        "Benghazi": "Germany airplane 1",
        "El Alamein": "UK infantry 1, UK infantry 2",
    }
    hands = {"Axis": ["Fallschirmjaegers", "National Republican Army"]}
    s = play(before(board, side=ALLIES, hands=hands), "attack UK El Alamein Tobruk")
    assert "lose Germany airplane 1" in offered(s)
    assert "exchange Fallschirmjaegers Germany infantry 1" in offered(s)
    s = play(s, "lose Germany infantry 1", "give UK infantry 1")
    assert offered(s) == {
        "lose Pact infantry 1",
        "lose Pact fleet 2",
        "exchange National Republican Army Pact infantry 1",
        "exchange National Republican Army Pact fleet 2",
    }
    assert refused(s, "lose Germany airplane 1") == ["support-faction"]


def test_an_empty_enemy_space_is_attacked_for_the_advance():
    """There is nothing to lose: an Advance! at once, or it is over (D6-86, S-45)."""
    board = {"Tobruk": "Pact infantry 1"}
    over = ("combat-over", (number("space", "El Alamein"),))
    assert over in told(before(board), HIT)
    assert asking(play(before(board), HIT)) == "second-movement"
    s = play(before(board, hands={"Axis": ["L3/35 Tankette"]}), HIT)
    assert asking(s) == "advance"
    assert offered(s) == {"decline", "advance L3/35 Tankette Pact infantry 1"}
    assert where(play(s, "advance L3/35 Tankette Pact infantry 1"), "Pact infantry 1") == "El Alamein"


def test_transported_pieces_attack_land():
    """An infantry aboard attacks from the sea; its fleet stays, or the force would go with it (S-73)."""
    board = {
        "Gulf of Sidra": "Pact fleet 2 carrying Pact infantry 1",
        "Tobruk": "UK infantry 1, UK infantry 2",
    }
    s = play(before(board), "attack Pact Gulf of Sidra Tobruk", "lose UK infantry 1")
    assert offered(s) == {"stop"}
    assert refused(s, "give Pact fleet 2") == ["last-piece"]


def test_a_transporting_fleet_takes_its_cargo_along():
    """With another piece left in the force the fleet may be given, and its cargo is gone, too (S-73)."""
    board = {
        "Gulf of Sidra": "Pact fleet 2 carrying Pact infantry 1, Pact fleet 3 carrying Pact infantry 2",
        "Tobruk": "UK infantry 1, UK infantry 2",
    }
    s = play(before(board), "attack Pact Gulf of Sidra Tobruk", "lose UK infantry 1")
    s = play(s, "give Pact fleet 2")
    gone = ("Pact fleet 2", "Pact infantry 1")
    assert [s.where[number("piece", piece)] for piece in gone] == [OFF, OFF]
    assert asking(s) == "defend"


def test_a_minor_country_force_is_lost_like_an_infantry():
    """It can be chosen, ranks as infantry, and is what stands for the defender at a deadline (S-7)."""
    board = {"Albania": "Pact infantry 1, Pact infantry 2"}
    s = play(before(board, countries={"Greece": "Allies"}), "attack Pact Albania Athens")
    assert offered(s) == {"lose-force"}
    space = number("space", "Athens")
    assert told(s, "lose-force")[0] == ("force-lost", (space,))
    assert play(s, "lose-force").forces[space] == 0


def test_a_minor_country_force_has_no_supports():
    """Next to a force alone nothing can be lost instead; beside a piece of the faction it can (S-8)."""
    near = {"Albania": "Pact infantry 1", "Aegean Sea": "UK fleet 1"}
    s = play(before(near, countries={"Greece": "Allies"}), "attack Pact Albania Athens")
    assert offered(s) == {"lose-force"}
    with_piece = {**near, "Athens": "UK infantry 1"}
    s = play(before(with_piece, countries={"Greece": "Allies"}), "attack Pact Albania Athens")
    assert offered(s) == {"lose-force", "lose UK infantry 1", "lose UK fleet 1"}


def test_where_no_force_stands_none_is_lost():
    """`lose-force` is refused on any other space."""
    assert refused(play(before(TWO), HIT), "lose-force") == ["no-force-there"]


def test_german_airplanes_support_the_pact_in_the_turn_of_luftflotte_2():
    """Only the marker lets them be given for a Pact force (S-42)."""
    board = {**TWO, "Tobruk": "Pact infantry 1, Pact infantry 2, Germany airplane 1"}
    s = play(before(board), HIT, "lose UK tank 1")
    assert refused(s, "give Germany airplane 1") == ["support-faction"]
    s = play(before(board, markers={"placed": ["Luftflotte 2"]}), HIT, "lose UK tank 1")
    assert offered(s) == {"stop", "give Germany airplane 1"}


def test_a_french_piece_alone_has_no_support():
    """When the UK part of the force is gone, UK airplanes support no more; before, they do (France, S-40)."""
    board = {
        "El Alamein": "UK infantry 1, France infantry 1, UK airplane 1",
        "Tobruk": "Pact infantry 1, Pact infantry 2, Pact infantry 3",
    }
    s = play(before(board, side=ALLIES), "attack-with-french UK El Alamein Tobruk", "lose Pact infantry 1")
    assert offered(s) == {"stop", "give UK infantry 1", "give France infantry 1", "give UK airplane 1"}
    s = play(s, "give UK infantry 1", "lose Pact infantry 2")
    assert offered(s) == {"stop"}
    assert refused(s, "give UK airplane 1") == ["support-faction"]


def test_a_lone_french_defender_has_no_support():
    """UK airplanes next to a French infantry alone cannot be lost for it (France)."""
    board = {"Tobruk": "Pact infantry 1", "El Alamein": "France infantry 1", "Egypt": "UK airplane 1"}
    s = play(before(board), HIT)
    assert offered(s) == {"lose France infantry 1"}


@pytest.mark.parametrize("line", ["declare-war Iraq", "remove Pact infantry 1"])
def test_nothing_is_free_within_a_combat(line):
    """No war is declared and no own piece removed between two rounds (S-65)."""
    s = play(before(TWO), HIT, "lose UK infantry 1")
    assert refused(s, line) == ["not-now"]


def test_cargo_and_pieces_far_away_are_no_losses():
    """What is neither there nor next to it is out of the combat, infantry next to it as well."""
    board = {**TWO, "Egypt": "UK infantry 2", "Red Sea": "UK fleet 2"}
    s = play(before(board), HIT)
    assert refused(s, "lose UK infantry 2") == ["not-in-combat"]
    assert refused(s, "lose UK fleet 2") == ["not-in-combat"]
    assert refused(s, "lose Pact infantry 1") == ["not-yours"]
    assert refused(s, "lose UK carrier 1") == ["not-on-board"]
