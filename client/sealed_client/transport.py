"""The way to a referee in the words of the table, whatever carries it.

And everything that can go wrong on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from sealed.fairness.signing.messages import PLAINTEXT_SPKI

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from sealed.wire.v1.fairness_pb2 import Entry, Join, Private, Refusal, Signed
    from sealed.wire.v1.referee_pb2 import (
        Batch,
        CreateTableRequest,
        Down,
        Link,
        LogRange,
        Submit,
        TableDescription,
        Titles,
        Up,
    )
    from sealed_client.identity import Identity


class TransportError(Exception):
    """Says that the referee could not be reached or would not serve; the text says what to do next.

    `code` is the referee's word for it, if it gave one. `retry_after` are seconds after which the same may be
    tried again; nothing if that does not help.
    """

    def __init__(self, text: str, code: str = "", retry_after: float | None = None) -> None:
        """Keeps the sentence, the code and when to try again."""
        super().__init__(text)
        self.text, self.code, self.retry_after = text, code, retry_after


class UnreachableError(TransportError):
    """Says that there is no connection to the referee, or that it broke."""


class TimedOutError(TransportError):
    """Says that no answer came in time; the same bytes may be sent again."""


class BusyError(TransportError):
    """Says that the referee has no room or time just now."""


class ChannelRefusedError(TransportError):
    """Says that the way to the referee is not safe enough to log in on (AUTH_CHANNEL)."""


class WrongCertificateError(ChannelRefusedError):
    """Says that the certificate shown is not the pinned one.

    `shown` is the hash of its key, empty if there is none.
    """

    def __init__(self, text: str, shown: bytes) -> None:
        """Keeps the sentence and the hash."""
        super().__init__(text, "AUTH_CHANNEL")
        self.shown = shown


class WrongRefereeError(TransportError):
    """Says that the referee shows another key than the one that was pinned (KEY_UNPINNED)."""


class NotLoggedInError(TransportError):
    """Says that the referee knows no session of this key, or no longer."""


class NotFoundError(TransportError):
    """Says that there is no such table or title."""


class RefusedError(TransportError):
    """Says that the referee understood and will not do it; `code` and the text say why."""


class GarbledError(TransportError):
    """Says that what came is not what a referee of this version says."""


TableKey: TypeAlias = "str | bytes"
"""A table's lobby id (text) or table id (32 bytes)."""


class RefereeInfo(NamedTuple):
    """Is what a referee says of itself at the log-in; `time_ms` is its clock.

    `spki_hash` is what the connection was made with (spec 2.1): the hash of the certificate's key, H("") in
    plaintext. `loopback` tells whether the referee is on this machine.
    """

    pk: bytes
    name: str
    time_ms: int
    spki_hash: bytes = PLAINTEXT_SPKI
    loopback: bool = True


class TableStream(Protocol):
    """Is the two-way stream of one seat: messages up, batches, openings and refusals down, in log order."""

    async def send(self, up: Up) -> None:
        """Sends a message up; `Resume` is always the first. Raises TransportError."""

    async def receive(self) -> Down | None:
        """Returns the next message down, nothing when the referee has ended the stream.

        Raises TransportError.
        """

    async def close(self) -> None:
        """Leaves the stream."""


class Transport(Protocol):
    """Is a connection to one referee. Every method raises TransportError and nothing else."""

    async def log_in(self, identity: Identity, pinned: bytes | None = None) -> RefereeInfo:
        """Logs in by signing the referee's challenge (spec 2.1); later calls use the session.

        `pinned` is the referee's key, or the half of its hash that an invitation gives. Raises
        WrongRefereeError if the key is another.
        """

    async def titles(self) -> Titles:
        """Returns the titles that this referee runs."""

    async def tables(self, title: str = "", *, mine: bool = False) -> tuple[TableDescription, ...]:
        """Returns the tables of the lobby, all pages."""

    async def table(self, key: TableKey) -> TableDescription:
        """Returns a table with its parameters."""

    def watch(self, key: TableKey) -> AsyncIterator[TableDescription]:
        """Yields a table's description at once and at each change."""

    async def create(self, request: CreateTableRequest) -> TableDescription:
        """Makes a table; the same request id again is the same table."""

    async def join(self, key: TableKey, join: Join) -> TableDescription:
        """Takes a seat; the same bytes again are the same answer."""

    async def leave(self, key: TableKey) -> TableDescription:
        """Gives a seat back while the table is gathering."""

    async def start(self, key: TableKey) -> TableDescription:
        """Closes a full table that waits for its creator."""

    async def commit(self, key: TableKey, signed: Signed) -> TableDescription:
        """Sends a COMMIT."""

    async def agree(self, key: TableKey, signed: Signed) -> TableDescription:
        """Sends an AGREE."""

    async def open_stream(self) -> TableStream:
        """Opens a seat's stream; send `Resume` first."""

    async def submit(self, key: TableKey, submit: Submit) -> Entry | Refusal:
        """Sends a signed message without a stream; the entry that took it, or its refusal."""

    async def contribute(self, key: TableKey, link: Link) -> None:
        """Sends a chain link without a stream; on return it is on the referee's disk."""

    def private_from(self, key: TableKey, index: int) -> AsyncIterator[Private]:
        """Yields this seat's private messages of entry `index` and all later ones."""

    def own_handles(self, key: TableKey, first_ref: int) -> AsyncIterator[Private]:
        """Yields OWN messages for this seat's references from `first_ref` on."""

    def follow(self, key: TableKey, first: int) -> AsyncIterator[Batch]:
        """Yields the log from an entry on, then live."""

    async def log_range(self, key: TableKey, first: int, end: int = 0) -> LogRange:
        """Returns a page of the log."""

    async def consistency(self, key: TableKey, first: int, second: int) -> tuple[bytes, ...]:
        """Returns the proof that the log goes on from one size to another (RFC 9162 2.1.4)."""

    def record(self, key: TableKey, *, own: bool = False, offset: int = 0) -> AsyncIterator[bytes]:
        """Yields the record file of a table piece by piece, from a byte on."""

    async def put_entries(self, key: TableKey, batches: Sequence[Batch], handles: bytes) -> int:
        """Gives entries and heads back to a referee that has lost them; returns the size of its log then."""

    async def close(self) -> None:
        """Ends the connection."""
