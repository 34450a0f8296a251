"""`sealed verify FILE`: check a record and say in plain words whether the game was fair."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from sealed.fairness.audit.audit import audit
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed_client.desk import record_file
from sealed_client.desk.trouble import Trouble


def run(arguments: list[str]) -> int:
    """Return 0 if everything was checked and holds, 1 if the bytes convict somebody, 2 for all else."""
    parser = ArgumentParser(prog="sealed verify", description="Check the record of a game (.ftr).")
    parser.add_argument("file", type=Path, metavar="FILE", help="a record (.ftr)")
    parser.add_argument("--json", action="store_true", help="one line for programs instead of sentences")
    parser.add_argument("--referee", metavar="KEY", help="the referee's public key in hex, if you know it")
    given = parser.parse_args(arguments)
    report = audit(record_file.read(given.file), title_of, load_backend(), referee_pk=_key(given.referee))
    sys.stdout.write(report.json_line() + "\n" if given.json else "\n".join(report.sentences()) + "\n")
    return report.exit_code


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
