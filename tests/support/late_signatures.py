"""Signature libraries for the tests of catching up, and logs in pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.signing.keys import Signatures, load_backend
from sealed_client.seat import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from match import InMemoryMatch

    from sealed.wire.v1.fairness_pb2 import Entry, Head


class Late(Signatures):
    """Counts as slow and is not; `asked` are the signatures it was asked about, `bad` those it denies."""

    __slots__ = ("asked", "bad")
    slow = True

    def __init__(self, bad: frozenset[bytes] = frozenset()) -> None:
        """Takes the signatures to deny."""
        super().__init__(load_backend())
        self.bad, self.asked = bad, list[bytes]()

    def verify(self, pk: bytes, message: bytes, sig: bytes) -> bool:
        """Tells whether a signature holds and is not one of the bad."""
        self.asked.append(sig)
        return sig not in self.bad and super().verify(pk, message, sig)


def appends(match: InMemoryMatch) -> Iterator[tuple[list[Entry], Head]]:
    """Yields the log of a match append by append."""
    size = 0
    for head in match.table.heads:
        yield list(match.table.entries(size, head.size)), head
        size = head.size


def new_device(match: InMemoryMatch, number: int, signatures: Signatures) -> Seat:
    """Returns a seat of a match on a device that has kept nothing, before it has been told anything."""
    identity = match.seats[number].enrolment.identity
    table = match.table.description()
    seat, _ = Seat.take_over(identity, match.titles, signatures, table, match.referee.public)
    return seat
