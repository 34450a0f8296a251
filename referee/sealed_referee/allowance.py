"""How much of a table's store one seat may fill with what moves no game: refused messages, and wishes.

Every refusal is kept, since its message must never be logged (spec 2.8), and every wish (PAUSE, RESIGN with
`stop`) is an entry. Nobody who plays comes near these limits. To resign is possible at any moment (2.12).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1.referee_pb2 import Problem
from sealed_referee.token_bucket import TokenBucket

if TYPE_CHECKING:
    from sealed_referee.letters import Letter

REFUSALS: Final = 1000
REFUSALS_A_SECOND: Final = 1.0
WISHES: Final = 64
WISHES_A_SECOND: Final = 0.1


class Allowance:
    """Is what the seats of one table have left; after a restart they have all of it again."""

    __slots__ = ("_refusals", "_wishes")

    def __init__(self) -> None:
        """Starts with everything left."""
        self._refusals: dict[int, TokenBucket] = {}
        self._wishes: dict[int, TokenBucket] = {}

    def problem(self, letter: Letter, now_ms: int) -> Problem | None:
        """Returns what a seat is told whose message is not even judged now; None if it may come.

        Takes the price of a wish. Nothing is burnt: the same bytes may come again.
        """
        if letter.type == EntryType.RESIGN and not letter.signed.payload:
            return None
        wait = self._of(self._refusals, letter.seat, now_ms).wait(now_ms)
        if wait:
            return _wait("too many of your messages were refused", wait)
        if letter.type in {EntryType.RESIGN, EntryType.PAUSE}:
            wait = self._of(self._wishes, letter.seat, now_ms).take(now_ms)
            if wait:
                return _wait("you have changed your wishes too often", wait)
        return None

    def refused(self, seat: int, now_ms: int) -> None:
        """Takes the price of a refusal that is kept."""
        self._of(self._refusals, seat, now_ms).take(now_ms)

    def _of(self, buckets: dict[int, TokenBucket], seat: int, now_ms: int) -> TokenBucket:
        if seat not in buckets:
            refusals = buckets is self._refusals
            burst, rate = (REFUSALS, REFUSALS_A_SECOND) if refusals else (WISHES, WISHES_A_SECOND)
            buckets[seat] = TokenBucket(burst, rate, now_ms)
        return buckets[seat]


def _wait(why: str, wait_ms: int) -> Problem:
    seconds = -(-wait_ms // 1000)
    text = f"{why}; wait {seconds} s, then send the same message again"
    return Problem(code="TOO_FAST", text=text, retry_after_ms=wait_ms)
