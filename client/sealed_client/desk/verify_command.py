"""`sealed verify FILE`: check a record or evidence and say in plain words what it shows."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING

from sealed.fairness.audit.audit import audit
from sealed.fairness.evidence.judging import judge
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed_client.desk import record_file
from sealed_client.desk.trouble import Trouble

if TYPE_CHECKING:
    from sealed.fairness.audit.report import Report
    from sealed.fairness.evidence.judgement import Judgement


def run(arguments: list[str]) -> int:
    """Return 0 if everything was checked and holds, 1 if the bytes convict somebody, 2 for all else."""
    parser = ArgumentParser(
        prog="sealed verify", description="Check the record of a game (.ftr), or evidence (.fte)."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a record (.ftr) or evidence (.fte)")
    parser.add_argument("--json", action="store_true", help="one line for programs instead of sentences")
    parser.add_argument("--referee", metavar="KEY", help="the referee's public key in hex, if you know it")
    given = parser.parse_args(arguments)
    report = _judged(given.file, _key(given.referee))
    sys.stdout.write(report.json_line() + "\n" if given.json else "\n".join(report.sentences()) + "\n")
    return report.exit_code


def _judged(file: Path, key: bytes | None) -> Report | Judgement:
    """Returns the audit of a record, or the judgement of an evidence file, whatever the file is called."""
    evidence = record_file.read_evidence_if_any(file)
    if evidence is not None:
        return judge(evidence, title_of, load_backend(), referee_pk=key)
    return audit(record_file.read(file), title_of, load_backend(), referee_pk=key)


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
