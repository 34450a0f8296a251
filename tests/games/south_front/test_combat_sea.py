"""Combat at sea: ranks, carriers, reactions of ships (rules, Combat Rank; Reactions; facts D6, D7)."""

from south_front_combats import asking, before, offered, play, refused, told

from sealed.games.south_front.board.pieces import space_of
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.state import ALLIES, OFF

HIT = "attack Pact Gulf of Sidra Eastern Mediterranean"
FLEETS = {"Gulf of Sidra": "Pact fleet 2, Pact fleet 3", "Eastern Mediterranean": "UK fleet 1, UK fleet 2"}
AIRPLANES = {"Tobruk": "Pact airplane 1, Pact airplane 2", "Eastern Mediterranean": "UK fleet 1"}
FLY = "attack Pact Tobruk Eastern Mediterranean"
UK_FLEET_ACTION = "Mediterranean Station"
PACT_FLEET_ACTION = "Regia Marina"


def number(kind, name):
    """Return the number of a name."""
    return next(code for code, known in NOTATION.names[kind].items() if known == name)


def test_an_airplane_is_less_than_a_fleet_at_sea():
    """After a lost fleet only a fleet or Naval Combat continues (D6-92)."""
    s = play(before({**FLEETS, "Tobruk": "Pact airplane 1"}), HIT, "lose UK fleet 1")
    assert offered(s) == {"stop", "give Pact fleet 2"}
    assert refused(s, "give Pact airplane 1") == ["rank-too-low"]


def test_an_airplane_answers_a_bare_carrier():
    """The carrier has the lowest rank (D6-94, S-27)."""
    board = {
        "Tobruk": "Pact airplane 1, Pact airplane 2",
        "Eastern Mediterranean": "UK carrier 1, UK fleet 1",
    }
    s = play(before(board), FLY, "lose UK carrier 1")
    assert "give Pact airplane 1" in offered(s)


def test_a_carrier_is_lost_only_when_it_is_bare():
    """The airplane aboard goes instead, with the rank of an airplane (S-26)."""
    board = {**FLEETS, "Eastern Mediterranean": "UK carrier 1 carrying UK airplane 1"}
    s = play(before(board), HIT)
    assert offered(s) == {"lose UK airplane 1"}
    assert refused(s, "lose UK carrier 1") == ["not-in-combat"]
    s = play(s, "lose UK airplane 1", "give Pact fleet 2")
    assert offered(s) == {"lose UK carrier 1"}


def test_a_carrier_is_never_given():
    """It may be the last piece of the force, but does not continue an attack (Combat Rank)."""
    board = {
        "Gulf of Sidra": "Pact carrier 1 carrying Pact airplane 1",
        "Eastern Mediterranean": "UK carrier 1 carrying UK airplane 1",
    }
    s = play(before(board), HIT, "lose UK airplane 1")
    assert refused(s, "give Pact carrier 1") == ["not-in-combat", "rank-too-low"]
    s = play(s, "give Pact airplane 1", "lose UK carrier 1")
    assert asking(s) == "second-movement"
    bare = {**board, "Eastern Mediterranean": "UK carrier 1 carrying UK airplane 1, UK fleet 1"}
    s = play(before(bare), HIT, "lose UK airplane 1", "give Pact airplane 1", "lose UK carrier 1")
    assert offered(s) == {"stop"}
    assert refused(s, "give Pact carrier 1") == ["rank-too-low", "last-piece"]


def test_an_adjacent_carrier_is_no_support():
    """A bare carrier next to the sea cannot be lost for the ships there (S-28)."""
    s = play(before({**FLEETS, "Aegean Sea": "UK carrier 1"}), HIT)
    assert refused(s, "lose UK carrier 1") == ["not-in-combat"]


def test_an_airplane_on_an_adjacent_carrier_is_a_support():
    """It is an airplane in an adjacent space (Attack Rounds)."""
    s = play(before({**FLEETS, "Aegean Sea": "UK carrier 1 carrying UK airplane 1"}), HIT)
    assert "lose UK airplane 1" in offered(s)


