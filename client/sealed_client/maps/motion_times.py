"""When movements run: in the log's order, each eased out, all of them within 0.9 s (design, section 7)."""

from __future__ import annotations

PIECE = 0.22
"""Seconds of one movement."""
ALL = 0.9
"""Seconds that all movements of a batch take at most."""
FADE = 0.12
"""Seconds of the cross-fade that replaces movements for whoever wants calm."""


def starts(count: int) -> tuple[float, ...]:
    """Return when each of ``count`` movements begins, in seconds; one after the other if there is time."""
    if count < 2:
        return (0.0,) * count
    step = min(PIECE, (ALL - PIECE) / (count - 1))
    return tuple(number * step for number in range(count))


def ends(count: int) -> float:
    """Return when the last of ``count`` movements is over."""
    return starts(count)[-1] + PIECE if count else 0.0


def eased(share: float) -> float:
    """Return how far a movement has come after a share of its time: fast at first, then gently."""
    left = 1.0 - min(max(share, 0.0), 1.0)
    return 1.0 - left * left * left
