"""Reads and writes the record of a table, `.ftr` (spec 6.2): JSON Lines of exact bytes.

Reading is strict: known keys only and none twice, canonical base64, lowercase hex, integers below 2^53, the
order of 6.2, the `end` line last. What stands under "view" is skipped.
"""

from __future__ import annotations

import gzip
import json
import zlib
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, TypeAlias

from sealed.fairness.arithmetic.identifiers import log_leaf_hash, record_digest
from sealed.fairness.arithmetic.merkle import RightEdge
from sealed.fairness.fields import FieldError, Fields, base64_of
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
_MAX_UINT16: Final = 0xFFFF
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
                "sig": base64_of(refusal.sig),
            }
        case PrivateLine(seat, private):
            return {"k": "priv", "seat": seat, "p": base64_of(private.message), "sig": base64_of(private.sig)}
    if isinstance(line, Head):
        return {
            "k": "h",
            "size": line.size,
            "root": line.root.hex(),
            "ms": line.time_ms,
            "sig": base64_of(line.sig),
        }
    return {"k": "e", "i": line.index, "t": line.type, "p": base64_of(line.payload)}


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


class _Reader:
    """Takes line after line and keeps the order."""

    def __init__(self) -> None:
        self._at = 0
        self._size = 0
        self._headed = 0
        self._lines: list[Line] = []
        self._first: tuple[bytes, str, str] | None = None
        self._end: End | None = None
        self._now = Fields({})
        self._root = b""

    def fail(self, text: str) -> RecordError:
        return RecordError(max(1, self._at), text)

    def take(self, line: bytes) -> None:
        self._at += 1
        if self._end is not None:
            raise self.fail("something stands after the end")
        try:
            self._now = self._parse(line)
            self._take_line()
        except FieldError as error:
            raise self.fail(str(error)) from None

    def _take_line(self) -> None:
        if self._at == 1:
            self._take_first()
            return
        takers = {
            "e": self._take_entry,
            "h": self._take_head,
            "refusal": self._take_refusal,
            "priv": self._take_private,
            "end": self._take_end,
        }
        taker = takers.get(self._now.text("k")) if "k" in self._now.names else None
        if taker is None:
            raise self.fail("this kind of line is not known")
        taker()

    def _parse(self, line: bytes) -> Fields:
        if len(line) > LINE_LIMIT:
            raise self.fail("the line is longer than 64 KiB")
        if self._at > LINES_LIMIT:
            raise self.fail(f"no record has more than {LINES_LIMIT} lines")
        if not line.endswith(b"\n") or b"\r" in line:
            raise self.fail("the line does not end as it should; the file may be cut off")
        try:
            return Fields.parse(line)
        except FieldError as error:
            raise self.fail(f"this is no line of a record: {error}") from None

    def keys(self, *names: str) -> None:
        """Requires exactly these keys; an entry may have a view beside them, which nobody reads."""
        self._now.keys(*names, optional=("view",) if "i" in names else ())

    def _take_first(self) -> None:
        self.keys("ftr", "table", "created", "tool")
        if self._now.number("ftr") != VERSION:
            raise self.fail("this version of the record format is not known")
        self._first = (self._now.hash("table"), self._now.text("created"), self._now.text("tool"))

    def _take_entry(self) -> None:
        self.keys("k", "i", "t", "p")
        if self._now.number("i") != self._size:
            raise self.fail(f"entry {self._size} should stand here")
        self._size += 1
        kind = self._now.number("t", _MAX_UINT16)
        self._lines.append(Entry(index=self._now.number("i"), type=kind, payload=self._now.bytes("p")))

    def _take_head(self) -> None:
        self.keys("k", "size", "root", "ms", "sig")
        size = self._now.number("size")
        if size != self._size or size == self._headed:
            raise self.fail("a head does not stand after its last entry")
        self._headed, self._root = size, self._now.hash("root")
        head = Head(
            size=size,
            root=self._root,
            time_ms=self._now.number("ms", _MAX_INT - 1),
            sig=self._now.bytes("sig"),
        )
        self._lines.append(head)

    def _take_refusal(self) -> None:
        self.keys("k", "seat", "counter", "h", "code", "sig")
        code = self._now.text("code")
        if not code.isascii():
            raise self.fail("code is not ASCII")
        refusal = Refusal(
            counter=self._now.number("counter"),
            signed_hash=self._now.hash("h"),
            code=code,
            sig=self._now.bytes("sig"),
        )
        self._lines.append(RefusalLine(self._now.number("seat", 6), refusal))

    def _take_private(self) -> None:
        self.keys("k", "seat", "p", "sig")
        private = Private(message=self._now.bytes("p"), sig=self._now.bytes("sig"))
        self._lines.append(PrivateLine(self._now.number("seat", 6), private))

    def _take_end(self) -> None:
        self.keys("k", "lines", "log_root", "digest")
        end = End(self._now.number("lines"), self._now.hash("log_root"), self._now.hash("digest"))
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
