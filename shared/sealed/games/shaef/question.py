"""What all questions of this title have in common: one side is asked, and every refusal finds its words.

A question yields for each of its verbs every condition that fails (`why`); its legal list is what nothing
stands against. Rule modules register in `PREDICATES` what the board has against a verb whatever is asked, so
that `why not` answers at any time.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from sealed.engine.eye import EVERYBODY, PUBLIC, seat_audience
from sealed.engine.frames import Decision, pop
from sealed.engine.kernel import Step, apply, view
from sealed.engine.message import MOVED, Refusal, happened
from sealed.engine.message import Question as Asked
from sealed.games.shaef.free import FREE, free_audience, free_reasons, free_verbs, take_free
from sealed.games.shaef.moments import NO_MOMENT
from sealed.games.shaef.nearest import nearest
from sealed.games.shaef.notation import make
from sealed.games.shaef.said import QUESTIONS
from sealed.games.shaef.state import State, seat_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.engine.message import Event

    Predicate: TypeAlias = Callable[[State, int, tuple[int, ...]], Iterator[Refusal]]

PREDICATES: dict[str, Predicate] = {}
"""The failing conditions of the board for each verb: (state, side that tries, arguments)."""

_ASKED = ((1,), (2,))
DONE, PASS, DECLINE = make("done"), make("pass"), make("decline")


class Question(Decision[State]):
    """A decision of one side (`colour`, 0 Allies, 1 Axis)."""

    __slots__ = ()
    id: ClassVar[str]
    rule: ClassVar[str]
    verbs: ClassVar[frozenset[str]]
    colour: int

    def seats(self, s: State) -> tuple[int, ...]:
        """Return the seat of the side."""
        del s
        return _ASKED[self.colour]

    def question(self, s: State) -> Asked:
        """Return the id of the question with the side that is asked and what else it names."""
        return Asked(self.id, (self.colour, *self.details(s)), self.rule)

    def details(self, s: State) -> tuple[int, ...]:
        """Return the arguments of the question after the side."""
        del s
        return ()

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against an answer whose verb belongs here; nothing for exactly the legal ones."""
        return board_reasons(s, action, self.colour)

    def reasons(self, s: State, action: Action, seat: int) -> Iterator[Refusal]:
        """Yield every failing condition, timing first; nothing exactly for what `legal` offers."""
        if action.verb not in self.verbs:
            yield Refusal("not-now", (QUESTIONS.index(self.id) + 1,), self.rule)
            yield from board_reasons(s, action, self.colour)
            return
        near: Action | None = None
        searched = False
        for refusal in self.why(s, action):
            if not searched:
                near, searched = nearest(action, self.legal(s, seat)), True
            yield refusal._replace(nearest=near)

    def allowed(self, s: State, candidates: Iterable[Action]) -> list[Action]:
        """Return the candidates that nothing stands against."""
        return [action for action in candidates if not any(True for _ in self.why(s, action))]

    def stated(self, s: State, seat: int) -> Action | None:
        """Return `pass`, `done` or `decline` where that is legal and moves no hidden card (spec 2.12).

        What follows from it is tried on the public state: a retreat that nobody orders may end a unit.
        """
        seen = view(s, PUBLIC)
        offered = self.legal(seen, seat)
        answer = next((action for action in (PASS, DONE, DECLINE) if action in offered), None)
        if answer is None:
            return None
        step = apply(seen, answer, seat)
        return answer if isinstance(step, Step) and all(map(_is_open, step.events)) else None


def _is_open(event: Event) -> bool:
    """Tell whether what happened moved no card that somebody may not see."""
    return event.id != MOVED or bool(event.audience & EVERYBODY)


class Free(Question):
    """A question during which the side may do what it may at any time (2.6d, 2.7c, 3.1 sidebar; E-45).

    `verbs` holds the question's own verbs; `own` lists, `answer` carries out; `moment` says which tactics can
    be used meanwhile.
    """

    __slots__ = ()
    moment: ClassVar[int] = NO_MOMENT

    @abstractmethod
    def own(self, s: State) -> Sequence[Action]:
        """Return the question's own legal answers, the free ones apart."""

    @abstractmethod
    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Carry out one of the own answers."""

    def now(self) -> int:
        """Return the moment of the turn that this question is."""
        return self.moment

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the own answers and the free ones."""
        del seat
        return (*self.own(s), *free_verbs(s, self.colour, self.now()))

    def permits(self, s: State, action: Action, seat: int) -> bool:
        """Tell whether a free verb or one of the own answers is legal."""
        del seat
        if action.verb in FREE:
            return not any(True for _ in free_reasons(s, self.colour, self.now(), action))
        return self.offers(s, action)

    def offers(self, s: State, action: Action) -> bool:
        """Tell whether `own` lists an answer; a question with a long list looks at less of it."""
        return action in self.own(s)

    def reasons(self, s: State, action: Action, seat: int) -> Iterator[Refusal]:
        """Yield what stands against a free verb, or against one of the own."""
        if action.verb in FREE:
            return free_reasons(s, self.colour, self.now(), action)
        return super().reasons(s, action, seat)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Carry out a free verb and ask again, or the answer."""
        del seat
        if action.verb in FREE:
            return take_free(s, self.colour, action, tell)
        return self.answer(s, action, tell)

    def audience(self, s: State, action: Action) -> int:
        """Return who may know the card: an unseen discard is its owner's secret (2.7f)."""
        return free_audience(s, self.colour, action) if action.verb in FREE else EVERYBODY


@dataclass(frozen=True, slots=True)
class Interlude(Free):
    """A moment at which a side may act besides the course of the turn, or pass (E-45).

    It opens for public reasons alone: `tactics.windows.interlude` pushes it. `about` are the regions with
    ports that have just been captured, a set, where that opened it.
    """

    id: ClassVar[str] = "interlude"
    rule: ClassVar[str] = "2.6d"
    verbs: ClassVar[frozenset[str]] = frozenset({"pass"})
    colour: int
    at: int
    about: int = 0

    def now(self) -> int:
        """Return the moment at which it opened."""
        return self.at

    def details(self, s: State) -> tuple[int, ...]:
        """Return the moment."""
        del s
        return (self.at,)

    def own(self, s: State) -> Sequence[Action]:
        """Return the pass."""
        del s
        return (PASS,)

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Go on."""
        del action
        happened(tell, "passed", (self.colour,))
        return pop(s)


def board_reasons(s: State, action: Action, colour: int) -> Iterator[Refusal]:
    """Yield what the board has against an action of a side, whatever the open question is.

    No answer is named as the nearest: only the open question knows which ones are legal.
    """
    predicate = PREDICATES.get(action.verb)
    if action.verb in FREE:
        told = free_reasons(s, colour, NO_MOMENT, action)
    elif predicate is not None:
        told = predicate(s, colour, action.args)
    else:
        return
    for refusal in told:
        yield refusal if refusal.nearest is None else refusal._replace(nearest=None)


def own_eyes(colour: int) -> int:
    """Return the audience of a side's secrets."""
    return seat_audience(seat_of(colour))


__all__ = [
    "DECLINE", "DONE", "PASS", "PREDICATES", "Free", "Interlude", "Question", "board_reasons", "own_eyes",
]  # fmt: skip
