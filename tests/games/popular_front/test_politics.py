"""Resolve Political: when the cards of the boxes reach the piles (F-43)."""

from sealed.engine.chance import CHANCE, Shuffle
from sealed.engine.kernel import apply, requests
from sealed.engine.zones import size
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.notation import NOTATION
from sealed.games.popular_front.position import build
from sealed.games.popular_front.state import BOX, DECK, DISCARD, HAND
from sealed.testing.playout import played

TABLES = {
    "fill": {"Nationalists": ["Sevilla", "Cordoba"], "Republic": "rest"},
    "hands": {"Nationalists": ["March"], "Republic": ["March"]},
    "decks": {"Nationalists": []},
    "discards": {"Nationalists": ["Infantry"]},
    "boxes": {"Nationalists": ["Election", "Leader"], "Republic": ["Partisan"]},
    "turn": {"phase": "political"},
}


def at_the_aid():
    """Return the state in which the foreign aid of the Nationalists is due."""
    s = build(TABLES, TITLE.setup(2)).state
    s = played(s, NOTATION.parse("open Election Leader"), CHANCE)
    return played(s, NOTATION.parse("open Partisan"), CHANCE)


def test_aid_is_not_drawn_from_the_votes():
    """The reshuffle for foreign aid takes the pile, not the cards just counted."""
    s = at_the_aid()
    assert requests(s) == (Shuffle(DECK, (DISCARD,)),)
    s = played(s, NOTATION.parse("shuffle"), CHANCE)
    assert size(s.zones[DECK]) == 1
    assert not s.zones[DISCARD]


def test_votes_are_discarded_after_the_aid():
    """After the aid the boxes are empty, the cards on the piles, the highest code on top."""
    s = played(at_the_aid(), NOTATION.parse("shuffle"), CHANCE)
    s = apply(s, NOTATION.parse("deal Infantry"), CHANCE).state
    assert not any(s.zones[BOX : BOX + 2])
    assert [size(s.zones[DISCARD + colour]) for colour in (0, 1)] == [2, 1]
    assert [NOTATION.names["card"][card] for card in s.top] == ["Leader", "Partisan"]
    assert size(s.zones[HAND]) == 2


def test_all_boxes_are_due_together():
    """The boxes that hold cards are opened as one batch, in the order of the colours."""
    s = build(TABLES, TITLE.setup(2)).state
    assert [(request.zone, request.n) for request in requests(s)] == [(BOX, 2), (BOX + 1, 1)]
