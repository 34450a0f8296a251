"""What one address may ask for before it has said who it is: log-ins, streams (spec 2.2, "Limits").

Whoever is logged in is limited by the bucket of the session. These limits are wide, since a club may sit
behind one address; they are there so that one peer cannot take everybody's time.
"""

from __future__ import annotations

import ipaddress
from collections import Counter, OrderedDict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from sealed_referee.problems import ServiceError
from sealed_referee.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from sealed_referee.options import Limits

MAX_PEERS: Final = 4096
"""How many addresses are remembered; the one that was heard longest ago is forgotten first."""


_NETWORK: Final = 64
"""The bits of an IPv6 address that say where somebody is; all others are his to choose (RFC 4291, 2.5.1)."""


def host_of(peer: str) -> str:
    """Returns who a peer is, as gRPC writes it (`ipv4:127.0.0.1:5555`), without its port.

    Over IPv6 that is the network, since whoever has one address of it has them all.
    """
    host = peer.rpartition(":")[0] or peer
    text = unquote(host).removeprefix("ipv6:").strip("[]").partition("%")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return host
    if address.version == 4 or address.is_loopback:
        return host
    if address.ipv4_mapped is not None:
        return f"ipv4:{address.ipv4_mapped}"
    return f"ipv6:{ipaddress.ip_network((address, _NETWORK), strict=False)}"


class Peers:
    """Counts by address."""

    def __init__(self, limits: Limits, now_ms: Callable[[], int]) -> None:
        """Starts with nobody known."""
        self._limits, self._now_ms = limits, now_ms
        self._knocks: OrderedDict[str, TokenBucket] = OrderedDict()
        self._streams: Counter[str] = Counter()
        self._entering: Counter[str] = Counter()

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

    def stream(self, peer: str) -> AbstractContextManager[None]:
        """Counts a stream of somebody who need not log in, while it lasts.

        Entering it raises ServiceError TOO_MANY_STREAMS.
        """
        return self._counted(self._streams, host_of(peer), self._limits.strangers)

    def entrance(self, peer: str) -> AbstractContextManager[None]:
        """Counts the stream of a seat until it has said whose it is; many come at once after a torn line.

        Entering it raises ServiceError TOO_MANY_STREAMS.
        """
        return self._counted(self._entering, host_of(peer), self._limits.entering)

    @contextmanager
    def _counted(self, streams: Counter[str], host: str, most: int) -> Iterator[None]:
        if streams[host] >= most:
            text = "your address has as many open streams as one may have; close some, or log in"
            raise ServiceError("TOO_MANY_STREAMS", text, retry_after_ms=10_000)
        streams[host] += 1
        try:
            yield
        finally:
            streams[host] -= 1
            if not streams[host]:
                del streams[host]
