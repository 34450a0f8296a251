"""What one address may ask for before it has said who it is: log-ins, streams (spec 2.2, "Limits").

Whoever is logged in is limited by the bucket of the session. These limits are wide, since a club may sit
behind one address; they are there so that one peer cannot take everybody's time.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from sealed_referee.problems import ServiceError
from sealed_referee.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sealed_referee.options import Limits

MAX_PEERS: Final = 4096
"""How many addresses are remembered; the one that was heard longest ago is forgotten first."""


def host_of(peer: str) -> str:
    """Returns the address in a peer as gRPC writes it, without its port (`ipv4:127.0.0.1:5555`)."""
    return peer.rpartition(":")[0] or peer


class Peers:
    """Counts by address."""

    def __init__(self, limits: Limits, now_ms: Callable[[], int]) -> None:
        """Starts with nobody known."""
        self._limits, self._now_ms = limits, now_ms
        self._knocks: OrderedDict[str, TokenBucket] = OrderedDict()
        self._streams: Counter[str] = Counter()

    def knock(self, peer: str) -> None:
        """Counts a Hello or a LogIn. Raises ServiceError TOO_FAST."""
        host, now = host_of(peer), self._now_ms()
        bucket = self._knocks.get(host)
        if bucket is None:
            bucket = TokenBucket(self._limits.knocks, self._limits.knocks_per_second, now)
            self._knocks[host] = bucket
            if len(self._knocks) > MAX_PEERS:
                self._knocks.popitem(last=False)
        self._knocks.move_to_end(host)
        wait = bucket.take(now)
        if wait:
            text = f"too many log-ins from your address; wait {wait} ms, then log in again"
            raise ServiceError("TOO_FAST", text, retry_after_ms=wait)

    @contextmanager
    def stream(self, peer: str) -> Iterator[None]:
        """Counts a stream of somebody who need not log in. Raises ServiceError TOO_MANY_STREAMS."""
        host = host_of(peer)
        if self._streams[host] >= self._limits.strangers:
            text = "your address has as many open streams as one may have; close some, or log in"
            raise ServiceError("TOO_MANY_STREAMS", text, retry_after_ms=10_000)
        self._streams[host] += 1
        try:
            yield
        finally:
            self._streams[host] -= 1
            if not self._streams[host]:
                del self._streams[host]
