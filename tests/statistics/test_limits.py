"""The statistics themselves: their limits are those of section 5, their laws hold by full count."""

from __future__ import annotations

import itertools
import math

import chi
import permutations
import pytest


@pytest.mark.parametrize(
    ("df", "at_3", "at_6"),
    [(9, 27.9, 44.8), (90, 137.2, 168.7), (119, 172.4, 207.2), (6, 22.5, 38.3), (3481, 3745, 3892)],
)
def test_upper_limits_are_those_of_the_table(df, at_3, at_6) -> None:
    """The upper limits of chi-square at 10^-3 and 10^-6 are the published ones, to the digits printed."""
    digits = 0 if df == 3481 else 1
    assert [round(chi.limits(df, alpha)[1], digits) for alpha in (1e-3, 1e-6)] == [at_3, at_6]


def test_low_limits_are_those_of_the_table() -> None:
    """The low limits of the position matrix are the published ones."""
    assert [round(chi.limits(3481, alpha)[0]) for alpha in (1e-3, 1e-6)] == [3229, 3099]


@pytest.mark.parametrize("x", [0.1, 1.0, 3.9, 4.1, 30.0])
def test_tails_of_two_degrees_are_exponential(x) -> None:
    """With two degrees of freedom the chance above x is exp(-x/2), in either way of computing it."""
    below, above = chi.tails(x, 2)
    assert math.isclose(above, math.exp(-x / 2), rel_tol=1e-12)
    assert math.isclose(below, 1 - math.exp(-x / 2), rel_tol=1e-12)


def test_too_good_is_not_within() -> None:
    """Counts far closer to equal shares than chance allows are as suspicious as counts far off."""
    assert not chi.within(chi.even([*range(1, 11)] * 100, range(1, 11)), 9)


def test_a_value_outside_the_cells_is_an_error() -> None:
    """A die that shows 11 cannot pass as a missing count."""
    with pytest.raises(ValueError, match="11"):
        chi.even([1, 2, 11], range(1, 11))


def test_alternation_shows_in_serial_pairs_and_runs() -> None:
    """A sequence that merely alternates has perfect faces and impossible neighbours and runs."""
    alternating = [1, 10] * 500
    assert chi.even(alternating, [1, 10]) == 0
    assert not chi.within(chi.serial(alternating, [1, 10]), 2)
    assert chi.runs_z([value > 5.5 for value in alternating]) > chi.Z_LIMIT


@pytest.mark.parametrize(
    ("count", "law"),
    [
        (permutations.inversions, permutations.inversions_law),
        (permutations.successions, permutations.successions_law),
    ],
)
def test_moments_hold_over_all_orders(count, law) -> None:
    """Mean and variance of inversions and successions are those of all 720 orders of six cards."""
    counts = [count(bytes(order)) for order in itertools.permutations(range(1, 7))]
    mean = sum(counts) / len(counts)
    variance = sum((each - mean) ** 2 for each in counts) / len(counts)
    assert (mean, variance) == pytest.approx(law(6))


def test_relative_orders_lead_from_one_shuffle_to_the_next() -> None:
    """The card on top before lies third after: the relative order begins with 3."""
    assert permutations.relative([bytes([2, 3, 1]), bytes([3, 1, 2])]) == [bytes([3, 1, 2])]
