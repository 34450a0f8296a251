"""Measures shuffles of the cards 1..n, each given as bytes from the top (protocol section 5, S1 to S6)."""

from __future__ import annotations

import math
from bisect import bisect, insort
from collections import Counter
from itertools import pairwise
from operator import eq, itemgetter
from typing import TYPE_CHECKING, Final

import chi

if TYPE_CHECKING:
    from collections.abc import Sequence

_NEXT_CARD: Final = bytes((card + 1) % 256 for card in range(256))


def position_df(n: int) -> int:
    """Returns the degrees of freedom of the position matrix: rows and columns all have the same sum."""
    return (n - 1) ** 2


def position_x(shuffles: Sequence[bytes]) -> float:
    """Returns X of how often each card lies at each position (S1)."""
    n, due = len(shuffles[0]), len(shuffles) / len(shuffles[0])
    total = 0.0
    for place in range(n):
        seen = Counter(map(itemgetter(place), shuffles))
        total += sum((seen[card] - due) ** 2 for card in range(1, n + 1)) / due
    return total * (n - 1) / n


def relative(shuffles: Sequence[bytes]) -> list[bytes]:
    """Returns for each two in a row where, from 1, the second has the cards of the first (S6)."""
    moves = []
    for before, after in pairwise(shuffles):
        place_of = bytearray(256)
        for place, card in enumerate(after, 1):
            place_of[card] = place
        moves.append(before.translate(place_of))
    return moves


def fixed_points_x(shuffles: Sequence[bytes], last: int) -> float:
    """Returns chi-square of how many fixed points, 0 to `last` or more, against Poisson(1); df `last`."""
    unmoved = bytes(range(1, len(shuffles[0]) + 1))
    seen = Counter(min(last, sum(map(eq, one, unmoved))) for one in shuffles)
    shares = [math.exp(-1) / math.factorial(number) for number in range(last)]
    shares.append(1 - sum(shares))
    return chi.chi_square((seen[number] for number in range(last + 1)), [len(shuffles) * p for p in shares])


def inversions(one: bytes) -> int:
    """Returns how many pairs of cards lie in descending order."""
    passed: list[int] = []
    total = 0
    for card in one:
        total += len(passed) - bisect(passed, card)
        insort(passed, card)
    return total


def successions(one: bytes) -> int:
    """Returns how many cards i + 1 lie right under their card i."""
    return sum(map(eq, one[1:], one.translate(_NEXT_CARD)))


def inversions_law(n: int) -> tuple[float, float]:
    """Returns mean and variance of the inversions of a uniform order of n (S4)."""
    return n * (n - 1) / 4, n * (n - 1) * (2 * n + 5) / 72


def successions_law(n: int) -> tuple[float, float]:
    """Returns mean and variance of the successions of a uniform order of n (S5).

    Each two of the n - 1 possible successions occur together with chance (n - 2)! / n!, adjacent or not; from
    that follows the variance, which section 5 leaves out.
    """
    return (n - 1) / n, (n * n - n - 1) / n**2


def mean_z(values: Sequence[int], law: tuple[float, float]) -> float:
    """Returns how many standard errors the mean of `values` is off the (mean, variance) of the law."""
    mean, variance = law
    return (sum(values) / len(values) - mean) / math.sqrt(variance / len(values))
