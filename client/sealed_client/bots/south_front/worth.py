"""What a position is worth to a side, in Victory Points: points, stars, pieces, supply, cards and prospects."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.cards import count
from sealed.games.south_front.geography import around, borders
from sealed.games.south_front.pack import load
from sealed.games.south_front.pieces import DESERT
from sealed.games.south_front.presence import ground
from sealed.games.south_front.reach import supplied_spaces
from sealed.games.south_front.state import (
    ABOARD,
    AIRPLANE,
    ALLIES,
    AXIS,
    CONVOY,
    DEPOT,
    FACTION,
    FLEET,
    HAND,
    INFANTRY,
    KIND,
    OFF,
    SIDE,
    SIDE_OF_FACTION,
    TANK,
    USA,
    State,
)
from sealed_client.bots.south_front.prices import FACE, FORCE, HOMES, PIECE, hand_worth, space_worth

_SPACES = load().spaces
_LAND = tuple(space.index for space in _SPACES if space.land)
_MALTA = next(1 << space.index for space in _SPACES if space.name == "Malta")
_ARRIVAL = load().numbers.usa_at_war
_WON = 1000.0

_HEAT, _FADING = 0.16, 0.55
"""What a piece next to an enemy space gains of that space's worth, and how that fades with the distance."""
_SHARE = {INFANTRY: 1.0, TANK: 1.1, AIRPLANE: 0.6, FLEET: 0.5}
_ADRIFT = 0.75
"""What is left of a piece's prospects while it is at sea: it must still land."""
_NO_LANDING = -0.6
_UNSUPPLIED = (0.2, 0.55)
"""What is left of an unsupplied piece: of the side that moves, which loses it at the end of its turn unless
it mends that, and of the other side, which has a turn to do so."""
_WALKED_IN, _LANDED_IN, _STORMED = 0.6, 0.25, 0.08
"""The danger to an empty space beside enemy troops, or beside their fleets, and to a garrison for each enemy
that can attack it."""


class Board(NamedTuple):
    """Where troops and ships of each side stand, as sets of spaces, and how many stand in each land space."""

    troops: tuple[int, int]
    ships: tuple[int, int]
    standing: bytes


def worth(s: State, side: int, mover: int, *, ending: bool) -> float:
    """Returns what the position is worth to a side, more being better.

    `mover` is the side on turn, `ending` tells that its first movement is over.
    """
    if s.winner:
        return _WON if s.winner == side + 1 else -_WON
    board = _board(s)
    held = _control(s, board)
    total = held[side] - held[1 - side] + (s.points[side] - s.points[1 - side])
    army = _army(s, mover, ending=ending)
    total += army[side] - army[1 - side]
    total += hand_worth(count(s, HAND + side)) - hand_worth(count(s, HAND + 1 - side))
    faces = (sum(s.faces[:3]), sum(s.faces[3:]))
    return total + FACE * (faces[1 - side] - faces[side])


def _board(s: State) -> Board:
    troops, ships, standing = [0, 0], [0, 0], bytearray(len(_SPACES))
    for piece, place in enumerate(s.where):
        if place >= ABOARD:
            continue
        kind = KIND[piece]
        if kind in (INFANTRY, TANK):
            troops[SIDE[piece]] |= 1 << place
            standing[place] += 1
        elif kind == AIRPLANE:
            standing[place] += 1
        elif kind == FLEET:
            ships[SIDE[piece]] |= 1 << place
    return Board((troops[0], troops[1]), (ships[0], ships[1]), bytes(standing))


def _control(s: State, board: Board) -> list[float]:
    """Returns what the land of each side is worth, the danger to it taken off and given to the enemy."""
    values, total = space_worth(s.round), [0.0, 0.0]
    for space in _LAND:
        bit = 1 << space
        if s.neutral & bit:
            continue
        side = 0 if s.held[0] & bit else 1
        value = values[space] + HOMES[side].get(space, 0.0)
        lost = value * danger(s, board, side, space)
        total[side] += value - lost + FORCE * s.forces[space]
        total[1 - side] += lost / 2
    return total


