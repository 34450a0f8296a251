"""Picks and turn orders of the product by section 5, P1 and T1; the long layer has the sizes of the table."""

from __future__ import annotations

from itertools import permutations as all_orders

import broken_chance
import chi
import pytest
import slot_keys

from sealed.fairness.arithmetic.slots import Purpose, order, pick

SEATS = range(1, 7)
TURN_ORDERS = [bytes(one) for one in all_orders(SEATS)]


def pick_keys(m: int, size: int):
    return slot_keys.slot_keys(f"pick of {m}", size, Purpose.PICK)


@pytest.mark.parametrize("m", [*range(2, 13), 60, 300])
@pytest.mark.parametrize("size", [10_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_each_of_m_things_is_picked_equally_often(m, size, measured) -> None:
    """P1: a pick prefers no place of the public order."""
    picks = [pick(key, m) for key in pick_keys(m, size)]
    assert chi.within(measured(chi.even(picks, range(m))), m - 1)


def test_a_byte_without_rejection_shows_in_picks(measured) -> None:
    """Power of P1: a pick of 60 by a byte modulo 60 favours sixteen places by a quarter."""
    picks = [broken_chance.UnrejectingStream(key, 1).below(60) for key in pick_keys(60, 10_000)]
    assert measured(chi.even(picks, range(60))) > chi.limits(59)[1]


@pytest.mark.parametrize("size", [14_400, pytest.param(360_000, marks=pytest.mark.long)])
def test_all_turn_orders_of_six_seats_are_even(size, measured) -> None:
    """T1: each of the 720 turn orders of six seats comes equally often."""
    orders = [bytes(order(key, SEATS)) for key in slot_keys.slot_keys("turns", size, Purpose.ORDER)]
    assert chi.within(measured(chi.even(orders, TURN_ORDERS)), 719)


def test_naive_swaps_show_in_turn_orders(measured) -> None:
    """Power of T1: swapping with any seat prefers some of the 720 turn orders."""
    keys = slot_keys.slot_keys("turns", 14_400, Purpose.ORDER)
    orders = [bytes(broken_chance.naive_shuffle(key, SEATS)) for key in keys]
    assert measured(chi.even(orders, TURN_ORDERS)) > chi.limits(719)[1]
