"""What two files of one dispute say of each other: evidence beside a record, a record beside another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.audit.report import CUT
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


class Held(NamedTuple):
    """Is a record that was audited, and what its file is called."""

    name: str
    record: Record
    report: Report


class Said(NamedTuple):
    """Is what two records say of each other.

    `convicts` tells whether together they convict the referee, `settles` of which of the two files that goes
    before its own last line.
    """

    text: str
    convicts: bool = False
    settles: tuple[str, ...] = ()


def records_together(one: Held, other: Held, signatures: Signatures) -> Said:
    """Compares two records.

    Two histories of one table are evidence (LOG_FORK) if the referee signed both, and are judged as that.
    """
    if one.record.table_id != other.record.table_id:
        return Said("Together: the two records are about different tables. Each stands for itself.")
    roots = _roots(one.record)
    parted = [head for head in _heads(other.record) if roots.get(head.size, head.root) != head.root]
    if not parted:
        return _same_history(one, other)
    said = (
        f"Together: the two records are of one table, and their histories differ at {parted[0].size} entries."
    )
    params = director.params_of(one.record)
    key = b"" if params is None else params.referee_pk
    if not any(_forked(one.record, head, key, signatures) for head in (parted[0], parted[-1])):
        return Said(f"{said} The referee did not sign both; see above which record does not hold.")
    seats = any(verdict.blame > 0 for held in (one, other) for verdict in held.report.failures)
    rest = (
        "what is proven above against a seat by its own signature remains"
        if seats
        else "nothing here is against a player"
    )
    text = (
        f"{said} The referee signed both, which convicts it, key {key.hex()[:16]}. No result of this table"
        f" can stand, and {rest}. Keep both files; together they are the proof. Have the game played again"
        " under another referee."
    )
    return Said(text, convicts=True, settles=(one.name, other.name))


def _same_history(one: Held, other: Held) -> Said:
    """Returns what is said of two records whose heads agree: one may still be damaged, or end early."""
    whole = [held for held in (one, other) if held.report.verdict == "PASS"]
    bad = [held for held in (one, other) if _altered(held.report)]
    if len(whole) == len(bad) == 1:
        at = min(verdict.entry for verdict in bad[0].report.failures)
        return Said(
            f"Together: the referee signed the same history in both. {whole[0].name} is whole; {bad[0].name}"
            f" was damaged or changed near entry {at}. Judge by {whole[0].name} and put the other aside.",
            settles=(bad[0].name,),
        )
    sizes = max(_roots(one.record), default=0), max(_roots(other.record), default=0)
    more = "" if sizes[0] == sizes[1] else f" One has {sizes[0]} entries, the other {sizes[1]}."
    return Said(f"Together: the referee signed the same history in both, as far as both go.{more}")


def _altered(report: Report) -> bool:
    """Tells whether a record was found false without convicting anybody, beyond that it ends early."""
    codes = {verdict.code for verdict in report.failures}
    return report.exit_code == 2 and bool(codes - CUT)


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
