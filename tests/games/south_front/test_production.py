"""Drawing cards (rules, Actions; Running Out of Cards; Special Card Cases; facts D9-148)."""

import pytest
from south_front_boards import written

from sealed.engine.cards import count
from sealed.engine.chance import CHANCE, Deal
from sealed.engine.eye import PUBLIC
from sealed.engine.frames import pop
from sealed.engine.kernel import apply, requests, view
from sealed.games.south_front.actions.production import draw
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.state import AXIS, DECK, HAND
from sealed.testing.playout import played

TOP = ["Mare Nostrum", "Afrika Korps"]


def table(*deck):
    """Return a position with these cards in the deck of the Axis, whose action is due."""
    return written(board={"Rome": "Pact infantry"}, decks={"Axis": list(deck)})


def test_production_initiative_draws_one_card():
    """The action deals one card from the own deck to the own hand."""
    step = apply(table(*TOP), NOTATION.parse("production"), 1)
    assert [(event.id, event.args) for event in step.events] == [("production", (AXIS,)), ("drew", (AXIS, 1))]
    assert requests(step.state) == (Deal(DECK + AXIS, HAND + AXIS, 1),)
    s = played(step.state, NOTATION.parse("deal Mare Nostrum"), CHANCE)
    assert (count(s, DECK + AXIS), count(s, HAND + AXIS)) == (1, 1)


def test_an_empty_deck_produces_nothing():
    """Production Initiative needs a card to draw."""
    assert apply(table(), NOTATION.parse("production"), 1).code == "deck-empty"


@pytest.mark.parametrize(("wanted", "drawn"), [(1, 1), (2, 2), (5, 2)])
def test_a_short_deck_gives_what_it_has(wanted, drawn):
    """Who is to draw more cards than are left draws those that are left (D9-148)."""
    tell = []
    s = draw(table(*TOP), AXIS, wanted, tell)
    assert requests(s)[0].n == drawn
    assert [event.args for event in tell] == [(AXIS, drawn)]


@pytest.mark.parametrize(("deck", "wanted"), [((), 2), (TOP, 0)])
def test_where_nothing_is_drawn_nothing_happens(deck, wanted):
    """No cards wanted or none left: no draw, no event."""
    tell = []
    s = table(*deck)
    assert draw(s, AXIS, wanted, tell) is s
    assert not tell


def test_cards_come_together_or_one_by_one():
    """One deal of two cards and two deals of one card end in the same state, for every reader."""
    s = draw(pop(table(*TOP)), AXIS, 2, [])
    together = played(s, NOTATION.parse("deal Mare Nostrum Afrika Korps"), CHANCE)
    single = played(s, NOTATION.parse("deal Afrika Korps"), CHANCE)
    assert requests(single)[0].n == 1
    assert played(single, NOTATION.parse("deal Mare Nostrum"), CHANCE) == together
    hidden = played(view(s, PUBLIC), NOTATION.parse("deal ? ?"), CHANCE)
    assert hidden == view(together, PUBLIC)
