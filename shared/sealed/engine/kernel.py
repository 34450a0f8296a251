"""The door of the engine: what is asked, what is legal, what an answer does, and what each eye sees.

`legal_actions` and the check in `apply` are one thing. A refused action returns a `Refusal` and changes
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sealed.engine.chance import CHANCE, Request, accepts, audience_of_outcome
from sealed.engine.frames import Chance, Decision, Procedure, RuleBugError, State, Tell
from sealed.engine.message import Event, Question, Refusal
from sealed.engine.value import copy_with
from sealed.engine.zones import hide

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.engine.notation import Notation

S = TypeVar("S", bound=State)

_FUEL = 10_000
"""More procedure steps than this in one answer means that the rules run in a circle."""

OVER, CHANCE_DUE, NOT_ASKED, IMPOSSIBLE = "over", "chance-due", "not-asked", "impossible-outcome"
"""Refusal codes of the kernel: the game has ended, chance is due first, another seat is asked (argument: that
seat), the outcome cannot answer the request."""


class Step(NamedTuple):
    """The state after an answer, and what happened on the way."""

    state: State
    events: tuple[Event, ...]


_step = tuple.__new__
"""Makes a `Step` without the detour through its own `__new__`."""


def asked(s: State) -> tuple[int, ...]:
    """Return the seats that owe an answer now, ascending; none while chance is due or the game is over."""
    frame = s.stack.frame if s.stack else None
    return frame.seats(s) if isinstance(frame, Decision) else ()


def question(s: State) -> Question | None:
    """Return the question that is open, if a seat is asked."""
    frame = s.stack.frame if s.stack else None
    return frame.question(s) if isinstance(frame, Decision) else None


def requests(s: State) -> tuple[Request, ...]:
    """Return what chance owes now, in order; nothing while a seat is asked or the game is over."""
    frame = s.stack.frame if s.stack else None
    return frame.requests(s) if isinstance(frame, Chance) else ()


def over(s: State) -> bool:
    """Tell whether the rules have ended the game."""
    return s.stack is None


_last: tuple[State | None, int, Decision[Any] | None, tuple[Action, ...]] = (None, 0, None, ())
"""The state and seat that were last given a legal list, with question and list. Who chooses from a list
applies his choice to the same state, so the list that was offered is the one that is checked. It is read and
written as one value: threads that play at the same time may replace it, and never see a mixture."""


def legal_actions(s: State, seat: int) -> Sequence[Action]:
    """Return what a seat may answer now: exact where the state sees its zones, else all that may be legal."""
    global _last  # noqa: PLW0603 - states are values: the same one always has the same list
    frame = s.stack.frame if s.stack else None
    if isinstance(frame, Decision) and seat in frame.seats(s):
        actions = tuple(frame.legal(s, seat))
        _last = s, seat, frame, actions
        return actions
    return ()


def permits(s: State, action: Action, seat: int) -> bool:
    """Tell whether the open question permits an answer, as `apply` asks when no list is at hand."""
    frame = s.stack.frame if s.stack else None
    return isinstance(frame, Decision) and seat in frame.seats(s) and frame.permits(s, action, seat)


def next_offer(s: State) -> tuple[int, Sequence[Action]] | None:
    """Return the first seat that owes an answer and what it may answer; nothing where `asked` is empty.

    It is `asked` and `legal_actions` in one look at the frame, for who plays all seats.
    """
    global _last  # noqa: PLW0603 - as in `legal_actions`
    stack = s.stack
    if stack is None or not isinstance(frame := stack.frame, Decision):
        return None
    seat = frame.seats(s)[0]
    actions = tuple(frame.legal(s, seat))
    _last = s, seat, frame, actions
    return seat, actions


def stated_answer(s: State, seat: int) -> Action | None:
    """Return the title's stated answer to the seat's open question (spec 2.12), if there is one."""
    frame = s.stack.frame if s.stack else None
    if isinstance(frame, Decision) and seat in frame.seats(s):
        return frame.stated(s, seat)
    return None


def apply(s: State, action: Action, seat: int) -> Step | Refusal:
    """Carry out the answer of a seat, or of `CHANCE`, and run on to the next question.

    Returns the new state with its events, or the first reason why not; the given state never changes.
    """
    tell: Tell = []
    state, whose, asking, offered = _last
    if state is not s or whose != seat:
        frame = s.stack.frame if s.stack else None
        if isinstance(frame, Chance) and seat == CHANCE:
            if not accepts(s, frame.requests(s)[0], action):
                return Refusal(IMPOSSIBLE)
            return _step(Step, (run(frame.take(s, action, tell), tell), tuple(tell)))
        if not isinstance(frame, Decision) or seat not in frame.seats(s):
            return timing(s, seat)[0]
        if not frame.permits(s, action, seat):
            return _first_reason(s, action, seat)
        return _step(Step, (run(frame.take(s, action, seat, tell), tell), tuple(tell)))
    if asking is None or action not in offered:
        return _first_reason(s, action, seat)
    return _step(Step, (run(asking.take(s, action, seat, tell), tell), tuple(tell)))


def run(s: S, tell: Tell) -> S:
    """Run procedures until something waits or the game is over."""
    for _ in range(_FUEL):
        frame = s.stack.frame if s.stack else None
        if not isinstance(frame, Procedure):
            return s
        s = frame.run(s, tell)
    message = "the rules run in a circle"
    raise RuleBugError(message)


def _first_reason(s: State, action: Action, seat: int) -> Refusal:
    frame = s.stack.frame if s.stack else None
    if isinstance(frame, Decision):
        for reason in frame.reasons(s, action, seat):
            return reason
    message = f"{action} is not offered, and no predicate says why"
    raise RuleBugError(message)


def timing(s: State, seat: int) -> tuple[Refusal, ...]:
    """Return why the seat cannot answer anything now; empty if it is asked."""
    frame = s.stack.frame if s.stack else None
    if frame is None:
        return (Refusal(OVER),)
    if isinstance(frame, Decision):
        seats = frame.seats(s)
        return () if seat in seats else (Refusal(NOT_ASKED, seats[:1]),)
    return () if seat == CHANCE else (Refusal(CHANCE_DUE),)


def view(s: S, eye: int) -> S:
    """Return the state as an eye sees it: zones it may not see become counts; all else is public."""
    seen = zip(s.zones, s.audience, strict=True)
    zones = tuple([zone if audience & eye else hide(zone) for zone, audience in seen])
    return copy_with(s, zones=zones, eye=eye)


def mask(s: State, action: Action, eye: int, notation: Notation) -> Action:
    """Return an answer as an eye may see it. Reads the frame and public facts only, so any replica agrees."""
    frame = s.stack.frame if s.stack else None
    if isinstance(frame, Decision):
        audience = frame.audience(s, action)
    elif isinstance(frame, Chance):
        audience = audience_of_outcome(s, frame.requests(s)[0])
    else:
        return action
    return action if audience & eye else notation.hide(action)
