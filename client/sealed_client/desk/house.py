"""A referee inside this program, for games against the computer. The only module that starts one."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sealed.fairness.signing.invitation import join_address, split_address
from sealed.vault.credentials import of_service_or_person
from sealed_client.desk.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    class OpenHouse(Protocol):
        """Is a referee that serves: its address, and its public key."""

        @property
        def address(self) -> object:
            """Returns host and port; its text is HOST:PORT."""

        @property
        def public(self) -> bytes:
            """Returns the referee's public key."""

    MakeReferee = Callable[[Path, str], AbstractContextManager[OpenHouse]]


class Place(NamedTuple):
    """Is where a referee is reached, and what it must show (spec 2.1).

    `key` is its public key, half of the hash of that before the first contact by invitation, or nothing yet.
    `certificate` is the hash of its certificate's key; without it the connection is plaintext. `addresses`
    are all that an invitation gave.
    """

    host: str
    port: int
    key: bytes | None
    certificate: bytes | None = None
    addresses: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Writes the address."""
        return join_address(self.host, self.port)


def embedded(store: Path, listen: str) -> AbstractContextManager[OpenHouse]:
    """Returns the product's own referee on a store, not started yet."""
    try:
        from sealed_referee.embedded import EmbeddedReferee
        from sealed_referee.options import Limits, Options
    except ImportError as error:
        raise Trouble(NOT_INSTALLED) from error
    passphrase = of_service_or_person(f"Passphrase of the referee in {store}: ")
    return EmbeddedReferee(
        Options(listen=listen, store=store, limits=Limits(sessions=8), passphrase=passphrase)
    )


@contextmanager
def open_house(store: Path, listen: str, make: MakeReferee = embedded) -> Iterator[Place]:
    """Runs a referee as long as the context is open. Raises Trouble if it cannot start."""
    from sealed_referee.options import ServeError

    referee = make(store, listen)
    try:
        running = referee.__enter__()
    except ServeError as error:
        raise Trouble(str(error)[:1].upper() + str(error)[1:].rstrip(".") + ".") from error
    try:
        yield Place(*split_address(str(running.address)), running.public)
    finally:
        referee.__exit__(None, None, None)


NOT_INSTALLED = "The referee is not installed here. Install it with: pip install 'sealed-orders[referee]'."
