"""Reactions in land combat (rules, Reactions; facts D7; S-9, S-10, S-32 to S-38, S-43, S-66)."""

import pytest
from south_front_combats import asking, before, offered, play, refused, told

from sealed.engine.zones import cards
from sealed.games.south_front.board.pieces import space_of
from sealed.games.south_front.cards import CODE
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.state import ALLIES, SHOWN

HIT = "attack Pact Tobruk El Alamein"
TWO = {"Tobruk": "Pact infantry 1, Pact infantry 2", "El Alamein": "UK infantry 1, UK infantry 2"}
WITH_AIRPLANE = {**TWO, "Tobruk": "Pact infantry 1, Pact infantry 2, Pact airplane 1"}
HOLD, SUSTAIN, SWAP = "ANZAC Reinforcements", "Greco-Italian War", "Union Defense Force"
FLAK, OTHER_FLAK = "Faith, Hope & Charity", "British 1st Airborne"


def number(kind, name):
    """Return the number of a name."""
    return next(code for code, known in NOTATION.names[kind].items() if known == name)


def where(s, piece):
    """Return the name of the space of a piece, or nothing."""
    space = space_of(s, number("piece", piece))
    return None if space is None else NOTATION.name("space", space)


def held(allies=(), axis=()):
    """Return the tables of two hands."""
    return {"Allies": list(allies), "Axis": list(axis)}


# Stand Fast and Sustain Attack


def test_against_stand_fast_only_sustain_attack_continues():
    """No piece ranks as high, whatever the force and its supports are (D7-101)."""
    s = play(before(WITH_AIRPLANE, hands=held([HOLD], [SUSTAIN])), HIT, f"stand-fast {HOLD}")
    assert offered(s) == {"stop", f"sustain {SUSTAIN}"}
    assert refused(s, "give Pact airplane 1") == ["rank-too-low"]
    assert asking(play(s, f"sustain {SUSTAIN}")) == "defend"


def test_a_reaction_card_is_discarded_openly():
    """It is told and lies among the shown cards (Reactions)."""
    s = play(before(TWO, hands=held([HOLD])), HIT)
    assert told(s, f"stand-fast {HOLD}")[0] == ("reaction", (ALLIES, CODE[HOLD]))
    assert cards(play(s, f"stand-fast {HOLD}").zones[SHOWN + ALLIES]) == (CODE[HOLD],)


def test_stand_fast_is_bound_to_the_places_on_the_card():
    """Rock of Gibraltar holds Gibraltar only (Stand Fast)."""
    s = play(before(TWO, hands=held(["Rock of Gibraltar"])), HIT)
    assert refused(s, "stand-fast Rock of Gibraltar") == ["reaction-place"]


def test_sustain_attack_answers_a_lost_infantry():
    """A reaction of a higher rank will do (S-36)."""
    s = play(before(TWO, hands=held(axis=[SUSTAIN])), HIT, "lose UK infantry 1")
    assert f"sustain {SUSTAIN}" in offered(s)


@pytest.mark.parametrize(("target", "codes"), [("Athens", ["barred-by-season"]), ("El Alamein", [])])
def test_winter_bars_sustain_attack_but_in_the_desert(target, codes):
    """The attacked space decides (D7-103, D7-104, S-43)."""
    board = {**TWO, "Albania": "Pact infantry 3, Pact infantry 4", "Athens": "UK infantry 3"}
    s = before(board, hands=held(axis=[SUSTAIN]), countries={"Greece": "Allies"}, turn={"round": 3})
    lost = "lose UK infantry 3" if target == "Athens" else "lose UK infantry 1"
    s = play(s, f"attack Pact {'Albania' if target == 'Athens' else 'Tobruk'} {target}", lost)
    assert refused(s, f"sustain {SUSTAIN}") == codes


def test_the_attackers_card_is_of_the_attacking_faction():
    """A German card does not help a Pact force (Factions and Reactions)."""
    s = play(before(TWO, hands=held(axis=["Operation 25"])), HIT, "lose UK infantry 1")
    assert refused(s, "sustain Operation 25") == ["reaction-faction"]


def test_a_card_is_used_for_its_own_reaction():
    """A card with Sustain Attack is no Anti-Air, one of the enemy's and one elsewhere are none at all."""
    s = play(before(TWO, hands=held(axis=[SUSTAIN])), HIT, "lose UK infantry 1")
    assert refused(s, f"anti-air {SUSTAIN}") == ["wrong-reaction", "nothing-countered"]
    assert "other-side" in refused(s, f"sustain {HOLD}")
    assert refused(s, "naval-combat Regia Marina") == ["not-in-hand", "nothing-countered"]


# Exchange


