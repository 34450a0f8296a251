"""Scenario files of SHAEF that are nearly right hold, or it is said in words why not; the rules bear them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from random import Random

import pytest
from mangled_documents import mangled_document
from mangling import no_hang

from sealed.engine import kernel
from sealed.engine.chance import CHANCE
from sealed.engine.eye import PUBLIC, seat_eye
from sealed.games.shaef.flow import ALLIED_STEPS, AXIS_STEPS
from sealed.games.shaef.notation import SIDES
from sealed.games.shaef.pack import load
from sealed.games.shaef.position import TABLES, build
from sealed.games.shaef.tactics.table import KEYS
from sealed.games.shaef.title import TITLE
from sealed.games.shaef.units.cards import CARD, RULE
from sealed.games.written import PositionError
from sealed.testing.moments import random_outcome
from sealed.testing.scenario import run_document
from sealed.testing.scenario_error import ScenarioError

FILES = sorted((Path(__file__).resolve().parents[1] / "scenarios" / "shaef").glob("*.toml"))
TACTICS = [card.name for card in CARD.values() if RULE[card.code] in KEYS]
SETUP = TITLE.setup(2, {})
FEW, MANY = 300, 20_000
PLAYED, LONG_PLAYED, STEPS = 25, 3_000, 25
HANG = 600
"""Seconds; far beyond what a run takes."""


@cache
def samples():
    """Returns the scenarios of the title, parsed."""
    return [tomllib.loads(file.read_text("utf-8")) for file in FILES]


def refused(error: Exception) -> bool:
    """Holds a refusal to words; always False."""
    assert str(error)
    return False


def held_or_refused(seed: int) -> bool:
    """Runs a mangled scenario; returns whether it holds."""
    try:
        run_document(mangled_document(Random(seed), samples()))
    except ScenarioError as error:
        return refused(error)
    return True


def strange_numbers(rng: Random) -> dict[str, object]:
    """Returns the tables of June with effects, points and months that never were."""
    side = rng.randrange(2)
    lasting = {"about": (70, 120, 255, 256, 10**30), "until": (0, 1, 255, 10**30)}
    return {
        "position": {
            "from": "june",
            "month": rng.choice(load().numbers.months),
            "side": SIDES[side],
            "step": rng.choice((ALLIED_STEPS, AXIS_STEPS)[side]),
        },
        "lasting": [
            {"tactic": rng.choice(TACTICS)} | {key: rng.choice(some) for key, some in lasting.items()}
            for _ in range(rng.randrange(3))
        ],
        "tracks": {name: rng.choice((0, 1, 5, 10**30)) for name in SIDES},
    }


def tables_of(rng: Random) -> dict[str, object]:
    """Returns tables of a position, nearly right."""
    if rng.randrange(2):
        return strange_numbers(rng)
    document = mangled_document(rng, samples())
    return {name: document[name] for name in TABLES if name in document}


def play_on(s, rng: Random) -> None:
    """Plays on at random, in sight of everybody, with all that a table asks the rules for."""
    for _ in range(STEPS):
        if not s.stack:
            return
        due = kernel.requests(s)
        seat = CHANCE if due else kernel.asked(s)[0]
        if due:
            action = random_outcome(TITLE, s, due[0], rng)
        else:
            legal = kernel.legal_actions(s, seat)
            verb = rng.choice(sorted({one.verb for one in legal}))
            action = rng.choice([one for one in legal if one.verb == verb])
            TITLE.stated_answer(s, seat)
        for eye in (PUBLIC, seat_eye(1), seat_eye(2)):
            kernel.view(s, eye)
        s = kernel.apply(s, action, seat).state


def played_or_refused(seed: int) -> bool:
    """Builds a strange position and plays on from it; returns whether it is one."""
    rng = Random(seed)
    try:
        position = build(tables_of(rng), SETUP)
    except PositionError as error:
        return refused(error)
    play_on(position.state, rng)
    return True


def all_of(feed, seeds: range) -> set[bool]:
    """Feeds this many; what goes wrong is shown with its seed."""
    found = set()
    with no_hang(HANG, feed.__name__):
        for seed in seeds:
            try:
                found.add(feed(seed))
            except Exception as error:
                error.add_note(f"seed {seed}")
                raise
    return found


def test_no_scenario_ends_in_a_traceback() -> None:
    """A file holds, or a sentence says why it does not; both occur."""
    assert all_of(held_or_refused, range(FEW)) == {True, False}


def test_every_position_that_is_accepted_can_be_played() -> None:
    """What the reader lets pass is played on without an error, whatever its numbers; some it refuses."""
    assert all_of(played_or_refused, range(PLAYED)) == {True, False}


@pytest.mark.parametrize("key", ["about", "until"])
def test_a_number_of_which_no_set_can_be_made_is_refused(key) -> None:
    """An effect about place 10^30 was the end of the machine's memory; now it is refused in words."""
    tables = {"position": {"from": "june"}, "lasting": [{"tactic": "Night Drop", key: 10**30}]}
    with pytest.raises(PositionError, match=f"{key} is 255 at most"):
        build(tables, SETUP)


def test_a_question_that_is_no_text_is_refused() -> None:
    """A scenario that expects a list where the name of a question belongs is told so."""
    document = samples()[0] | {"step": [{"expect": {"question": [[]]}}]}
    with pytest.raises(ScenarioError, match="a question: "):
        run_document(document)


@pytest.mark.parametrize("key", ["captured", "mulberries"])
def test_a_list_of_this_and_that_is_refused(key) -> None:
    """A scenario that expects a list in which not all are names is told what is there instead."""
    document = samples()[0] | {"step": [{"expect": {key: ["Normandy", {}]}}]}
    with pytest.raises(ScenarioError, match=key):
        run_document(document)


@pytest.mark.long
def test_no_scenario_of_many_ends_in_a_traceback() -> None:
    """The same for many files."""
    all_of(held_or_refused, range(10**6, 10**6 + MANY))


@pytest.mark.long
def test_every_position_of_many_can_be_played() -> None:
    """The same for many positions."""
    all_of(played_or_refused, range(10**6, 10**6 + LONG_PLAYED))