def test_cargo_is_lost_with_its_fleet_only():
    """A transported infantry is no loss of its own, and goes with its fleet (S-24)."""
    board = {**FLEETS, "Eastern Mediterranean": "UK fleet 1 carrying UK infantry 1"}
    s = play(before(board), HIT)
    assert refused(s, "lose UK infantry 1") == ["not-in-combat"]
    s = play(s, "lose UK fleet 1")
    assert s.where[number("piece", "UK infantry 1")] == OFF
    assert asking(s) == "second-movement"


def test_anti_air_stands_in_for_a_loss_against_a_force_with_an_airplane():
    """It ranks as an airplane: the attacker goes on with an airplane (Anti-Air; Example)."""
    s = before(AIRPLANES, hands={"Allies": ["Faith, Hope & Charity"]})
    s = play(s, FLY)
    s = play(s, "anti-air Faith, Hope & Charity")
    assert offered(s) == {"stop", "give Pact airplane 1", "give Pact fleet 2"}


def test_anti_air_needs_an_airplane_in_the_force():
    """An airplane that is merely adjacent does not make it possible (D7-119)."""
    s = before({**FLEETS, "Tobruk": "Pact airplane 1"}, hands={"Allies": ["Faith, Hope & Charity"]})
    s = play(s, HIT)
    assert refused(s, "anti-air Faith, Hope & Charity") == ["no-airplane-attacks"]


def test_after_naval_combat_only_naval_combat_continues():
    """Neither airplanes nor fleets suffice; the attacker's own needs no fleet (D7-121)."""
    hands = {"Allies": [UK_FLEET_ACTION], "Axis": [PACT_FLEET_ACTION]}
    s = play(before(AIRPLANES, hands=hands), FLY, f"naval-combat {UK_FLEET_ACTION}")
    assert offered(s) == {"stop", f"naval-combat {PACT_FLEET_ACTION}"}
    assert refused(s, "give Pact airplane 1") == ["rank-too-low"]
    assert asking(play(s, f"naval-combat {PACT_FLEET_ACTION}")) == "defend"


def test_naval_combat_continues_after_any_loss_at_sea():
    """At sea it may be used whenever a piece would have to go (Naval Combat)."""
    s = play(before(FLEETS, hands={"Axis": [PACT_FLEET_ACTION]}), HIT, "lose UK fleet 1")
    assert f"naval-combat {PACT_FLEET_ACTION}" in offered(s)


def test_the_defender_counters_a_given_airplane():
    """Anti-Air after the airplane was given: the attacker is asked again for the same rank (Anti-Air)."""
    board = {"Tobruk": "Pact airplane 1, Pact airplane 2, Pact airplane 3"}
    board |= {"Eastern Mediterranean": "UK carrier 1, UK fleet 1"}
    s = before(board, hands={"Allies": ["Faith, Hope & Charity"]})
    s = play(s, FLY, "lose UK carrier 1", "give Pact airplane 1")
    assert asking(s) == "counter"
    assert offered(s) == {"decline", "anti-air Faith, Hope & Charity"}
    assert asking(play(s, "decline")) == "defend"
    s = play(s, "anti-air Faith, Hope & Charity")
    assert asking(s) == "continue"
    assert "give Pact airplane 2" in offered(s)


def test_a_given_fleet_is_not_countered_at_sea():
    """Naval Combat has no such use there: no window opens."""
    s = before(FLEETS, hands={"Allies": [UK_FLEET_ACTION]})
    assert asking(play(s, HIT, "lose UK fleet 1", "give Pact fleet 2")) == "defend"


def test_without_a_hand_no_window_opens():
    """An empty hand is public: nobody is asked in vain."""
    board = {**AIRPLANES, "Eastern Mediterranean": "UK carrier 1, UK fleet 1"}
    assert asking(play(before(board), FLY, "lose UK carrier 1", "give Pact airplane 1")) == "defend"


