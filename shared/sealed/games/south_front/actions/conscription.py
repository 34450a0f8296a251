"""Conscription: discard cards to deploy a piece in or next to a flag of its faction (rules, Actions)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.cards import count
from sealed.engine.frames import Procedure, Tell, pop
from sealed.engine.message import Refusal, happened
from sealed.engine.value import plain
from sealed.games.south_front.actions.acting import ACTS, Act
from sealed.games.south_front.actions.arrivals import aboard, deployable, standing
from sealed.games.south_front.actions.deployment import (
    deploy,
    deploy_aboard,
    deploy_aboard_reasons,
    deploy_reasons,
)
from sealed.games.south_front.actions.spending import spend, too_few_cards
from sealed.games.south_front.board.alike import unladen_ships
from sealed.games.south_front.board.geography import borders_of, neighbours
from sealed.games.south_front.board.pieces import space_of
from sealed.games.south_front.notation import TYPES
from sealed.games.south_front.pack import load
from sealed.games.south_front.question import PREDICATES
from sealed.games.south_front.state import ABOARD, HAND, INFANTRY, SIDE_OF_FACTION, State
from sealed.games.south_front.supply.reach import flags_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action

_RULE = "Deploying Pieces"
_NUMBERS = load().numbers
_TYPES_OF = tuple(
    tuple(
        (faction, tuple(number for number, (own, _) in enumerate(TYPES) if own == faction))
        for faction, owner in enumerate(SIDE_OF_FACTION)
        if owner == side
    )
    for side in range(2)
)
"""For each side its factions with their types of pieces."""
_PRICE = tuple(
    _NUMBERS.conscription_infantry if kind == INFANTRY else _NUMBERS.conscription_other for _, kind in TYPES
)


def price(kind_of_piece: int) -> int:
    """Return how many cards the conscription of a piece of a type costs."""
    return _PRICE[kind_of_piece]


_NEAR: dict[tuple[int, int], int] = {}


def near_flags(s: State, faction: int) -> int:
    """Return the set of spaces in or adjacent to a Supply Flag space of a faction that exists now."""
    flags, lines = flags_of(s, faction), borders_of(s, SIDE_OF_FACTION[faction])
    key = (flags, lines.key)
    found = _NEAR.get(key)
    if found is None:
        found = _NEAR[key] = flags | neighbours(lines, flags)
    return found


def _conscript_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    kind_of_piece, space = args
    yield from too_few_cards(s, side, price(kind_of_piece), "Actions")
    if not near_flags(s, TYPES[kind_of_piece][0]) >> space & 1:
        yield Refusal("far-from-flag", (kind_of_piece, space), _RULE)
    yield from deploy_reasons(s, side, kind_of_piece, space, _RULE)


def _aboard_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    kind_of_piece, ship = args
    yield from too_few_cards(s, side, price(kind_of_piece), "Actions")
    sea = space_of(s, ship)
    if sea is not None and not near_flags(s, TYPES[kind_of_piece][0]) >> sea & 1:
        yield Refusal("far-from-flag", (kind_of_piece, sea), _RULE)
    yield from deploy_aboard_reasons(s, side, kind_of_piece, ship, _RULE)


def _affordable(s: State, side: int) -> list[tuple[int, int]]:
    """Return the types of which a piece is left and that the hand can pay, with the spaces for them."""
    held, found = count(s, HAND + side), []
    spaces = deployable(s, side) if held else ()
    for faction, types in _TYPES_OF[side] if held else ():
        near = near_flags(s, faction)
        for kind_of_piece in types:
            here = near & spaces[kind_of_piece]
            if here and _PRICE[kind_of_piece] <= held:
                found.append((kind_of_piece, here))
    return found


def _on_spaces(s: State, side: int) -> list[Action]:
    offered: list[Action] = []
    for kind_of_piece, spaces in _affordable(s, side):
        offered += standing("conscript", kind_of_piece, spaces)
    return offered


def _on_ships(s: State, side: int) -> list[Action]:
    offered: list[Action] = []
    for kind_of_piece, spaces in _affordable(s, side) if unladen_ships(s, side) else ():
        offered += aboard(s, "conscript", kind_of_piece, spaces)
    return offered


@dataclass(frozen=True, slots=True)
class Conscripted(Procedure[State]):
    """The cards are paid: the piece comes to its place, a space or `ABOARD` and the number of a ship."""

    kind_of_piece: int
    place: int

    def run(self, s: State, tell: Tell) -> State:
        """Deploy it."""
        s = pop(s)
        if self.place < ABOARD:
            return deploy(s, self.kind_of_piece, self.place, tell)[0]
        return deploy_aboard(s, self.kind_of_piece, self.place - ABOARD, tell)[0]


plain(Conscripted)


def _conscript(s: State, side: int, args: tuple[int, ...], tell: Tell) -> State:
    kind_of_piece, place = args
    happened(tell, "conscription", (side, kind_of_piece))
    return spend(s, side, price(kind_of_piece), then=Conscripted(kind_of_piece, place))


def _conscript_aboard(s: State, side: int, args: tuple[int, ...], tell: Tell) -> State:
    kind_of_piece, ship = args
    return _conscript(s, side, (kind_of_piece, ABOARD + ship), tell)


PREDICATES["conscript"] = _conscript_reasons
PREDICATES["conscript-aboard"] = _aboard_reasons
ACTS["conscript"] = Act(_on_spaces, _conscript)
ACTS["conscript-aboard"] = Act(_on_ships, _conscript_aboard)
