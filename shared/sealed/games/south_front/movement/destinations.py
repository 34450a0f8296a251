"""Where pieces may go, found for a whole list of them with sets of spaces (rules, Movement; Naval Transport).

This is `movement.move_reasons` and `boarding_reasons` the fast way: what nothing stands against, without the
words. A test holds the two together.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sealed.games.south_front.board.alike import unladen_ships
from sealed.games.south_front.board.geography import ANCHORS, members
from sealed.games.south_front.board.pieces import LAND, at_war, cargo_of, with_place
from sealed.games.south_front.board.presence import ground
from sealed.games.south_front.movement.flight import flights
from sealed.games.south_front.movement.transport import BEARS
from sealed.games.south_front.notation import BOARD, MOVE
from sealed.games.south_front.state import (
    ABOARD,
    AIRPLANE,
    CARRIER,
    FACTION,
    FLEET,
    INFANTRY,
    KIND,
    OFF,
    TANK,
    USA,
    State,
)
from sealed.games.south_front.supply.reach import flags_of
from sealed.games.south_front.supply.supplied import destinations_supplied, supplied

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sealed.engine.action import Action

FIRST, SECOND, CARD, ADVANCE, RETREAT, WITHDRAW = range(6)
"""When a piece moves: in a movement step, by a card or Forced March, or by one of the reactions that move."""

STEPS, LOADING = frozenset({FIRST, SECOND}), frozenset({FIRST, CARD})
"""The modes in which a piece moves once, and those in which it may go aboard a ship."""

_SECOND_MOVERS = frozenset({TANK, FLEET, CARRIER})
"""The kinds that move in the second step by themselves; the others only off a ship."""

ANYWHERE = (1 << 36) - 1
"""The set of all spaces."""


class _Scene(NamedTuple):
    """What does not depend on the piece: sets of spaces by what may go there, ships, and supply.

    `loading` are the ships that take cargo, each as a set with its sea, whether it is a carrier and the
    pieces it bears, and `harbours` their seas; `cut` and `anchors` are where a piece leaves a gap in supply
    or opens a strait, and `fit` the spaces where every other piece of a faction is supplied.
    """

    mode: int
    around: tuple[int, ...]
    flights: tuple[int, ...]
    land: int
    held: int
    runway: int
    sea: int
    loading: list[tuple[int, int, bool, int]]
    harbours: int
    cut: int
    anchors: int
    fit: dict[int, int]


def list_moves(s: State, side: int, pieces: Iterable[int], mode: int, within: int = ANYWHERE) -> list[Action]:
    """Return the moves of some pieces of a side to destinations within a set.

    Which pieces are equal does not matter here; of equal ships only the first is boarded.
    """
    actions: list[Action] = []
    for moves in _by_piece(s, side, pieces, mode, within):
        actions += moves
    return actions


def can_move(s: State, side: int, pieces: Iterable[int], mode: int, within: int = ANYWHERE) -> bool:
    """Tell whether `list_moves` holds anything."""
    return any(_by_piece(s, side, pieces, mode, within))


def _by_piece(
    s: State, side: int, pieces: Iterable[int], mode: int, within: int
) -> Iterator[Sequence[Action]]:
    """Yield the moves of one piece after the other, those of some not at all."""
    movers = _movers(s, pieces, mode)
    if not movers:
        return
    where, scene = s.where, _scene(s, side, mode, within)
    for piece in movers:
        if KIND[piece] >= FLEET:
            seas = _sailing(s, piece, scene.around[where[piece]] & scene.sea, scene)
            if seas:
                yield _moves(piece, seas)
        else:
            yield _marching(s, piece, scene)


def _movers(s: State, pieces: Iterable[int], mode: int) -> list[int]:
    """Return the pieces that may move at all now, which often are few, before the board is looked at."""
    where, done = s.where, s.moved if mode in STEPS else 0
    movers = [piece for piece in pieces if where[piece] != OFF and not done >> piece & 1]
    if mode == SECOND:
        movers = [piece for piece in movers if KIND[piece] in _SECOND_MOVERS or where[piece] >= ABOARD]
    return movers if at_war(s, USA) else [piece for piece in movers if FACTION[piece] != USA]


def _scene(s: State, side: int, mode: int, within: int) -> _Scene:
    here = ground(s, side)
    free = within & here.free
    own = free & s.held[side]
    loading = _loading(s, side, within) if mode in LOADING else []
    harbours = 0
    for _, sea, _, _ in loading:
        harbours |= sea
    return _Scene(
        mode,
        here.lines.around,
        flights(s, side),
        free & LAND & ~s.neutral,
        own,
        own if mode == RETREAT else own & s.landing,
        free & ~LAND,
        loading,
        harbours,
        here.cut,
        ANCHORS & ~s.held[side],
        {},
    )


def _loading(s: State, side: int, within: int) -> list[tuple[int, int, bool, int]]:
    where = s.where
    return [
        (1 << ship, 1 << where[ship], KIND[ship] == CARRIER, BEARS[ship])
        for ship in unladen_ships(s, side)
        if within >> where[ship] & 1
    ]


def _fit(s: State, piece: int, wanted: int, scene: _Scene) -> int:
    """Return those of the wanted spaces where a piece would be supplied.

    Pieces of a faction have that in common, unless one leaves a gap where supply is cut, opens a strait or
    has Supply Reserves.
    """
    place = s.where[piece]
    gap = place < ABOARD and scene.cut >> place & 1 and s.where.count(place) == 1
    if gap or wanted & scene.anchors or piece == s.reserves:
        return destinations_supplied(s, piece, wanted)
    faction = FACTION[piece]
    fit = scene.fit.get(faction)
    if fit is None:
        fit = scene.fit[faction] = destinations_supplied(s, piece, ANYWHERE & ~scene.anchors)
    return wanted & fit


def _sailing(s: State, ship: int, seas: int, scene: _Scene) -> int:
    """Return where a ship and what it bears would both be supplied (S-21)."""
    found = _fit(s, ship, seas, scene) if seas else 0
    if not found:
        return 0
    cargo = cargo_of(s, ship)
    if cargo is not None and _apart(s, ship, cargo):
        for sea in members(found):
            if not supplied(with_place(s, ship, sea), cargo):
                found &= ~(1 << sea)
    return found


def _apart(s: State, ship: int, cargo: int) -> bool:
    """Tell whether a ship and its cargo may be supplied from different flags, or one by Supply Reserves."""
    return s.reserves in {ship, cargo} or flags_of(s, FACTION[ship]) != flags_of(s, FACTION[cargo])


def _marching(s: State, piece: int, scene: _Scene) -> Sequence[Action]:
    """Return the moves of an infantry, a tank or an airplane: over land, off a ship, aboard one."""
    mode, kind, ship = scene.mode, KIND[piece], s.where[piece] - ABOARD
    place = s.where[ship] if ship >= 0 else s.where[piece]
    in_fleet = ship >= 0 and KIND[ship] == FLEET
    if mode == SECOND and kind != TANK and not in_fleet:
        return ()
    near = far = scene.around[place]
    if kind == AIRPLANE:
        if not in_fleet and mode != RETREAT:
            far = scene.flights[place]
        land = far & scene.runway
    else:
        only_own = mode == RETREAT or (mode == SECOND and kind == INFANTRY)
        land = near & (scene.held if only_own else scene.land)
    if not in_fleet and far & scene.harbours:
        return _aboard_or_on(s, piece, land, 0 if ship >= 0 else near, far, scene)
    return _moves(piece, _fit(s, piece, land, scene)) if land else ()


def _aboard_or_on(s: State, piece: int, land: int, near: int, far: int, scene: _Scene) -> Sequence[Action]:
    """Return the moves to land and aboard ships: fleets in the seas `near`, carriers in those `far`."""
    found = _fit(s, piece, land | far & scene.harbours, scene)
    ships = 0
    for ship, sea, carrier, bears in scene.loading:
        if found & sea & (far if carrier else near) and bears >> piece & 1:
            ships |= ship
    return _moves(piece, found & land, ships)


@lru_cache(maxsize=1 << 13)
def _moves(piece: int, spaces: int, ships: int = 0) -> tuple[Action, ...]:
    """Return the actions of a piece by destination and by ship, as sets."""
    return (
        *[MOVE[piece][space] for space in members(spaces)],
        *[BOARD[piece][ship] for ship in members(ships)],
    )
