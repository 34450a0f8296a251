"""The two combats of the rulebook's example of play (Example of Play; facts D10)."""

from south_front_combats import asking, before, offered, play

from sealed.games.south_front.board.pieces import space_of
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.state import ALLIES, AXIS


def number(kind, name):
    """Return the number of a name."""
    return next(code for code, known in NOTATION.names[kind].items() if known == name)


def test_the_axis_takes_el_alamein_by_surprise():
    """Stand Fast, Sustain Attack, the tank is lost, and the infantry advances through Tobruk (A to J)."""
    board = {
        "Tobruk": "Pact infantry 1",
        "El Alamein": "UK tank 1",
        "Egypt": "UK airplane 1",
        "Eastern Mediterranean": "UK fleet 1",
    }
    hands = {"Axis": ["Greco-Italian War", "L3/35 Tankette"], "Allies": ["ANZAC Reinforcements"]}
    s = play(before(board, hands=hands), "attack Pact Tobruk El Alamein")
    s = play(s, "stand-fast ANZAC Reinforcements")
    assert offered(s) == {"stop", "sustain Greco-Italian War"}
    s = play(s, "sustain Greco-Italian War")
    assert offered(s) == {"lose UK tank 1", "lose UK airplane 1", "lose UK fleet 1"}
    s = play(s, "lose UK tank 1", "advance L3/35 Tankette Pact infantry 1")
    assert space_of(s, number("piece", "Pact infantry 1")) == number("space", "El Alamein")
    assert s.held[AXIS] >> number("space", "El Alamein") & 1
    assert asking(s) == "second-movement"


def test_the_allies_chase_the_fleet_out_of_the_gulf_of_sidra():
    """Naval Combat on both sides, an airplane in support, a fleet given, the last ship withdraws (B to E)."""
    board = {
        "Gulf of Sidra": "Pact fleet 2",
        "Gulf of Gabes": "Pact fleet 3",
        "Ionian Sea": "",
        "Tripoli": "Pact airplane 1",
        "Eastern Mediterranean": "UK fleet 1, UK fleet 2",
    }
    hands = {"Axis": ["Regia Marina", "Decima Flottiglia MAS"], "Allies": ["Swordfish Night Attack"]}
    s = before(board, side=ALLIES, hands=hands)
    s = play(s, "attack UK Eastern Mediterranean Gulf of Sidra", "naval-combat Regia Marina")
    assert offered(s) == {"stop", "naval-combat Swordfish Night Attack"}
    s = play(s, "naval-combat Swordfish Night Attack", "lose Pact airplane 1")
    assert offered(s) == {"stop", "give UK fleet 1"}
    s = play(s, "give UK fleet 1", "withdraw Decima Flottiglia MAS Pact fleet 2 Ionian Sea")
    assert space_of(s, number("piece", "Pact fleet 2")) == number("space", "Ionian Sea")
    assert asking(s) == "second-movement"
