"""Reads and writes the record of a table, `.ftr` (spec 6.2): JSON Lines of exact bytes.

Reading is strict: known keys only and none twice, canonical base64, lowercase hex, integers below 2^53, the
order of 6.2, the `end` line last. What stands under "view" is skipped.
"""

from __future__ import annotations

import binascii
import gzip
import json
import zlib
from base64 import b64encode
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, TypeAlias

from sealed.fairness.arithmetic.identifiers import log_leaf_hash, record_digest
from sealed.fairness.arithmetic.layout import HASH_SIZE
from sealed.fairness.arithmetic.merkle import RightEdge
from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1.fairness_pb2 import Entry, Head, Private, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LINE_LIMIT: Final = 64 * 1024
LINES_LIMIT: Final = 1 << 18
FILE_LIMIT: Final = 64 << 20
"""Forty times the size and far beyond the length that spec 6.2 expects; more is an attack or a mistake."""
VERSION: Final = 1
_GZIP: Final = b"\x1f\x8b"
_MAX_INT: Final = 1 << 53
_MAX_UINT32: Final = 0xFFFF_FFFF
_MAX_UINT16: Final = 0xFFFF
_HEX: Final = frozenset("0123456789abcdef")
_PIECE: Final = 64 * 1024


class RecordError(ValueError):
    """Says that a file is no record, or a damaged one: the line (from 1) and what is wrong with it."""

    def __init__(self, line: int, text: str) -> None:
        """Keeps the line number and one plain sentence."""
        super().__init__(f"line {line}: {text}")
        self.line, self.text = line, text


class RefusalLine(NamedTuple):
    """Is a refusal of a seat's own export."""

    seat: int
    refusal: Refusal


class PrivateLine(NamedTuple):
    """Is a private message of a seat's own export."""

    seat: int
    private: Private


Line: TypeAlias = Entry | Head | RefusalLine | PrivateLine


class End(NamedTuple):
    """Is the last line: how many lines the file has, the root of the whole log, the digest of the record."""

    lines: int
    log_root: bytes
    digest: bytes


class Record(NamedTuple):
    """Is a record in order: line 1, then entries, each head after its last entry, and a seat's own lines.

    `end` is the last line of the file it was read from; None for a record that was never one.
    """

    table_id: bytes
    created: str
    tool: str
    lines: tuple[Line, ...]
    end: End | None = None

    def appends(self) -> Iterator[tuple[tuple[Entry, ...], Head]]:
        """Yields each append: its entries and the head over them, without entries after the last head."""
        waiting: list[Entry] = []
        for line in self.lines:
            if isinstance(line, Entry):
                waiting.append(line)
            elif isinstance(line, Head):
                yield tuple(waiting), line
                waiting = []


def exported_by(record: Record) -> int | None:
    """Returns the seat whose private messages a record holds; None for none, or for those of several."""
    seats = {line.seat for line in record.lines if isinstance(line, PrivateLine)}
    return seats.pop() if len(seats) == 1 else None


# ---- writing ----


def write_record(record: Record) -> Iterator[bytes]:
    """Yields the lines of the file, each with its newline, the `end` line last."""
    first = {"ftr": VERSION, "table": record.table_id.hex(), "created": record.created, "tool": record.tool}
    yield _line(first)
    count = 1
    edge = RightEdge()
    size, root = 0, edge.root()
    for line in record.lines:
        yield _line(_object(line))
        count += 1
        if isinstance(line, Entry):
            edge.append(log_leaf_hash(record.table_id, line.index, line.type, line.payload))
            if line.type != EntryType.AUDIT:
                size, root = edge.size, edge.root()
    digest = record_digest(record.table_id, size, root)
    yield _line({"k": "end", "lines": count + 1, "log_root": edge.root().hex(), "digest": digest.hex()})


def record_bytes(record: Record, *, packed: bool = False) -> bytes:
    """Returns the whole file, optionally gzip; equal records give equal bytes."""
    data = b"".join(write_record(record))
    return gzip.compress(data, mtime=0) if packed else data


