"""Shuffles of the product by section 5, S1 to S6, and what the same tests say of broken ones.

The long layer has the sizes of the table there. At the small sizes every cell still expects 20 shuffles and
more, so the limits of chi-square hold; a bin of S3 that would expect fewer than 5 joins its neighbour.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations as all_orders

import broken_chance
import chi
import permutations
import pytest
import slot_keys

from sealed.fairness.arithmetic.slots import Purpose, shuffle

DECK = range(1, 61)
POSITION_DF = permutations.position_df(len(DECK))
FIVE = [bytes(order) for order in all_orders(range(1, 6))]
SIZES = pytest.mark.parametrize("size", [6000, pytest.param(60_000, marks=pytest.mark.long)])


@cache
def keys(size: int) -> list[bytes]:
    return list(slot_keys.slot_keys("shuffles", size, Purpose.SHUFFLE))


@cache
def shuffles(size: int) -> list[bytes]:
    """Returns the orders of a deck of 60 in `size` slots in a row."""
    return [bytes(shuffle(key, DECK)) for key in keys(size)]


def broken(form, size: int) -> list[bytes]:
    return [bytes(form(key, DECK)) for key in keys(size)]


@SIZES
def test_every_card_lies_everywhere_equally_often(size, measured) -> None:
    """S1: no card of 60 prefers a position."""
    assert chi.within(measured(permutations.position_x(shuffles(size))), POSITION_DF)


@pytest.mark.parametrize("size", [12_000, pytest.param(120_000, marks=pytest.mark.long)])
def test_all_orders_of_five_cards_are_even(size, measured) -> None:
    """S2: each of the 120 orders of five cards comes equally often."""
    orders = [bytes(shuffle(key, range(1, 6))) for key in slot_keys.slot_keys("five", size, Purpose.SHUFFLE)]
    assert chi.within(measured(chi.even(orders, FIVE)), 119)


@pytest.mark.parametrize(("size", "last"), [(6000, 5), pytest.param(60_000, 6, marks=pytest.mark.long)])
def test_fixed_points_follow_poisson(size, last, measured) -> None:
    """S3: the number of cards that stay where they were has the law of Poisson with mean 1."""
    assert chi.within(measured(permutations.fixed_points_x(shuffles(size), last)), last)


@pytest.mark.parametrize("size", [6000, pytest.param(20_000, marks=pytest.mark.long)])
def test_inversions_are_as_many_as_chance_makes(size, measured) -> None:
    """S4: nothing of the ascending order that goes in is left, and nothing of the descending one."""
    counts = [permutations.inversions(one) for one in shuffles(size)]
    assert abs(measured(permutations.mean_z(counts, permutations.inversions_law(60)))) < chi.Z_LIMIT


@SIZES
def test_successions_are_as_many_as_chance_makes(size, measured) -> None:
    """S5: neighbours of the sorted list stay neighbours as often as chance has it."""
    counts = [permutations.successions(one) for one in shuffles(size)]
    assert abs(measured(permutations.mean_z(counts, permutations.successions_law(60)))) < chi.Z_LIMIT


@SIZES
def test_an_epoch_says_nothing_of_the_next(size, measured) -> None:
    """S6: where a card lay in an epoch says nothing of where it lies in the next."""
    orders = shuffles(size)
    moves = permutations.relative([*orders, orders[0]])
    assert chi.within(measured(permutations.position_x(moves)), POSITION_DF)


@pytest.mark.parametrize(
    "form",
    [
        broken_chance.naive_shuffle,
        broken_chance.planet_poker_shuffle,
        broken_chance.sattolo_shuffle,
        broken_chance.unrejecting_shuffle,
        broken_chance.byte_keys_shuffle,
    ],
)
@pytest.mark.long
def test_every_broken_form_is_seen_at_full_size(form, measured) -> None:
    """Power of S1: 60,000 shuffles show each of the forms that section 5 lists as seen."""
    assert measured(permutations.position_x(broken(form, 60_000))) > chi.limits(POSITION_DF)[1]


@pytest.mark.parametrize(
    ("form", "size"),
    [
        (broken_chance.naive_shuffle, 2000),
        (broken_chance.planet_poker_shuffle, 2000),
        (broken_chance.sattolo_shuffle, 2000),
        (broken_chance.unrejecting_shuffle, 10_000),
    ],
)
def test_gross_forms_are_seen_early(form, size, measured) -> None:
    """Power of S1: the sizes at which section 5 first reports a form as seen suffice."""
    assert measured(permutations.position_x(broken(form, size))) > chi.limits(POSITION_DF)[1]


@pytest.mark.long
def test_words_of_two_bytes_without_rejection_are_not_seen(measured) -> None:
    """Bound of S1: full size passes 16-bit words modulo n; the count of words in test_rejection does not."""
    form = broken_chance.unrejecting_wide_shuffle
    assert chi.within(measured(permutations.position_x(broken(form, 60_000))), POSITION_DF)


def test_naive_swaps_show_in_five_cards(measured) -> None:
    """Power of S2: swapping with any place prefers some of the 120 orders."""
    size = 12_000
    orders = [bytes(broken_chance.naive_shuffle(key, range(1, 6))) for key in keys(size)]
    assert measured(chi.even(orders, FIVE)) > chi.limits(119)[1]


def test_sattolo_shows_in_fixed_points(measured) -> None:
    """Power of S3: a form that moves every card has no fixed points at all."""
    orders = broken(broken_chance.sattolo_shuffle, 2000)
    assert measured(permutations.fixed_points_x(orders, 5)) > chi.limits(5)[1]


def test_a_deck_cut_only_shows_in_order(measured) -> None:
    """Power of S4 and S5: a deck that is merely cut keeps its neighbours and most of its order."""
    deck = bytes(DECK)
    orders = [deck[key[0] % 60 :] + deck[: key[0] % 60] for key in keys(2000)]
    inverted = permutations.mean_z([*map(permutations.inversions, orders)], permutations.inversions_law(60))
    adjacent = permutations.mean_z([*map(permutations.successions, orders)], permutations.successions_law(60))
    assert measured(inverted, "inversions") < -chi.Z_LIMIT
    assert measured(adjacent, "successions") > chi.Z_LIMIT


def test_a_deck_turned_over_shows_from_epoch_to_epoch(measured) -> None:
    """Power of S6: if each second reshuffle merely turns the deck over, epochs tell of the next."""
    orders = [one for fresh in shuffles(1000) for one in (fresh, fresh[::-1])]
    assert measured(permutations.position_x(permutations.relative(orders))) > chi.limits(POSITION_DF)[1]
