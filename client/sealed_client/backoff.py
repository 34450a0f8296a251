"""How long to wait before the next attempt: longer each time, and never in step with other clients."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

FIRST_S, LONGEST_S = 0.25, 20.0


class Backoff:
    """Counts failed attempts and says how long to wait; `rng` gives the jitter."""

    def __init__(self, rng: Random) -> None:
        """Starts without failures."""
        self._rng = rng
        self._failures = 0

    def succeeded(self) -> None:
        """Forgets the failures: something has worked."""
        self._failures = 0

    def next_s(self, at_least: float | None = None) -> float:
        """Returns the seconds to wait after another failure; `at_least` is what the referee asked for."""
        longest = min(LONGEST_S, FIRST_S * 2.0 ** min(self._failures, 10))
        self._failures += 1
        jittered = longest * (0.5 + self._rng.random() / 2)
        return max(jittered, at_least or 0.0)
