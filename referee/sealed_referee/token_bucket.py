"""A token bucket: how fast somebody may ask (spec 2.2, "Limits")."""

from __future__ import annotations


class TokenBucket:
    """Holds up to `burst` tokens and gains `per_second` of them a second. Time comes from the caller."""

    __slots__ = ("_burst", "_per_ms", "_then", "_tokens")

    def __init__(self, burst: int, per_second: float, now_ms: int) -> None:
        """Starts full."""
        self._burst = float(burst)
        self._per_ms = per_second / 1000
        self._tokens = float(burst)
        self._then = now_ms

    def take(self, now_ms: int, tokens: int = 1) -> int:
        """Takes tokens and returns 0, or takes none and returns in how many milliseconds there are enough.

        Who asks for more than the bucket holds gets them when it is full.
        """
        tokens = min(tokens, int(self._burst))
        wait = self.wait(now_ms, tokens)
        if not wait:
            self._tokens -= tokens
        return wait

    def wait(self, now_ms: int, tokens: int = 1) -> int:
        """Returns in how many milliseconds there are so many tokens; takes none."""
        gained = max(0, now_ms - self._then) * self._per_ms
        self._tokens = min(self._burst, self._tokens + gained)
        self._then = now_ms
        return 0 if self._tokens >= tokens else int((tokens - self._tokens) / self._per_ms) + 1
