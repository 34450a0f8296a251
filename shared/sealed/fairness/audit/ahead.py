"""Verifies the signatures of a record ahead of its audit, in one go.

One signature after the other, with nothing in between, is what a processor does fastest; the verifier then
finds the answer instead of asking the library, and no signature is verified twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from google.protobuf.message import DecodeError

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.keys import Signatures
from sealed.fairness.signing.messages import head_preimage, parse_header, player_preimage
from sealed.wire.strict import EncodingError
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.fairness.record import Record

    Signature = tuple[bytes, bytes, bytes]


class AheadSignatures(Signatures):
    """Answers for the signatures that were verified ahead and asks the library about every other."""

    __slots__ = ("_good",)

    def __init__(self, signatures: Signatures, record: Record) -> None:
        """Verifies the heads and the answers of seats in a record."""
        super().__init__(signatures)
        verify = signatures.verify
        self._good = {one for one in _signatures(record) if verify(*one)}

    def verify(self, pk: bytes, message: bytes, sig: bytes) -> bool:
        """Tells whether a signature holds."""
        return (pk, message, sig) in self._good or super().verify(pk, message, sig)


def _signatures(record: Record) -> list[Signature]:
    """Returns what most signatures of a record are over; what cannot be read is left to the verifier."""
    try:
        return list(_found(record))
    except (DecodeError, EncodingError):
        return []


def _found(record: Record) -> Iterator[Signature]:
    referee = b""
    for line in record.lines:
        if isinstance(line, wire.Head):
            preimage = head_preimage(referee, record.table_id, line.size, line.root, line.time_ms)
            yield referee, preimage, line.sig
        elif isinstance(line, wire.Entry) and line.type == EntryType.ACT:
            signed = wire.ActEntry.FromString(line.payload).msg
            yield parse_header(signed.header).pk, player_preimage(signed.header, signed.payload), signed.sig
        elif isinstance(line, wire.Entry) and line.type == EntryType.GENESIS:
            referee = wire.Params.FromString(wire.Genesis.FromString(line.payload).params).referee_pk
