"""Who sees what: a look ends with its battle, boxes are closed, piles are open (F-14, F-17, F-33, F-35)."""

import pytest

from sealed.engine.chance import CHANCE
from sealed.engine.eye import seat_audience, seat_eye
from sealed.engine.kernel import asked, view
from sealed.engine.zones import HIDDEN, cards
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.notation import NOTATION
from sealed.games.popular_front.position import build
from sealed.games.popular_front.state import BOX, DISCARD, HAND, RESERVE
from sealed.testing.playout import played

FALANGE, SOCIALISTS, CARLISTS, ANARCHISTS = range(4)
TABLES = {
    "board": {"Madrid": "Falange 4", "Brunete": "Socialists 1"},
    "fill": {
        "Carlists": ["Guadalajara", "Burgos", "Algodor", "Zaragoza", "Teruel", "Huesca"],
        "Socialists": ["Palma", "Salamanca", "Valladolid", "Leon"],
        "Anarchists": "rest",
    },
    "hands": {
        "Falange": ["Infantry", "Armor", "Leader"],
        "Socialists": ["Aircraft", "March"],
        "Carlists": ["March"],
        "Anarchists": ["March"],
    },
    "discards": {"Carlists": ["Leader", "Armor"]},
}
BATTLE = (
    "attack Madrid Brunete",
    "commit Infantry",
    "commit Aircraft",
    "commit Armor",
    "pass",
    "deploy Aircraft",
    "look Infantry Armor",
)
RESOLUTION = ("hit Armor", "open Armor", "deploy Infantry", "lose Aircraft")


def after(*lines):
    """Return the battle after these answers and outcomes."""
    s = build(TABLES, TITLE.setup(4)).state
    for line in lines:
        s = played(s, NOTATION.parse(line), asked(s)[0] if asked(s) else CHANCE)
    return s


def seen(s, seat, zone):
    """Return the names of the cards of a zone as a seat sees them."""
    found = cards(view(s, seat_eye(seat)).zones[zone])
    return ["?" if card == HIDDEN else NOTATION.names["card"][card] for card in found]


def test_the_look_is_for_the_player_alone():
    """Whoever deployed the Aircraft sees the reserve; his ally and the attacker's ally do not (F-35)."""
    s = after(*BATTLE)
    assert seen(s, 2, RESERVE + FALANGE) == ["Infantry", "Armor"]
    assert seen(s, 1, RESERVE + FALANGE) == ["Infantry", "Armor"]
    assert seen(s, 3, RESERVE + FALANGE) == seen(s, 4, RESERVE + FALANGE) == ["?", "?"]


def test_the_look_shows_no_hand():
    """Cards in hands are not involved in a battle (Deploy)."""
    assert seen(after(*BATTLE), 2, HAND + FALANGE) == ["?"]


def test_the_look_ends_with_the_battle():
    """Afterwards a reserve is its owner's again, whoever had looked."""
    s = after(*BATTLE, *RESOLUTION)
    assert s.audience[RESERVE + FALANGE] == seat_audience(1)
    s = played(s, NOTATION.parse("occupy 2"), 1)
    s = played(s, NOTATION.parse("attack Brunete Salamanca"), 1)
    s = played(s, NOTATION.parse("commit Leader"), 1)
    assert seen(s, 2, RESERVE + FALANGE) == ["?"]


@pytest.mark.parametrize("seat", [2, 3, 4])
def test_a_box_is_closed_to_all_others(seat):
    """Of a political box others know the number of cards (F-17)."""
    s = after("politics Leader")
    assert seen(s, 1, BOX + FALANGE) == ["Leader"]
    assert seen(s, seat, BOX + FALANGE) == ["?"]


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_hand_counts_are_public_and_piles_are_open(seat):
    """Every seat counts the cards of every hand and knows every pile (Logistics, F-33)."""
    s = after()
    assert [len(seen(s, seat, HAND + colour)) for colour in range(4)] == [3, 2, 1, 1]
    assert seen(s, seat, DISCARD + CARLISTS) == ["Armor", "Leader"]


@pytest.mark.parametrize(("seats", "colours"), [(3, (1, 2, 1, 3)), (5, (1, 2, 1, 3, 4, 5))])
def test_the_first_seat_runs_two_colours(seats, colours):
    """With three and five seats the first runs the first two Nationalist colours (F-14)."""
    setup = TITLE.setup(seats)
    assert tuple(setup.seat_of(colour) for colour in range(setup.colours)) == colours
