"""How much time is left to whom: the verifier's figures at one moment of the referee's clock (spec 2.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from sealed_client.follower import Follower

SHORT_MS: Final = (300_000, 60_000, 20_000)
"""A player is warned when so little of his time is left."""


class Hurry(NamedTuple):
    """Is what is to be told of time: how many warnings stand by now, and whether a pause runs."""

    warnings: int = 0
    paused: bool = False


NO_HURRY: Final = Hurry()


def paused(follower: Follower, at_ms: int) -> bool:
    """Tells whether a pause runs at a moment of the referee's clock."""
    until = follower.verifier.pause.until_ms
    return follower.verifier.phase == "P" and until is not None and at_ms < until


def time_left(follower: Follower, seat: int, at_ms: int) -> int | None:
    """Returns the milliseconds that a seat has left for its answer; None if it owes none.

    During a pause that is what it will have when the pause ends.
    """
    verifier = follower.verifier
    if not verifier.size or follower.game_over is not None or verifier.asked(seat) is None:
        return None
    due = verifier.deadline(seat)
    if due is None:
        return None
    ends = verifier.pause.until_ms
    return max(0, due - (ends if ends is not None and at_ms < ends else at_ms))


def hurry(follower: Follower, at_ms: int) -> Hurry:
    """Returns what the player of a seat, or a spectator, has to be told of time at a moment."""
    left = time_left(follower, follower.seat, at_ms) if follower.seat else None
    warnings = 0 if left is None else sum(left <= short for short in SHORT_MS)
    return Hurry(warnings, paused(follower, at_ms))
