"""`sealed scenario FILE...`: play scenario files and say which hold."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from sealed.testing.scenario import run_scenario
from sealed.testing.scenario_error import ScenarioError


def run(arguments: list[str]) -> int:
    """Return 0 if every file holds, 1 if one does not."""
    parser = ArgumentParser(
        prog="sealed scenario", description="Play scenario files (tests/scenarios/README.md)."
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a scenario (.toml)")
    given = parser.parse_args(arguments)
    failed = 0
    for file in given.files:
        try:
            run_scenario(_text(file), name=str(file))
        except ScenarioError as error:
            failed += 1
            sys.stdout.write(f"FAILS {file}\n      {error}\n")
        else:
            sys.stdout.write(f"holds {file}\n")
    if failed:
        sys.stdout.write(f"{failed} of {len(given.files)} scenarios fail.\n")
    return 1 if failed else 0


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ScenarioError(str(file), 0, "a text in UTF-8", f"byte {error.start} is none") from error
