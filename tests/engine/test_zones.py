"""Zones are multisets of card codes packed into one int."""

from collections import Counter
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed.engine import zones

TYPES = 200
CODES = st.integers(1, 20) | st.integers(1, TYPES)
CODES_AND_HIDDEN = st.just(0) | CODES
SINGLES = st.lists(CODES_AND_HIDDEN, max_size=40)
COPIES = st.lists(st.tuples(CODES_AND_HIDDEN, st.integers(1, 40)), max_size=6).map(
    lambda piles: [card for card, number in piles for _ in range(number)]
)
MIXED = SINGLES | COPIES
HANDS = MIXED.map(lambda held: [card for card in held if card])


@given(HANDS)
def test_size_counts_the_cards(hand):
    """The size of a zone is the number of its cards, whatever their types."""
    assert zones.size(zones.zone_of(hand)) == len(hand)


@pytest.mark.parametrize("hand", [[7] * 254, [0] * 254, [*range(1, 255)], [0] * 54 + [200] * 200])
def test_a_zone_holds_254_cards(hand):
    """Size, copies, cards and types are right up to 254 cards, copies of one type or all different."""
    zone = zones.zone_of(hand)

    assert zones.size(zone) == 254
    assert zones.cards(zone) == tuple(hand)
    assert zones.types(zone) == tuple(sorted(set(hand)))
    assert zones.copies(zone, hand[0]) == hand.count(hand[0])


def test_a_zone_holds_no_more():
    """A zone of 255 cards, whose size would read as none, cannot be made."""
    with pytest.raises(ValueError, match="at most 254 cards, not 255"):
        zones.zone_of([3] * 255)
    with pytest.raises(ValueError, match="at most 254 cards, not 255"):
        zones.zone_of_counts({3: 100, 200: 155})


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


@given(MIXED, CODES)
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


@given(MIXED, CODES_AND_HIDDEN)
def test_could_hold_says_whether_take_works(hand, card):
    """What a zone could hold is exactly what can be taken from it."""
    zone = zones.zone_of(hand)
    try:
        zones.take(zone, card)
    except ValueError:
        assert not zones.could_hold(zone, card)
    else:
        assert zones.could_hold(zone, card)


@given(HANDS, st.sets(st.integers(0, 60)))
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


@given(MIXED)
def test_kinds_are_the_types_whatever_their_copies(held):
    """Two zones have the same set of types exactly if their `kinds` are equal, and `types` lists that set."""
    zone, once = zones.zone_of(held), zones.zone_of(set(held))

    assert zones.kinds(zone) == zones.kinds(once) == once
    assert zones.types(zone) == tuple(sorted(set(held)))


@given(MIXED)
def test_a_card_is_found_by_its_index(held):
    """`card_at` goes through the cards in their order, and there is none behind the last."""
    zone = zones.zone_of(held)

    assert [zones.card_at(zone, index) for index in range(len(held))] == sorted(held)
    with pytest.raises(IndexError):
        zones.card_at(zone, len(held))


@given(MIXED, MIXED)
def test_zones_add_as_counters_do(one, other):
    """The sum of two zones holds the cards of both."""
    both = zones.zone_of(one[:100]) + zones.zone_of(other[:100])

    assert Counter(zones.cards(both)) == Counter(one[:100]) + Counter(other[:100])


@given(MIXED, st.lists(st.tuples(st.booleans(), CODES_AND_HIDDEN), max_size=30))
def test_a_zone_goes_with_a_counter(held, changes):
    """Through any takes and puts a zone is what a counter with hidden cards is."""
    zone, model = zones.zone_of(held[:200]), Counter(held[:200])
    for leaves, card in changes:
        if not leaves:
            zone, model = zones.put(zone, card), model + Counter([card])
        elif model[card] or model[0]:
            zone, model = zones.take(zone, card), model - Counter([card if model[card] else 0])
    assert Counter(zones.cards(zone)) == model
    assert zones.size(zone) == model.total()
    assert zones.has_hidden(zone) == (model[0] > 0)


def test_a_table_of_sets_is_bounded():
    """A table of what sets allow stays right and small, however many sets of unique cards come by."""
    table = zones.ByKinds(lambda there: there)
    hands = islice(combinations(range(1, 67), 5), 20_000)
    wrong = [hand for hand in hands if table[zones.kinds(zones.zone_of(hand))] != hand]

    assert not wrong
    assert 0 < len(table) <= 8192
