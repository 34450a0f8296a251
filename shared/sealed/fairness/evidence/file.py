"""Reads and writes the evidence file, `.fte` (spec 6.2): one JSON object of exact bytes.

Beside what 6.2 names: an entry that carries a path has `path` and `size`, either all of them or none (then
the entries are the whole log from entry 0 on). A message is a seat's `{header, payload, sig}`, or a refusal
as a record writes it without its kind; heads and private messages likewise.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.fairness.codes import CODES
from sealed.fairness.fields import FieldError, Fields, base64_of
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.record import FILE_LIMIT, LINES_LIMIT, PrivateLine, RefusalLine
from sealed.wire.v1.fairness_pb2 import Entry, Head, Private, Refusal, Signed

if TYPE_CHECKING:
    from typing import BinaryIO

VERSION: Final = 1
_MAX_INT: Final = (1 << 53) - 1
_MAX_UINT16: Final = 0xFFFF
_MAX_SEAT: Final = 6
_NAMES: Final = (
    *("fte", "code", "class", "table", "key", "edition", "params", "genesis"),
    *("heads", "entries", "messages", "private", "says"),
)


class EvidenceError(ValueError):
    """Says that a file is no evidence file, or a damaged one, in one plain sentence."""


class Path(NamedTuple):
    """Is the way from an entry up to the root of the first `size` entries (RFC 6962)."""

    hashes: tuple[bytes, ...]
    size: int


class Shown(NamedTuple):
    """Is an entry of the log; `path` is None where the whole log is included."""

    entry: Entry
    path: Path | None = None


class Evidence(NamedTuple):
    """Is an evidence file: what it claims (code, class, key), and the bytes that are to show it.

    `key` is None for class D; `edition` is that of the rules where the code rests on them, else empty; `says`
    is one sentence for people that proves nothing.
    """

    code: str
    klass: Klass
    table_id: bytes
    key: bytes | None
    edition: bytes
    params: bytes
    genesis: bytes
    heads: tuple[Head, ...] = ()
    entries: tuple[Shown, ...] = ()
    messages: tuple[Signed | RefusalLine, ...] = ()
    private: tuple[PrivateLine, ...] = ()
    says: str = ""

    @property
    def whole(self) -> bool:
        """Tells whether the entries are the whole log from entry 0 on."""
        return bool(self.entries) and all(
            one.path is None and one.entry.index == index for index, one in enumerate(self.entries)
        )


# ---- writing ----


def evidence_bytes(evidence: Evidence) -> bytes:
    """Returns the whole file; equal evidence gives equal bytes."""
    content: dict[str, object] = {
        "fte": VERSION,
        "code": evidence.code,
        "class": str(evidence.klass),
        "table": evidence.table_id.hex(),
        "key": None if evidence.key is None else evidence.key.hex(),
    }
    if evidence.edition:
        content["edition"] = evidence.edition.hex()
    content |= {
        "params": base64_of(evidence.params),
        "genesis": base64_of(evidence.genesis),
        "heads": [_head_object(head) for head in evidence.heads],
        "entries": [_entry_object(shown) for shown in evidence.entries],
        "messages": [_message_object(one) for one in evidence.messages],
        "private": [_private_object(line) for line in evidence.private],
        "says": evidence.says,
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _head_object(head: Head) -> dict[str, object]:
    return {"size": head.size, "root": head.root.hex(), "ms": head.time_ms, "sig": base64_of(head.sig)}


def _entry_object(shown: Shown) -> dict[str, object]:
    entry, path = shown
    content: dict[str, object] = {"i": entry.index, "t": entry.type, "p": base64_of(entry.payload)}
    if path is not None:
        content |= {"path": [one.hex() for one in path.hashes], "size": path.size}
    return content


def _message_object(one: Signed | RefusalLine) -> dict[str, object]:
    if isinstance(one, RefusalLine):
        refusal = one.refusal
        return {
            "seat": one.seat,
            "counter": refusal.counter,
            "h": refusal.signed_hash.hex(),
            "code": refusal.code,
            "sig": base64_of(refusal.sig),
        }
    return {
        "header": base64_of(one.header),
        "payload": base64_of(one.payload),
        "sig": base64_of(one.sig),
    }


def _private_object(line: PrivateLine) -> dict[str, object]:
    return {"seat": line.seat, "p": base64_of(line.private.message), "sig": base64_of(line.private.sig)}


# ---- reading ----


def looks_like_evidence(start: bytes) -> bool:
    """Tells from the first bytes of a file whether it means to be an evidence file."""
    return start.lstrip()[:6] == b'{"fte"'


def read_evidence_file(file: BinaryIO) -> Evidence:
    """Parses a file. Raises EvidenceError, also for one beyond FILE_LIMIT; OSError as the file does."""
    data = file.read(FILE_LIMIT + 1)
    if len(data) > FILE_LIMIT:
        raise EvidenceError(f"no evidence file is longer than {FILE_LIMIT >> 20} MiB")
    return read_evidence(data)


def read_evidence(data: bytes) -> Evidence:
    """Parses the bytes of an evidence file strictly. Raises EvidenceError."""
    try:
        return _evidence(Fields.parse(data))
    except FieldError as error:
        raise EvidenceError(str(error)) from None


def _evidence(fields: Fields) -> Evidence:
    fields.keys(*_NAMES, optional=("edition",))
    if fields.number("fte", _MAX_INT) != VERSION:
        raise FieldError("this version of the evidence format is not known")
    klass, key = _claim(fields)
    heads, entries = fields.objects("heads"), fields.objects("entries")
    messages, private = fields.objects("messages"), fields.objects("private")
    if max(map(len, (heads, entries, messages, private))) > LINES_LIMIT:
        raise FieldError(f"no evidence has more than {LINES_LIMIT} entries")
    shown = tuple(_shown(one) for one in entries)
    if len({one.path is None for one in shown}) > 1:
        raise FieldError("some entries have a path and some have none")
    return Evidence(
        code=fields.text("code"),
        klass=klass,
        table_id=fields.hash("table"),
        key=key,
        edition=fields.hash("edition") if "edition" in fields.names else b"",
        params=fields.bytes("params"),
        genesis=fields.bytes("genesis"),
        heads=tuple(_head(one) for one in heads),
        entries=shown,
        messages=tuple(_message(one) for one in messages),
        private=tuple(_private(one) for one in private),
        says=fields.text("says"),
    )


def _claim(fields: Fields) -> tuple[Klass, bytes | None]:
    """Reads class and key, which go together; the code is one of the protocol."""
    if fields.text("code") not in CODES:
        raise FieldError("its code is not one of this version of the protocol")
    klass = fields.text("class")
    if klass == Klass.C and not fields.is_null("key"):
        return Klass.C, fields.hash("key")
    if klass == Klass.D and fields.is_null("key"):
        return Klass.D, None
    raise FieldError("its class is not C with a key, or D without one")


def _head(fields: Fields) -> Head:
    fields.keys("size", "root", "ms", "sig")
    return Head(
        size=fields.number("size"),
        root=fields.hash("root"),
        time_ms=fields.number("ms", _MAX_INT),
        sig=fields.bytes("sig"),
    )


def _shown(fields: Fields) -> Shown:
    path = None
    if fields.names & {"path", "size"}:
        fields.keys("i", "t", "p", "path", "size")
        path = Path(fields.hashes("path"), fields.number("size"))
    else:
        fields.keys("i", "t", "p")
    entry = Entry(
        index=fields.number("i"),
        type=fields.number("t", _MAX_UINT16),
        payload=fields.bytes("p"),
    )
    return Shown(entry, path)


def _message(fields: Fields) -> Signed | RefusalLine:
    if "counter" not in fields.names:
        fields.keys("header", "payload", "sig")
        return Signed(header=fields.bytes("header"), payload=fields.bytes("payload"), sig=fields.bytes("sig"))
    fields.keys("seat", "counter", "h", "code", "sig")
    code = fields.text("code")
    if not code.isascii():
        raise FieldError("code is not ASCII")
    refusal = Refusal(
        counter=fields.number("counter"),
        signed_hash=fields.hash("h"),
        code=code,
        sig=fields.bytes("sig"),
    )
    return RefusalLine(fields.number("seat", _MAX_SEAT), refusal)


def _private(fields: Fields) -> PrivateLine:
    fields.keys("seat", "p", "sig")
    private = Private(message=fields.bytes("p"), sig=fields.bytes("sig"))
    return PrivateLine(fields.number("seat", _MAX_SEAT), private)
