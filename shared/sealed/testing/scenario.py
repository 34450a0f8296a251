"""The scenario runner: sets up a position, plays, and holds the file to what it expects.

The format is described in tests/scenarios/README.md. A file that does not hold raises `ScenarioError`, which
says in plain words where, what was expected and what was found.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from sealed.engine.explain import why_not
from sealed.engine.kernel import apply
from sealed.engine.message import Refusal
from sealed.engine.title import SetupError
from sealed.games.written import PositionError
from sealed.testing.course import Course
from sealed.testing.expecting import EXPECTATIONS, expect
from sealed.testing.scenario_error import ScenarioError, require, text_of
from sealed.testing.stage import STAGES, Stage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sealed.engine.title import Setup

_HEAD = ("title", "name", "source", "seats", "options", "base", "step")
_STEP_KEYS = {
    "do": ("do", "by"),
    "refuse": ("refuse", "code", "by"),
    "chance": ("chance",),
    "expect": ("expect",),
}


def run_scenario(text: str, name: str = "scenario") -> None:
    """Play a scenario file, given as its text. Raises `ScenarioError` unless everything in it holds."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(name, 0, "a TOML file", str(error)) from error
    except RecursionError as error:
        raise ScenarioError(name, 0, "a TOML file", "lists within lists without end") from error
    run_document(document, name)


def run_document(document: Mapping[str, object], name: str = "scenario") -> None:
    """Play a scenario that is parsed already. Raises `ScenarioError` unless everything in it holds."""
    step = 0
    try:
        stage, setup = _table(document)
        course = _course(document, stage, setup)
        for written in _steps(document):
            step += 1
            _play(course, written)
    except ScenarioError as error:
        raise error.at(name, step) from error
    except (PositionError, SetupError) as error:
        raise ScenarioError(name, step, "a position and a table that can be", str(error)) from error
    except ValueError as error:
        raise ScenarioError(name, step, "words and names of this title's notation", str(error)) from error


def _table(document: Mapping[str, object]) -> tuple[Stage, Setup]:
    """Return the title with its hooks and the table; checks the head of the file."""
    wanted = text_of(document, "title")
    if wanted not in STAGES:
        raise ScenarioError("", 0, f"a title, one of {', '.join(STAGES)}", repr(wanted))
    stage = STAGES[wanted]
    for key in document:
        if key not in _HEAD and key not in stage.tables:
            raise ScenarioError("", 0, f"only the keys {', '.join((*_HEAD, *stage.tables))}", key)
    text_of(document, "name")
    source = document.get("source")
    require(
        isinstance(source, list) and bool(source) and all(isinstance(place, str) for place in source),
        "source: a list of places that the case comes from",
        repr(source),
    )
    seats, options = document.get("seats", 2), document.get("options", {})
    require(type(seats) is int, "seats: a whole number", repr(seats))
    require(isinstance(options, dict), "options: a table of names and values", repr(options))
    if not isinstance(seats, int) or not isinstance(options, dict):
        raise TypeError
    return stage, stage.title.setup(seats, options)


def _course(document: Mapping[str, object], stage: Stage, setup: Setup) -> Course:
    base = document.get("base", "board")
    if base == "board":
        tables = {key: document[key] for key in stage.tables if key in document}
        state, orders = stage.build(tables, setup)
        return Course(stage, setup, state, orders)
    require(base == "start", 'base: "board" or "start"', repr(base))
    described = [key for key in stage.tables if key in document]
    require(not described, 'no table of a position beside base = "start"', ", ".join(described))
    return Course(stage, setup, stage.title.start(setup), {})


def _steps(document: Mapping[str, object]) -> list[Mapping[str, object]]:
    steps = document.get("step")
    if not isinstance(steps, list) or not steps or not all(isinstance(step, dict) for step in steps):
        raise ScenarioError("", 0, "steps: one [[step]] at least", repr(steps))
    if not any(key in step for step in steps for key in ("expect", "refuse")):
        raise ScenarioError("", 0, "an expect or a refuse in some step", "none")
    return steps


def _play(course: Course, step: Mapping[str, object]) -> None:
    kinds = [kind for kind in _STEP_KEYS if kind in step]
    require(len(kinds) == 1, f"one of {', '.join(_STEP_KEYS)} in a step", ", ".join(step) or "nothing")
    kind = kinds[0]
    for key in step:
        require(key in _STEP_KEYS[kind], f"only {', '.join(_STEP_KEYS[kind])} in this step", key)
    if kind == "chance":
        course.chance(text_of(step, "chance"))
        return
    course.run_by_itself()
    if kind == "do":
        course.do(text_of(step, "do"), text_of(step, "by") if "by" in step else None)
    elif kind == "refuse":
        _refuse(course, step)
    else:
        wanted = step["expect"]
        if not isinstance(wanted, dict) or not wanted:
            raise ScenarioError("", 0, f"expect: a table of {', '.join(EXPECTATIONS)} and more", repr(wanted))
        expect(course, wanted)


def _refuse(course: Course, step: Mapping[str, object]) -> None:
    action = course.title.notation.parse(text_of(step, "refuse"))
    code = text_of(step, "code")
    known = course.title.reason_kinds
    require(code in known, f"code: one of {', '.join(known)}", code)
    seat = course.seat_of(text_of(step, "by")) if "by" in step else course.seat_asked()
    found = [reason.code for reason in why_not(course.title, course.state, action, seat)]
    refused = isinstance(apply(course.state, action, seat), Refusal)
    require(refused and bool(found), f"{action} is refused with {code}", "it is allowed")
    require(code in found, f"{action} is refused with {code}", f"refused with {', '.join(found)}")
