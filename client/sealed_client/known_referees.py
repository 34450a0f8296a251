"""Which referees this device knows: the key and the certificate of the first contact, for each address.

Later contacts have to show the same (spec 2.1). Nothing here decides that another one is accepted; that is a
person's business, on purpose and in words.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.arithmetic.layout import HASH_SIZE, H
from sealed.fairness.signing.invitation import HALF
from sealed.vault.files import OWNER_ONLY, write_private
from sealed_client.seat_store import StoreError

try:
    import fcntl
except ImportError:
    # There are no such locks on this system.
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

FILE = "referees.json"
_KEY, _CERTIFICATE = "key", "certificate"


class Pins(NamedTuple):
    """Is by what a referee is known: its public key and the hash of its certificate's key.

    The second is missing where a referee inside this machine is met in plaintext.
    """

    key: bytes
    certificate: bytes | None = None


class KnownReferees:
    """Is the list of one folder. Everything raises StoreError for a damaged list."""

    def __init__(self, folder: Path) -> None:
        """Opens nothing yet."""
        self._path = folder / FILE

    def find(self, address: str) -> Pins | None:
        """Returns the pins of an address, HOST:PORT, or nothing before the first contact."""
        return self._all().get(address)

    def alike(self, pins: Pins) -> tuple[str, ...]:
        """Returns every address at which the same referee with the same certificate is known."""
        return tuple(where for where, one in self._all().items() if one == pins)

    def keep(self, addresses: Iterable[str], pins: Pins) -> None:
        """Keeps the pins of a referee for its addresses, whatever was known of these before."""
        here = dict.fromkeys(addresses, pins)
        known = self._all()
        if known | here == known:
            return
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._alone():
            wanted = self._all() | here
            text = json.dumps({where: _written(one) for where, one in wanted.items()}, indent=1) + "\n"
            write_private(self._path, text.encode())

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keeps other programs of this folder from writing meanwhile; a pin that they keep is not lost."""
        if fcntl is None:
            yield
            return
        lock = os.open(self._path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _all(self) -> dict[str, Pins]:
        if not self._path.exists():
            return {}
        try:
            kept = json.loads(self._path.read_text("utf-8"))
            return {str(where): _read(one) for where, one in kept.items()}
        except (ValueError, AttributeError, TypeError, KeyError, RecursionError) as error:
            raise StoreError(
                f"The list of known referees {self._path} is damaged. "
                "Restore it; without it a false referee could not be told from the true one."
            ) from error


def is_key(pinned: bytes, shown: bytes) -> bool:
    """Tells whether a key is the pinned one, given whole or, by an invitation, as half of its hash."""
    return shown == pinned or (len(pinned) == HALF and H(shown)[:HALF] == pinned)


def _written(pins: Pins) -> dict[str, str]:
    written = {_KEY: pins.key.hex()}
    return written if pins.certificate is None else written | {_CERTIFICATE: pins.certificate.hex()}


def _read(kept: str | dict[str, str]) -> Pins:
    """Reads the pins of a referee; in lists of before there were certificates they are the key alone."""
    if isinstance(kept, str):
        return Pins(_hash(kept))
    certificate = kept.get(_CERTIFICATE)
    return Pins(_hash(kept[_KEY]), None if certificate is None else _hash(certificate))


def _hash(text: str) -> bytes:
    value = bytes.fromhex(text)
    if len(value) != HASH_SIZE:
        raise ValueError(text)
    return value
