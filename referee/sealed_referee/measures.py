"""What a referee counts while it works, for `exposition` to show (architecture, section 4).

Counting is cheap and always on; nothing is kept by player, key, table or card. Codes are those of the
protocol and of this service, so nobody can make up a label.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from sealed.fairness.codes import CODES
from sealed_referee.problems import STATUS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BOUNDS_S: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the buckets of durations, in seconds; one more bucket holds what is longer."""
OTHER: Final = "OTHER"
_OWN: Final = frozenset({"NO_RESUME", "NOT_FINISHED", "NO_LOG_YET", "NO_REFERENCES", "RES_REFEREE_BEHIND"})
_KNOWN: Final = frozenset(CODES) | frozenset(STATUS) | _OWN


class Durations:
    """Is a histogram of durations."""

    __slots__ = ("buckets", "total_s")

    def __init__(self) -> None:
        """Starts empty; `buckets` has one number for each bound and one for what is longer."""
        self.buckets = [0] * (len(BOUNDS_S) + 1)
        self.total_s = 0.0

    def add(self, seconds: float) -> None:
        """Counts one duration."""
        self.buckets[bisect_left(BOUNDS_S, seconds)] += 1
        self.total_s += seconds

    @contextmanager
    def timing(self) -> Iterator[None]:
        """Counts how long what is inside takes, also if it fails."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.add(time.perf_counter() - start)


class Measures:
    """Is everything that one referee has counted since its start."""

    def __init__(self) -> None:
        """Starts at zero. `sessions` tells how many log-ins there are, once somebody knows."""
        self.entries = 0
        self.appends = 0
        self.refusals: dict[str, int] = {}
        self.problems: dict[str, int] = {}
        self.commits = Durations()
        self.judgements = Durations()
        self.sessions: Callable[[], int] = lambda: 0

    def append(self, entries: int) -> None:
        """Counts an append that has become durable."""
        self.entries += entries
        self.appends += 1

    def refusal(self, code: str) -> None:
        """Counts a signed refusal."""
        _count(self.refusals, code)

    def problem(self, code: str) -> None:
        """Counts a Problem that somebody was told."""
        _count(self.problems, code)


def _count(by_code: dict[str, int], code: str) -> None:
    label = code if code in _KNOWN else OTHER
    by_code[label] = by_code.get(label, 0) + 1
