"""A token bucket: how fast somebody may ask (spec 2.2, "Limits")."""

from __future__ import annotations


class TokenBucket:
    """Holds up to `burst` tokens and gains `per_second` of them a second. Time comes from the caller."""

    __slots__ = ("_burst", "_per_ms", "_then", "_tokens")

    def __init__(self, burst: int, per_second: int, now_ms: int) -> None:
        """Starts full."""
        self._burst = float(burst)
        self._per_ms = per_second / 1000
        self._tokens = float(burst)
        self._then = now_ms

    def take(self, now_ms: int) -> int:
        """Takes a token and returns 0, or returns in how many milliseconds there will be one."""
        gained = max(0, now_ms - self._then) * self._per_ms
        self._tokens = min(self._burst, self._tokens + gained)
        self._then = now_ms
        if self._tokens >= 1:
            self._tokens -= 1
            return 0
        return int((1 - self._tokens) / self._per_ms) + 1
