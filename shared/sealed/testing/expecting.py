"""What a scenario file may expect, for every title; keys about a title's own board come from its `Stage`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.eye import seat_eye
from sealed.engine.kernel import asked, mask, question
from sealed.testing.scenario_error import ScenarioError, require

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sealed.testing.course import Course


def expect(course: Course, wanted: Mapping[str, object]) -> None:
    """Check every key. Raises `ScenarioError` at the first that fails, `ValueError` if one is misspelt."""
    stage = course.stage
    for key, value in wanted.items():
        if key in EXPECTATIONS:
            EXPECTATIONS[key](course, value)
        elif key in stage.readings:
            _read(course, key, value)
        elif key in stage.said:
            _said(course, key, value)
        else:
            known = (*EXPECTATIONS, *stage.readings, *stage.said)
            raise ScenarioError("", 0, f"a key of expect: {', '.join(known)}", key)


def _equal(what: str, wanted: object, found: object) -> None:
    require(wanted == found, f"{what} {_words(wanted)}", _words(found))


def _words(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "nothing"
    return str(value) if value != "" else "nothing"


def _read(course: Course, key: str, value: object) -> None:
    named = False
    for part, wanted, found in course.stage.readings[key](course.state, course.setup, value):
        named = True
        _equal(f"{key}{f' {part}' if part else ''}", wanted, found)
    require(named, f"{key}: something to compare", "nothing")


def _said(course: Course, key: str, value: object) -> None:
    event_id, part = course.stage.said[key]
    event = course.said.get(event_id)
    _equal(key, value, list(event.args[part]) if event else "nothing said")


def _texts(key: str, value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise ScenarioError("", 0, f"{key}: a list of texts", repr(value))
    return value


def _actions(course: Course, key: str, value: object) -> list[str]:
    return [course.title.notation.parse(text).text for text in _texts(key, value)]


def _asked(course: Course, value: object) -> None:
    if value not in ("chance", "nobody"):
        course.colour_of(str(value))
    _equal("asked", value, course.who())


def _question(course: Course, value: object) -> None:
    require(
        str(value) in course.title.question_kinds,
        f"a question: {', '.join(course.title.question_kinds)}",
        str(value),
    )
    open_question = question(course.state)
    _equal("question", value, open_question.id if open_question else "none")


def _legal(course: Course, value: object) -> None:
    offered = course.offered()
    for text in _actions(course, "legal", value):
        require(text in offered, f"{text} is offered", _words(offered))


def _illegal(course: Course, value: object) -> None:
    offered = course.offered()
    for text in _actions(course, "illegal", value):
        require(text not in offered, f"{text} is not offered", "it is")


def _only(course: Course, value: object) -> None:
    _equal("only", sorted(_actions(course, "only", value)), sorted(course.offered()))


def _drawn(course: Course, value: object) -> None:
    if not isinstance(value, dict):
        raise ScenarioError("", 0, "drawn: cards by colour", repr(value))
    for name in value:
        course.colour_of(name)
    forms = course.title.zone_forms
    found = dict.fromkeys(course.stage.colours(course.setup), 0)
    for zone, count in course.dealt.items():
        found[course.stage.colours(course.setup)[forms[zone].colour]] += count
    for name, count in found.items():
        _equal(f"drawn {name}", value.get(name, 0), count)


def _events(course: Course, value: object) -> None:
    reported = {event.id for event in course.events}
    for text in _event_ids(course, "events", value):
        require(text in reported, f"the event {text}", _words(sorted(reported)))


def _no_events(course: Course, value: object) -> None:
    reported = {event.id for event in course.events}
    for text in _event_ids(course, "no_events", value):
        require(text not in reported, f"no event {text}", "it was reported")


def _event_ids(course: Course, key: str, value: object) -> list[str]:
    texts = _texts(key, value)
    for text in texts:
        require(text in course.title.event_kinds, f"{key}: events that there are", text)
    return texts


def _sees(course: Course, value: object) -> None:
    if not isinstance(value, dict) or course.answered is None:
        raise ScenarioError("", 0, "sees: the last answer as colours see it, after an answer", repr(value))
    before, action = course.answered
    for name, text in value.items():
        eye = seat_eye(course.seat_of(name))
        _equal(f"{name} sees", text, mask(before, action, eye, course.title.notation).text)


def _won(course: Course, value: object) -> None:
    winners = course.stage.winners
    require(value in winners.values(), f"won: one of {', '.join(winners.values())}", str(value))
    finished = course.state.stack is None and not asked(course.state)
    result = course.title.result(course.state) if finished else "none"
    _equal("won", value, winners[result])


EXPECTATIONS: Mapping[str, Callable[[Course, object], None]] = {
    "asked": _asked,
    "question": _question,
    "legal": _legal,
    "illegal": _illegal,
    "only": _only,
    "drawn": _drawn,
    "events": _events,
    "no_events": _no_events,
    "sees": _sees,
    "won": _won,
}
"""The keys that mean the same for every title."""
