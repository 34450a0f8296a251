"""How a card's text is resolved: part by part, in the order of the card (rules, Special Card Cases).

A text is a program, a tuple of effects. The frame names the card and how far its text has come, so it holds
ints only; the program is looked up by the card. A card can be played if its mandatory parts can all be
carried out one after the other, some way (`possible`).
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

from sealed.engine.frames import Procedure, RuleBugError, Tell, pop, replace_top, top_node
from sealed.engine.value import plain
from sealed.games.south_front.cards import CARD, CONTINGENCY
from sealed.games.south_front.state import NOBODY, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.message import Refusal


class Part(NamedTuple):
    """Where in a text we are: its player's side, the card, the part, and what was named before.

    `code` is a deck card's, or minus a contingency side's. `it` is the piece that was deployed or named last,
    or the space; `NOBODY` before that.
    """

    colour: int
    code: int
    step: int = 0
    it: int = NOBODY


class Asked:
    """What a question about a part of a text holds: who is asked, the card, the part, and `it`."""

    __slots__ = ()
    colour: int
    code: int
    step: int
    it: int

    def part(self) -> Part:
        """Return where in the text we are."""
        return Part(owner(self.code), self.code, self.step, self.it)


class Effect:
    """A part of a card's text.

    One that is `still` leaves the board and `it` as they are, for all that later parts ask.
    """

    __slots__ = ()
    still: ClassVar[bool] = True

    @abstractmethod
    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Carry the part out, or ask who decides; `Resolving` on top of the stack already names the next."""

    def can_fail(self) -> bool:
        """Tell whether the card cannot be played where this part is impossible."""
        return False

    def outcomes(self, s: State, part: Part) -> Iterator[tuple[State, int]]:
        """Yield what the board, and `it`, may be afterwards; nothing where the part is impossible."""
        yield s, part.it

    def feasible(self, s: State, part: Part) -> bool:
        """Tell whether there is an outcome, without working one out where that can be told."""
        return next(self.outcomes(s, part), None) is not None

    def reasons(self, s: State, part: Part) -> Iterator[Refusal]:
        """Yield why the part is impossible."""
        del s, part
        return iter(())

    def refusals(self, s: State, part: Part, impossible: Refusal) -> Iterator[Refusal]:
        """Yield how a card is refused because of this part: that it is impossible, and why."""
        yield impossible
        yield from self.reasons(s, part)


_TITLE = {code: card.name for code, card in CARD.items()}
_TITLE |= {-code: card.name for code, card in CONTINGENCY.items()}
PROGRAMS: dict[str, tuple[Effect, ...]] = {}
"""The text of every deck card and contingency side by its title; the modules of cards fill it."""


def program(code: int) -> tuple[Effect, ...]:
    """Return the text of a card."""
    return PROGRAMS[_TITLE[code]]


def effect_of(code: int, step: int) -> Effect:
    """Return a part of a card's text."""
    return program(code)[step]


def owner(code: int) -> int:
    """Return the side whose card this is."""
    return CARD[code].side if code > 0 else CONTINGENCY[-code].side


BEGINNING = {code: Part(owner(code), code) for code in _TITLE}
"""Where each text begins: of every card this is asked at each action, long before it is played."""


def possible(s: State, part: Part) -> bool:
    """Tell whether the mandatory parts from here on can be carried out, one after the other.

    Depth first over the choices of each part; the first way through suffices.
    """
    side, code, start, it = part
    demanded = _demanded(code)
    for step, effect, final in demanded:
        if step < start:
            continue
        here = part if step == start else Part(side, code, step, it)
        if final or effect.still:
            if not effect.feasible(s, here):
                return False
        else:
            following = step + 1
            outcomes = effect.outcomes(s, here)
            return any(possible(after, Part(side, code, following, named)) for after, named in outcomes)
    return True


def demands(part: Part) -> bool:
    """Tell whether a later part could turn out to be impossible."""
    demanded = _demanded(part.code)
    return bool(demanded) and part.step < demanded[-1][0]


_Demanded: TypeAlias = tuple[tuple[int, Effect, bool], ...]
_DEMANDED: dict[int, tuple[tuple[Effect, ...], _Demanded]] = {}


def _demanded(code: int) -> _Demanded:
    """Return the parts that count for whether a text is possible, with their steps; the last one is marked.

    These are the ones that can fail, and before the last of them those that change the board.
    """
    parts, known = program(code), _DEMANDED.get(code)
    if known is None or known[0] is not parts:
        last = max((step for step, effect in enumerate(parts) if effect.can_fail()), default=-1)
        upto = enumerate(parts[: last + 1])
        demanded = tuple((step, one, step == last) for step, one in upto if one.can_fail() or not one.still)
        known = _DEMANDED[code] = parts, demanded
    return known[1]


def obstacles(s: State, part: Part, impossible: Refusal) -> Iterator[Refusal]:
    """Yield why a text is impossible: what the first part that cannot be carried out says."""
    if possible(s, part):
        return
    for step, effect in enumerate(program(part.code)):
        here = Part(part.colour, part.code, step, part.it)
        outcome = next(effect.outcomes(s, here), None)
        if outcome is None:
            yield from effect.refusals(s, here, impossible)
            return
        s, part = outcome[0], Part(part.colour, part.code, step, outcome[1])
    yield impossible


@dataclass(frozen=True, slots=True)
class Resolving(Procedure[State]):
    """The text of a card is resolved; `step` is the part that comes next, `it` as in `Part`."""

    colour: int
    code: int
    step: int
    it: int

    def run(self, s: State, tell: Tell) -> State:
        """Carry out the next part, or end."""
        parts = program(self.code)
        if self.step >= len(parts):
            return pop(s)
        s = replace_top(s, Resolving(self.colour, self.code, self.step + 1, self.it))
        return parts[self.step].run(s, Part(self.colour, self.code, self.step, self.it), tell)


plain(Resolving)


def _resolving(s: State) -> Resolving:
    frame = top_node(s).frame
    if not isinstance(frame, Resolving):
        message = "no card is being resolved"
        raise RuleBugError(message)
    return frame


def remember(s: State, it: int) -> State:
    """Let the text go on with what has just been deployed or named."""
    frame = _resolving(s)
    return replace_top(s, Resolving(frame.colour, frame.code, frame.step, it))


def leave_out(s: State, parts: int) -> State:
    """Let the text go on behind some parts."""
    frame = _resolving(s)
    return replace_top(s, Resolving(frame.colour, frame.code, frame.step + parts, frame.it))
