"""Parts of a text that somebody decides: what may be answered, why not, and what it does."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from sealed.engine.frames import RuleBugError, pop, push
from sealed.engine.message import Refusal
from sealed.games.south_front.effects.program import (
    Asked,
    Effect,
    Part,
    demands,
    effect_of,
    possible,
    remember,
)
from sealed.games.south_front.notation import SKIP
from sealed.games.south_front.question import OwnTurn, Question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.south_front.state import State

    Asks: TypeAlias = Callable[[int, int, int, int], Question]

RULE = "Special Card Cases"


def impossible(code: int) -> Refusal:
    """Return the refusal that the text of a card cannot be resolved."""
    if code > 0:
        return Refusal("card-impossible", (code,), RULE)
    return Refusal("contingency-impossible", (-code,), RULE)


class Choice(Effect):
    """A part that leaves a choice."""

    __slots__ = ()
    still: ClassVar[bool] = False

    def optional(self) -> bool:
        """Tell whether the part can be declined."""
        return False

    @abstractmethod
    def ask(self) -> Asks:
        """Return the question: a frame of the side that is asked, the card, the part, and `it`."""

    @abstractmethod
    def allowed(self, s: State, part: Part) -> Iterable[Action]:
        """Return the answers that `against` has nothing to say about; a test holds the two together."""

    @abstractmethod
    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield what stands against an answer, later parts of the text apart."""

    @abstractmethod
    def carry_out(self, s: State, part: Part, action: Action, tell: Tell) -> tuple[State, int]:
        """Carry an answer out; return what is `it` from now on, too."""

    def asked(self, part: Part) -> int:
        """Return the side that decides: the one whose card it is, if nothing else is said."""
        return part.colour

    def can_fail(self) -> bool:
        """Tell whether the part is mandatory."""
        return not self.optional()

    def any_allowed(self, s: State, part: Part) -> bool:
        """Tell whether there is an answer."""
        return any(True for _ in self.allowed(s, part))

    def offered(self, s: State, part: Part) -> list[Action]:
        """Return the answers that leave the rest of the text possible, or all where none does any more."""
        found = list(self.allowed(s, part))
        if not demands(part):
            return found
        return [action for action in found if self._leads_on(s, part, action)] or found

    def _leads_on(self, s: State, part: Part, action: Action) -> bool:
        after, it = self.carry_out(s, part, action, [])
        return possible(after, Part(part.colour, part.code, part.step + 1, it))

    def outcomes(self, s: State, part: Part) -> Iterator[tuple[State, int]]:
        """Yield what each answer leads to."""
        if self.optional():
            yield s, part.it
        for action in self.allowed(s, part):
            yield self.carry_out(s, part, action, [])

    def feasible(self, s: State, part: Part) -> bool:
        """Tell whether the part can be declined, or there is an answer."""
        return self.optional() or self.any_allowed(s, part)

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Ask, unless there is nothing to choose."""
        del tell
        if not self.any_allowed(s, part):
            return s
        return push(s, self.ask()(self.asked(part), part.code, part.step, part.it))


class Answered(Asked):
    """What the questions about a choice have in common, whoever is asked."""

    __slots__ = ()
    rule: ClassVar[str]

    def choice(self) -> Choice:
        """Return the part of the text that asks. Raises `RuleBugError` if it asks nothing."""
        effect = effect_of(self.code, self.step)
        if not isinstance(effect, Choice):
            message = f"part {self.step} of card {self.code} leaves no choice"
            raise RuleBugError(message)
        return effect

    def own(self, s: State) -> Sequence[Action]:
        """Return what is offered; `skip` where that may be declined, or where nothing is left."""
        choice = self.choice()
        found = choice.offered(s, self.part())
        return found if found and not choice.optional() else [*found, SKIP]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against an answer, by itself or because of later parts of the text."""
        choice, part = self.choice(), self.part()
        if action is SKIP:
            if not choice.optional() and choice.any_allowed(s, part):
                yield Refusal("must-choose", (), self.rule)
            return
        against = list(choice.against(s, part, action))
        yield from against
        if not against and demands(part) and action not in choice.offered(s, part):
            yield impossible(self.code)

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Carry out the answer and let the text go on with what it named."""
        s = pop(s)
        if action is SKIP:
            return s
        s, it = self.choice().carry_out(s, self.part(), action, tell)
        return s if it == self.it else remember(s, it)


@dataclass(frozen=True, slots=True)
class Choosing(Answered, OwnTurn):
    """A choice of the player whose card it is."""

    colour: int
    code: int
    step: int
    it: int

    def stated(self, s: State, seat: int) -> Action | None:
        """Return `skip` where the text says "may"."""
        del s, seat
        return SKIP if self.choice().optional() else None


@dataclass(frozen=True, slots=True)
class Conceding(Answered, Question):
    """A choice that a card leaves to the other player, who cannot decline."""

    colour: int
    code: int
    step: int
    it: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return what is offered."""
        del seat
        return self.own(s)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Carry out the answer."""
        del seat
        return self.answer(s, action, tell)
