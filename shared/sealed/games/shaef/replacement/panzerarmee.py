"""The reserve of Panzergruppe West, later the 5th PanzerArmee: it can appear in Paris or Antwerp (8.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import move
from sealed.engine.frames import pop, push
from sealed.engine.message import Refusal
from sealed.engine.value import copy_with
from sealed.engine.zones import HIDDEN, could_hold, types
from sealed.games.shaef.board.presence import controls, side_in_region
from sealed.games.shaef.moments import REPLACEMENT
from sealed.games.shaef.notation import THE_DECK, make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import DECLINE, DONE, PREDICATES, Free, Question, own_eyes
from sealed.games.shaef.reorganisation.collecting import deck_card_reasons, taking
from sealed.games.shaef.replacement.mustering import bring
from sealed.games.shaef.state import AXIS, DOWN, HQ_CARD, OFF, RESERVE, UNIT_OF_HQ
from sealed.games.shaef.tactics.table import KEYS
from sealed.games.shaef.units.cards import CARD
from sealed.games.shaef.units.organisation import room_reasons
from sealed.games.shaef.units.points import point_reasons, spend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

_JUNE = 1
_COST = load().numbers.cost_panzerarmee
_DECEIVED = KEYS.index("FORTITUDE_SOUTH")
PLACES = tuple(region.index for region in load().regions if region.id in {"PAR", "ANT"})
"""Paris and Antwerp."""
ARMY = next(UNIT_OF_HQ[card.code] for card in load().cards if card.rule == "ENTER_8_3")
"""Its Army Reserve."""
_ALL = tuple(card.code for card in load().cards if card.army == ARMY and card.entry == _JUNE)
UNITS = tuple(UNIT_OF_HQ[card] for card in _ALL if card in UNIT_OF_HQ)
"""Its Army Reserve and its two Corps of June."""
CARDS = tuple(card for card in _ALL if card not in UNIT_OF_HQ)
"""Its other June cards."""


def price(s: State) -> int:
    """Return what it costs: twice as much where the Allies have used Fortitude South (shaef-cards 7)."""
    return 2 * _COST if any(one.key == _DECEIVED for one in s.lasting) else _COST


def call_reasons(s: State, side: int, region: int) -> Iterator[Refusal]:
    """Yield what stands against calling the Army to a region (8.3, E-39)."""
    if side != AXIS:
        yield Refusal("not-yours", (ARMY,), "8.3")
        return
    if region not in PLACES:
        yield Refusal("not-printed-place", (ARMY, region), "8.3")
    if not controls(s, AXIS, region):
        yield Refusal("enemy-controls", (region,), "E-39")
    if side_in_region(s, 1 - AXIS, region):
        yield Refusal("enemy-there", (region,), "E-39")
    for card in _needed(s):
        if not could_hold(s.zones[RESERVE + AXIS], card):
            yield Refusal("not-from-deck", (card,), "8.3")
    yield from point_reasons(s, side, price(s), "8.3")


def _needed(s: State) -> tuple[int, ...]:
    """Return the cards that come in one step: the HQs, and in the Historical Scenario all the others."""
    return tuple(HQ_CARD[unit] for unit in UNITS) if s.terms.free else _ALL


def appear(s: State, region: int, tell: Tell) -> State:
    """Put the Army Reserve and both Corps into a region; in the Historical Scenario with their cards."""
    army = bytearray(s.army)
    for unit in UNITS:
        s = bring(s, HQ_CARD[unit], region, tell)
        army[unit] = ARMY
    s = copy_with(s, army=bytes(army))
    if not s.terms.free:
        for card in CARDS:
            s = move(s, card, RESERVE + AXIS, DOWN + CARD[card].unit, tell)
    return s


def bring_panzerarmee(s: State, side: int, tell: Tell) -> State:
    """Ask the Axis in its Replacement Phase of June whether the Army appears; else nothing happens."""
    del tell
    return push(s, Panzerarmee(side)) if s.month == _JUNE and side == AXIS else s


@dataclass(frozen=True, slots=True)
class Panzerarmee(Free):
    """Whether the Axis calls the Army in its Replacement Phase of June, and where to."""

    id: ClassVar[str] = "panzerarmee"
    rule: ClassVar[str] = "8.3"
    verbs: ClassVar[frozenset[str]] = frozenset({"call", "decline"})
    colour: int
    moment: ClassVar[int] = REPLACEMENT

    def details(self, s: State) -> tuple[int, ...]:
        """Return the price."""
        return (price(s),)

    def own(self, s: State) -> Sequence[Action]:
        """Return Paris and Antwerp if they are possible, and `decline`."""
        return (*self.allowed(s, [make("call", region) for region in PLACES]), DECLINE)

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Let the Army appear; in the Free Scenario its cards are handed out then."""
        s = pop(s)
        if action is DECLINE:
            return s
        s = appear(spend(s, self.colour, price(s), tell), action.args[0], tell)
        return push(s, PanzerarmeeCards(self.colour)) if s.terms.free else s


