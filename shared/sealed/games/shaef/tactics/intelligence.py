"""Tactics that bring closed cards to light: Ultra looks at them, Bodenplatte asks for Aircraft."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import move
from sealed.engine.chance import Look, Request
from sealed.engine.frames import Chance, pop, push
from sealed.engine.message import Refusal, happened
from sealed.engine.value import plain
from sealed.engine.zones import types
from sealed.games.shaef.board.presence import in_play
from sealed.games.shaef.moments import COMBAT_PHASE, EVER
from sealed.games.shaef.notation import make
from sealed.games.shaef.question import Question
from sealed.games.shaef.state import (
    ALLIES,
    AXIS,
    BOUND,
    DEAD,
    DOWN,
    IS_ARMY,
    SHOWN,
    SIDE,
    UP,
    State,
    seat_of,
)
from sealed.games.shaef.tactics.targets import UNIT, aimed
from sealed.games.shaef.units.cards import AIRCRAFT, BY_RULE, has
from sealed.games.shaef.units.holdings import (
    closed,
    face_down_cards,
    face_up_cards,
    lies_down,
    lies_up,
    zone_of_face_down,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.tactics.targets import Chosen

NONE = make("none")
_RULE = "shaef-cards 7"


def _closed_units(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    del chosen
    return [unit for unit in in_play(s, 1 - side) if closed(s, unit)]


def _look(s: State, chosen: Chosen, tell: Tell) -> State:
    del tell
    return push(s, Looking(ALLIES, chosen[0]))


@dataclass(frozen=True, slots=True)
class Looking(Chance[State]):
    """A side is shown the cards of an enemy unit; what it has seen is its memory (2.6g, E-46)."""

    colour: int
    unit: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the look."""
        return (Look(seat_of(self.colour), DOWN + self.unit, closed(s, self.unit)),)

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Go on: no card has moved."""
        del outcome
        happened(tell, "looked", (self.colour, self.unit))
        return pop(s)


def _reserves(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    del chosen
    return [unit for unit in in_play(s, 1 - side) if IS_ARMY[unit]]


def _raid(s: State, chosen: Chosen, tell: Tell) -> State:
    del tell
    return push(s, Sacrifice(AXIS), HandOver(ALLIES, chosen[0]))


def aircraft(s: State, unit: int) -> list[int]:
    """Return the Aircraft cards that lie, or may lie, in a unit."""
    held = (*face_up_cards(s, unit), *face_down_cards(s, unit))
    return [card for card in held if has(card, AIRCRAFT)]


def certain_aircraft(s: State, unit: int) -> list[int]:
    """Return the Aircraft cards that lie in a unit as far as the state knows."""
    zones = [s.zones[kind + unit] for kind in (UP, SHOWN, DOWN)]
    return [card for zone in zones for card in types(zone) if has(card, AIRCRAFT)]


def give_reasons(s: State, units: Iterable[int], unit: int, card: int) -> Iterator[Refusal]:
    """Yield why a card cannot be given: from another unit than these, not an Aircraft, not there."""
    if unit not in units:
        yield Refusal("not-of-this-unit", (unit,), _RULE)
    if not has(card, AIRCRAFT):
        yield Refusal("no-ability", (card,), _RULE)
    if not lies_up(s, unit, card) and not lies_down(s, unit, card):
        yield Refusal("not-there", (unit, card), _RULE)


def none_reasons(s: State, units: Iterable[int]) -> Iterator[Refusal]:
    """Yield in which unit an Aircraft card is known to lie."""
    for unit in units:
        if certain_aircraft(s, unit):
            yield Refusal("has-aircraft", (unit,), _RULE)
            return


def given(s: State, unit: int, card: int, pile: int, tell: Tell) -> State:
    """Put a card of a unit openly on one of its side's piles."""
    source = UP + unit if lies_up(s, unit, card) else zone_of_face_down(s, unit, card)
    return move(s, card, source, pile + SIDE[unit], tell)


class Giving(Question):
    """A question whose answers are `give`, for each Aircraft card of some units, and `none`."""

    __slots__ = ()

    @abstractmethod
    def units(self, s: State) -> Sequence[int]:
        """Return the units of which cards are asked."""

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the Aircraft cards that are, or may be, there, or that there is, or may be, none."""
        del seat
        gifts = [make("give", unit, card) for unit in self.units(s) for card in aircraft(s, unit)]
        return self.allowed(s, [*gifts, NONE])

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against an answer."""
        if action is NONE:
            return none_reasons(s, self.units(s))
        return give_reasons(s, self.units(s), *action.args)


@dataclass(frozen=True, slots=True)
class HandOver(Giving):
    """All Aircraft cards of an Army Reserve go to the Reinforcement Deck, one by one (Bodenplatte).

    `none` says that there is none left: the audit proves it.
    """

    id: ClassVar[str] = "hand-over"
    rule: ClassVar[str] = _RULE
    verbs: ClassVar[frozenset[str]] = frozenset({"give", "none"})
    colour: int
    unit: int

    def details(self, s: State) -> tuple[int, ...]:
        """Return the Army Reserve."""
        del s
        return (self.unit,)

    def units(self, s: State) -> Sequence[int]:
        """Return the Army Reserve."""
        del s
        return (self.unit,)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Bind a card for the deck and ask again, or go on."""
        del seat
        if action is NONE:
            return pop(s)
        unit, card = action.args
        happened(tell, "to-deck", (unit, card))
        return given(s, unit, card, BOUND, tell)


@dataclass(frozen=True, slots=True)
class Sacrifice(Giving):
    """After Bodenplatte the Axis discards one Aircraft card in play, if it has one."""

    id: ClassVar[str] = "target"
    rule: ClassVar[str] = _RULE
    verbs: ClassVar[frozenset[str]] = frozenset({"give", "none"})
    colour: int

    def details(self, s: State) -> tuple[int, ...]:
        """Return the card that asks for it."""
        del s
        return (BY_RULE["BODENPLATTE"],)

    def units(self, s: State) -> Sequence[int]:
        """Return all units of the side."""
        return in_play(s, self.colour)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Discard the card."""
        del seat
        if action is NONE:
            return pop(s)
        unit, card = action.args
        happened(tell, "discarded", (unit, card))
        return given(pop(s), unit, card, DEAD, tell)


plain(Looking)

aimed("ULTRA", UNIT, _closed_units, _look, own=EVER)
aimed("BODENPLATTE", UNIT, _reserves, _raid, own=(COMBAT_PHASE,))

__all__ = ["NONE", "Giving", "HandOver", "Looking", "Sacrifice", "aircraft", "certain_aircraft"]
