"""Perft: the number of ways that lead on from a position, counted by the lists and by predicate."""

import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from sealed.games.popular_front import TITLE
from sealed.testing.perft import perft, perft_by_predicate
from sealed.testing.scenario import run_scenario
from sealed.testing.stage import STAGES

HERE = Path(__file__).parent
SCENARIOS = HERE.parent / "scenarios" / "popular_front"
ORIGINS = ("hand", "engine")


class Line(NamedTuple):
    """Is a line of a perft file."""

    position: str
    depth: int
    count: int
    origin: str

    def __str__(self):
        return f"{self.position}, {self.depth}"


def read(file):
    """Returns the lines of a perft file that say something."""
    written = (line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#"))
    parts = ([part.strip() for part in line.split("|")] for line in written)
    return [Line(position, int(depth), int(count), origin) for position, depth, count, origin in parts]


LINES = read(HERE / "popular_front.perft")
by_line = pytest.mark.parametrize("line", LINES, ids=str)


def position(name):
    """Returns the set-up and the full state of a position."""
    first, _, seats = name.partition(" ")
    if first == "start":
        setup = TITLE.setup(int(seats))
        return setup, TITLE.start(setup)
    file = HERE / name if (HERE / name).exists() else SCENARIOS / name
    document = tomllib.loads(file.read_text("utf-8"))
    stage = STAGES[document["title"]]
    setup = TITLE.setup(document.get("seats", 2), document.get("options", {}))
    state, _ = stage.build({key: document[key] for key in stage.tables if key in document}, setup)
    return setup, state


@by_line
def test_the_lists_count_what_the_file_says(line):
    """The legal lists lead on in as many ways as were counted."""
    _, state = position(line.position)
    assert perft(TITLE, state, line.depth) == line.count


@by_line
def test_the_predicates_count_what_the_file_says(line):
    """Asking of every action of the vocabulary why not leads on in as many ways as were counted."""
    setup, state = position(line.position)
    assert perft_by_predicate(TITLE, setup, state, line.depth) == line.count


def test_three_positions_are_counted_by_hand():
    """Every line names its origin; three positions at least were counted on paper beyond the first answer."""
    assert {line.origin for line in LINES} <= set(ORIGINS)
    assert len({line.position for line in LINES if line.origin == "hand" and line.depth > 1}) >= 3


@pytest.mark.parametrize("file", sorted(HERE.glob("*.toml")), ids=lambda file: file.stem)
def test_the_positions_are_scenarios(file):
    """Each position of this folder is a scenario file that holds."""
    run_scenario(file.read_text("utf-8"), name=file.name)