def test_the_attacker_answers_a_lost_airplane_with_anti_air():
    """It continues the attack without a piece (Anti-Air, S-37)."""
    board = {**FLEETS, "Eastern Mediterranean": "UK carrier 1 carrying UK airplane 1"}
    s = before(board, hands={"Axis": ["Regia Aeronautica"]})
    s = play(s, HIT, "lose UK airplane 1")
    assert "anti-air Regia Aeronautica" in offered(s)
    assert asking(play(s, "anti-air Regia Aeronautica")) == "defend"
    fleets = play(before(FLEETS, hands={"Axis": ["Regia Aeronautica"]}), HIT, "lose UK fleet 1")
    assert refused(fleets, "anti-air Regia Aeronautica") == ["nothing-countered"]


def test_who_withdraws_leaves_the_rest_to_lose_one():
    """Two ships: one withdraws, the other is lost, without another reaction or a support (D7-124)."""
    hands = {"Allies": ["Convoy Raiders", UK_FLEET_ACTION]}
    board = {**FLEETS, "Levantine Sea": "UK fleet 3"}
    s = play(before(board, hands=hands), HIT)
    line = "withdraw Convoy Raiders UK fleet 1 Levantine Sea"
    assert line in offered(s)
    ship, sea = number("piece", "UK fleet 1"), number("space", "Eastern Mediterranean")
    levant = number("space", "Levantine Sea")
    assert ("withdrew", (ship, sea, levant)) in told(s, line)
    s = play(s, line)
    assert asking(s) == "defend"
    assert offered(s) == {"lose UK fleet 2"}
    assert refused(s, f"naval-combat {UK_FLEET_ACTION}") == ["already-reacted"]
    assert refused(s, "lose UK fleet 1") == ["not-in-combat"]


def test_the_last_ship_withdraws_and_the_combat_is_over():
    """Nothing is left to attack, and nobody advances at sea (S-31)."""
    board = {**FLEETS, "Eastern Mediterranean": "UK fleet 1"}
    s = before(board, hands={"Allies": ["Convoy Raiders"], "Axis": ["L3/35 Tankette"]})
    s = play(s, HIT, "withdraw Convoy Raiders UK fleet 1 Levantine Sea")
    assert asking(s) == "second-movement"
    assert space_of(s, number("piece", "UK fleet 1")) == number("space", "Levantine Sea")


def test_a_withdrawal_follows_the_rules_of_movement():
    """Not into the enemy, nor where the ship would be unsupplied (D7-125)."""
    s = before(FLEETS, hands={"Allies": ["Convoy Raiders"]})
    s = play(s, HIT)
    assert "enemy-there" in refused(s, "withdraw Convoy Raiders UK fleet 1 Gulf of Sidra")
    far = play(
        before(
            {**FLEETS, "Aegean Sea": "", "Athens": ""},
            hands={"Allies": ["Convoy Raiders"]},
            control={"Axis": ["Egypt", "Palestine-Jordan"]},
        ),
        HIT,
    )
    assert "unsupplied-there" in refused(far, "withdraw Convoy Raiders UK fleet 1 Aegean Sea")


def test_reactions_of_land_are_none_at_sea():
    """Stand Fast, Exchange, Retreat and Sustain Attack belong to land combat."""
    hands = {"Allies": ["Rock of Gibraltar", "Union Defense Force"], "Axis": ["Greco-Italian War"]}
    s = play(before(FLEETS, hands=hands), HIT)
    assert "reaction-place" in refused(s, "stand-fast Rock of Gibraltar")
    assert refused(s, "exchange Union Defense Force UK fleet 1") == ["reaction-place"]
    assert refused(play(s, "lose UK fleet 1"), "sustain Greco-Italian War") == ["reaction-place"]


def test_the_allies_attack_through_their_own_straits():
    """An Allied fleet supports across Gibraltar while the Allies hold it (S-16)."""
    board = {"South Atlantic": "UK fleet 1", "Western Mediterranean": "UK fleet 2, UK fleet 3"}
    board |= {"Gulf of Gabes": "Pact fleet 2, Pact fleet 3"}
    line = {"Ionian Sea": "Pact fleet 1"}
    s = before(board, side=ALLIES, line=line)
    s = play(s, "attack UK Western Mediterranean Gulf of Gabes", "lose Pact fleet 1")
    assert offered(s) == {"stop", "give UK fleet 2"}
