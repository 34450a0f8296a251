"""Log-in challenges that cost no memory until they are answered, so that nobody can crowd out another's."""

from __future__ import annotations

import hashlib
import hmac
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from sealed_referee.problems import ServiceError

if TYPE_CHECKING:
    from collections.abc import Callable

CHALLENGE_MS: Final = 60_000
MAX_ANSWERED: Final = 65_536
AGAIN: Final = "ask for a new challenge with Hello and log in again"
_NONCE, _TIME, _TAG = 12, 6, 14
"""The bytes of a challenge: a random nonce, the time it was made, masked, and what ties them together."""


class Challenges:
    """Makes challenges of 32 bytes, good once and for at most 60 s (spec 2.1).

    One is random but for the time in it, which a secret of this process masks and ties to key and table. Only
    those that were answered are remembered, until they would have run out anyway.
    """

    def __init__(self, now_ms: Callable[[], int], entropy: Callable[[int], bytes]) -> None:
        """Draws the secret; nothing of it outlives the process."""
        self._now_ms, self._entropy = now_ms, entropy
        self._secret = entropy(32)
        self._answered: OrderedDict[bytes, int] = OrderedDict()

    def __repr__(self) -> str:
        """Shows nothing."""
        return "<challenges>"

    def make(self, pk: bytes, table_id: bytes) -> bytes:
        """Returns a challenge for this key and table."""
        nonce = self._entropy(_NONCE)
        stamp = self._masked(nonce, self._now_ms().to_bytes(_TIME, "big"))
        return nonce + stamp + self._tag(nonce + stamp, pk, table_id)

    def answer(self, challenge: bytes, pk: bytes, table_id: bytes) -> None:
        """Takes a challenge once.

        Raises ServiceError AUTH_REPLAY if it was answered before, has run out, or was made for another key or
        table, and TOO_BUSY if more were answered in a minute than there is room for.
        """
        now = self._now_ms()
        self._forget(now)
        if challenge in self._answered or not self._good(challenge, pk, table_id, now):
            raise ServiceError(
                "AUTH_REPLAY",
                f"this challenge was used before, has run out, or was made for another key; {AGAIN}",
            )
        if len(self._answered) >= MAX_ANSWERED:
            text = "too many log-ins in this minute; wait a little and log in again"
            raise ServiceError("TOO_BUSY", text, retry_after_ms=CHALLENGE_MS)
        self._answered[challenge] = now

    def _good(self, challenge: bytes, pk: bytes, table_id: bytes, now: int) -> bool:
        nonce, stamp, tag = challenge[:_NONCE], challenge[_NONCE:-_TAG], challenge[-_TAG:]
        if len(challenge) != _NONCE + _TIME + _TAG:
            return False
        if not hmac.compare_digest(tag, self._tag(nonce + stamp, pk, table_id)):
            return False
        return 0 <= now - int.from_bytes(self._masked(nonce, stamp), "big") <= CHALLENGE_MS

    def _tag(self, start: bytes, pk: bytes, table_id: bytes) -> bytes:
        return hmac.digest(self._secret, b"tag" + start + pk + table_id, hashlib.sha256)[:_TAG]

    def _masked(self, nonce: bytes, stamp: bytes) -> bytes:
        """Returns a time masked, or a masked one bare."""
        mask = hmac.digest(self._secret, b"mask" + nonce, hashlib.sha256)[:_TIME]
        return bytes(one ^ other for one, other in zip(stamp, mask, strict=True))

    def _forget(self, now: int) -> None:
        while self._answered:
            oldest = next(iter(self._answered))
            if now - self._answered[oldest] <= CHALLENGE_MS:
                return
            del self._answered[oldest]
