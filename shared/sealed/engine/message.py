"""Things the engine says: questions, events and refusals, as message ids with typed arguments.

The arguments are ints; a title's catalogue says of each id what kinds they are (a city, a card, a number
...). Words are made of them per language, outside the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.eye import EVERYBODY

if TYPE_CHECKING:
    from sealed.engine.action import Action

MOVED = "moved"
"""The event of the card-moving primitive: card (0 = hidden), number of cards, zone they left, zone they
entered."""


class Question(NamedTuple):
    """What a decision asks: message id, arguments, and the rule that asks it."""

    id: str
    args: tuple[int, ...]
    rule: str


class Event(NamedTuple):
    """Something that happened; `audience` says who may know the card of a `moved` event."""

    id: str
    args: tuple[int, ...]
    audience: int


_event = tuple.__new__
"""Makes an event of its parts without the detour through its own `__new__`: every step tells some."""


def happened(tell: list[Event], message: str, args: tuple[int, ...], audience: int = EVERYBODY) -> None:
    """Report that something happened in a step."""
    tell.append(_event(Event, (message, args, audience)))


class Refusal(NamedTuple):
    """Why an action is not legal: code, arguments, rule, and the legal action that comes nearest, if any."""

    code: str
    args: tuple[int, ...] = ()
    rule: str = ""
    nearest: Action | None = None


def mask_event(event: Event, eye: int) -> Event:
    """Return the event as the eye may see it: a moved card it may not know becomes hidden."""
    if event.id != MOVED or event.audience & eye:
        return event
    return Event(MOVED, (0, *event.args[1:]), event.audience)
