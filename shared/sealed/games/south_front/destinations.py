"""Where pieces may go, found for a whole list of them with sets of spaces (rules, Movement; Naval Transport).

This is `movement.move_reasons` and `boarding_reasons` the fast way: what nothing stands against, without the
words. A test holds the two together.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sealed.games.south_front.flight import flights
from sealed.games.south_front.geography import borders_of
from sealed.games.south_front.notation import BOARD, MOVE
from sealed.games.south_front.pieces import LAND, at_war, cargo_of, with_place
from sealed.games.south_front.presence import occupied
from sealed.games.south_front.reach import flags_of
from sealed.games.south_front.state import (
    ABOARD,
    AIRPLANE,
    CARRIER,
    FACTION,
    FLEET,
    INFANTRY,
    KIND,
    OFF,
    State,
)
from sealed.games.south_front.supply import destinations_supplied, supplied
from sealed.games.south_front.transport import BEARS, open_ships

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed.engine.action import Action

FIRST, SECOND, CARD, ADVANCE, RETREAT, WITHDRAW = range(6)
"""When a piece moves: in a movement step, by a card or Forced March, or by one of the reactions that move."""

STEPS, LOADING = frozenset({FIRST, SECOND}), frozenset({FIRST, CARD})
"""The modes in which a piece moves once, and those in which it may go aboard a ship."""

ANYWHERE = (1 << 36) - 1
"""The set of all spaces."""


class _Ground(NamedTuple):
    """What does not depend on the piece: spaces by what may go there, and the ships that take cargo."""

    mode: int
    around: tuple[int, ...]
    flights: tuple[int, ...]
    land: int
    held: int
    runway: int
    sea: int
    loading: list[int]


def list_moves(s: State, side: int, pieces: Iterable[int], mode: int, within: int = ANYWHERE) -> list[Action]:
    """Return the moves of some pieces of a side to destinations within a set.

    Which pieces are equal does not matter here; of equal ships only the first is boarded. Each piece asks for
    the supply of all its destinations at once.
    """
    where = s.where
    ground = _ground(s, side, mode, within)
    done = s.moved if mode in STEPS else 0
    actions: list[Action] = []
    for piece in pieces:
        if where[piece] == OFF or done >> piece & 1 or not at_war(s, FACTION[piece]):
            continue
        if KIND[piece] >= FLEET:
            actions += _to(piece, _sailing(s, piece, ground.around[where[piece]] & ground.sea))
        else:
            actions += _marching(s, piece, ground)
    return actions


def _ground(s: State, side: int, mode: int, within: int) -> _Ground:
    where = s.where
    free = within & ~occupied(s, 1 - side)
    held = free & s.held[side]
    return _Ground(
        mode,
        borders_of(s, side).around,
        flights(s, side),
        free & LAND & ~s.neutral,
        held,
        held if mode == RETREAT else held & s.landing,
        free & ~LAND,
        [ship for ship in open_ships(s, side) if within >> where[ship] & 1] if mode in LOADING else [],
    )


def _sailing(s: State, ship: int, seas: int) -> int:
    """Return where a ship and what it bears would both be supplied (S-21)."""
    found = destinations_supplied(s, ship, seas) if seas else 0
    cargo = cargo_of(s, ship)
    if found and cargo is not None and _apart(s, ship, cargo):
        for sea in _members(found):
            if not supplied(with_place(s, ship, sea), cargo):
                found &= ~(1 << sea)
    return found


def _apart(s: State, ship: int, cargo: int) -> bool:
    """Tell whether a ship and its cargo may be supplied from different flags, or one by Supply Reserves."""
    return s.reserves in {ship, cargo} or flags_of(s, FACTION[ship]) != flags_of(s, FACTION[cargo])


def _marching(s: State, piece: int, ground: _Ground) -> list[Action]:
    """Return the moves of an infantry, a tank or an airplane: over land, off a ship, aboard one."""
    mode, kind, ship = ground.mode, KIND[piece], s.where[piece] - ABOARD
    place = s.where[ship] if ship >= 0 else s.where[piece]
    in_fleet = ship >= 0 and KIND[ship] == FLEET
    if mode == SECOND and kind in {INFANTRY, AIRPLANE} and not in_fleet:
        return []
    near = far = ground.around[place]
    if kind == AIRPLANE:
        if not in_fleet and mode != RETREAT:
            far = ground.flights[place]
        land = far & ground.runway
    else:
        only_own = mode == RETREAT or (mode == SECOND and kind == INFANTRY)
        land = near & (ground.held if only_own else ground.land)
    if ground.loading and not in_fleet:
        return _aboard_or_on(s, piece, land, 0 if ship >= 0 else near, far, ground.loading)
    return _to(piece, destinations_supplied(s, piece, land)) if land else []


def _aboard_or_on(s: State, piece: int, land: int, near: int, far: int, loading: list[int]) -> list[Action]:
    """Return the moves to land and aboard ships: fleets in the seas `near`, carriers in those `far`."""
    where = s.where
    ships = [
        ship
        for ship in loading
        if BEARS[ship] >> piece & 1 and (far if KIND[ship] == CARRIER else near) >> where[ship] & 1
    ]
    wanted = land
    for ship in ships:
        wanted |= 1 << where[ship]
    found = destinations_supplied(s, piece, wanted) if wanted else 0
    aboard = BOARD[piece]
    return _to(piece, found & land) + [aboard[ship] for ship in ships if found >> where[ship] & 1]


def _members(spaces: int) -> list[int]:
    return [space for space in range(spaces.bit_length()) if spaces >> space & 1]


@lru_cache(maxsize=1 << 13)
def _moves(piece: int, spaces: int) -> tuple[Action, ...]:
    return tuple(MOVE[piece][space] for space in _members(spaces))


def _to(piece: int, spaces: int) -> list[Action]:
    return [*_moves(piece, spaces)] if spaces else []
