"""What a seat signs when the game has ended: its RESULT and, after the reveal, its AUDIT (spec 2.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.arithmetic.identifiers import log_leaf_hash, record_digest
from sealed.fairness.audit.report import NUMBERS
from sealed.fairness.payloads import codec
from sealed.fairness.record import PrivateLine, Record, RefusalLine
from sealed.wire.v1 import fairness_pb2 as wire
from sealed.wire.v1.fairness_pb2 import Entry, Head

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.fairness.audit.report import Report
    from sealed.fairness.record import Line
    from sealed.wire.v1.fairness_pb2 import Private, Refusal

TOOL = "sealed-orders"


class RecordEnd(NamedTuple):
    """Is where the record ends that is audited: the log's size and root at its last page."""

    size: int
    root: bytes


def result_vote(table_id: bytes, game_over: Entry, objection: str) -> bytes:
    """Returns the payload of RESULT: agreeing, or disputing with the code of the check that failed."""
    leaf = log_leaf_hash(table_id, game_over.index, game_over.type, game_over.payload)
    return codec.encode(wire.ResultVote(game_over_leaf=leaf, agree=not objection, reason=objection))


def audit_verdict(table_id: bytes, end: RecordEnd, report: Report) -> bytes:
    """Returns the payload of AUDIT for a report on the record that ends there."""
    failures = sorted({verdict.code for verdict in report.failures})
    message = wire.AuditVerdict(
        record_digest=record_digest(table_id, end.size, end.root),
        verdict=NUMBERS[report.verdict],
        failures=failures,
        not_checked=sorted({skipped.code for skipped in report.not_checked}),
    )
    return codec.encode(message)


class Notebook:
    """Keeps what a seat was told, in order, for its own export."""

    __slots__ = ("entries", "lines", "table_id")

    def __init__(self, table_id: bytes) -> None:
        """Starts empty."""
        self.table_id = table_id
        self.entries: list[Entry] = []
        self.lines: list[Line] = []

    def batch(self, entries: Sequence[Entry], head: Head) -> None:
        """Adds a verified append."""
        self.entries += entries
        self.lines += [*entries, head]

    def cut(self, first: int) -> tuple[Line, ...]:
        """Takes back everything from entry `first` on, and returns the append that begins there."""
        at = next(at for at, line in enumerate(self.lines) if isinstance(line, Entry) and line.index == first)
        end = next(end for end in range(at, len(self.lines)) if isinstance(self.lines[end], Head))
        append = tuple(self.lines[at : end + 1])
        del self.lines[at:], self.entries[first:]
        return append

    def opening(self, seat: int, private: Private) -> None:
        """Adds a verified private message, once."""
        line = PrivateLine(seat, private)
        if line not in self.lines:
            self.lines.append(line)

    def refusal(self, seat: int, refusal: Refusal) -> None:
        """Adds a refusal."""
        self.lines.append(RefusalLine(seat, refusal))

    def record_until(self, size: int | None = None, created: str = "") -> Record:
        """Returns the record that everybody has, entries and heads only.

        Whole, or up to a size of the log.
        """
        public: list[Line] = []
        for line in self.lines:
            if isinstance(line, PrivateLine | RefusalLine):
                continue
            public.append(line)
            if isinstance(line, Head) and line.size == size:
                break
        return Record(self.table_id, created, TOOL, tuple(public))

    def own_record(self, created: str = "") -> Record:
        """Returns the seat's own export, with what it alone was told (secret while the game runs)."""
        return Record(self.table_id, created, TOOL, tuple(self.lines))

    def __repr__(self) -> str:
        """Shows how long it is."""
        return f"<notebook of {len(self.lines)} lines>"