@dataclass(frozen=True, slots=True)
class PanzerarmeeCards(Free):
    """Which of the three units takes June cards: any or all, for nothing (8.3, Free Scenario)."""

    id: ClassVar[str] = "organise"
    rule: ClassVar[str] = "8.3"
    verbs: ClassVar[frozenset[str]] = frozenset({"organise", "done"})
    colour: int
    moment: ClassVar[int] = REPLACEMENT

    def own(self, s: State) -> Sequence[Action]:
        """Return the units of the Army that have room, and `done`."""
        return (*self.allowed(s, [make("organise", unit) for unit in UNITS]), DONE)

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield why a unit takes no cards here: it is of another Army, gone, or full."""
        if action is DONE:
            return
        (unit,) = action.args
        if unit not in UNITS:
            yield Refusal("historical-army", (HQ_CARD[unit], ARMY), "8.3")
        elif s.where[unit] == OFF:
            yield Refusal("not-in-play", (unit,), "8.3")
        else:
            yield from room_reasons(s, unit)

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Ask for the cards of a unit, or go on."""
        del tell
        return pop(s) if action is DONE else push(s, Assigning(self.colour, action.args[0]))


@dataclass(frozen=True, slots=True)
class Assigning(Question):
    """Which June cards a unit of the Army takes from the Reinforcement Deck; its owner alone knows them."""

    id: ClassVar[str] = "collect"
    rule: ClassVar[str] = "8.3"
    verbs: ClassVar[frozenset[str]] = frozenset({"take", "done"})
    colour: int
    unit: int

    def details(self, s: State) -> tuple[int, ...]:
        """Return the unit."""
        del s
        return (self.unit,)

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the June cards that are, or may be, in the deck, and `done`."""
        del seat
        there = types(s.zones[RESERVE + self.colour])
        return (*self.allowed(s, [taking(THE_DECK, card) for card in there]), DONE)

    def permits(self, s: State, action: Action, seat: int) -> bool:
        """Tell whether nothing stands against an answer."""
        del seat
        return action.verb in self.verbs and not any(True for _ in self.why(s, action))

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a card: it comes from elsewhere, is none of these, or has no place."""
        if action is DONE:
            return
        source, card = action.args[0], _said(action)
        if source == THE_DECK:
            yield from deck_card_reasons(s, self.colour, card)
        else:
            yield Refusal("not-from-deck", (card,), "8.3")
        if card != HIDDEN and CARD[card].army != ARMY:
            yield Refusal("historical-army", (card, ARMY), "8.3")
        yield from room_reasons(s, self.unit)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Lay the card face-down into the unit and ask again."""
        del seat
        if action is DONE:
            return pop(s)
        return move(s, _said(action), RESERVE + self.colour, DOWN + self.unit, tell)

    def audience(self, s: State, action: Action) -> int:
        """Return the owner."""
        del s, action
        return own_eyes(self.colour)


def _said(action: Action) -> int:
    """Return the card that an answer takes, or `HIDDEN` where it is left unsaid."""
    return action.args[1] if len(action.args) > 1 else HIDDEN


def _call_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    return call_reasons(s, side, args[0])


PREDICATES["call"] = _call_reasons

__all__ = [
    "ARMY", "CARDS", "PLACES", "UNITS", "Assigning", "Panzerarmee", "PanzerarmeeCards", "appear",
    "bring_panzerarmee", "call_reasons", "price",
]  # fmt: skip