def test_an_exchange_costs_the_attacker_a_piece_of_any_rank():
    """The attacker pays, and must pay again to go on (D7-112)."""
    s = before({**TWO, "Tobruk": "Pact infantry 1, Pact tank 1"}, hands=held([SWAP]))
    s = play(s, HIT, f"exchange {SWAP} UK infantry 1")
    assert asking(s) == "forfeit"
    assert offered(s) == {"give Pact infantry 1", "give Pact tank 1"}
    s = play(s, "give Pact infantry 1")
    assert offered(s) == {"stop"}
    assert refused(s, "give Pact tank 1") == ["last-piece"]


def test_the_last_piece_pays_for_an_exchange_and_the_combat_ends():
    """An Exchange knows no last-piece guard (S-38, S-39)."""
    s = before({**TWO, "Tobruk": "Pact infantry 1, Germany airplane 1"}, hands=held([SWAP]))
    s = play(s, HIT, f"exchange {SWAP} UK infantry 1")
    assert offered(s) == {"give Pact infantry 1"}
    assert asking(play(s, "give Pact infantry 1")) == "second-movement"


def test_the_card_of_an_exchange_matches_the_lost_piece():
    """A Pact card does not exchange a German piece, though Pact pieces defend, too (D7-113)."""
    board = {"Tobruk": "Pact infantry 1, Germany infantry 1", "El Alamein": "UK infantry 1, UK infantry 2"}
    hands = held(axis=["National Republican Army"])
    s = play(before(board, side=ALLIES, hands=hands), "attack UK El Alamein Tobruk")
    assert refused(s, "exchange National Republican Army Germany infantry 1") == ["reaction-faction"]
    assert refused(s, "exchange National Republican Army Pact infantry 1") == []


def test_the_chain_of_exchange_and_anti_air():
    """Exchange, the airplane, Anti-Air, an infantry: then only Sustain Attack continues."""
    s = before(WITH_AIRPLANE, hands=held([SWAP, FLAK], [SUSTAIN]))
    s = play(s, HIT, f"exchange {SWAP} UK infantry 1")
    assert asking(s) == "forfeit"
    s = play(s, "give Pact airplane 1")
    assert asking(s) == "counter"
    assert offered(s) == {"decline", f"anti-air {FLAK}"}
    s = play(s, f"anti-air {FLAK}")
    assert asking(s) == "forfeit"
    s = play(s, "give Pact infantry 1")
    assert offered(s) == {"stop", f"sustain {SUSTAIN}"}
    s = play(s, f"sustain {SUSTAIN}")
    assert offered(s) == {"lose UK infantry 2"}


def test_a_fleet_that_pays_for_an_exchange_is_countered_by_naval_combat():
    """The same as with airplanes (D7-115)."""
    board = {**TWO, "Eastern Mediterranean": "Pact fleet 3"}
    s = before(board, hands=held([SWAP, "Mediterranean Station"]))
    s = play(s, HIT, f"exchange {SWAP} UK infantry 1", "give Pact fleet 3")
    assert offered(s) == {"decline", "naval-combat Mediterranean Station"}
    assert asking(play(s, "naval-combat Mediterranean Station")) == "forfeit"
    assert asking(play(s, "decline")) == "continue"


def test_after_an_exchange_the_counter_is_of_the_lost_faction():
    """Though no piece of it is left, and no other faction may (Anti-Air)."""
    board = {"El Alamein": "France infantry 1, UK infantry 1", "Tobruk": "Pact infantry 1, Pact airplane 1"}
    s = before(board, hands=held(["French Foreign Legion", FLAK]))
    s = play(s, HIT, "exchange French Foreign Legion France infantry 1", "give Pact airplane 1")
    assert offered(s) == {"decline"}
    assert refused(s, f"anti-air {FLAK}") == ["reaction-faction"]
    board["El Alamein"] = "UK infantry 1, France infantry 1"
    s = before(board, hands=held([SWAP, FLAK]))
    s = play(s, HIT, f"exchange {SWAP} UK infantry 1", "give Pact airplane 1")
    assert offered(s) == {"decline", f"anti-air {FLAK}"}


def test_an_exchanged_airplane_is_answered_by_anti_air_and_still_paid_for():
    """The attacker pays for the Exchange first, then goes on by Anti-Air (D7-116)."""
    board = {**TWO, "El Alamein": "UK infantry 1, UK airplane 1"}
    s = before(board, hands=held([SWAP], ["Regia Aeronautica"]))
    s = play(s, HIT, f"exchange {SWAP} UK airplane 1")
    assert offered(s) == {"give Pact infantry 1"}
    s = play(s, "give Pact infantry 1")
    assert offered(s) == {"stop", "anti-air Regia Aeronautica"}
    assert asking(play(s, "anti-air Regia Aeronautica")) == "defend"


