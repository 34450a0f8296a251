"""Perft: positions counted by hand, and twice by the machine: by the lists, and by asking why not."""

import pytest

from sealed.engine.kernel import legal_actions
from sealed.games.south_front.position import build
from sealed.games.south_front.title import TITLE
from sealed.testing.perft import perft, perft_by_predicate
from sealed.testing.playout import played

SETUP = TITLE.setup(2)
GONE = {"Axis": ["gone", "gone", "gone"], "Allies": ["gone", "gone", "gone"]}
NO_DECKS = {"Axis": [], "Allies": []}
PEACE = {"Bulgaria": "Axis", "Greece": "Axis", "Iraq": "Allies", "Yugoslavia": "Axis"}


def position(**tables):
    """Return the position of these tables, by default without cards, contingencies and neutral countries."""
    tables = {"contingencies": GONE, "decks": NO_DECKS, "countries": PEACE, **tables}
    return build({name: table for name, table in tables.items() if table is not None}, SETUP).state


# Nobody stands anywhere, nobody holds a card, all four countries are neutral; the Axis acts.
# 1: pass, four wars = 5.
# 2: after the pass the second movement: done, four wars; after each war: pass, the three other wars:
#    5 + 4 * 4 = 21.
# 3: pass, done: the Allies' first movement (no card can be drawn): done, four wars = 5; pass, a war: done,
#    three wars = 4 * 4; a war, pass: done, three wars = 4 * 4; two wars: pass, two wars = 12 * 3:
#    5 + 16 + 16 + 36 = 73.
EMPTY = position(countries=None, turn={"step": "act"})
EMPTY_COUNTS = (5, 21, 73)

# One infantry in Tripoli, supplied over the sea; no card, all countries at war. The first movement step.
# 1: done, remove, and moves to Tunisia and Benghazi (Tobruk is not adjacent, there is no ship) = 4.
# 2: done: pass, remove; removed: done; moved: done, remove, twice, for it does not move again:
#    2 + 1 + 2 * 2 = 7.
# 3: done, pass: done, remove (an infantry does not move in the second step); done, removed: pass; removed,
#    done: pass; moved, done: pass, remove, twice; moved and removed: done, twice: 2 + 1 + 1 + 4 + 2 = 10.
MARCH = position(board={"Tripoli": "Pact infantry"}, turn={"step": "first-movement"})
MARCH_COUNTS = (4, 7, 10)

# Two infantry in the Western Desert, fed over the Ionian Sea and the Gulf of Sidra by two fleets, have
# attacked an infantry and a tank in El Alamein. The Axis still holds Greco-Italian War (Sustain Attack), the
# Allies hold ANZAC Reinforcements (Stand Fast there) and King Peter Comes of Age (Retreat). They are asked.
# 1: two losses, stand fast, two retreats, to Egypt only = 5.
# 2: the infantry lost: stop, give an infantry (equal ones once), sustain; the tank lost, or stood fast: stop,
#    sustain; after a retreat the other piece is lost: 3 + 2 + 2 + 1 + 1 = 9.
# 3: three times stop: the second movement: done, the fleets to 5 and 3 seas, three sorts of removals = 12;
#    the infantry lost and one given, or sustained: loss, stand fast, retreat of the tank = 3 + 3; the tank
#    lost and sustained: 3; stood fast and sustained: two losses, two retreats = 4; after a retreat and a loss
#    an Advance is asked for (the hand might hold one) and declined: 3 * 12 + 3 + 3 + 3 + 4 + 1 + 1 = 51.
COMBAT_COUNTS = (5, 9, 51)
DECLARED = (
    "desperate-attack",
    "spend Libyan Divisions",
    "spend Regia Marina",
    "attack Pact Western Desert El Alamein",
)


def combat():
    """Return the combat for El Alamein, in which the Allies are asked."""
    s = position(
        board={
            "Ionian Sea": "Pact fleet",
            "Gulf of Sidra": "Pact fleet",
            "Western Desert": "Pact infantry, Pact infantry",
            "El Alamein": "UK infantry, UK tank",
        },
        hands={
            "Axis": ["Libyan Divisions", "Regia Marina", "Greco-Italian War"],
            "Allies": ["ANZAC Reinforcements", "King Peter Comes of Age"],
        },
        turn={"step": "act"},
    )
    for line in DECLARED:
        s = played(s, TITLE.notation.parse(line), 1)
    return s


COMBAT = combat()
CASES = [
    pytest.param(state, depth, count, id=f"{name}-{depth}")
    for name, state, counts in (
        ("empty", EMPTY, EMPTY_COUNTS),
        ("march", MARCH, MARCH_COUNTS),
        ("combat", COMBAT, COMBAT_COUNTS),
    )
    for depth, count in enumerate(counts, 1)
]
DEEP = 3
"""Asking the whole vocabulary at every node of this depth takes seconds."""


@pytest.mark.parametrize(("state", "depth", "count"), CASES)
def test_by_the_lists(state, depth, count):
    """The legal lists lead to as many lines as counted by hand."""
    assert perft(TITLE, state, depth) == count


@pytest.mark.parametrize(("state", "depth", "count"), [case for case in CASES if case.values[1] < DEEP])
def test_by_predicate(state, depth, count):
    """The predicates, asked about the whole vocabulary, lead to as many."""
    assert perft_by_predicate(TITLE, SETUP, state, depth) == count


@pytest.mark.long
@pytest.mark.parametrize(("state", "depth", "count"), [case for case in CASES if case.values[1] == DEEP])
def test_by_predicate_in_depth(state, depth, count):
    """And one answer further they still do."""
    assert perft_by_predicate(TITLE, SETUP, state, depth) == count


def test_the_lists_are_as_described():
    """The first lists of the counted positions are the ones that the comments name."""
    assert {action.text for action in legal_actions(COMBAT, 2)} == {
        "lose UK infantry 1",
        "lose UK tank 1",
        "stand-fast ANZAC Reinforcements",
        "retreat King Peter Comes of Age UK infantry 1 Egypt",
        "retreat King Peter Comes of Age UK tank 1 Egypt",
    }
