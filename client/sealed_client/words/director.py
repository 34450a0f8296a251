"""What a tournament director asks after the verdict: where exactly, how much it proves, and what to do now.

Works on the bytes of a record or an evidence file; nothing here is a check. Times are shown in UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from sealed.fairness.live.verdicts import NOBODY, REFEREE, Klass
from sealed.fairness.payloads import codec
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import parse_header
from sealed.wire.strict import EncodingError
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sealed.fairness.audit.report import Report
    from sealed.fairness.evidence.judgement import Judgement
    from sealed.fairness.live.verdicts import Verdict
    from sealed.fairness.record import Record

_WEIGHT: Final = {
    Klass.C: "Weight: this convicts. The signatures in the file allow no other explanation, and anybody who"
    " has the file can check that again without trusting the person who hands it over.",
    Klass.D: "Weight: this is disputed. Something is wrong, but the bytes fit more than one story about who"
    " did it, so they name nobody; a decision needs testimony.",
    Klass.L: "Weight: only the person who saw it can know it; to anybody else it is his word.",
}
_ASK_ALL: Final = (
    "Ask the referee for the record and each player for his own (sealed record --own TABLE) and for evidence"
    " files (.fte), and verify all of them together: sealed verify A B C."
)
_KEEP: Final = "Keep this file as it is; it is the proof."


def record_lines(report: Report, record: Record) -> list[str]:
    """Returns the director's lines about a record: where each failure is, its weight, and the next step."""
    entries = [line for line in record.lines if isinstance(line, wire.Entry)]
    heads = [line for line in record.lines if isinstance(line, wire.Head)]
    said = _places(report.failures, entries, heads, report.names)
    said += _weights(report.failures)
    return [*said, _after_record(report)]


def evidence_lines(judgement: Judgement) -> list[str]:
    """Returns the director's lines about an evidence file."""
    evidence = judgement.evidence
    entries = [shown.entry for shown in evidence.entries]
    said = _places(judgement.failures, entries, evidence.heads, judgement.names)
    said += _weights(judgement.failures)
    return [*said, _after_evidence(judgement)]


def together(judgement: Judgement, report: Report, record: Record) -> str:
    """Returns what an evidence file and a record say of each other."""
    evidence = judgement.evidence
    if evidence.table_id != record.table_id:
        return "Together: the two files are about different tables. Each stands for itself."
    state = _stands(report)
    if not judgement.holds:
        return f"Together: the bytes of the evidence do not show what it claims, and the record {state}."
    if evidence.klass is not Klass.C:
        return f"Together: both are about the same table. The evidence names nobody; the record {state}."
    roots = {line.size: line.root for line in record.lines if isinstance(line, wire.Head)}
    other = next((one.size for one in evidence.heads if roots.get(one.size, one.root) != one.root), None)
    if other is not None:
        return (
            f"Together: both are about the same table, but at {other} entries they show different histories"
            " under the referee's own signature. The record is one of the two; that it is whole in itself"
            " clears nobody."
        )
    if evidence.code in {one.code for one in report.failures}:
        return "Together: the record shows the same violation as the evidence. They agree."
    return (
        f"Together: both are about the same table. The evidence convicts by itself; the record {state}, which"
        " does not weaken that: a record holds the log, and not what was signed beside it."
    )


def _stands(report: Report) -> str:
    if report.verdict == "PASS":
        return "was verified from beginning to end"
    return "itself proves a violation" if report.exit_code == 1 else "was not verified"


def _places(
    failures: Iterable[Verdict],
    entries: Sequence[wire.Entry],
    heads: Iterable[wire.Head],
    names: tuple[str, ...],
) -> list[str]:
    """Returns a line for each entry that a failure is about: what it was, when, and how to look at it."""
    at = {one.index: one for one in entries}
    times = sorted((head.size, head.time_ms) for head in heads)
    found = sorted({one.entry for one in failures if one.entry in at})
    return [_place(at[index], times, names) for index in found]


def _place(entry: wire.Entry, times: list[tuple[int, int]], names: tuple[str, ...]) -> str:
    signed = next((ms for size, ms in times if size > entry.index), None)
    when = "" if signed is None else f", signed by the referee at {_utc(signed)}"
    before = f" The board before it: sealed show RECORD --at {entry.index - 1}." if entry.index > 1 else ""
    return f"Where: entry {entry.index}, {_what(entry, names)}{when}.{before}"


def _utc(ms: int) -> str:
    try:
        return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, ValueError, OSError):
        return f"{ms} ms after 1970, which is no time of ours"


def _what(entry: wire.Entry, names: tuple[str, ...]) -> str:
    """Returns what an entry is in words; for an answer who gave it and what he wrote."""
    kinds = set(EntryType)
    name = EntryType(entry.type).name if entry.type in kinds else f"of the unknown type {entry.type}"
    if entry.type != EntryType.ACT:
        return f"a {name} of the log"
    try:
        signed = codec.parse(wire.ActEntry, entry.payload).msg
        seat = parse_header(signed.header).seat
        draft = codec.parse(wire.Draft, signed.payload)
    except EncodingError:
        return "an answer that cannot be read"
    steps = ", then ".join(f'"{step.action}"' for step in draft.steps)
    return f"the answer of {_seat(seat, names)}: {steps}"


def _seat(seat: int, names: tuple[str, ...]) -> str:
    return f"{names[seat - 1]} (seat {seat})" if 0 < seat <= len(names) else f"seat {seat}"


def _weights(failures: Iterable[Verdict]) -> list[str]:
    klasses = dict.fromkeys(one.klass for one in failures if one.klass is not None)
    return [_WEIGHT[klass] for klass in klasses]


def _after_record(report: Report) -> str:
    if report.verdict == "PASS" and report.disputing:
        return (
            "What now: the result stands. A player disputes it, and every check of this program contradicts"
            " that; ask him for an evidence file."
        )
    if report.verdict == "PASS":
        return "What now: nothing to decide. The result stands as it was signed."
    if report.exit_code == 1:
        return f"What now: {_against(report.failures)} {_KEEP}"
    if report.ended is None:
        return (
            "What now: this cannot decide anything yet. Fetch the record again (sealed record TABLE); if"
            " the referee gives none that reaches the end, ask each player for his own (sealed record --own TABLE)."
        )
    return f"What now: do not decide by this file alone. {_ASK_ALL}"


def _after_evidence(judgement: Judgement) -> str:
    if judgement.exit_code == 1:
        return f"What now: {_against(judgement.failures)} {_KEEP}"
    if judgement.holds:
        return f"What now: hear both sides. {_ASK_ALL}"
    return (
        "What now: do not act on this file. Whoever handed it over claims more than it shows; ask him for his"
        " own record (sealed record --own TABLE)."
    )


def _against(failures: Iterable[Verdict]) -> str:
    """Says whom the failures convict, and what that means for the result."""
    blamed = {one.blame for one in failures if one.klass is Klass.C and one.blame != NOBODY}
    if REFEREE in blamed and len(blamed) > 1:
        return (
            "the referee and the seat that is named both signed what is false; the result cannot stand, and"
            " the other players are not at fault."
        )
    if REFEREE in blamed:
        return (
            "the result cannot stand, and no player is at fault: the referee signed what is false. Have the"
            " game played again under another referee."
        )
    return (
        "the seat that is named is at fault, not its opponent and not the referee; the rules of your event"
        " say what that costs."
    )
