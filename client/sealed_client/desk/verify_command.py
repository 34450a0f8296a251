"""`sealed verify FILE...`: check records and evidence and say in plain words what they show."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from sealed.fairness.audit.audit import audit
from sealed.fairness.evidence.judging import judge
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed_client.desk import record_file
from sealed_client.desk.trouble import Trouble
from sealed_client.words import director

if TYPE_CHECKING:
    from sealed.fairness.audit.report import Report
    from sealed.fairness.evidence.judgement import Judgement
    from sealed.fairness.record import Record


def run(arguments: list[str]) -> int:
    """Return 0 if everything was checked and holds, 1 if the bytes convict somebody, 2 for all else.

    Of several files each is judged by itself, and every pair of record and evidence then held side by side.
    """
    parser = ArgumentParser(
        prog="sealed verify", description="Check the record of a game (.ftr), or evidence (.fte), or several."
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="records (.ftr), evidence (.fte)")
    parser.add_argument("--json", action="store_true", help="one line a file for programs, no sentences")
    parser.add_argument("--referee", metavar="KEY", help="the referee's public key in hex, if you know it")
    given = parser.parse_args(arguments)
    key = _key(given.referee)
    judged = [_judged(file, key) for file in given.files]
    if given.json:
        lines = [one.outcome.json_line() for one in judged]
    else:
        lines = [line for one in judged for line in (*_title(one, len(judged)), *one.lines())]
        lines += [line for one, other in product(judged, judged) for line in _side_by_side(one, other)]
    sys.stdout.write("\n".join(lines) + "\n")
    codes = {one.outcome.exit_code for one in judged}
    return next(code for code in (1, 2, 0) if code in codes)


@dataclass(frozen=True, slots=True)
class _OfRecord:
    """Is a record and what the audit made of it."""

    file: Path
    record: Record
    outcome: Report

    def lines(self) -> list[str]:
        return [*self.outcome.sentences(), *director.record_lines(self.outcome, self.record)]


@dataclass(frozen=True, slots=True)
class _OfEvidence:
    """Is an evidence file, judged."""

    file: Path
    outcome: Judgement

    def lines(self) -> list[str]:
        return [*self.outcome.sentences(), *director.evidence_lines(self.outcome)]


def _judged(file: Path, key: bytes | None) -> _OfRecord | _OfEvidence:
    """Returns the audit of a record, or the judgement of an evidence file, whatever the file is called."""
    evidence = record_file.read_evidence_if_any(file)
    if evidence is not None:
        return _OfEvidence(file, judge(evidence, title_of, load_backend(), referee_pk=key))
    record = record_file.read(file)
    return _OfRecord(file, record, audit(record, title_of, load_backend(), referee_pk=key))


def _title(one: _OfRecord | _OfEvidence, files: int) -> tuple[str, ...]:
    kind = "a record" if isinstance(one, _OfRecord) else "evidence"
    return () if files == 1 else (f"== {one.file}: {kind}",)


def _side_by_side(one: _OfRecord | _OfEvidence, other: _OfRecord | _OfEvidence) -> tuple[str, ...]:
    if not isinstance(one, _OfEvidence) or not isinstance(other, _OfRecord):
        return ()
    return (f"== {one.file} beside {other.file}", director.together(one.outcome, other.outcome, other.record))


def _key(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise Trouble("The referee's key is 64 hexadecimal digits; the referee prints it when it starts.")
    return key
