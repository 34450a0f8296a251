"""What an operator may choose for a referee, and every way in which a start can fail, in words."""

from __future__ import annotations

import ipaddress
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.fairness.signing.invitation import is_port
from sealed.vault.store_key import NO_PASSPHRASE, Credentials

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.engine.title import Title

DEFAULT_HOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = 7465
DEFAULT_LISTEN: Final = f"{DEFAULT_HOST}:{DEFAULT_PORT}"


class ServeError(Exception):
    """Says why the referee cannot start, and what to do about it."""


class ListenError(ServeError):
    """Says that an address is none, or one that is not served."""


class PortBusyError(ServeError):
    """Says that somebody else listens at the address."""


class StoreError(ServeError):
    """Says that the store cannot be used: read-only, locked, damaged or of another version."""


class MissingPackageError(ServeError):
    """Says that the server half of the product is not installed."""


class Address(NamedTuple):
    """Is a host (an IP address) and a port; port 0 takes any free one."""

    host: str
    port: int

    def __str__(self) -> str:
        """Writes it as a target for clients."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def loopback(self) -> bool:
        """Tells whether only this machine can reach it."""
        return ipaddress.ip_address(self.host).is_loopback

    @property
    def everywhere(self) -> bool:
        """Tells whether it stands for all addresses of this machine."""
        return ipaddress.ip_address(self.host).is_unspecified


class Limits(NamedTuple):
    """Is how much one identity may ask for (spec 2.2): messages a session, sessions, open tables.

    And how much one address may before anybody has logged in: log-in calls at once and a second, streams
    of onlookers, and of seats that have not said yet whose they are.
    """

    burst: int = 4000
    per_second: int = 1000
    sessions: int = 3
    tables: int = 64
    knocks: int = 4000
    knocks_per_second: int = 100
    strangers: int = 256
    entering: int = 8192


DEFAULT_LIMITS: Final = Limits()


def system_clock() -> int:
    """Returns the time in milliseconds since 1970-01-01 UTC."""
    return time.time_ns() // 1_000_000


def default_store() -> Path:
    """Returns the folder of the store: under XDG_DATA_HOME, by default ~/.local/share."""
    data = os.environ.get("XDG_DATA_HOME", "")
    root = Path(data) if data.startswith("/") else Path.home() / ".local" / "share"
    return root / "sealed-orders" / "referee"


def shipped_titles() -> tuple[Title, ...]:
    """Returns the titles that this edition of the product can play."""
    from sealed.games import TITLES

    return tuple(TITLES.values())


@dataclass(frozen=True, slots=True)
class Options:
    """Is what a referee is started with.

    `listen` is an address or several with commas between; as soon as one of them can be reached from outside,
    or with `tls`, all of them speak TLS, and `new_certificate` makes another certificate. `advertise` are
    addresses for the invitation, where those of this machine are not the right ones. `store` is a folder that
    is made if need be. `titles` None stands for all that are shipped; `metrics` is where they are shown, by
    default nowhere; `passphrase` is who locks or unlocks the store. Time and
    randomness come through `now_ms` and `entropy`.
    """

    listen: str = DEFAULT_LISTEN
    store: Path = field(default_factory=default_store)
    name: str = "Sealed Orders referee"
    titles: tuple[Title, ...] | None = None
    metrics: str = ""
    limits: Limits = DEFAULT_LIMITS
    passphrase: Credentials = NO_PASSPHRASE
    tls: bool = False
    new_certificate: bool = False
    advertise: tuple[str, ...] = ()
    now_ms: Callable[[], int] = system_clock
    entropy: Callable[[int], bytes] = os.urandom


def parse_listen(text: str) -> tuple[Address, ...]:
    """Parses HOST:PORT, [IPV6]:PORT or a bare port (of 127.0.0.1), or several with commas.

    Raises ListenError.
    """
    found = tuple(dict.fromkeys(map(_address, text.split(","))))
    if any(one.loopback for one in found) and any(one.everywhere for one in found):
        raise ListenError(f"{text!r} names an address twice: the one for all addresses includes the others")
    return found


def _address(text: str) -> Address:
    host, colon, port = text.strip().rpartition(":")
    if not colon:
        host, port = DEFAULT_HOST, text.strip()
    if not is_port(port):
        raise ListenError(f"{text!r} is no address to listen at; write it as {DEFAULT_LISTEN} or [::]:7465")
    host = host.removeprefix("[").removesuffix("]") or DEFAULT_HOST
    if host == "localhost":
        host = DEFAULT_HOST
    try:
        address = ipaddress.ip_address(host)
    except ValueError as error:
        raise ListenError(
            f"{host!r} is no IP address; write it as {DEFAULT_LISTEN}, or as [::]:7465 for all addresses "
            "of this machine; a name for players goes into --advertise"
        ) from error
    return Address(str(address), int(port))


def parse_metrics(text: str) -> Address:
    """Parses where metrics are shown. Raises ListenError for what is no loopback address."""
    address = _address(text)
    if not address.loopback:
        raise ListenError(
            f"metrics are shown inside this machine only; {address.host} can be reached from outside"
        )
    return address
