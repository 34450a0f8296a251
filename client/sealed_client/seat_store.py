"""What a seat must not forget, and where it is kept (spec 2.13, 2.15).

A seat never writes: it returns `Kept` values, and whoever runs it keeps them before anything is sent. A table
is found again by its key, the hash of its parameters, which is known from the first moment on and equal at no
other table.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from sealed_client.identity import check_name, make_identity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.fairness.signing.keys import Signatures
    from sealed_client.identity import Identity


class Kind(StrEnum):
    """Names what a kept value is; its body is the wire message named here."""

    INVITED = "invited"  # TableDescription: the signed parameters that this seat accepted
    JOINED = "joined"  # Join
    COMMITTED = "committed"  # Signed
    AGREED = "agreed"  # Signed
    BATCH = "batch"  # Batch: verified entries and their head
    OPENING = "opening"  # Private, verified
    SENT = "sent"  # Submit: the signed message and its handles
    REFUSED = "refused"  # Refusal of a message that was sent
    LINK = "link"  # Link, with the leaf hash of the SLOT_OPEN it answers
    RESTORED = "restored"  # 2 random bytes: what stands before came out of a backup
    DEVICE = "device"  # 16 bytes: by which the referee knows this device at this table
    DRAFT = "draft"  # 8 bytes: the size of the log; then the answers chosen there, a line each
    ORDERS = "orders"  # what stands at the table: name of the order, turn it was given in, switches
    SEEN = "seen"  # of a GENESIS: table id, and every nonce and anchor in it


@dataclass(frozen=True, slots=True)
class Kept:
    """Is one thing to keep. `body` are wire bytes; it may hold secrets of this seat."""

    kind: Kind
    body: bytes = field(repr=False)


class StoreError(Exception):
    """Says that the store of this device cannot be used; the text says what to do."""


class LockedStoreError(StoreError):
    """Says that the secrets of the store do not open: a passphrase, its key file, or altered rows."""


class OtherIdentityError(StoreError):
    """Says that another identity is kept where one was to be put."""

    def __init__(self) -> None:
        """Says what to do."""
        super().__init__("Another identity is kept here; nothing was changed.")


class SeatStore(Protocol):
    """Keeps the identity and, table by table, what a seat must not forget. One folder, one identity."""

    def identity(self) -> Identity | None:
        """Returns the identity kept here, if there is one."""

    def keep_identity(self, key_secret: bytes, client_secret: bytes, name: str) -> Identity:
        """Keeps the two secrets of a new identity. Raises StoreError if another one is kept here."""

    def tables(self) -> tuple[bytes, ...]:
        """Returns the keys of all tables that something is kept of, oldest first."""

    def keep(self, table: bytes, things: Sequence[Kept]) -> None:
        """Keeps these things of a table, all or none; on return they are durable. Raises StoreError."""

    def load(self, table: bytes) -> tuple[Kept, ...]:
        """Returns everything kept of a table in the order of keeping; empty if nothing is."""


class MemorySeatStore:
    """Is the store of a seat that need not survive its process: for tests and for bots."""

    def __init__(self, signatures: Signatures) -> None:
        """Starts empty."""
        self._signatures = signatures
        self._identity: Identity | None = None
        self._tables: dict[bytes, list[Kept]] = {}

    def identity(self) -> Identity | None:
        """Returns the identity kept here, if there is one."""
        return self._identity

    def keep_identity(self, key_secret: bytes, client_secret: bytes, name: str) -> Identity:
        """Keeps a new identity. Raises StoreError if there is one already, or NameRefusedError."""
        check_name(name)
        if self._identity is not None:
            raise StoreError(_TAKEN)
        self._identity = make_identity(key_secret, client_secret, name, self._signatures)
        return self._identity

    def tables(self) -> tuple[bytes, ...]:
        """Returns the keys of all tables that something is kept of, oldest first."""
        return tuple(self._tables)

    def keep(self, table: bytes, things: Sequence[Kept]) -> None:
        """Keeps these things of a table."""
        self._tables.setdefault(table, []).extend(things)

    def load(self, table: bytes) -> tuple[Kept, ...]:
        """Returns everything kept of a table in the order of keeping."""
        return tuple(self._tables.get(table, ()))


_TAKEN = "This folder holds an identity already; use it, or choose another folder for a new one."
