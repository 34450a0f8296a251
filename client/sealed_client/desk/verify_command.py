"""`sealed verify FILE...`: check records and evidence and say in plain words what they show."""

from __future__ import annotations

import json
import shlex
import sys
from argparse import ArgumentParser
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sealed.fairness.audit.audit import audit
from sealed.fairness.evidence.judging import judge
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed_client.desk import record_file
from sealed_client.desk.trouble import Trouble, in_words
from sealed_client.words import director, side_by_side

if TYPE_CHECKING:
    from sealed.fairness.audit.report import Report
    from sealed.fairness.evidence.judgement import Judgement
    from sealed.fairness.record import Record


def run(arguments: list[str]) -> int:
    """Return 0 if everything was checked and holds, 1 if the bytes convict somebody, 2 for all else.

    Of several files each is judged by itself, and every pair then held side by side: records with records
    and with evidence. One that cannot be read does not keep the others from being judged.
    """
    parser = ArgumentParser(
        prog="sealed verify", description="Check the record of a game (.ftr), or evidence (.fte), or several."
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="records (.ftr), evidence (.fte)")
    parser.add_argument("--json", action="store_true", help="one line a file for programs, no sentences")
    parser.add_argument("--referee", metavar="KEY", help="the referee's public key in hex, if you know it")
    given = parser.parse_args(arguments)
    key = _key(given.referee)
    files = given.files
    judged = [_judged(files[0], key)] if len(files) == 1 else [_judged_if_whole(file, key) for file in files]
    pairs = [_side_by_side(one, other) for one, other in combinations(judged, 2)]
    if given.json:
        lines = [one.json_line() for one in judged]
    else:
        settled = {file for pair in pairs for file in pair.settles}
        lines = [line for one in judged for line in (*_title(one, len(judged)), *_lines(one, settled))]
        lines += [line for pair in pairs for line in pair.lines]
    sys.stdout.write("\n".join(lines) + "\n")
    codes = {one.exit_code for one in (*judged, *pairs)}
    return next(code for code in (1, 2, 0) if code in codes)


@dataclass(frozen=True, slots=True)
class _OfRecord:
    """Is a record and what the audit made of it; `compared` tells whether a referee's key was given."""

    file: Path
    record: Record
    outcome: Report
    compared: bool
    kind: str = "a record"

    @property
    def exit_code(self) -> int:
        return self.outcome.exit_code

    def json_line(self) -> str:
        return self.outcome.json_line()

    def lines(self) -> list[str]:
        named = shlex.quote(str(self.file))
        lines = director.record_lines(self.outcome, self.record, named, compared=self.compared)
        return [*self.outcome.sentences(), *lines]


@dataclass(frozen=True, slots=True)
class _OfEvidence:
    """Is an evidence file, judged."""

    file: Path
    outcome: Judgement
    kind: str = "evidence"

    @property
    def exit_code(self) -> int:
        return self.outcome.exit_code

    def json_line(self) -> str:
        return self.outcome.json_line()

    def lines(self) -> list[str]:
        return [*self.outcome.sentences(), *director.evidence_lines(self.outcome)]


@dataclass(frozen=True, slots=True)
class _Unread:
    """Is one of several files that cannot be read; the others are judged all the same."""

    file: Path
    text: str
    kind: str = "cannot be read"
    exit_code: int = 2

    def json_line(self) -> str:
        return json.dumps({"verdict": "INCOMPLETE", "failures": [], "unread": self.text}, ensure_ascii=False)

    def lines(self) -> list[str]:
        return [f"Not read: {self.text}"]


_Judged: TypeAlias = _OfRecord | _OfEvidence | _Unread


class _Pair(NamedTuple):
    """Is what two files say of each other, and which of them it goes before (`settles`)."""

    lines: tuple[str, ...] = ()
    exit_code: int = 0
    settles: tuple[str, ...] = ()


def _lines(one: _Judged, settled: set[str]) -> list[str]:
    """Returns what is said of a file; where two files together settle the matter, not its own next step."""
    lines = one.lines()
    if str(one.file) not in settled:
        return lines
    return [*(line for line in lines if not line.startswith("What now:")), "What now: see Together, below."]


def _judged(file: Path, key: bytes | None) -> _OfRecord | _OfEvidence:
    """Returns the audit of a record, or the judgement of an evidence file, whatever the file is called."""
    evidence = record_file.read_evidence_if_any(file)
    if evidence is not None:
        return _OfEvidence(file, judge(evidence, title_of, load_backend(), referee_pk=key))
    record = record_file.read(file)
    outcome = audit(record, title_of, load_backend(), referee_pk=key)
    return _OfRecord(file, record, outcome, key is not None)


def _judged_if_whole(file: Path, key: bytes | None) -> _Judged:
    try:
        return _judged(file, key)
    except Trouble as trouble:
        return _Unread(file, str(trouble))
    except OSError as error:
        return _Unread(file, in_words(error))


def _title(one: _Judged, files: int) -> tuple[str, ...]:
    return () if files == 1 else (f"== {one.file}: {one.kind}",)


def _side_by_side(one: _Judged, other: _Judged) -> _Pair:
    title = f"== {one.file} beside {other.file}"
    if isinstance(one, _OfRecord) and isinstance(other, _OfEvidence):
        return _side_by_side(other, one)
    if isinstance(one, _OfEvidence) and isinstance(other, _OfRecord):
        return _Pair((title, side_by_side.together(one.outcome, other.outcome, other.record)))
    if isinstance(one, _OfRecord) and isinstance(other, _OfRecord):
        said = side_by_side.records_together(_held(one), _held(other), load_backend())
        return _Pair((title, said.text), 1 if said.convicts else 0, said.settles)
    return _Pair()


def _held(one: _OfRecord) -> side_by_side.Held:
    return side_by_side.Held(str(one.file), one.record, one.outcome)


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
