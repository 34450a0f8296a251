"""The volley of a force: which cards fire at whom, the roll, and the hits (12.3).

The dice fall in the order in which the cards have been declared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.chance import Request, Roll
from sealed.engine.frames import Chance, pop
from sealed.engine.message import happened
from sealed.engine.value import plain
from sealed.games.shaef.combat.casualties import hit, hit_blindly
from sealed.games.shaef.combat.forces import side_of
from sealed.games.shaef.combat.modifiers import Shot, strength
from sealed.games.shaef.pack import load
from sealed.games.shaef.state import NOWHERE, State
from sealed.games.shaef.units.cards import FORTITUDE, has

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

_SIDES = load().numbers.die
SHIFTED = 10
"""What is added to a strength in the event `shot`, so that no number there is below nought."""


class Declared(NamedTuple):
    """A card that fires: from which unit, and whether it was flipped to fire (12.3i)."""

    card: int
    unit: int
    fresh: int


@dataclass(frozen=True, slots=True)
class Volley:
    """The fire of one force at one enemy force, or at none (`NOWHERE`, 12.3e); `rear` at the rear area."""

    force: int
    target: int
    rear: int
    cards: tuple[Declared, ...] = ()

    def shots(self) -> Iterator[tuple[int, Shot]]:
        """Yield each card with its shot, in order of declaration."""
        for card, unit, fresh in self.cards:
            yield card, Shot(self.force, self.target, unit, fresh)


@dataclass(frozen=True, slots=True)
class Rolling(Chance["State"]):
    """One die for each card of a volley."""

    volley: Volley

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the roll."""
        del s
        return (Roll(len(self.volley.cards), _SIDES),)

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Count the hits; the enemy then takes his casualties (12.3g, 12.4)."""
        volley = self.volley
        hits = 0
        for (card, shot), die in zip(volley.shots(), outcome.args, strict=True):
            needed = strength(s, card, shot)
            happened(tell, "shot", (card, needed + SHIFTED, die))
            hits += scores(card, needed, die)
        happened(tell, "hits", (volley.force, hits))
        if volley.target == NOWHERE:
            return hit_blindly(pop(s), 1 - side_of(volley.force), hits, tell, rear=volley.rear)
        return hit(pop(s), volley.target, hits, tell, rear=volley.rear)


def scores(card: int, needed: int, die: int) -> bool:
    """Tell whether a die hits: not above the modified strength, or a natural 1 with Fortitude (E-4)."""
    return die <= needed or (die == 1 and has(card, FORTITUDE))


plain(Volley, Rolling)
