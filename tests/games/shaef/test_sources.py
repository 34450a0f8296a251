"""Where scenarios come from: everything they cite stands in RULINGS.md, and that cites what there is."""

import re
import tomllib
from pathlib import Path

import pytest

import sealed.games.shaef
from sealed.games.shaef.pack import load

FILES = sorted((Path(__file__).parents[2] / "scenarios" / "shaef").glob("*.toml"))
SOURCES = {file.stem: tomllib.loads(file.read_text(encoding="utf-8"))["source"] for file in FILES}
TESTS = {file.stem for file in Path(__file__).parent.glob("test_*.py")}
RULINGS = (Path(sealed.games.shaef.__file__).parent / "RULINGS.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| ([EST]-(?:\d+|[a-i])) \| (.*) \|$", RULINGS, re.MULTILINE))
"""Rulings (E), cases (S) and rules of tactics (T) by their ids, each with the rest of its row."""
SECTIONS = set(re.split(r",\s+", RULINGS.split("by their numbers or titles:\n")[1].strip().removesuffix(".")))
CARDS = {card.name for card in load().cards}


def shown_by(number):
    """Return the names in the last column of a row."""
    return [name.removesuffix(".py") for name in re.findall(r"`([\w.]+)`", ROWS[number].rsplit("|", 1)[1])]


def test_every_source_can_be_looked_up():
    """A scenario cites sections, cards by name, rulings and cases that RULINGS.md lists, nothing else."""
    citable = {*ROWS, *SECTIONS, *CARDS}
    unknown = {name: [one for one in cited if one not in citable] for name, cited in SOURCES.items()}
    assert {name: cited for name, cited in unknown.items() if cited} == {}


@pytest.mark.parametrize("number", [number for number in ROWS if number[0] in "ST"])
def test_every_case_is_held_by_the_scenarios_it_names(number):
    """The scenarios that a case or a rule of tactics names cite it, and it names one at least."""
    named = set(shown_by(number))
    assert named
    assert named <= {name for name, cited in SOURCES.items() if number in cited}


def test_every_ruling_is_shown_by_what_exists():
    """What shows a ruling is a scenario that cites it or a test that names it, and each is shown."""
    rulings = {number: shown_by(number) for number in ROWS if number.startswith("E")}
    assert len(rulings) > 100
    assert [number for number, names in rulings.items() if not names] == []
    texts = {name: (Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8") for name in TESTS}
    idle = {
        number: [name for name in names if number not in SOURCES.get(name, texts.get(name, ""))]
        for number, names in rulings.items()
    }
    assert {number: names for number, names in idle.items() if names} == {}


def test_every_section_is_cited():
    """The list of sections holds none that nobody cites."""
    cited = {one for sources in SOURCES.values() for one in sources}
    assert cited >= SECTIONS
