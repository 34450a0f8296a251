"""Parses protobuf payloads strictly: one message, one encoding (spec 2.2, "Strict parse").

The scanner here is driven by the descriptor of the message and judges the bytes before the protobuf library
sees them. Afterwards the library's deterministic re-serialization is compared as a second belt; alone it
would let unknown fields, undeclared enum numbers and explicit zeros pass.

Schemas may use uint32, uint64, bool, enum, string, bytes and message fields, singular, repeated or in a
oneof. Anything else in a schema is refused when its table is built.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar, cast

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError, Message

if TYPE_CHECKING:
    from google.protobuf.descriptor import Descriptor

MESSAGE_LIMIT: Final = 64 * 1024
PAYLOAD_LIMIT: Final = 32 * 1024
NESTING_LIMIT: Final = 8
STRING_LIMIT: Final = 256

TOO_LARGE: Final = "ENC_TOO_LARGE"
NOT_STRICT: Final = "ENC_NOT_STRICT"
UNKNOWN_FIELD: Final = "ENC_UNKNOWN_FIELD"
BAD_VALUE: Final = "ENC_BAD_VALUE"

_MessageT = TypeVar("_MessageT", bound=Message)


class EncodingError(ValueError):
    """Says that bytes are not what the protocol allows: a code of spec section 3 and where it went wrong.

    `detail` names fields and offsets, never the value of a field.
    """

    def __init__(self, code: str, detail: str) -> None:
        """Keeps `code` (such as ENC_NOT_STRICT) and `detail`, one plain sentence."""
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


class UnsupportedSchemaError(TypeError):
    """Says that a schema uses a kind of field that strict payloads never have; change the schema."""


_VARINT, _BYTES, _STRING, _MESSAGE, _PACKED = range(5)

_SCALAR_MAXIMUM = {
    FieldDescriptor.TYPE_UINT32: 0xFFFF_FFFF,
    FieldDescriptor.TYPE_UINT64: 0xFFFF_FFFF_FFFF_FFFF,
    FieldDescriptor.TYPE_BOOL: 1,
    FieldDescriptor.TYPE_ENUM: 0x7FFF_FFFF,
}
_LENGTH_KINDS = {
    FieldDescriptor.TYPE_BYTES: _BYTES,
    FieldDescriptor.TYPE_STRING: _STRING,
    FieldDescriptor.TYPE_MESSAGE: _MESSAGE,
}


class _Field(NamedTuple):
    """Is what the scanner knows of one field."""

    kind: int
    name: str
    repeated: bool
    maximum: int
    declared: frozenset[int] | None  # enum numbers
    presence: bool  # a default value may be written
    group: int  # bit of its oneof, 0 for none
    table: _Table | None  # of a message field


class _Table:
    """Holds the fields of one message type by their tag."""

    __slots__ = ("by_tag", "name", "numbers")

    def __init__(self, name: str) -> None:
        self.name = name
        self.by_tag: dict[int, _Field] = {}
        self.numbers: set[int] = set()


_TABLES: dict[str, tuple[Descriptor, _Table]] = {}


def _table(descriptor: Descriptor) -> _Table:
    """Returns the table of a message type, built once."""
    known = _TABLES.get(descriptor.full_name)
    if known is not None and known[0] is descriptor:
        return known[1]
    table = _Table(descriptor.full_name)
    # Registered before its fields are filled in, so that a recursive schema finds itself.
    _TABLES[descriptor.full_name] = (descriptor, table)
    try:
        _fill(table, descriptor)
    except UnsupportedSchemaError:
        del _TABLES[descriptor.full_name]
        raise
    return table


def _fill(table: _Table, descriptor: Descriptor) -> None:
    """Enters the fields of a message type into its table. Raises UnsupportedSchemaError."""
    if descriptor.is_extendable or descriptor.GetOptions().map_entry:
        raise UnsupportedSchemaError(f"{table.name} is a map entry or open to extensions")
    for field in descriptor.fields:
        made = _field(field)
        wire_type = 0 if made.kind == _VARINT else 2
        table.by_tag[field.number << 3 | wire_type] = made
        table.numbers.add(field.number)


def _field(field: FieldDescriptor) -> _Field:
    """Translates one field descriptor. Raises UnsupportedSchemaError."""
    maximum = _SCALAR_MAXIMUM.get(field.type)
    kind = _LENGTH_KINDS.get(field.type)
    if maximum is None and kind is None:
        raise UnsupportedSchemaError(f"{field.full_name} has a type that strict payloads never have")
    if kind is None:
        kind = _PACKED if field.is_repeated else _VARINT
    enum = field.enum_type
    oneof = field.containing_oneof
    return _Field(
        kind=kind,
        name=field.name,
        repeated=field.is_repeated,
        maximum=maximum or 0,
        declared=frozenset(enum.values_by_number) if enum is not None else None,
        presence=field.has_presence or field.is_repeated,
        group=1 << oneof.index if oneof is not None else 0,
        table=_table(field.message_type) if field.message_type is not None else None,
    )


def _long_varint(data: bytes, pos: int, end: int) -> tuple[int, int]:
    """Reads a varint that starts at `pos` and returns it with the position after it."""
    value = shift = 0
    while True:
        if pos >= end:
            raise EncodingError(NOT_STRICT, f"a number is cut off at byte {end}")
        byte = data[pos]
        pos += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            break
        shift += 7
        if shift > 63:
            raise EncodingError(NOT_STRICT, f"a number is longer than ten bytes at byte {pos}")
    if byte == 0 and shift:
        raise EncodingError(NOT_STRICT, f"a number is not written in its shortest form at byte {pos}")
    if value > 0xFFFF_FFFF_FFFF_FFFF:
        raise EncodingError(NOT_STRICT, f"a number does not fit 64 bits at byte {pos}")
    return value, pos


def _unknown(tag: int, table: _Table, pos: int) -> EncodingError:
    """Says why a tag is not in the table."""
    number = tag >> 3
    if number in table.numbers:
        return EncodingError(NOT_STRICT, f"field {number} of {table.name} has another wire type, byte {pos}")
    if not 1 <= number < 1 << 29:
        return EncodingError(NOT_STRICT, f"{number} is no field number, byte {pos}")
    return EncodingError(UNKNOWN_FIELD, f"{table.name} has no field {number}, byte {pos}")


def _check_value(value: int, field: _Field) -> None:
    """Checks the range of a scalar and that an enum number is declared."""
    if value > field.maximum:
        if field.declared is not None:
            raise EncodingError(BAD_VALUE, f"field {field.name} has an undeclared number")
        raise EncodingError(NOT_STRICT, f"field {field.name} is out of range for its type")
    if field.declared is not None and value not in field.declared:
        raise EncodingError(BAD_VALUE, f"field {field.name} has an undeclared number")


def check_text(raw: bytes, name: str) -> str:
    """Decodes a string field: valid UTF-8, NFC, at most 256 bytes, no control characters (spec 2.2, rule 5).

    `name` stands in the error. Raises EncodingError ENC_TOO_LARGE or ENC_NOT_STRICT.
    """
    if len(raw) > STRING_LIMIT:
        raise EncodingError(TOO_LARGE, f"string {name} is longer than {STRING_LIMIT} bytes")
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise EncodingError(NOT_STRICT, f"string {name} is not UTF-8") from None
    if text.isascii():
        if not text.isprintable():
            raise EncodingError(NOT_STRICT, f"string {name} has a control character")
        return text
    if any(unicodedata.category(character) == "Cc" for character in text):
        raise EncodingError(NOT_STRICT, f"string {name} has a control character")
    if not unicodedata.is_normalized("NFC", text):
        raise EncodingError(NOT_STRICT, f"string {name} is not in normal form C")
    return text


def _scan_packed(data: bytes, pos: int, end: int, field: _Field) -> None:
    """Checks one packed run of scalars in data[pos:end]."""
    if pos == end:
        raise EncodingError(NOT_STRICT, f"field {field.name} is an empty run")
    while pos < end:
        value = data[pos]
        if value < 0x80:
            pos += 1
        else:
            value, pos = _long_varint(data, pos, end)
        _check_value(value, field)


def _scan_delimited(data: bytes, pos: int, end: int, field: _Field, depth: int) -> None:
    """Checks what a length-delimited field holds in data[pos:end]."""
    if field.table is not None:
        _scan(data, pos, end, field.table, depth + 1)
    elif field.kind == _PACKED:
        _scan_packed(data, pos, end, field)
    else:
        if pos == end and not field.presence:
            raise EncodingError(NOT_STRICT, f"field {field.name} is written though it is empty")
        if field.kind == _STRING:
            check_text(data[pos:end], field.name)


def _scan(data: bytes, pos: int, end: int, table: _Table, depth: int) -> None:
    """Checks that data[pos:end] is a strict encoding of the table's message. Raises EncodingError."""
    if depth > NESTING_LIMIT:
        raise EncodingError(TOO_LARGE, f"messages are nested deeper than {NESTING_LIMIT}")
    by_tag = table.by_tag
    last = groups = 0
    while pos < end:
        tag = data[pos]
        if tag < 0x80:
            pos += 1
        else:
            tag, pos = _long_varint(data, pos, end)
        field = by_tag.get(tag)
        if field is None:
            raise _unknown(tag, table, pos)
        if tag <= last and (tag < last or not field.repeated or field.kind == _PACKED):
            raise EncodingError(NOT_STRICT, f"field {field.name} is out of order or written twice")
        if field.group and tag != last:
            if groups & field.group:
                raise EncodingError(NOT_STRICT, f"field {field.name} is a second member of a oneof")
            groups |= field.group
        last = tag
        if pos >= end:
            raise EncodingError(NOT_STRICT, f"field {field.name} is cut off")
        value = data[pos]
        if value < 0x80:
            pos += 1
        else:
            value, pos = _long_varint(data, pos, end)
        if field.kind == _VARINT:
            if value == 0 and not field.presence:
                raise EncodingError(NOT_STRICT, f"field {field.name} is written though it is zero")
            _check_value(value, field)
        else:
            if value > end - pos:
                raise EncodingError(NOT_STRICT, f"field {field.name} is cut off")
            _scan_delimited(data, pos, pos + value, field, depth)
            pos += value


def strict_parse(message_class: type[_MessageT], payload: bytes, *, limit: int = PAYLOAD_LIMIT) -> _MessageT:
    """Parses `payload` as the one encoding of a message that the protocol accepts (spec 2.2).

    `limit` is the greatest size in bytes: PAYLOAD_LIMIT, or MESSAGE_LIMIT for messages of the carriage.
    Raises EncodingError with ENC_TOO_LARGE, ENC_NOT_STRICT, ENC_UNKNOWN_FIELD or ENC_BAD_VALUE.
    """
    if len(payload) > limit:
        raise EncodingError(TOO_LARGE, f"{len(payload)} bytes where {limit} are allowed")
    _scan(payload, 0, len(payload), _table(cast("Descriptor", message_class.DESCRIPTOR)), 1)
    message = message_class()
    try:
        message.ParseFromString(payload)
    except DecodeError:
        raise EncodingError(NOT_STRICT, "the protobuf library cannot read it") from None
    if message.SerializeToString(deterministic=True) != payload:
        raise EncodingError(NOT_STRICT, "the protobuf library would write it otherwise")
    return message
