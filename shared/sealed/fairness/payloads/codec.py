"""Decodes and encodes the payloads of entries and signed messages (spec 2.17): strict bytes, then values.

What can be judged by one payload alone is judged here: the wire rules of 2.2, lengths of hashes, keys and
salts, ranges, ascending lists, and the limits of 2.2. Signatures have their own form check (`keys`), and the
form of a regroup has codes of its own, so neither is looked at here.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final, TypeVar

from sealed.fairness.payloads.values import check_values
from sealed.wire.strict import EncodingError, strict_parse
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from google.protobuf.message import Message

_MessageT = TypeVar("_MessageT", bound="Message")


class EntryType(IntEnum):
    """Numbers the entries of the log (spec 2.17, level 1)."""

    GENESIS = 1
    START = 2
    SLOT_OPEN = 3
    SLOT_END = 4
    DRAW = 5
    PEEK = 6
    FORCED = 7
    TIMEOUT = 8
    NOTICE = 9
    ACT = 10
    AGREE = 11
    COMMIT = 12
    RESULT = 13
    AUDIT = 14
    RESIGN = 15
    PAUSE = 16
    GAME_OVER = 20
    FINAL_REVEAL = 21
    FINAL_PAGE = 22


ENTRIES: Final[dict[int, type[Message]]] = {
    EntryType.GENESIS: wire.Genesis,
    EntryType.START: wire.Start,
    EntryType.SLOT_OPEN: wire.SlotOpen,
    EntryType.SLOT_END: wire.SlotEnd,
    EntryType.DRAW: wire.Draw,
    EntryType.PEEK: wire.Peek,
    EntryType.FORCED: wire.Forced,
    EntryType.TIMEOUT: wire.Timeout,
    EntryType.NOTICE: wire.Notice,
    EntryType.ACT: wire.ActEntry,
    EntryType.RESULT: wire.ResultEntry,
    EntryType.AUDIT: wire.AuditEntry,
    EntryType.RESIGN: wire.ResignEntry,
    EntryType.PAUSE: wire.PauseEntry,
    EntryType.GAME_OVER: wire.GameOver,
    EntryType.FINAL_REVEAL: wire.FinalReveal,
    EntryType.FINAL_PAGE: wire.FinalPage,
}
"""The payload of each entry that stands in the log by itself."""

SIGNED: Final[dict[int, type[Message]]] = {
    EntryType.ACT: wire.Draft,
    EntryType.AGREE: wire.Agree,
    EntryType.COMMIT: wire.Commit,
    EntryType.RESULT: wire.ResultVote,
    EntryType.AUDIT: wire.AuditVerdict,
    EntryType.RESIGN: wire.Resign,
    EntryType.PAUSE: wire.Pause,
}
"""The payload that a seat signs under each type."""


def parse(message_class: type[_MessageT], payload: bytes) -> _MessageT:
    """Returns the message that `payload` encodes, strictly parsed and with checked values.

    Raises EncodingError with ENC_TOO_LARGE, ENC_NOT_STRICT, ENC_UNKNOWN_FIELD, ENC_BAD_VALUE or
    ENC_BAD_TYPE (parameters of another protocol version).
    """
    message = strict_parse(message_class, payload)
    check_values(message)
    return message


def decode(entry_type: int, payload: bytes) -> Message:
    """Returns the payload of a log entry; its class is ENTRIES[entry_type].

    Raises EncodingError as `parse` does, and ENC_BAD_TYPE if no entry of that type stands in a log.
    """
    return _decode(ENTRIES, entry_type, payload)


def decode_signed(entry_type: int, payload: bytes) -> Message:
    """Returns what a seat signed under a type; its class is SIGNED[entry_type].

    Raises EncodingError as `parse` does, and ENC_BAD_TYPE if seats sign nothing of that type.
    """
    return _decode(SIGNED, entry_type, payload)


def _decode(classes: dict[int, type[Message]], entry_type: int, payload: bytes) -> Message:
    message_class = classes.get(entry_type)
    if message_class is None:
        raise EncodingError("ENC_BAD_TYPE", f"type {entry_type} is not known here")
    return parse(message_class, payload)


def encode(message: Message) -> bytes:
    """Returns the one encoding of a payload, and makes sure that every other party will accept it.

    Raises EncodingError if it would not be accepted.
    """
    payload = message.SerializeToString(deterministic=True)
    parse(type(message), payload)
    return payload
