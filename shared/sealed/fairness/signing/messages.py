"""Lays out and signs the messages of the protocol (spec 2.1, "Signing contexts", and 2.8).

Every signature is over T(context) || public key of the signer || body. The functions `..._preimage` return
exactly those bytes; `sign_...` and `verify_...` add the key.
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.layout import HASH_SIZE, LV, H, Reader, T, u8, u16, u32, u64
from sealed.wire.strict import check_text
from sealed.wire.v1.fairness_pb2 import Head, Join, Private, Refusal, Signed

if TYPE_CHECKING:
    from sealed.fairness.signing.keys import Signatures, Signer

LOBBY: Final = bytes(HASH_SIZE)
PLAINTEXT_SPKI: Final = H(b"")
BEFORE_GENESIS: Final = H(b"")


@dataclass(frozen=True, slots=True)
class Header:
    """Is the header of a seat's message (spec 2.8). `type` is the number of the entry (spec 2.17)."""

    pk: bytes
    table_id: bytes
    seat: int
    counter: int
    seen_size: int
    seen_root: bytes
    type: int

    def pack(self) -> bytes:
        """Returns its 134 bytes."""
        return (
            T("player-message")
            + self.pk
            + self.table_id
            + u8(self.seat)
            + u32(self.counter)
            + u32(self.seen_size)
            + self.seen_root
            + u16(self.type)
        )


_HEADER_LABEL: Final = T("player-message")
_HEADER_PARTS: Final = Struct(">32s32sBII32sH")


def parse_header(header: bytes) -> Header:
    """Parses the header of a seat's message. Raises LayoutError (ENC_NOT_STRICT) if it is not one."""
    start = len(_HEADER_LABEL)
    if len(header) == start + _HEADER_PARTS.size and header.startswith(_HEADER_LABEL):
        return Header(*_HEADER_PARTS.unpack_from(header, start))
    reader = Reader(header)
    reader.label("player-message")
    parsed = Header(
        pk=reader.take(HASH_SIZE),
        table_id=reader.take(HASH_SIZE),
        seat=reader.number(1),
        counter=reader.number(4),
        seen_size=reader.number(4),
        seen_root=reader.take(HASH_SIZE),
        type=reader.number(2),
    )
    reader.end()
    return parsed


def player_preimage(header: bytes, payload: bytes) -> bytes:
    """Returns what a seat signs for a packed header and a payload (spec 2.8)."""
    return header + LV(payload)


def sign_player(signer: Signer, header: Header, payload: bytes) -> Signed:
    """Returns a seat's signed message. Raises ValueError if the header names another key."""
    if header.pk != signer.public:
        raise ValueError("the header names another key than the one that signs")
    packed = header.pack()
    return Signed(header=packed, payload=payload, sig=signer.sign(player_preimage(packed, payload)))


def verify_player(signatures: Signatures, signed: Signed) -> bool:
    """Tells whether a seat's message is signed by the key in its header (SIG_INVALID otherwise).

    Whether that key has that seat at that table is the caller's to check. Raises LayoutError if the header
    is none.
    """
    pk = parse_header(signed.header).pk
    return signatures.verify(pk, player_preimage(signed.header, signed.payload), signed.sig)


def signed_hash(signed: Signed) -> bytes:
    """Returns the hash by which a refusal names a message: H of the bytes of the Signed (spec 2.8)."""
    return H(signed.SerializeToString(deterministic=True))


def head_layout(table_id: bytes, size: int, root: bytes, time_ms: int) -> bytes:
    """Returns the bytes of a log head (spec 2.8)."""
    return T("log-head") + table_id + u32(size) + root + u64(time_ms)


def head_preimage(referee_pk: bytes, table_id: bytes, size: int, root: bytes, time_ms: int) -> bytes:
    """Returns what the referee signs for a head (spec 2.8)."""
    return T("sig-referee-head") + referee_pk + head_layout(table_id, size, root, time_ms)


def sign_head(signer: Signer, table_id: bytes, size: int, root: bytes, time_ms: int) -> Head:
    """Returns a signed head."""
    sig = signer.sign(head_preimage(signer.public, table_id, size, root, time_ms))
    return Head(size=size, root=root, time_ms=time_ms, sig=sig)