def test_a_minor_country_force_is_exchanged_by_any_faction():
    """French Foreign Legion helps the force in Athens (D7-133, S-10)."""
    board = {"Albania": "Pact infantry 1, Pact infantry 2", "Ionian Sea": "Pact fleet 1"}
    hands = held(["French Foreign Legion", FLAK])
    s = before(board, hands=hands, countries={"Greece": "Allies"})
    s = play(s, "attack Pact Albania Athens")
    assert offered(s) == {"lose-force", "exchange-force French Foreign Legion"}
    s = play(s, "exchange-force French Foreign Legion", "give Pact fleet 1")
    assert asking(s) == "counter"
    assert refused(s, f"anti-air {FLAK}") == ["nothing-countered"]
    s = play(s, "decline")
    assert asking(s) == "second-movement"


def test_only_french_cards_react_for_a_french_piece_alone():
    """UK cards do not help it (D7-131)."""
    board = {**TWO, "El Alamein": "France infantry 1"}
    s = play(before(board, hands=held([HOLD, SWAP, "French Foreign Legion"])), HIT)
    assert offered(s) == {"lose France infantry 1", "exchange French Foreign Legion France infantry 1"}
    assert refused(s, f"stand-fast {HOLD}") == ["reaction-faction"]


def test_stand_fast_for_a_minor_country_force():
    """Britain Supports Greece holds Athens for its force; after the force is lost its faction is missing."""
    board = {"Albania": "Pact infantry 1, Pact infantry 2"}
    s = before(board, hands=held(["Britain Supports Greece"]), countries={"Greece": "Allies"})
    s = play(s, "attack Pact Albania Athens")
    assert "stand-fast Britain Supports Greece" in offered(s)


# Retreat


def test_who_retreats_leaves_the_rest_to_lose_one():
    """One piece moves to own land next to it; the rest loses one, without another reaction (D7-128)."""
    board = {"Tobruk": "Pact infantry 1, Pact infantry 2", "El Alamein": "UK infantry 1, UK infantry 2"}
    hands = held(axis=["Libyan Divisions", "National Republican Army"])
    s = play(before(board, side=ALLIES, hands=hands), "attack UK El Alamein Tobruk")
    line = "retreat Libyan Divisions Pact infantry 1 Benghazi"
    assert line in offered(s)
    args = tuple(
        number(*pair) for pair in (("piece", "Pact infantry 1"), ("space", "Tobruk"), ("space", "Benghazi"))
    )
    assert ("retreated", args) in told(s, line)
    s = play(s, line)
    assert offered(s) == {"lose Pact infantry 2"}
    assert refused(s, "exchange National Republican Army Pact infantry 2") == ["already-reacted"]
    assert refused(s, "lose Pact fleet 2") == ["not-in-combat"]


def test_when_all_have_retreated_the_attacker_may_advance():
    """The round goes on to its end with nobody to lose."""
    board = {"Tobruk": "Pact infantry 1", "El Alamein": "UK infantry 1"}
    hands = held(["Desert Rats"], ["Libyan Divisions"])
    s = before(board, side=ALLIES, hands=hands)
    s = play(s, "attack UK El Alamein Tobruk", "retreat Libyan Divisions Pact infantry 1 Benghazi")
    assert asking(s) == "advance"
    s = play(s, "advance Desert Rats UK infantry 1")
    assert where(s, "UK infantry 1") == "Tobruk"
    assert s.held[ALLIES] >> number("space", "Tobruk") & 1


@pytest.mark.parametrize(
    ("space", "code"),
    [
        ("Eastern Mediterranean", "wrong-terrain"),
        ("El Alamein", "enemy-there"),
        ("Tripoli", "too-far"),
        ("Western Desert", "not-held"),
    ],
)
def test_a_retreat_goes_to_own_land_next_to_the_space(space, code):
    """Not to sea, not into the enemy, not two spaces, not to land the enemy controls (D7-127)."""
    board = {"Tobruk": "Pact infantry 1, Pact airplane 1", "El Alamein": "UK infantry 1"}
    s = before(
        board, side=ALLIES, hands=held(axis=["Libyan Divisions"]), control={"Allies": ["Western Desert"]}
    )
    s = play(s, "attack UK El Alamein Tobruk")
    for piece in ("Pact infantry 1", "Pact airplane 1"):
        assert code in refused(s, f"retreat Libyan Divisions {piece} {space}")


