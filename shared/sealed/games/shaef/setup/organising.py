"""The Free Scenario: a side assigns its cards At Start to its units in secret (3.2b, 3.2d)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import move
from sealed.engine.frames import pop, push
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.engine.zones import HIDDEN, copies, has_hidden, types
from sealed.games.shaef.movement.counters import put
from sealed.games.shaef.notation import THE_DECK, make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import DONE, Question, own_eyes
from sealed.games.shaef.reorganisation.collecting import taking
from sealed.games.shaef.setup.rosters import (
    ARMY_OF,
    HOME,
    LAND_FORCES_OF,
    START_ARMIES,
    START_CARDS,
    START_UNITS,
)
from sealed.games.shaef.state import DOWN, HQ_CARD, HQS, OFF, RESERVE, SIDE
from sealed.games.shaef.units.cards import ARMY_HQ, CORPS_HQ, ENTRY, TYPE
from sealed.games.shaef.units.holdings import assigned
from sealed.games.shaef.units.organisation import has_room, room_reasons

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

_HQS = (ARMY_HQ, CORPS_HQ)


def stand(s: State, unit: int, place: int, tell: Tell) -> State:
    """Bring an HQ from the Reinforcement Deck and its counter into play, under its historical Army."""
    side = SIDE[unit]
    s = move(s, HQ_CARD[unit], RESERVE + side, HQS + side, tell)
    happened(tell, "arrived", (unit, place))
    army = bytearray(s.army)
    army[unit] = HOME[unit]
    return put(copy_with(s, army=bytes(army)), unit, place)


@dataclass(frozen=True, slots=True)
class Organising(Question):
    """The side chooses a unit to lay cards in, or is done: all Land Forces At Start are assigned then."""

    id: ClassVar[str] = "organise"
    rule: ClassVar[str] = "3.2"
    verbs: ClassVar[frozenset[str]] = frozenset({"organise", "done"})
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the units of the side, and `done` where no Land Force is left over."""
        del seat
        candidates = [make("organise", unit) for unit in START_UNITS[self.colour]]
        return self.allowed(s, [*candidates, DONE])

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a unit, or against leaving off."""
        side = self.colour
        if action is DONE:
            left = unassigned(s, side)
            if left:
                yield Refusal("must-be-assigned", (left,), "3.2b")
            return
        (unit,) = action.args
        if SIDE[unit] != side:
            yield Refusal("not-yours", (unit,), "3.2")
        elif s.where[unit] == OFF:
            yield Refusal("not-in-play", (unit,), "3.2")
        else:
            yield from room_reasons(s, unit)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Turn to a unit, or go on."""
        del seat, tell
        return pop(s) if action is DONE else push(s, Assembling(self.colour, action.args[0]))

    def stated(self, s: State, seat: int) -> None:
        """Return nothing: whether all Land Forces are assigned only their owner knows."""
        del s, seat


def unassigned(s: State, side: int) -> int:
    """Return how many Land Forces At Start are left over, or must be, as far as the state knows (3.2b).

    Who does not see the cards knows how many lie in the units of each Army: fewer than it has Land Forces
    are too few.
    """
    reserve = s.zones[RESERVE + side]
    if has_hidden(reserve):
        return sum(max(0, len(LAND_FORCES_OF[army]) - _in_army(s, side, army)) for army in START_ARMIES[side])
    return sum(copies(reserve, card) for card in START_CARDS[side] if card in ARMY_OF)


def _in_army(s: State, side: int, army: int) -> int:
    return sum(assigned(s, unit) for unit in START_UNITS[side] if HOME[unit] == army)


@dataclass(frozen=True, slots=True)
class Assembling(Question):
    """Which cards At Start a unit takes.

    None goes back: until the seat sends its answers it can take them back on its own device, and a set-up in
    which cards went to and fro would tell more of them than their number.
    """

    id: ClassVar[str] = "collect"
    rule: ClassVar[str] = "3.2"
    verbs: ClassVar[frozenset[str]] = frozenset({"take", "done"})
    colour: int
    unit: int

    def details(self, s: State) -> tuple[int, ...]:
        """Return the unit."""
        del s
        return (self.unit,)

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the cards that can be taken, and `done`."""
        del seat
        if not has_room(s, self.unit):
            return [DONE]
        waiting = [taking(THE_DECK, card) for card in types(s.zones[RESERVE + self.colour])]
        return [*self.allowed(s, waiting), DONE]

    def permits(self, s: State, action: Action, seat: int) -> bool:
        """Tell whether nothing stands against an answer."""
        del seat
        return action.verb in self.verbs and not any(True for _ in self.why(s, action))

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against taking a card; nothing against `done`."""
        if action is DONE:
            return
        source = action.args[0]
        card = action.args[1] if len(action.args) > 1 else HIDDEN
        if source != THE_DECK:
            yield Refusal("not-from-deck", (card,), "3.2")
        else:
            yield from self._take_reasons(s, card)

    def _take_reasons(self, s: State, card: int) -> Iterator[Refusal]:
        home = HOME[self.unit]
        if not _known_there(s.zones[RESERVE + self.colour], card):
            yield Refusal("not-from-deck", (card,), "3.2")
        if card in _NOT_AT_START:
            yield Refusal("is-hq", (card,), "5.3d") if TYPE[card] in _HQS else _later(card)
        if ARMY_OF.get(card, home) != home:
            yield Refusal("historical-army", (card, ARMY_OF[card]), "3.2b")
        yield from room_reasons(s, self.unit)
        if card and card not in ARMY_OF and _places(s, self.colour, home) <= _waiting(s, self.colour, home):
            yield Refusal("places-for-land-forces", (home, _waiting(s, self.colour, home)), "3.2b")

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Lay a card in the unit, and ask again."""
        del seat
        if action is DONE:
            return pop(s)
        card = action.args[1] if len(action.args) > 1 else HIDDEN
        return move(s, card, RESERVE + self.colour, DOWN + self.unit, tell)

    def audience(self, s: State, action: Action) -> int:
        """Return the owner: which card it is nobody else learns."""
        del s, action
        return own_eyes(self.colour)


_NOT_AT_START = frozenset(range(1, len(ENTRY))) - START_CARDS[0] - START_CARDS[1]


def _later(card: int) -> Refusal:
    return Refusal("not-at-start", (card,), "3.2a")


def _known_there(zone: int, card: int) -> bool:
    return has_hidden(zone) if card == HIDDEN else bool(copies(zone, card))


def _places(s: State, side: int, army: int) -> int:
    """Return how many cards the units of an Army can still take; public."""
    units = [unit for unit in START_UNITS[side] if HOME[unit] == army]
    return len(units) * load().numbers.unit_cards - _in_army(s, side, army)


def _waiting(s: State, side: int, army: int) -> int:
    """Return how many Land Forces of an Army are left over; it needs a place for each."""
    reserve = s.zones[RESERVE + side]
    return sum(copies(reserve, card) for card in LAND_FORCES_OF.get(army, ()))


__all__ = ["Assembling", "Organising", "stand", "unassigned"]
