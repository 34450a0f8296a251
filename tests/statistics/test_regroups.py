"""Secrecy of regroups (section 4, case 92): nothing of a reference comes twice, and a card lies anywhere.

Measured on references of the product's own arithmetic, made and laid as a regroup makes and lays them.
"""

from __future__ import annotations

from random import Random

import chi
import pytest

from sealed.fairness.arithmetic.blind import Handle, make_ref, regroup_tag, salt_in, salt_out

REGROUPS = 1_000
CARDS = [Handle(0, 0, position) for position in range(4)]


def regrouped(seed: bytes, first: int) -> list[Handle]:
    """Returns four cards of a unit in the order in which a regroup lays them."""
    return sorted(CARDS, key=lambda handle: regroup_tag(seed, first, handle))


def test_no_commitment_or_salt_comes_twice() -> None:
    """Over 1,000 regroups of the same four cards no inner, outer or salt occurs under two references."""
    rng = Random("regroups")
    table, seed = rng.randbytes(32), rng.randbytes(32)
    seen: set[bytes] = set()
    first = 1
    for _ in range(REGROUPS):
        for number, handle in enumerate(regrouped(seed, first), first):
            made = make_ref(table, 1, seed, number, handle, handle.position + 1)
            seen |= {made.inner, made.outer, salt_in(seed, number), salt_out(seed, number)}
        first += len(CARDS)
    assert len(seen) == 4 * len(CARDS) * REGROUPS


@pytest.mark.parametrize("size", [REGROUPS, pytest.param(100_000, marks=pytest.mark.long)])
def test_a_card_that_is_regrouped_lies_anywhere(size, measured) -> None:
    """The place of a card among four is even, regroup after regroup of one game (3 degrees of freedom)."""
    seed = Random("places").randbytes(32)
    places = [regrouped(seed, 1 + 4 * n).index(CARDS[2]) for n in range(size)]
    assert chi.within(measured(chi.even(places, range(4))), 3)


@pytest.mark.parametrize("size", [REGROUPS, pytest.param(100_000, marks=pytest.mark.long)])
def test_where_a_card_lay_does_not_tell_where_it_lies(size, measured) -> None:
    """Old and new place of a card are independent: all 16 pairs come equally often."""
    rng = Random("pairs")
    seeds = [rng.randbytes(32) for _ in range(size)]
    pairs = [(regrouped(seed, 1).index(CARDS[0]), regrouped(seed, 5).index(CARDS[0])) for seed in seeds]
    cells = [(one, other) for one in range(4) for other in range(4)]
    assert chi.within(measured(chi.even(pairs, cells)), 15)


def test_an_order_that_forgets_where_it_begins_shows(measured) -> None:
    """Power: with the same tag in every regroup a card always lies where it lay."""
    rng = Random("power")
    seeds = [rng.randbytes(32) for _ in range(REGROUPS)]
    pairs = [(regrouped(seed, 1).index(CARDS[0]), regrouped(seed, 1).index(CARDS[0])) for seed in seeds]
    cells = [(one, other) for one in range(4) for other in range(4)]
    assert measured(chi.even(pairs, cells)) > chi.limits(15)[1]
