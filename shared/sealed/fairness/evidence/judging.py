"""Judges an evidence file alone (spec 3 and 6.2): class, code and key are recomputed, nothing is believed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sealed.fairness.audit.audit import audit
from sealed.fairness.evidence.case import Case
from sealed.fairness.evidence.file import EvidenceError
from sealed.fairness.evidence.judgement import ANOTHER_REFEREE, Judgement, Seen
from sealed.fairness.evidence.proofs import shown_by
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.record import Record, RefusalLine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed.fairness.audit.report import Report
    from sealed.fairness.evidence.file import Evidence
    from sealed.fairness.live.verdicts import Skipped, Verdict
    from sealed.fairness.live.watched import TitleOf
    from sealed.fairness.record import Line
    from sealed.fairness.signing.keys import Signatures


def judge(
    evidence: Evidence, title_of: TitleOf, signatures: Signatures, *, referee_pk: bytes | None = None
) -> Judgement:
    """Returns what an evidence file shows by itself.

    `title_of(game, edition)` returns the rules or None: then nothing that rests on them is shown;
    `referee_pk` is the key of the referee asked about, if any. Never raises for what a file says.
    """
    try:
        case = Case(evidence, signatures)
    except EvidenceError as error:
        return Judgement(evidence, (), (), Counter(), str(error))
    found: list[Verdict] = shown_by(case)
    skipped: Counter[Skipped] = Counter()
    if evidence.whole:
        report = _audited(evidence, title_of, signatures)
        found += report.failures
        found += _by_another_name(evidence, report.failures, signatures)
        skipped = report.not_checked
    shown = tuple(dict.fromkeys(one for one in found if one.klass is not Klass.L))
    title = title_of(case.params.game, case.params.edition)
    seen = Seen(
        heads=len(case.heads),
        entries=len(case.proven),
        messages=len(case.said) + len(case.logged),
        private=len(case.told),
        refusals=len(case.refused),
    )
    return Judgement(
        evidence,
        tuple(one for one in shown if _is_claimed(evidence, one)),
        shown,
        skipped,
        _objection(case, referee_pk),
        referee_pk=case.referee_pk,
        names=tuple(join.name for join in case.genesis.joins),
        game=title.name if title is not None else case.params.game,
        types={one.entry.index: one.entry.type for one in case.proven},
        seen=seen,
        compared=referee_pk is not None,
    )


def _by_another_name(
    evidence: Evidence, failures: Iterable[Verdict], signatures: Signatures
) -> list[Verdict]:
    """Returns the claimed failure if the rules only call it otherwise, or see another of that party first.

    Whoever has no rules finds HAND_COUNT where they say ACT_ILLEGAL; nobody becomes guilty by this.
    """
    guilty = {one.key for one in failures if one.klass is Klass.C}
    if not guilty or any(_is_claimed(evidence, one) for one in failures):
        return []
    report = _audited(evidence, _no_rules, signatures)
    return [one for one in report.failures if one.key in guilty and _is_claimed(evidence, one)]


def _no_rules(game: str, edition: bytes) -> None:
    """Stands for somebody who has no rules."""
    del game, edition


def _is_claimed(evidence: Evidence, found: Verdict) -> bool:
    """Tells whether a failure is the one that the file claims, or goes beside it against another party."""
    return (found.code, found.klass) == (evidence.code, evidence.klass)


def _objection(case: Case, pinned: bytes | None) -> str:
    """Returns why the file shows nothing about what was asked, "" if there is no such reason."""
    if pinned is not None and pinned != case.referee_pk:
        return ANOTHER_REFEREE
    if case.evidence.klass is Klass.C and not (case.sound and case.founded):
        return "something in it is not signed, not of this table, or not under a signed head"
    if case.evidence.edition and case.evidence.edition != case.params.edition:
        return "it names another edition of the rules than its parameters"
    return ""


def _audited(evidence: Evidence, title_of: TitleOf, signatures: Signatures) -> Report:
    """Audits the log in the file as a record that may end anywhere."""
    record = Record(evidence.table_id, "", "", tuple(_lines(evidence)))
    return audit(record, title_of, signatures)


def _lines(evidence: Evidence) -> list[Line]:
    """Returns the log with each head after its last entry, then what one seat was told."""
    lines: list[Line] = []
    heads = sorted(evidence.heads, key=lambda head: head.size)
    for shown in evidence.entries:
        lines.append(shown.entry)
        while heads and heads[0].size <= shown.entry.index + 1:
            lines.append(heads.pop(0))
    lines += heads
    lines += [one for one in evidence.messages if isinstance(one, RefusalLine)]
    return [*lines, *evidence.private]