def danger(s: State, board: Board, side: int, space: int) -> float:
    """Returns how likely it is, from 0 to 1, that the enemy takes a space of a side before long."""
    near = around(s, 1 - side, space)
    troops = (near & board.troops[1 - side]).bit_count()
    ships = (near & board.ships[1 - side]).bit_count()
    guards = board.standing[space] + s.forces[space]
    if guards:
        return min(0.4, _STORMED * (2 * troops + ships) / guards)
    return _WALKED_IN if troops else _LANDED_IN if ships else 0.05


def _army(s: State, mover: int, *, ending: bool) -> list[float]:
    """Returns what the pieces of each side are worth where they are."""
    total, where = [0.0, 0.0], s.where
    supplied = [supplied_spaces(s, faction) for faction in range(len(SIDE_OF_FACTION))]
    exempt = (DESERT if s.markers & CONVOY else 0, _MALTA if s.markers & DEPOT else 0)
    maps = [heat(s, side) for side in (AXIS, ALLIES)]
    for piece, place in enumerate(where):
        if place == OFF:
            continue
        side, kind = SIDE[piece], KIND[piece]
        ship = place - ABOARD if place >= ABOARD else None
        space = place if ship is None else where[ship]
        value = PIECE[kind]
        if not (supplied[FACTION[piece]] | exempt[side]) >> space & 1 and piece != s.reserves:
            value *= _UNSUPPLIED[side != mover]
        if ship is not None and KIND[ship] == FLEET:
            value += _passage(s, maps[side], piece, ship, own=side == mover, ending=ending)
        elif kind in _SHARE and (FACTION[piece] != USA or s.round + 1 >= _ARRIVAL):
            value += _SHARE[kind] * maps[side][space]
        total[side] += value
    return total


def _passage(
    s: State, prospects: tuple[float, ...], piece: int, ship: int, *, own: bool, ending: bool
) -> float:
    """Returns the prospects of a piece aboard a fleet: those of the best space where it can still land."""
    side, sea = SIDE[piece], s.where[ship]
    lines = borders(s.terms.geography, s.held[side])
    steps = 0 if not own or (ending and s.moved >> ship & 1) else 1 if ending or s.moved >> ship & 1 else 2
    free = ground(s, side).free
    seas = 1 << sea
    for _ in range(steps):
        for near in range(len(_LAND), len(_SPACES)):
            if seas >> near & 1:
                seas |= lines.around[near] & free & ~_ALL_LAND
    best = _NO_LANDING
    worths = space_worth(s.round)
    for space in _LAND:
        if not free >> space & 1 or s.neutral >> space & 1 or not lines.around[space] & seas:
            continue
        ours = s.held[side] >> space & 1
        if ours or KIND[piece] == TANK:
            gain = prospects[space] + (0.0 if ours else 0.6 * worths[space])
            best = max(best, _ADRIFT * gain)
    return best


_ALL_LAND = sum(1 << space for space in _LAND)


def heat(s: State, side: int) -> tuple[float, ...]:
    """Returns for each space how near it is to what the enemy holds, weighed by worth; straits apart."""
    return _heat(s.held[1 - side], s.terms.geography, s.round)


@lru_cache(maxsize=1 << 12)
def _heat(targets: int, geography: int, number: int) -> tuple[float, ...]:
    distances, worths = _distances(geography), space_worth(number)
    aims = [(space, worths[space]) for space in _LAND if targets >> space & 1]
    return tuple(
        _HEAT * sum(value * _FADING ** max(row[target] - 1, 0) for target, value in aims) for row in distances
    )


@lru_cache(maxsize=4)
def _distances(geography: int) -> tuple[tuple[int, ...], ...]:
    """Returns the steps between any two spaces over land and sea, all straits open."""
    lines = borders(geography, -1)
    rows = []
    for start in range(len(_SPACES)):
        row, front, seen, steps = [len(_SPACES)] * len(_SPACES), 1 << start, 0, 0
        while front:
            seen |= front
            following = 0
            for space in range(len(_SPACES)):
                if front >> space & 1:
                    row[space] = steps
                    following |= lines.around[space]
            front, steps = following & ~seen, steps + 1
        rows.append(tuple(row))
    return tuple(rows)


__all__ = ["Board", "danger", "heat", "worth"]