def verify_head(signatures: Signatures, referee_pk: bytes, table_id: bytes, head: Head) -> bool:
    """Tells whether a head of this table is signed by the referee."""
    preimage = head_preimage(referee_pk, table_id, head.size, head.root, head.time_ms)
    return len(head.root) == HASH_SIZE and signatures.verify(referee_pk, preimage, head.sig)


def params_preimage(referee_pk: bytes, params: bytes) -> bytes:
    """Returns what the referee signs for the parameters of a table (spec 2.1)."""
    return T("sig-referee-params") + referee_pk + LV(params)


def sign_params(signer: Signer, params: bytes) -> bytes:
    """Returns the referee's signature of the exact bytes of a table's parameters."""
    return signer.sign(params_preimage(signer.public, params))


def verify_params(signatures: Signatures, referee_pk: bytes, params: bytes, sig: bytes) -> bool:
    """Tells whether the parameters are signed by the referee."""
    return signatures.verify(referee_pk, params_preimage(referee_pk, params), sig)


def private_preimage(referee_pk: bytes, message: bytes) -> bytes:
    """Returns what the referee signs for a private message (spec 2.6)."""
    return T("sig-referee-private") + referee_pk + message


def sign_private(signer: Signer, message: bytes) -> Private:
    """Returns a signed private message."""
    return Private(message=message, sig=signer.sign(private_preimage(signer.public, message)))


def verify_private(signatures: Signatures, referee_pk: bytes, private: Private) -> bool:
    """Tells whether a private message is signed by the referee."""
    return signatures.verify(referee_pk, private_preimage(referee_pk, private.message), private.sig)


def refusal_preimage(
    referee_pk: bytes, table_id: bytes, seat: int, counter: int, message_hash: bytes, code: str
) -> bytes:
    """Returns what the referee signs to refuse the message with hash `message_hash` (spec 2.8)."""
    named = u8(seat) + u32(counter) + message_hash + LV(code.encode("ascii"))
    return T("sig-referee-refusal") + referee_pk + table_id + named


def sign_refusal(
    signer: Signer, table_id: bytes, seat: int, counter: int, signed: Signed, code: str
) -> Refusal:
    """Returns the signed refusal of a seat's message."""
    digest = signed_hash(signed)
    sig = signer.sign(refusal_preimage(signer.public, table_id, seat, counter, digest, code))
    return Refusal(counter=counter, signed_hash=digest, code=code, sig=sig)


def verify_refusal(
    signatures: Signatures, referee_pk: bytes, table_id: bytes, seat: int, refusal: Refusal
) -> bool:
    """Tells whether a refusal of a message of this seat at this table is signed by the referee."""
    if len(refusal.signed_hash) != HASH_SIZE or not refusal.code.isascii():
        return False
    preimage = refusal_preimage(
        referee_pk, table_id, seat, refusal.counter, refusal.signed_hash, refusal.code
    )
    return signatures.verify(referee_pk, preimage, refusal.sig)


def join_preimage(pk: bytes, params: bytes, seat: int, nonce: bytes, name: str) -> bytes:
    """Returns what a player signs to take a seat (spec 2.3)."""
    return T("seat-join-request") + pk + H(params) + u8(seat) + nonce + LV(name.encode())


def sign_join(signer: Signer, params: bytes, seat: int, nonce: bytes, name: str) -> Join:
    """Returns a signed join. Raises EncodingError if the name is not a string of the protocol."""
    check_text(name.encode(), "name")
    sig = signer.sign(join_preimage(signer.public, params, seat, nonce, name))
    return Join(pk=signer.public, nonce=nonce, name=name, sig=sig, seat=seat)


def verify_join(signatures: Signatures, params: bytes, join: Join) -> bool:
    """Tells whether a join is signed by the key it names, for these parameters and its seat."""
    if len(join.nonce) != HASH_SIZE or not 0 < join.seat < 256:
        return False
    preimage = join_preimage(join.pk, params, join.seat, join.nonce, join.name)
    return signatures.verify(join.pk, preimage, join.sig)


def login_preimage(
    pk: bytes, table_id: bytes, referee_pk: bytes, challenge: bytes, spki_hash: bytes
) -> bytes:
    """Returns what a client signs to log in (spec 2.1).

    `table_id` is LOBBY outside a table; `spki_hash` is PLAINTEXT_SPKI on loopback without TLS.
    """
    return T("session-auth") + pk + table_id + referee_pk + challenge + spki_hash
