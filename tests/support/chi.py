"""Knows the chi-square law and the statistics on counts and runs of protocol section 5; pure arithmetic."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

ALPHA: Final = 1e-3
Z_LIMIT: Final = 3.29  # of a normal statistic, both tails together 1e-3 (section 5)
_PRECISION: Final = 1e-14


def _front(a: float, x: float) -> float:
    return math.exp(a * math.log(x) - x - math.lgamma(a))


def _series(a: float, x: float) -> float:
    """Returns the lower regularized incomplete gamma function; converges well below x = a + 1."""
    term = total = 1 / a
    while term > total * _PRECISION:
        a += 1
        term *= x / a
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """Returns the continued fraction of the upper function, evaluated forwards (Lentz)."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value, step, i = d, 0.0, 0
    while abs(step - 1) > _PRECISION:
        i += 1
        numerator = i * (a - i)
        b += 2
        d = 1 / (numerator * d + b or tiny)
        c = b + numerator / c or tiny
        step = c * d
        value *= step
    return value


def tails(x: float, df: int) -> tuple[float, float]:
    """Returns the chances (below x, above x) of a chi-square variable with `df` degrees of freedom."""
    a, half = df / 2, x / 2
    if half <= 0:
        return 0.0, 1.0
    if half < a + 1:
        below = _front(a, half) * _series(a, half)
        return below, 1 - below
    above = _front(a, half) * _fraction(a, half)
    return 1 - above, above


@cache
def limits(df: int, alpha: float = ALPHA) -> tuple[float, float]:
    """Returns the values that chi-square undercuts, and exceeds, with chance `alpha` each."""
    return _crossing(df, lambda x: tails(x, df)[0] > alpha), _crossing(df, lambda x: tails(x, df)[1] < alpha)


def _crossing(df: int, beyond: Callable[[float], bool]) -> float:
    """Returns where `beyond`, false at 0 and true far out, turns true."""
    low, high = 0.0, df + 20 * math.sqrt(2 * df) + 60
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if beyond(middle) else (middle, high)
    return high


def within(statistic: float, df: int) -> bool:
    """Tells whether a chi-square statistic is credible: neither far above nor far below (two-sided)."""
    low, high = limits(df)
    return low < statistic < high


def chi_square(counts: Iterable[int], expected: Sequence[float]) -> float:
    """Returns the sum of (O - E)^2 / E; both run over the same cells."""
    return sum((seen - due) ** 2 / due for seen, due in zip(counts, expected, strict=True))


def even(values: Sequence[object], cells: Sequence[object]) -> float:
    """Returns chi-square of `values` against equal shares for all `cells`.

    Raises ValueError for a value outside the cells.
    """
    seen = Counter(values)
    if not seen.keys() <= set(cells):
        raise ValueError(f"values outside the cells: {sorted(map(str, seen.keys() - set(cells)))[:5]}")
    return chi_square([seen[cell] for cell in cells], [len(values) / len(cells)] * len(cells))


def serial(values: Sequence[int], cells: Sequence[int]) -> float:
    """Returns chi-square of neighbours less that of singles, df m (m - 1); the sequence is closed to a ring.

    The ring makes the difference of the two exactly what section 5 (D2) takes it for.
    """
    ring = [*values, values[0]]
    pairs = [(first, second) for first in cells for second in cells]
    return even(list(pairwise(ring)), pairs) - even(values, cells)


def runs_z(above: Sequence[bool]) -> float:
    """Returns z of the number of runs, given how many are above and below (Wald and Wolfowitz; D3)."""
    n, up = len(above), sum(above)
    runs = 1 + sum(first != second for first, second in pairwise(above))
    mean = 2 * up * (n - up) / n + 1
    return (runs - mean) / math.sqrt((mean - 1) * (mean - 2) / (n - 1))
