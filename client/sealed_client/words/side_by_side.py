"""What two files of one dispute say of each other: evidence beside a record, a record beside another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.evidence.making import evidence_of
from sealed.fairness.live.verdicts import REFEREE, Klass, Outcome, Verdict
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.words import director

if TYPE_CHECKING:
    from sealed.fairness.audit.report import Report
    from sealed.fairness.evidence.judgement import Judgement
    from sealed.fairness.record import Record
    from sealed.fairness.signing.keys import Signatures


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
    roots = _roots(record)
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


def records_together(one: Record, other: Record, signatures: Signatures) -> tuple[str, bool]:
    """Returns what two records say of each other, and whether together they convict the referee.

    Two histories of one table are evidence (LOG_FORK) if the referee signed both, and are judged as that.
    """
    if one.table_id != other.table_id:
        return "Together: the two records are about different tables. Each stands for itself.", False
    roots = _roots(one)
    parted = [head for head in _heads(other) if roots.get(head.size, head.root) != head.root]
    if not parted:
        sizes = max(roots, default=0), max(_roots(other), default=0)
        more = "" if sizes[0] == sizes[1] else f" One has {sizes[0]} entries, the other {sizes[1]}."
        return f"Together: both records show the same history, as far as both go.{more}", False
    said = (
        f"Together: the two records are of one table, and their histories differ at {parted[0].size} entries."
    )
    params = director.params_of(one)
    key = b"" if params is None else params.referee_pk
    if not any(_forked(one, head, key, signatures) for head in (parted[0], parted[-1])):
        return f"{said} The referee did not sign both; see above which record does not hold.", False
    text = (
        f"{said} The referee signed both, which convicts it, key {key.hex()[:16]}, whatever stands above of"
        " each record alone. Neither can be trusted before the other, and nothing here is against a player."
        " Keep both files; together they are the proof."
    )
    return text, True


def _forked(one: Record, head: wire.Head, key: bytes, signatures: Signatures) -> bool:
    """Tells whether a record and a head of another one are evidence of two histories."""
    claim = Verdict(
        "LOG_FORK", Outcome.FAIL, head.size - 1, "two records of one table", Klass.C, REFEREE, key
    )
    held = one._replace(lines=(*one.lines, head))
    return evidence_of(claim, held, lambda _game, _edition: None, signatures) is not None


def _heads(record: Record) -> list[wire.Head]:
    return [line for line in record.lines if isinstance(line, wire.Head)]


def _roots(record: Record) -> dict[int, bytes]:
    return {head.size: head.root for head in _heads(record)}


def _stands(report: Report) -> str:
    if report.verdict == "PASS":
        return "was verified from beginning to end"
    return "itself proves a violation" if report.exit_code == 1 else "was not verified"
