"""Army HQs come into play in the Replacement Phase, for nothing (8.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import move
from sealed.engine.frames import pop
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.engine.zones import could_hold
from sealed.games.shaef.board.geography import VICTORY, regions_in
from sealed.games.shaef.board.presence import controlled, controls
from sealed.games.shaef.moments import REPLACEMENT
from sealed.games.shaef.movement.counters import put
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack.facts import AFRICA as AFRICA_START
from sealed.games.shaef.pack.facts import BRITAIN as BRITAIN_START
from sealed.games.shaef.question import DONE, PREDICATES, Free
from sealed.games.shaef.state import (
    AFRICA,
    ALLIES,
    BASES,
    BRITAIN,
    HQ_CARD,
    HQS,
    IS_ARMY,
    N_REGIONS,
    N_UNITS,
    NOWHERE,
    OFF,
    RESERVE,
    SIDE,
    UNIT_OF_HQ,
)
from sealed.games.shaef.units.cards import ARMY_HQ, CARD, ENTRY, RULE, TYPE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

_ARMIES = tuple(
    tuple((unit, HQ_CARD[unit]) for unit in range(N_UNITS) if IS_ARMY[unit] and SIDE[unit] == side)
    for side in (0, 1)
)
"""The Armies of each side with their HQ cards."""
_OF_BASE = {BRITAIN_START: BRITAIN, AFRICA_START: AFRICA}


def printed_bases(card: int) -> tuple[int, ...]:
    """Return where an Allied HQ may be placed: its printed base, else Britain or Africa (8.2, E-17)."""
    base = _OF_BASE.get(CARD[card].start)
    return BASES if base is None else (base,)


def first_month(card: int) -> int:
    """Return the month from which an Army HQ comes by 8.2; by its text the 5th PanzerArmee comes in July."""
    return ENTRY[card] + 1 if RULE[card] == "ENTER_8_3" else ENTRY[card]


def muster_reasons(s: State, side: int, card: int, place: int) -> Iterator[Refusal]:
    """Yield what stands against bringing an Army HQ from the Reinforcement Deck into play at a place."""
    if TYPE[card] != ARMY_HQ:
        yield Refusal("no-hq", (card,), "8.2")
        return
    unit = UNIT_OF_HQ[card]
    if SIDE[unit] != side:
        yield Refusal("not-yours", (unit,), "8.2")
        return
    if s.where[unit] != OFF or not could_hold(s.zones[RESERVE + side], card):
        yield Refusal("not-from-deck", (card,), "8.2")
    if first_month(card) > s.month:
        yield Refusal("too-early", (card, first_month(card)), "8.2")
    yield from place_reasons(s, card, place)


def place_reasons(s: State, card: int, place: int) -> Iterator[Refusal]:
    """Yield why an HQ cannot come into play at a place (8.2, 13.1b, 13.1c, E-9)."""
    unit = UNIT_OF_HQ[card]
    if SIDE[unit] == ALLIES:
        if place not in printed_bases(card):
            yield Refusal("not-printed-place", (unit, place), "8.2")
    elif place >= N_REGIONS:
        yield Refusal("not-printed-place", (unit, place), "8.2")
    elif not VICTORY >> place & 1:
        yield Refusal("no-victory-region", (place,), "8.2")
    elif not controls(s, SIDE[unit], place):
        yield Refusal("enemy-controls", (place,), "E-9")


def places(s: State, card: int) -> list[int]:
    """Return where an HQ can come into play now."""
    side = SIDE[UNIT_OF_HQ[card]]
    if side == ALLIES:
        return list(printed_bases(card))
    return list(regions_in(VICTORY & controlled(s, side)))


def bring(s: State, card: int, place: int, tell: Tell) -> State:
    """Put an HQ and its counter into play; a new Army has no supply marker, a Corps is attached by others."""
    unit = UNIT_OF_HQ[card]
    s = move(s, card, RESERVE + SIDE[unit], HQS + SIDE[unit], tell)
    happened(tell, "arrived", (unit, place))
    s = put(s, unit, place)
    if not IS_ARMY[unit]:
        return s
    army, markers = bytearray(s.army), bytearray(s.markers)
    army[unit] = unit
    if SIDE[unit] == ALLIES:
        markers[unit] = NOWHERE
    return copy_with(s, army=bytes(army), markers=bytes(markers))


@dataclass(frozen=True, slots=True)
class Mustering(Free):
    """The rest of the Replacement Phase: Army HQs whose month has come may be placed; nobody must."""

    id: ClassVar[str] = "muster"
    rule: ClassVar[str] = "8.2"
    verbs: ClassVar[frozenset[str]] = frozenset({"muster", "done"})
    colour: int
    moment: ClassVar[int] = REPLACEMENT

    def own(self, s: State) -> Sequence[Action]:
        """Return the HQs that lie, or may lie, in the Reinforcement Deck with their places, and `done`."""
        side, reserve = self.colour, s.zones[RESERVE + self.colour]
        return (
            *(
                make("muster", card, place)
                for unit, card in _ARMIES[side]
                if s.where[unit] == OFF and first_month(card) <= s.month and could_hold(reserve, card)
                for place in places(s, card)
            ),
            DONE,
        )

    def offers(self, s: State, action: Action) -> bool:
        """Tell whether nothing stands against an answer."""
        return action.verb in self.verbs and not any(True for _ in self.why(s, action))

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Place an HQ and ask again."""
        return pop(s) if action is DONE else bring(s, action.args[0], action.args[1], tell)


def _muster_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    return muster_reasons(s, side, args[0], args[1])


PREDICATES["muster"] = _muster_reasons

__all__ = [
    "Mustering", "bring", "first_month", "muster_reasons", "place_reasons", "places",
    "printed_bases",
]  # fmt: skip
