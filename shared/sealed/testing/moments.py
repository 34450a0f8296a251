"""Random games of any title, step by step, for tests that state laws."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from sealed.engine.chance import CHANCE, Order, Request, Roll, outcome_verb, possible
from sealed.engine.eye import FULL, PUBLIC, seat_eye
from sealed.engine.kernel import apply, asked, legal_actions, over, question, requests, view
from sealed.engine.message import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Event
    from sealed.engine.title import Setup, Title

    Chooser: TypeAlias = Callable[[State, int], Action]

LIMIT = 20_000
"""More steps than this in one random game count as a game that does not end."""

_TAIL = 12

_CHOOSER: ContextVar[Chooser | None] = ContextVar("chooser", default=None)


@contextmanager
def answers_by(chooser: Chooser) -> Iterator[None]:
    """Let a chooser answer in all games that are played in this context, instead of chance.

    It is given the asked seat's own replica and the seat. Titles whose random games see little of their rules
    are proved along games of such a player, too.
    """
    token = _CHOOSER.set(chooser)
    try:
        yield
    finally:
        _CHOOSER.reset(token)


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of a game: the full state before, who answered what, the full state after, and how it came."""

    title: Title
    setup: Setup
    before: State
    seat: int
    action: Action
    after: State
    events: tuple[Event, ...]
    number: int
    tail: tuple[str, ...]

    def __str__(self) -> str:
        """Return what a person needs to find the position again."""
        lines = (
            f"{self.title.id}, {self.setup.seats} seats, {dict(self.setup.options)}, step {self.number}",
            f"asked: {question(self.before) or requests(self.before)[:1]} of seats {asked(self.before)}",
            f"answer of seat {self.seat}: {self.action}",
            f"before it: {' | '.join(self.tail) or 'nothing'}",
        )
        return "\n".join(lines)

    def require(self, holds: bool, law: str) -> None:
        """Raise `AssertionError` with the law and the position unless it holds."""
        if not holds:
            self.fail(law)

    def fail(self, law: str) -> NoReturn:
        """Raise `AssertionError` with the law and the position."""
        raise AssertionError(f"{law}\n{self}")


def eyes(setup: Setup) -> tuple[int, ...]:
    """Return the eyes of a table: public, each seat, full."""
    return (PUBLIC, *map(seat_eye, range(1, setup.seats + 1)), FULL)


def random_outcome(title: Title, s: State, request: Request, rng: Random) -> Action:
    """Return an outcome of a request with its true odds; `s` is a full state."""
    verb = outcome_verb(request)
    if isinstance(request, Order):
        return title.notation.action(verb, *rng.sample(request.items, len(request.items)))
    if isinstance(request, Roll):
        return title.notation.action(verb, *(rng.randint(1, request.sides) for _ in range(request.n)))
    outcomes, weights = zip(*possible(s, request), strict=True)
    return title.notation.action(verb, *rng.choices(outcomes, weights)[0])


def random_answer(title: Title, s: State, rng: Random) -> tuple[int, Action]:
    """Return a seat that owes an answer and one of its legal answers, or chance and an outcome.

    The answer is a chooser's where one is set (`answers_by`), else any.

    Raises `AssertionError` at a dead end: the game is not over, yet nobody can answer.
    """
    seats, due = asked(s), requests(s)
    if seats:
        seat = rng.choice(seats)
        actions = legal_actions(s, seat)
        if not actions:
            raise AssertionError(f"dead end: {question(s)} has no legal answer for seat {seat}")
        chooser = _CHOOSER.get()
        return seat, chooser(view(s, seat_eye(seat)), seat) if chooser else rng.choice(actions)
    if not due:
        raise AssertionError(
            f"dead end: nobody is asked, chance owes nothing, the game is not over: {s.stack}"
        )
    return CHANCE, random_outcome(title, s, due[0], rng)


def play(title: Title, setup: Setup, rng: Random, limit: int = LIMIT) -> Iterator[Moment]:
    """Yield every step of one random game. Raises `AssertionError` if it gets stuck or does not end."""
    s = title.start(setup)
    tail: tuple[str, ...] = ()
    for number in range(limit):
        if over(s):
            return
        seat, action = random_answer(title, s, rng)
        step = apply(s, action, seat)
        if isinstance(step, Refusal):
            _refused(step, seat, action, tail)
        yield Moment(title, setup, s, seat, action, step.state, step.events, number, tail)
        s = step.state
        tail = (*tail[1 - _TAIL :], f"{seat}: {action}")
    raise AssertionError(f"{title.id} with {setup.seats} seats does not end within {limit} steps")


def _refused(refusal: Refusal, seat: int, action: Action, tail: tuple[str, ...]) -> NoReturn:
    raise AssertionError(f"offered, then refused: {refusal}\nseat {seat}: {action}\nafter {' | '.join(tail)}")


def walk(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> Iterator[Moment]:
    """Yield the steps of some random games, or one in `every` of them, taken at random."""
    for _ in range(games):
        for moment in play(title, setup, rng):
            if every == 1 or not rng.randrange(every):
                yield moment
