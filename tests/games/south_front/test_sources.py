"""Where scenarios come from: everything they cite stands in RULINGS.md, and that cites what there is."""

import re
import tomllib
from pathlib import Path

import pytest

import sealed.games.south_front
from sealed.games.south_front.cards import CODE, CONTINGENCY_CODE

FILES = sorted((Path(__file__).parents[2] / "scenarios" / "south_front").glob("*.toml"))
SOURCES = {file.stem: tomllib.loads(file.read_text(encoding="utf-8"))["source"] for file in FILES}
TESTS = {file.stem for file in Path(__file__).parent.glob("test_*.py")}
RULINGS = (Path(sealed.games.south_front.__file__).parent / "RULINGS.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| ([SCD]\d*-?\d+) \| (.*) \|$", RULINGS, re.MULTILINE))
"""Rulings and cases by their ids, each with the rest of its row."""
SECTIONS = set(re.split(r",\s+", RULINGS.split("by their titles:\n")[1].strip().removesuffix(".")))
CITABLE = {*ROWS, *SECTIONS, *CODE, *CONTINGENCY_CODE}


def shown_by(number):
    """Return the names in the last column of a row."""
    return [name.removesuffix(".py") for name in re.findall(r"`([\w.]+)`", ROWS[number].rsplit("|", 1)[1])]


def test_every_source_can_be_looked_up():
    """A scenario cites sections, cards by title, rulings and cases that RULINGS.md lists, nothing else."""
    unknown = {name: [one for one in cited if one not in CITABLE] for name, cited in SOURCES.items()}
    assert {name: cited for name, cited in unknown.items() if cited} == {}


@pytest.mark.parametrize("number", [number for number in ROWS if number[0] in "CD"])
def test_every_case_is_held_by_the_scenarios_it_names(number):
    """The scenarios that a case names cite it, and it names one at least."""
    named = set(shown_by(number))
    assert named
    assert named <= {name for name, cited in SOURCES.items() if number in cited}


def test_every_ruling_is_shown_by_what_exists():
    """What shows a ruling is a scenario or a test that there is, and each ruling is shown by something."""
    rulings = {number: shown_by(number) for number in ROWS if number.startswith("S")}
    assert len(rulings) > 100
    assert [number for number, names in rulings.items() if not names] == []
    there = {*SOURCES, *TESTS}
    missing = {number: [name for name in names if name not in there] for number, names in rulings.items()}
    assert {number: names for number, names in missing.items() if names} == {}


def test_every_section_is_cited():
    """The list of sections holds none that nobody cites."""
    cited = {one for sources in SOURCES.values() for one in sources}
    assert cited >= SECTIONS
