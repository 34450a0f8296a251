"""Reads and writes the record of a table, `.ftr` (spec 6.2): JSON Lines of exact bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sealed.wire.v1.fairness_pb2 import Entry, Head, Private, Refusal


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


Line: TypeAlias = "Entry | Head | RefusalLine | PrivateLine"


class Record(NamedTuple):
    """Is a whole record in order: line 1, then entries, each head after its last entry, and a seat's own lines."""

    table_id: bytes
    created: str
    tool: str
    lines: tuple[Line, ...]


def write_record(record: Record) -> Iterator[bytes]:
    """Yields the lines of the file, each with its newline, the `end` line last."""


def read_record(lines: Iterable[bytes]) -> Record:
    """Parses a record line by line (a binary file is such an iterable). Raises RecordError."""


def read_record_bytes(data: bytes) -> Record:
    """Parses a whole file, plain or gzip. Raises RecordError."""
