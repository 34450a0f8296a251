"""Where scenarios come from: everything they cite stands in RULINGS.md, and that cites what there is."""

import re
import tomllib
from pathlib import Path

import pytest

import sealed.games.popular_front

FILES = sorted((Path(__file__).parents[2] / "scenarios" / "popular_front").glob("*.toml"))
NAMES = {file.stem for file in FILES}
TESTS = {file.name for file in Path(__file__).parent.glob("test_*.py")}
RULINGS = (Path(sealed.games.popular_front.__file__).parent / "RULINGS.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| ([FP]\d?-[^|]+?) \| (.*) \|$", RULINGS, re.MULTILINE))
"""Rulings and cases by their ids, each with the rest of its row."""
SECTIONS = set(re.split(r",\s+", RULINGS.split("name their source:\n")[1].strip().removesuffix(".")))


def sources(file):
    """Returns what a scenario file cites."""
    return tomllib.loads(file.read_text(encoding="utf-8"))["source"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_source_can_be_looked_up(file):
    """A scenario cites sections of the rulebook, rulings and cases that RULINGS.md lists, nothing else."""
    assert [source for source in sources(file) if source not in ROWS and source not in SECTIONS] == []


@pytest.mark.parametrize("number", [number for number in ROWS if number.startswith("P")])
def test_every_case_is_held_by_the_scenarios_it_names(number):
    """The scenarios of a case are those that cite it."""
    named = set(re.findall(r"`(\w+)`", ROWS[number]))

    assert named == {file.stem for file in FILES if number in sources(file)}


@pytest.mark.parametrize("number", [number for number in ROWS if number.startswith("F")])
def test_every_ruling_is_shown_by_what_exists(number):
    """What shows a ruling is a scenario or a test that there is."""
    shown = re.findall(r"`([\w.]+)`", ROWS[number].rsplit("|", 1)[1])

    assert shown
    assert [name for name in shown if name not in NAMES and name not in TESTS] == []
