"""The reserve of Panzergruppe West, later the 5th PanzerArmee: it can appear in Paris or Antwerp (8.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import move
from sealed.engine.frames import pop, push
from sealed.engine.message import Refusal
from sealed.engine.value import copy_with
from sealed.engine.zones import could_hold
from sealed.games.shaef.board.presence import controls, side_in_region
from sealed.games.shaef.moments import REPLACEMENT
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import DECLINE, DONE, PREDICATES, Free
from sealed.games.shaef.replacement.mustering import bring
from sealed.games.shaef.state import AXIS, DOWN, HQ_CARD, RESERVE, UNIT_OF_HQ
from sealed.games.shaef.tactics.table import KEYS
from sealed.games.shaef.units.cards import CARD
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
    moment: int = REPLACEMENT

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
    """Which of the June cards go to which of the three units, for nothing (8.3, Free Scenario)."""

    id: ClassVar[str] = "organise"
    rule: ClassVar[str] = "8.3"
    verbs: ClassVar[frozenset[str]] = frozenset({"organise", "done"})
    colour: int
    moment: int = REPLACEMENT

    def own(self, s: State) -> Sequence[Action]:
        """Return `done`."""
        del s
        return (DONE,)

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Go on."""
        del action, tell
        return pop(s)


def _call_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    return call_reasons(s, side, args[0])


PREDICATES["call"] = _call_reasons

__all__ = [
    "ARMY", "CARDS", "PLACES", "UNITS", "Panzerarmee", "appear", "bring_panzerarmee",
    "call_reasons", "price",
]  # fmt: skip
