"""Figures: a ratio to a floor with its limit, or a plain number without one."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True)
class Figure:
    """Is one line of the bench.

    `ratio` is to the floor named in `what` (None: a plain number), `limit` what it must keep (None: nothing),
    `at_least` tells that more is better. `values` are the absolute numbers by name with unit, such as
    `floor us`.
    """

    name: str
    what: str
    ratio: float | None = None
    limit: float | None = None
    at_least: bool = False
    values: Mapping[str, float] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        """Tells whether the limit is kept; a figure without a limit or a ratio always holds."""
        if self.ratio is None or self.limit is None:
            return True
        return self.ratio >= self.limit if self.at_least else self.ratio <= self.limit

    @property
    def bound(self) -> str:
        """Returns the limit as it is read: `>= 3.0`, `<= 1.6`, or nothing."""
        return "" if self.limit is None else f"{'>=' if self.at_least else '<='} {self.limit:g}"

    def as_object(self) -> dict[str, object]:
        """Returns the figure for programs."""
        return {
            "what": self.what,
            "ratio": self.ratio,
            "limit": self.limit,
            "at_least": self.at_least,
            "holds": self.holds,
            "values": dict(self.values),
        }


class Paired(NamedTuple):
    """Is what floor and product have taken in turn: the median ratio, and the median of each."""

    ratio: float
    floor: float
    ours: float


def taking_turns(floor: Callable[[], float], ours: Callable[[], float], rounds: int) -> Paired:
    """Measures floor and product in turn, so many rounds, and returns `ours / floor`."""
    pairs = [(floor(), ours()) for _ in range(rounds)]
    return paired(pairs)


def paired(pairs: list[tuple[float, float]]) -> Paired:
    """Returns the medians of (floor, ours) pairs of rounds."""
    return Paired(
        median(ours / floor for floor, ours in pairs),
        median(floor for floor, _ in pairs),
        median(ours for _, ours in pairs),
    )


class Effort(NamedTuple):
    """Is how long to measure: rounds of floor and product in turn, and seconds or steps in each."""

    rounds: int = 7
    seconds: float = 0.5
    steps: int = 60


__all__ = ["Effort", "Figure", "Paired", "paired", "taking_turns"]
