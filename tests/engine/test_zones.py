"""Zones are multisets of card codes packed into one int."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed.engine import zones

CODES = st.integers(1, 20)
HANDS = st.lists(CODES, max_size=30)
MIXED = st.lists(st.integers(0, 20), max_size=30)


@given(HANDS)
def test_size_counts_the_cards(hand):
    """The number modulo 31 is the number of cards, up to thirty of them."""
    assert zones.size(zones.zone_of(hand)) == len(hand)


@given(MIXED)
def test_cards_are_what_was_put_in_ascending(hand):
    """A zone gives back its cards in ascending order, copies repeated, hidden ones first."""
    assert zones.cards(zones.zone_of(hand)) == tuple(sorted(hand))


@given(HANDS)
def test_order_is_forgotten(hand):
    """Two orders of the same cards are one zone."""
    assert zones.zone_of(hand) == zones.zone_of(reversed(hand))


@given(HANDS)
def test_counts_and_lists_agree(hand):
    """A zone made of counts equals the zone made of the cards."""
    assert zones.zone_of_counts(Counter(hand)) == zones.zone_of(hand)


@given(MIXED)
def test_types_and_copies_are_a_counter(hand):
    """Types and copies say together what a counter says."""
    zone = zones.zone_of(hand)
    assert {card: zones.copies(zone, card) for card in zones.types(zone)} == Counter(hand)


@given(MIXED)
def test_hiding_keeps_the_count_and_nothing_else(hand):
    """Two zones of equal size are one zone once hidden, and hiding twice is hiding once."""
    hidden = zones.hide(zones.zone_of(hand))
    assert hidden == zones.zone_of([zones.HIDDEN] * len(hand)) == zones.hide(hidden)


@given(MIXED.filter(lambda hand: len(hand) < 30), CODES)
def test_take_undoes_put(hand, card):
    """A card that was put in can be taken out again and leaves the zone as it was."""
    zone = zones.zone_of(hand)
    assert zones.take(zones.put(zone, card), card) == zone


@given(MIXED, CODES)
def test_take_prefers_the_known_card(hand, card):
    """A known copy leaves first; without one a hidden card turns out to be it; without either nothing can."""
    zone = zones.zone_of(hand)
    if card in hand:
        assert zones.copies(zones.take(zone, card), card) == hand.count(card) - 1
    elif zones.HIDDEN in hand:
        assert zones.copies(zones.take(zone, card), zones.HIDDEN) == hand.count(zones.HIDDEN) - 1
    else:
        with pytest.raises(ValueError, match="does not hold"):
            zones.take(zone, card)


@given(MIXED, st.integers(0, 20))
def test_could_hold_says_whether_take_works(hand, card):
    """What a zone could hold is exactly what can be taken from it."""
    zone = zones.zone_of(hand)
    try:
        zones.take(zone, card)
    except ValueError:
        assert not zones.could_hold(zone, card)
    else:
        assert zones.could_hold(zone, card)


@given(HANDS, st.sets(st.integers(0, 29)))
def test_a_zone_could_be_what_it_is(hand, seen):
    """Whatever part of a zone is hidden, the zone could be the cards that it holds."""
    mixed = [0 if index in seen else card for index, card in enumerate(hand)]
    assert zones.could_be(zones.zone_of(mixed), hand)


@given(HANDS, CODES)
def test_a_known_zone_could_not_be_more(hand, card):
    """A zone without hidden cards could not be its cards and one more."""
    assert not zones.could_be(zones.zone_of(hand), [*hand, card])


def test_hidden_is_known_to_be_hidden():
    """A zone tells whether it holds an unknown card."""
    assert zones.has_hidden(zones.zone_of([0, 3]))
    assert not zones.has_hidden(zones.zone_of([3]))
    assert not zones.has_hidden(0)


@given(st.lists(st.integers(0, 23), max_size=30))
def test_kinds_are_the_types_whatever_their_copies(held):
    """Two zones have the same set of types exactly if their `kinds` are equal, and `types` lists that set."""
    zone, once = zones.zone_of(held), zones.zone_of(set(held))

    assert zones.kinds(zone) == zones.kinds(once)
    assert zones.types(zone) == tuple(sorted(set(held)))