def _line(content: dict[str, object]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _object(line: Line) -> dict[str, object]:
    match line:
        case RefusalLine(seat, refusal):
            return {
                "k": "refusal",
                "seat": seat,
                "counter": refusal.counter,
                "h": refusal.signed_hash.hex(),
                "code": refusal.code,
                "sig": _b64(refusal.sig),
            }
        case PrivateLine(seat, private):
            return {"k": "priv", "seat": seat, "p": _b64(private.message), "sig": _b64(private.sig)}
    if isinstance(line, Head):
        return {
            "k": "h",
            "size": line.size,
            "root": line.root.hex(),
            "ms": line.time_ms,
            "sig": _b64(line.sig),
        }
    return {"k": "e", "i": line.index, "t": line.type, "p": _b64(line.payload)}


def _b64(data: bytes) -> str:
    return b64encode(data).decode()


# ---- reading ----


def read_record(lines: Iterable[bytes]) -> Record:
    """Parses a record line by line (a binary file is such an iterable). Raises RecordError."""
    reader = _Reader()
    for line in lines:
        reader.take(line)
    return reader.finish()


def read_record_bytes(data: bytes) -> Record:
    """Parses a whole file, plain or gzip. Raises RecordError."""
    return read_record_file(BytesIO(data))


def read_record_file(file: BinaryIO) -> Record:
    """Parses a file as it comes, plain or gzip, and never holds much more of it than the record itself.

    Raises RecordError, also for a file beyond FILE_LIMIT (unpacked) or LINES_LIMIT; OSError as the file does.
    """
    first = file.read(_PIECE)
    pieces = chain((first,), iter(lambda: file.read(_PIECE), b""))
    return read_record(_lines(_unpacked(pieces) if first[:2] == _GZIP else pieces))


def _unpacked(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Unpacks gzip, a piece at a time, however much a piece holds."""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        for piece in pieces:
            plain = unpacker.decompress(piece, _PIECE)
            yield plain
            while len(plain) == _PIECE or unpacker.unconsumed_tail:
                plain = unpacker.decompress(unpacker.unconsumed_tail, _PIECE)
                yield plain
            if unpacker.unused_data:
                break
    except zlib.error as error:
        raise RecordError(1, "the file is damaged: it cannot be unpacked") from error
    if not unpacker.eof or unpacker.unused_data:
        raise RecordError(1, "the file is damaged: its packing does not end where it should")


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Cuts a file into lines; of a line that is too long it yields no more than shows that."""
    held, total, number = b"", 0, 0
    for piece in pieces:
        total += len(piece)
        if total > FILE_LIMIT:
            raise RecordError(number + 1, f"no record is longer than {FILE_LIMIT >> 20} MiB")
        *whole, held = (held + piece).split(b"\n")
        for line in whole:
            yield line + b"\n"
        number += len(whole)
        if len(held) > LINE_LIMIT:
            break
    if held:
        yield held


class _StrictError(ValueError):
    """Says that a key stands twice."""


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _StrictError("a key stands twice in one object")
    return found


def _no_number(text: str) -> object:
    raise _StrictError(f"{text[:20]} is not a whole number")


class _Reader:
    """Takes line after line and keeps the order."""

    def __init__(self) -> None:
        self._at = 0
        self._size = 0
        self._headed = 0
        self._lines: list[Line] = []
        self._first: tuple[bytes, str, str] | None = None
        self._end: End | None = None
        self._now: dict[str, object] = {}
        self._root = b""

    def fail(self, text: str) -> RecordError:
        return RecordError(max(1, self._at), text)

    def take(self, line: bytes) -> None:
        self._at += 1
        if self._end is not None:
            raise self.fail("something stands after the end")
        self._now = self._parse(line)
        if self._at == 1:
            self._take_first()
            return
        kind = self._now.get("k")
        match kind:
            case "e":
                self._take_entry()
            case "h":
                self._take_head()
            case "refusal":
                self._take_refusal()
            case "priv":
                self._take_private()
            case "end":
                self._take_end()
            case _:
                raise self.fail("this kind of line is not known")

    def _parse(self, line: bytes) -> dict[str, object]:
        if len(line) > LINE_LIMIT:
            raise self.fail("the line is longer than 64 KiB")
        if self._at > LINES_LIMIT:
            raise self.fail(f"no record has more than {LINES_LIMIT} lines")
        if not line.endswith(b"\n") or b"\r" in line:
            raise self.fail("the line does not end as it should; the file may be cut off")
        try:
            found = json.loads(
                line.decode(), object_pairs_hook=_pairs, parse_float=_no_number, parse_constant=_no_number
            )
        except _StrictError as error:
            raise self.fail(f"this is no line of a record: {error}") from None
        except (ValueError, RecursionError):
            raise self.fail("this is no line of a record") from None
        if not isinstance(found, dict):
            raise self.fail("this is no line of a record")
        return found

    def keys(self, *names: str) -> None:
        """Requires exactly these keys."""
        if self._now.keys() - {"view"} != set(names) or ("view" in self._now and "i" not in names):
            raise self.fail(f"the keys of this line are not {', '.join(names)}")

    def text(self, name: str) -> str:
        value = self._now[name]
        if not isinstance(value, str):
            raise self.fail(f"{name} is no text")
        return value

    def number(self, name: str, limit: int = _MAX_UINT32) -> int:
        value = self._now[name]
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= limit:
            raise self.fail(f"{name} is not a whole number in its range")
        return value

    def hash(self, name: str) -> bytes:
        value = self.text(name)
        if len(value) != 2 * HASH_SIZE or not _HEX.issuperset(value):
            raise self.fail(f"{name} is not 32 bytes in lowercase hexadecimal")
        return bytes.fromhex(value)

    def bytes(self, name: str) -> bytes:
        value = self.text(name)
        try:
            data = binascii.a2b_base64(value, strict_mode=True)
        except (binascii.Error, ValueError) as error:
            raise self.fail(f"{name} is not base64") from error
        if _b64(data) != value:
            raise self.fail(f"{name} is not base64 in its one canonical form")
        return data

    def _take_first(self) -> None:
        self.keys("ftr", "table", "created", "tool")
        if self.number("ftr") != VERSION:
            raise self.fail("this version of the record format is not known")
        self._first = (self.hash("table"), self.text("created"), self.text("tool"))

    def _take_entry(self) -> None:
        self.keys("k", "i", "t", "p")
        if self.number("i") != self._size:
            raise self.fail(f"entry {self._size} should stand here")
        self._size += 1
        kind = self.number("t", _MAX_UINT16)
        self._lines.append(Entry(index=self.number("i"), type=kind, payload=self.bytes("p")))

    def _take_head(self) -> None:
        self.keys("k", "size", "root", "ms", "sig")
        size = self.number("size")
        if size != self._size or size == self._headed:
            raise self.fail("a head does not stand after its last entry")
        self._headed, self._root = size, self.hash("root")
        head = Head(
            size=size, root=self._root, time_ms=self.number("ms", _MAX_INT - 1), sig=self.bytes("sig")
        )
        self._lines.append(head)

    def _take_refusal(self) -> None:
        self.keys("k", "seat", "counter", "h", "code", "sig")
        code = self.text("code")
        if not code.isascii():
            raise self.fail("code is not ASCII")
        refusal = Refusal(
            counter=self.number("counter"), signed_hash=self.hash("h"), code=code, sig=self.bytes("sig")
        )
        self._lines.append(RefusalLine(self.number("seat", 6), refusal))

    def _take_private(self) -> None:
        self.keys("k", "seat", "p", "sig")
        private = Private(message=self.bytes("p"), sig=self.bytes("sig"))
        self._lines.append(PrivateLine(self.number("seat", 6), private))

    def _take_end(self) -> None:
        self.keys("k", "lines", "log_root", "digest")
        end = End(self.number("lines"), self.hash("log_root"), self.hash("digest"))
        if end.lines != self._at:
            raise self.fail(f"the file should have {end.lines} lines and has {self._at}")
        if self._headed != self._size or end.log_root != self._root:
            raise self.fail("the last head is not over the whole log")
        self._end = end

    def finish(self) -> Record:
        if self._first is None:
            raise RecordError(1, "the file is empty")
        if self._end is None:
            raise self.fail("the file is cut off: its end line is missing")
        return Record(*self._first, tuple(self._lines), self._end)
