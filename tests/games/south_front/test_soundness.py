"""Written positions: what cannot be on a board is refused with one plain sentence."""

import pytest
from south_front_boards import written

from sealed.games.south_front.position import PositionError
from sealed.games.south_front.state import DEPOT

FAULTS = {
    "two sides": ({"board": {"Rome": "Pact infantry, UK infantry"}}, "both sides"),
    "a fleet on land": ({"board": {"Rome": "Pact fleet"}}, "ships stand at sea"),
    "infantry at sea": ({"board": {"Ionian Sea": "Pact infantry"}}, "ships stand at sea"),
    "a neutral country": ({"board": {"Yugoslavia": "Pact infantry"}}, "is neutral"),
    "enemy forces": (
        {"countries": {"Iraq": "Axis"}, "board": {"Iraq": "UK tank"}},
        "enemy Minor Country Forces",
    ),
    "a fleet on a fleet": ({"board": {"Ionian Sea": "Pact fleet carrying Pact fleet"}}, "cannot be carried"),
    "an enemy aboard": (
        {"board": {"Ionian Sea": "Pact fleet carrying UK tank"}},
        "both sides|cannot be carried",
    ),
    "infantry on a carrier": (
        {"board": {"Ionian Sea": "Pact carrier carrying Pact infantry"}},
        "cannot be carried",
    ),
    "infantry on infantry": (
        {"board": {"Rome": "Pact infantry carrying Pact infantry"}},
        "cannot be carried",
    ),
    "control of a sea": ({"control": {"Axis": ["Ionian Sea"]}}, "a sea"),
    "control by both": ({"control": {"Axis": ["Malta"], "Allies": ["Malta"]}}, "twice"),
    "control against a piece": (
        {"board": {"Malta": "UK infantry"}, "control": {"Axis": ["Malta"]}},
        "so its side controls it",
    ),
    "forces of a neutral": ({"forces": {"Iraq": 0}}, "is neutral"),
    "more forces than printed": ({"countries": {"Iraq": "Axis"}, "forces": {"Iraq": 256}}, "at the most"),
    "supply for nobody": ({"markers": {"supplied": "Pact tank 1"}}, "not on the board"),
    "supply for an Allied piece": (
        {"board": {"Malta": "UK infantry 1"}, "markers": {"supplied": "UK infantry 1"}},
        "no Axis piece",
    ),
    "a piece that is nowhere has moved": ({"turn": {"moved": ["Pact tank 1"]}}, "not on the board"),
    "a landing ground at sea": ({"turn": {"landing": ["Ionian Sea"]}}, "land spaces only"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_cannot_be_is_refused(name):
    """A position that no game could reach says what is wrong with it."""
    tables, said = FAULTS[name]
    with pytest.raises(PositionError, match=said):
        written(**tables)


def test_the_adriatic_is_out_of_play_without_its_option():
    """A fleet in a sea that is not in play is refused."""
    with pytest.raises(PositionError, match="not in play"):
        written({"adriatic": "no"}, board={"Adriatic Sea": "Pact fleet"})


def test_a_marker_named_twice_lies_there_once():
    """Twice the Malta Depot is the Malta Depot, no other marker."""
    assert written(markers={"placed": ["Malta Depot", "Malta Depot"]}).markers == DEPOT
