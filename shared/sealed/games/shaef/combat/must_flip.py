"""What must be flipped by the end of the First Combat Phase: what flew, and cards on their own (10e, 15)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import Procedure, Tell, pop, push, replace_top
from sealed.engine.message import Refusal
from sealed.engine.value import plain
from sealed.engine.zones import copies
from sealed.games.shaef.board.presence import in_play
from sealed.games.shaef.combat.asking import InCombat
from sealed.games.shaef.combat.battle import force_card, unit_of
from sealed.games.shaef.combat.forces import fought, holds, members, side_of
from sealed.games.shaef.notation import make
from sealed.games.shaef.state import OFF, SHOWN, State
from sealed.games.shaef.units.flipping import cannot_flip, flip, flip_reasons
from sealed.games.shaef.units.holdings import face_down, face_down_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action


def flip_the_rest(s: State, side: int) -> State:
    """Make a side flip what it must by the end of the First Combat Phase.

    While a combat is fought these are the cards of units there that flew, and the cards on their own; without
    one, those of all units that flew (10e).
    """
    return push(s, FlipTheRest(side))


@dataclass(frozen=True, slots=True)
class FlipTheRest(Procedure["State"]):
    """Ask for the next flip while one is due; whether one is due is public."""

    colour: int

    def run(self, s: State, tell: Tell) -> State:
        """Ask, or go on."""
        del tell
        return replace_top(s, MustFlip(self.colour)) if due(s, self.colour) else pop(s)


def due(s: State, side: int) -> list[int]:
    """Return the units, and the forces that are cards, in which something must be flipped; public."""
    region = None if s.combat is None else s.combat.region
    flown = [
        unit
        for unit in in_play(s, side)
        if s.airborne >> unit & 1 and face_down(s, unit) and region in {None, s.where[unit]}
    ]
    if s.combat is None:
        return flown
    alone = [force for force in members(s.combat.detached) if side_of(force) == side]
    return [*flown, *(force for force in alone if _unflipped(s, force))]


def _unflipped(s: State, force: int) -> bool:
    home, card = unit_of(fought(s), force), force_card(force)
    return bool(copies(s.zones[SHOWN + home], card)) and not any(cannot_flip(s, home, card))


@dataclass(frozen=True, slots=True)
class MustFlip(InCombat):
    """Which card do you flip? All of these must be face-up by the end of the First Combat Phase."""

    id: ClassVar[str] = "must-flip"
    rule: ClassVar[str] = "10e"
    verbs: ClassVar[frozenset[str]] = frozenset({"flip"})
    colour: int

    def details(self, s: State) -> tuple[int, ...]:
        """Return the region of the combat, or of the first unit."""
        if s.combat is not None:
            return (s.combat.region,)
        return (next(s.where[unit] for unit in due(s, self.colour)),)

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the cards that are due."""
        del seat
        return self.allowed(s, [make("flip", *one) for one in self._candidates(s)])

    def _candidates(self, s: State) -> Iterator[tuple[int, int]]:
        for force in due(s, self.colour):
            if card := force_card(force):
                yield unit_of(fought(s), force), card
            else:
                yield from ((force, card) for card in face_down_cards(s, force))

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield that a card is not among those that are due, or cannot be flipped."""
        unit, card = action.args
        if s.where[unit] != OFF or not self._alone(s, unit, card):
            yield from flip_reasons(s, self.colour, unit, card)
        if not any(unit == force or self._is(s, force, unit, card) for force in due(s, self.colour)):
            yield Refusal("must-flip", (unit,), self.rule)

    def _alone(self, s: State, unit: int, card: int) -> bool:
        return any(self._is(s, force, unit, card) for force in due(s, self.colour))

    def _is(self, s: State, force: int, unit: int, card: int) -> bool:
        return bool(force_card(force)) and holds(s, force, unit, card)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Flip the card and look what is left."""
        del seat
        unit, card = action.args
        return replace_top(flip(s, unit, card, tell), FlipTheRest(self.colour))


plain(FlipTheRest, MustFlip)

__all__ = ["MustFlip", "due", "flip_the_rest"]
