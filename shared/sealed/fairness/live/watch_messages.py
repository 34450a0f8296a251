"""Checks the messages of seats wherever they stand: signature, context, counter, view (spec 2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from sealed.fairness.arithmetic.layout import LayoutError
from sealed.fairness.live.debts import require_signature
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType, parse
from sealed.fairness.signing import messages
from sealed.wire.strict import EncodingError

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from sealed.fairness.live.watched import Watched
    from sealed.fairness.signing.messages import Header
    from sealed.wire.v1.fairness_pb2 import Signed


_M = TypeVar("_M", bound="Message")


class Heard(NamedTuple, Generic[_M]):
    """Is a message of a seat that holds, with what it says."""

    seat: int
    header: Header
    payload: _M


def hear(w: Watched, signed: Signed, message_type: int, payload_class: type[_M]) -> Heard[_M]:
    """Checks a logged message of a seat and takes note of its counter; the payload is strictly parsed."""
    w.ran("ENC_TOO_LARGE", "ENC_NOT_STRICT", "ENC_UNKNOWN_FIELD", "ENC_BAD_VALUE", "ENC_BAD_TYPE")
    try:
        header = messages.parse_header(signed.header)
    except LayoutError as error:
        raise w.broken(error.code, f"the header of a message: {error.detail}") from None
    _check_signature(w, signed, header, message_type)
    digest = messages.signed_hash(signed)
    _check_counter(w, header, digest)
    _check_seen(w, header)
    _check_own(w, header, digest)
    try:
        payload = parse(payload_class, signed.payload)
    except EncodingError as error:
        raise w.broken(error.code, f"the payload of a message: {error.detail}") from None
    speaker = w.speakers[header.seat]
    speaker.counter = header.counter
    speaker.said[header.counter] = digest
    return Heard(header.seat, header, payload)


def _check_signature(w: Watched, signed: Signed, header: Header, message_type: int) -> None:
    w.ran("SIG_WRONG_CONTEXT")
    speaker = w.speakers.get(header.seat)
    detail = f"a message does not carry the signature of seat {header.seat}"
    if speaker is None:
        w.ran("SIG_INVALID")
        raise w.broken("SIG_INVALID", detail)
    pk, preimage, sig = speaker.pk, messages.player_preimage(signed.header, signed.payload), signed.sig
    require_signature(w, lambda signatures: signatures.verify(pk, preimage, sig), detail)
    if header.pk != speaker.pk or header.table_id != w.table_id:
        raise w.broken("SIG_WRONG_CONTEXT", f"seat {header.seat} signed it for another table or key")
    if header.type != message_type:
        names = f"{_name(header.type)}, and stands in the log as {_name(message_type)}"
        raise w.broken("SIG_WRONG_CONTEXT", f"seat {header.seat} signed it as {names}")


def _name(message_type: int) -> str:
    try:
        return EntryType(message_type).name
    except ValueError:
        return f"type {message_type}"


def _check_counter(w: Watched, header: Header, digest: bytes) -> None:
    w.ran("ACT_COUNTER", "ACT_EQUIVOCATED", "ACT_REPLAYED")
    speaker = w.speakers[header.seat]
    if header.counter > speaker.counter:
        return
    said = speaker.said.get(header.counter)
    if said == digest:
        raise w.broken(
            "ACT_REPLAYED", f"message {header.counter} of seat {header.seat} stands twice in the log"
        )
    if said is not None:
        detail = f"seat {header.seat} signed two different messages as its number {header.counter}"
        raise w.broken("ACT_EQUIVOCATED", detail, blame=header.seat)
    detail = f"message {header.counter} of seat {header.seat} comes after its message {speaker.counter}"
    raise w.broken("ACT_COUNTER", detail)


def _check_seen(w: Watched, header: Header) -> None:
    w.ran("HEAD_FALSE")
    known = header.seen_size <= w.index
    if not known or w.roots[header.seen_size] != header.seen_root:
        detail = f"seat {header.seat} says it saw another history of {header.seen_size} entries"
        raise w.broken("HEAD_FALSE", detail)
    if header.seen_size not in w.heads:
        # The seat may have invented it, or whoever shows this log may have left it out: no key is named.
        detail = f"seat {header.seat} says it saw a head over {header.seen_size} entries, and none is known"
        raise w.broken("HEAD_FALSE", detail, Klass.D)


def _check_own(w: Watched, header: Header, digest: bytes) -> None:
    """Checks what only the watching seat can: that it sent this, and that it was not refused."""
    code = w.own.refused.get(digest)
    if w.own.refused:
        w.ran("ACT_REFUSED_LOGGED")
        if code is not None:
            detail = f"message {header.counter} of seat {header.seat} was refused ({code}) and then logged"
            raise w.broken("ACT_REFUSED_LOGGED", detail)
    if w.seat == header.seat and w.own.sent is not None:
        w.ran("ACT_NOT_MINE")
        if digest not in w.own.sent and w.index >= w.own.shared_until:
            raise w.broken("ACT_NOT_MINE", f"message {header.counter} is not one that you sent", Klass.L)
