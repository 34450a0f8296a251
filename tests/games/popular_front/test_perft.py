"""Perft: three positions counted by hand, each counted twice by the machine."""

import pytest

from sealed.engine.kernel import legal_actions
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.position import build
from sealed.testing.perft import perft, perft_by_predicate

SETUP = TITLE.setup(2)


def position(**tables):
    """Return the position of these tables for two seats."""
    return build(tables, SETUP).state


# The set-up of two seats. Three outcomes come first: two shuffles (one outcome each), then the pick of
# the first placer (two). Then the 36 cities are free, after the first placement 35: 1, 1, 2, 2 * 36 =
# 72, 72 * 35 = 2520.
START = TITLE.start(SETUP)
START_COUNTS = (1, 1, 2, 72, 2520)

# Two Nationalist disks on Palma, alone among the Republic; the hand is one March, each deck holds
# Infantry only.
# 1: end, muster March, politics March, and attacks on Barcelona, Cartagena and Valencia = 6.
# 2: end, the one deal; muster, only done (no city may recruit, no friendly neighbour to move to);
#    politics, only end (the hand is empty, so no attack); each attack, the only card: 1 + 1 + 1 + 3 = 6.
# 3: the first deal of the Republic; end; the deal of the Nationalists; each defender passes or lays one
#    of his two types: 1 + 1 + 1 + 3 * 3 = 12.
# 4: the second deal; the deal; the first deal of the Republic; after a pass the attacker deploys March,
#    after a card he has none left and passes: 1 + 1 + 1 + 3 * 3 = 12.
# 5: the Republic acts: end, muster and politics with two types, no attack since no city has two disks =
#    5; one deal each in the two other lines; after the pass 2 + 2 beats 1 + 1 and one disk moves in;
#    after a card the defender deploys it: 5 + 1 + 1 + 3 * 3 = 16.
PALMA = position(
    board={"Palma": "Nationalists 2"},
    fill={"Republic": "rest"},
    hands={"Nationalists": ["March"], "Republic": ["Infantry", "Partisan"]},
    decks={"Nationalists": ["Infantry"], "Republic": ["Infantry", "Infantry"]},
)
PALMA_COUNTS = (6, 6, 12, 12, 16)

# Nationalists in Bilbao 1, San Sebastian 1, Vitoria 2; the hand is one Partisan, worth one Muster; their
# deck holds two types, that of the Republic one, whose hand is empty.
# 1: end, muster, politics, attacks out of Vitoria on Burgos and Pamplona = 5.
# 2: end, two deals; muster: done, recruit in San Sebastian (2 of 3 neighbours; Bilbao and Vitoria have 2
#    of 4), one disk from Vitoria to Bilbao or San Sebastian = 4; politics, end; each attack, one card: 2
#    + 4 + 1 + 2 = 9.
# 3: a deal of the Republic after each of two; after each Muster only end = 4; two deals; each defender
#    can only pass = 2: 2 + 4 + 2 + 2 = 10.
VITORIA = position(
    board={"Bilbao": "Nationalists 1", "San Sebastian": "Nationalists 1", "Vitoria": "Nationalists 2"},
    fill={"Republic": "rest"},
    hands={"Nationalists": ["Partisan"]},
    decks={"Nationalists": ["Infantry", "Partisan"], "Republic": ["Infantry", "Infantry"]},
)
VITORIA_COUNTS = (5, 9, 10)

CASES = [
    (state, depth, count)
    for state, counts in ((START, START_COUNTS), (PALMA, PALMA_COUNTS), (VITORIA, VITORIA_COUNTS))
    for depth, count in enumerate(counts, 1)
]


@pytest.mark.parametrize(("state", "depth", "count"), CASES)
def test_by_the_lists(state, depth, count):
    """The legal lists lead to as many lines as counted by hand."""
    assert perft(TITLE, state, depth) == count


@pytest.mark.parametrize(("state", "depth", "count"), CASES)
def test_by_predicate(state, depth, count):
    """The predicates, asked about the whole vocabulary, lead to as many."""
    assert perft_by_predicate(TITLE, SETUP, state, depth) == count


def test_the_lists_are_as_described():
    """The first lists of the counted positions are the ones that the comments name."""
    assert {action.text for action in legal_actions(VITORIA, 1)} == {
        "end",
        "muster Partisan",
        "politics Partisan",
        "attack Vitoria Burgos",
        "attack Vitoria Pamplona",
    }
