"""The chance to flip cards between the announcement of fire and the dice (2.6d, case S-10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import Tell, pop, push
from sealed.engine.message import Refusal
from sealed.engine.value import plain
from sealed.games.shaef.board.presence import in_play
from sealed.games.shaef.combat.asking import InCombat
from sealed.games.shaef.combat.forces import fought, side_of
from sealed.games.shaef.combat.readiness import in_reach
from sealed.games.shaef.combat.volley import Rolling, Volley
from sealed.games.shaef.notation import make
from sealed.games.shaef.question import PASS
from sealed.games.shaef.state import IS_ARMY, State
from sealed.games.shaef.units.flipping import flip, flip_reasons
from sealed.games.shaef.units.holdings import face_down, face_down_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action

_BOTH = 2


def before_roll(s: State, volley: Volley) -> State:
    """Let both sides flip, the side that is fired at first, and then roll."""
    return _next(s, volley, 1 - side_of(volley.force), 0)


def _next(s: State, volley: Volley, colour: int, passed: int) -> State:
    """Ask a side, or the other if it has nothing to flip; roll when both have passed in a row."""
    while passed < _BOTH:
        if any(face_down(s, unit) for unit in witnesses(s, colour)):
            return push(s, BeforeRoll(colour, volley, passed))
        colour, passed = 1 - colour, passed + 1
    return push(s, Rolling(volley))


def witnesses(s: State, side: int) -> list[int]:
    """Return the units whose cards a side may flip now: those in the region, Army Reserves next to it."""
    region = fought(s).region
    return [
        unit
        for unit in in_play(s, side)
        if s.where[unit] == region or (IS_ARMY[unit] and in_reach(s, unit, region))
    ]


@dataclass(frozen=True, slots=True)
class BeforeRoll(InCombat):
    """Do you flip a card before the dice are rolled?"""

    id: ClassVar[str] = "before-roll"
    rule: ClassVar[str] = "2.6d"
    verbs: ClassVar[frozenset[str]] = frozenset({"flip", "pass"})
    colour: int
    volley: Volley
    passed: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the cards that may be flipped, and the pass."""
        del seat
        flips = [
            make("flip", unit, card)
            for unit in witnesses(s, self.colour)
            for card in face_down_cards(s, unit)
        ]
        return [*self.allowed(s, flips), PASS]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against flipping a card now."""
        if action is PASS:
            return
        unit, card = action.args
        if unit not in witnesses(s, self.colour):
            yield Refusal("not-in-combat", (unit,), "2.6d")
        yield from flip_reasons(s, self.colour, unit, card)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Flip a card, or pass; the other side is asked next."""
        del seat
        s = pop(s)
        if action is PASS:
            return _next(s, self.volley, 1 - self.colour, self.passed + 1)
        unit, card = action.args
        s = flip(s, unit, card, tell)
        return _next(s, self.volley, 1 - self.colour, 0)


plain(BeforeRoll)
