"""What a tactic is aimed at: its player names a unit or a region, or two (T-c)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import pop, push, replace_top
from sealed.engine.message import Refusal, happened
from sealed.games.shaef.notation import make
from sealed.games.shaef.question import DONE, Question
from sealed.games.shaef.tactics.using import no_use, nothing, register
from sealed.games.shaef.units.cards import BY_RULE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

    Chosen: TypeAlias = tuple[int, ...]
    Candidates: TypeAlias = Callable[[State, int, Chosen], Iterable[int]]
    Effect: TypeAlias = Callable[[State, Chosen, Tell], State]

UNIT, REGION = "choose-unit", "choose-region"
_EVENTS = {UNIT: "tactic-unit", REGION: "tactic-about"}
_RULE = "shaef-cards 7"


@dataclass(frozen=True, slots=True)
class Aim:
    """What a tactic is aimed at.

    `candidates` are what may be named after what has been chosen (state, side, chosen), by public facts
    alone; `effect` happens when all is chosen. At least `least` and at most `most` are named.
    """

    verb: str
    candidates: Candidates
    effect: Effect
    least: int
    most: int


AIMS: dict[int, Aim] = {}
"""By card code, filled by the modules of this folder."""


def aimed(
    rule: str,
    verb: str,
    candidates: Candidates,
    effect: Effect,
    *,
    own: Iterable[int] = (),
    enemy: Iterable[int] = (),
    against: Callable[[State, int], Iterator[Refusal]] = nothing,
    least: int = 1,
    most: int = 1,
    unsupplied: bool = False,
    besides: bool = False,
) -> None:
    """Register a tactic with a target: it is of no use where nothing can be named, unless it does more."""
    card = BY_RULE[rule]
    AIMS[card] = Aim(verb, candidates, effect, least, most)

    def reasons(s: State, side: int) -> Iterator[Refusal]:
        yield from against(s, side)
        if not besides and not any(True for _ in candidates(s, side, ())):
            yield no_use(rule)

    def begin(s: State, side: int, unit: int, tell: Tell) -> State:
        del unit
        nothing_there = besides and not any(True for _ in candidates(s, side, ()))
        return effect(s, (), tell) if nothing_there else push(s, Target(side, card))

    register(rule, begin, own=own, enemy=enemy, against=reasons, unsupplied=unsupplied)


@dataclass(frozen=True, slots=True)
class Target(Question):
    """What the tactic that has just been used is aimed at; `chosen` are the units or regions named so far."""

    id: ClassVar[str] = "target"
    rule: ClassVar[str] = _RULE
    verbs: ClassVar[frozenset[str]] = frozenset({UNIT, REGION, "done"})
    colour: int
    card: int
    chosen: tuple[int, ...] = ()

    def details(self, s: State) -> tuple[int, ...]:
        """Return the card."""
        del s
        return (self.card,)

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return what may be named, and `done` where no more need be."""
        del seat
        aim = AIMS[self.card]
        named = [make(aim.verb, number) for number in self._left(s)]
        return [*named, DONE] if len(self.chosen) >= aim.least else named

    def _left(self, s: State) -> list[int]:
        aim = AIMS[self.card]
        if len(self.chosen) >= aim.most:
            return []
        return [one for one in aim.candidates(s, self.colour, self.chosen) if one not in self.chosen]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield that the tactic cannot be aimed at this, or that it must be aimed at something."""
        aim = AIMS[self.card]
        if action is DONE:
            if len(self.chosen) < aim.least:
                yield Refusal("not-a-target", (), _RULE)
        elif action.verb != aim.verb or action.args[0] not in self._left(s):
            yield Refusal("not-a-target", (), _RULE)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Note the target and ask for the next one, or carry the tactic out."""
        del seat
        aim = AIMS[self.card]
        if action is DONE:
            return aim.effect(pop(s), self.chosen, tell)
        happened(tell, _EVENTS[aim.verb], (self.card, action.args[0]))
        following = Target(self.colour, self.card, (*self.chosen, action.args[0]))
        if following._left(s):
            return replace_top(s, following)
        return aim.effect(pop(s), following.chosen, tell)


__all__ = ["AIMS", "REGION", "UNIT", "Aim", "Target", "aimed"]