def test_a_retreating_piece_is_supplied_where_it_goes():
    """Normal rules of movement: cut off land is no refuge (S-66)."""
    board = {"Tobruk": "Pact infantry 1", "El Alamein": "UK infantry 1", "Gulf of Gabes": "UK fleet 1"}
    board |= {"Eastern Mediterranean": "UK fleet 2", "Gulf of Sidra": ""}
    s = before(board, side=ALLIES, hands=held(axis=["Libyan Divisions"]))
    s = play(s, "attack UK El Alamein Tobruk")
    assert "unsupplied-there" in refused(s, "retreat Libyan Divisions Pact infantry 1 Benghazi")


def test_a_minor_country_force_does_not_retreat():
    """Only pieces of the card's faction do (Using Minor Country Force Counters)."""
    board = {"Albania": "Pact infantry 1", "Crete": "UK infantry 2"}
    s = before(board, hands=held(["King Peter Comes of Age"]), countries={"Greece": "Allies"})
    s = play(s, "attack Pact Albania Athens")
    assert offered(s) == {"lose-force"}
    assert "cannot-retreat" in refused(s, "retreat King Peter Comes of Age UK infantry 2 Crete")


# Anti-Air and Naval Combat on land


def test_a_given_airplane_is_countered_and_the_same_rank_is_due():
    """Anti-Air ends the round; the attacker pays the same rank again or stops (S-34)."""
    s = before(WITH_AIRPLANE, hands=held([FLAK, OTHER_FLAK]))
    s = play(s, HIT, "lose UK infantry 1", "give Pact airplane 1")
    assert offered(s) == {"decline", f"anti-air {FLAK}", f"anti-air {OTHER_FLAK}"}
    s = play(s, f"anti-air {FLAK}")
    assert asking(s) == "continue"
    assert offered(s) == {"stop", "give Pact infantry 1"}


def test_each_given_airplane_can_be_countered():
    """Anti-Air after Anti-Air (S-33)."""
    board = {**TWO, "Tobruk": "Pact infantry 1, Pact airplane 1, Pact airplane 2"}
    s = before(board, hands=held([FLAK, OTHER_FLAK]))
    s = play(s, HIT, "lose UK infantry 1", "give Pact airplane 1", f"anti-air {FLAK}", "give Pact airplane 2")
    assert offered(s) == {"decline", f"anti-air {OTHER_FLAK}"}


def test_a_given_fleet_is_countered_on_land():
    """Naval Combat does for fleets what Anti-Air does for airplanes."""
    s = before({**TWO, "Eastern Mediterranean": "Pact fleet 3"}, hands=held(["Mediterranean Station", FLAK]))
    s = play(s, HIT, "lose UK infantry 1", "give Pact fleet 3")
    assert offered(s) == {"decline", "naval-combat Mediterranean Station"}
    assert refused(s, f"anti-air {FLAK}") == ["nothing-countered"]


def test_a_new_round_allows_a_reaction_again():
    """Stand Fast in one round, Exchange in the next (D7-130)."""
    s = before(TWO, hands=held([HOLD, SWAP], [SUSTAIN]))
    s = play(s, HIT, f"stand-fast {HOLD}", f"sustain {SUSTAIN}")
    assert f"exchange {SWAP} UK infantry 1" in offered(s)


def test_the_attacker_cannot_delay_anti_air():
    """After he gave a piece that was countered, the lost airplane is no longer to be answered (Reactions)."""
    board = {**WITH_AIRPLANE, "El Alamein": "UK infantry 1, UK airplane 1"}
    s = before(board, hands=held([FLAK], ["Regia Aeronautica"]))
    s = play(s, HIT, "lose UK airplane 1")
    assert "anti-air Regia Aeronautica" in offered(s)
    s = play(s, "give Pact airplane 1", f"anti-air {FLAK}")
    assert refused(s, "anti-air Regia Aeronautica") == ["nothing-countered"]


def test_on_land_naval_combat_needs_a_lost_fleet():
    """Without one it counters nothing, for attacker and defender (D7-122)."""
    s = play(before(TWO, hands=held(["Mediterranean Station"], ["Regia Marina"])), HIT)
    assert refused(s, "naval-combat Mediterranean Station") == ["nothing-countered"]
    s = play(s, "lose UK infantry 1")
    assert refused(s, "naval-combat Regia Marina") == ["nothing-countered"]
    board = {**TWO, "Eastern Mediterranean": "UK fleet 1"}
    s = play(before(board, hands=held(axis=["Regia Marina"])), HIT, "lose UK fleet 1")
    assert "naval-combat Regia Marina" in offered(s)


def test_the_last_defender_gone_there_is_nothing_to_continue():
    """No Anti-Air is asked for when the lost airplane was the last (D7-118)."""
    board = {**TWO, "El Alamein": "UK airplane 1"}
    s = play(before(board, hands=held(axis=["Regia Aeronautica"])), HIT, "lose UK airplane 1")
    assert asking(s) == "advance"
    assert offered(s) == {"decline"}
