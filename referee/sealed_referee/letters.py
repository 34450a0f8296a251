"""Opens signed messages of seats: size, strict bytes, table and seat, signature, in this order (2.8)."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.fairness.arithmetic.layout import H, T, u8
from sealed.fairness.signing.messages import parse_header, player_preimage
from sealed.wire.strict import MESSAGE_LIMIT, PAYLOAD_LIMIT, EncodingError, strict_parse
from sealed.wire.v1.fairness_pb2 import Signed
from sealed_referee.refusing import RefusedError

if TYPE_CHECKING:
    from sealed.fairness.signing.keys import Signatures

_TAIL: Final = struct.Struct(">II32sH")


class Letter(NamedTuple):
    """Is a message that its seat has surely signed; `digest` is the hash of `signed`."""

    seat: int
    counter: int
    seen_size: int
    seen_root: bytes
    type: int
    signed: Signed
    digest: bytes


class Letters:
    """Opens the messages of the seats of one table."""

    __slots__ = ("_pks", "_prefixes", "_signatures")

    def __init__(self, table_id: bytes, pks: dict[int, bytes], signatures: Signatures) -> None:
        """Takes the key of each seat."""
        self._pks, self._signatures = pks, signatures
        label = T("player-message")
        self._prefixes = {seat: label + pk + table_id + u8(seat) for seat, pk in pks.items()}

    def open(self, seat: int, signed: Signed) -> Letter:
        """Returns the message of a seat under its valid signature.

        Raises RefusedError ENC_TOO_LARGE, ENC_NOT_STRICT, ENC_UNKNOWN_FIELD, SIG_WRONG_CONTEXT or
        SIG_INVALID: nobody has signed this, so nobody's counter is burnt.
        """
        if len(signed.payload) > PAYLOAD_LIMIT:
            raise RefusedError("ENC_TOO_LARGE", f"a payload has at most {PAYLOAD_LIMIT} bytes; cut the draft")
        letter = self.read(seat, signed)
        preimage = player_preimage(letter.signed.header, letter.signed.payload)
        if not self._signatures.verify(self._pks[seat], preimage, letter.signed.sig):
            raise RefusedError(
                "SIG_INVALID", "the signature does not hold; sign these bytes with the seat's key"
            )
        return letter

    def read(self, seat: int, signed: Signed) -> Letter:
        """Returns the message of a seat without looking at the signature (it has been logged before)."""
        raw = signed.SerializeToString(deterministic=True)
        clean = Signed(header=signed.header, payload=signed.payload, sig=signed.sig)
        if len(raw) > MESSAGE_LIMIT or clean.SerializeToString(deterministic=True) != raw:
            raise _not_strict(raw)
        prefix = self._prefixes.get(seat)
        header = clean.header
        if prefix is None or not header.startswith(prefix) or len(header) != len(prefix) + _TAIL.size:
            raise _misplaced(header)
        counter, seen_size, seen_root, entry_type = _TAIL.unpack_from(header, len(prefix))
        return Letter(seat, counter, seen_size, seen_root, entry_type, clean, H(raw))


def _not_strict(raw: bytes) -> RefusedError:
    """Returns what is wrong with a message that is too long or has more than its three fields."""
    try:
        strict_parse(Signed, raw, limit=MESSAGE_LIMIT)
    except EncodingError as error:
        return RefusedError(error.code, error.detail)
    return RefusedError("ENC_NOT_STRICT", "these bytes are no strict message; write it again")


def _misplaced(header: bytes) -> RefusedError:
    try:
        parse_header(header)
    except EncodingError as error:
        return RefusedError(error.code, error.detail)
    return RefusedError("SIG_WRONG_CONTEXT", "this message is for another table, seat or key")
