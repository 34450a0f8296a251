"""What a position is worth to a side, in Victory Points: stars, other land, pieces, supply, cards."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sealed.engine.cards import count
from sealed.games.south_front.board.geography import LAND, borders, borders_of
from sealed.games.south_front.board.pieces import DESERT
from sealed.games.south_front.pack import load
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
from sealed.games.south_front.supply.reach import supplied_spaces
from sealed_client.bots.south_front.passage import passage
from sealed_client.bots.south_front.prices import FACE, FORCE, HOMES, PIECE, hand_worth, space_worth

_SPACES = load().spaces
_LAND = tuple(space.index for space in _SPACES if space.land)
_MALTA = next(1 << space.index for space in _SPACES if space.name == "Malta")
_WON = 1000.0

_HEAT, _FADING = 0.16, 0.55
"""What a piece next to an enemy space gains of that space's worth, and how that fades with the distance."""
_SHARE = {INFANTRY: 1.0, TANK: 1.1, AIRPLANE: 0.6, FLEET: 0.5}
"""How much of that each kind of piece has."""
_UNSUPPLIED = (0.55, 0.2)
"""What is left of an unsupplied piece: of the side that waits, which has a turn to mend it, and of the side
on turn, which loses it at the end of the turn."""
_WALKED_IN, _LANDED_IN, _STORMED, _FAR = 0.6, 0.25, 0.08, 0.05
"""The danger to an empty space beside enemy troops or fleets, to a garrison for each enemy, and elsewhere."""
_MOST_STORMED = 0.4


class Board(NamedTuple):
    """Spaces with troops and with fleets of each side, as sets, and what stands in each space."""

    troops: list[int]
    fleets: list[int]
    standing: bytearray


def worth(s: State, side: int, mover: int, *, ending: bool) -> float:
    """Returns what the position is worth to a side, more being better.

    `mover` is the side on turn, `ending` tells that its first movement is over.
    """
    if s.winner:
        return _WON if s.winner == side + 1 else -_WON
    land, army = _land(s, _board(s)), _army(s, mover, ending=ending)
    hands = [hand_worth(count(s, HAND + one)) for one in (AXIS, ALLIES)]
    faces = [FACE * -sum(s.faces[:3]), FACE * -sum(s.faces[3:])]
    values = [sum(parts) for parts in zip(s.points, land, army, hands, faces, strict=True)]
    return values[side] - values[1 - side]


def _board(s: State) -> Board:
    troops, fleets, standing = [0, 0], [0, 0], bytearray(len(_SPACES))
    for piece, place in enumerate(s.where):
        if place >= ABOARD:
            continue
        kind = KIND[piece]
        if kind <= AIRPLANE:
            standing[place] += 1
            if kind != AIRPLANE:
                troops[SIDE[piece]] |= 1 << place
        elif kind == FLEET:
            fleets[SIDE[piece]] |= 1 << place
    return Board(troops, fleets, standing)


def _land(s: State, board: Board) -> list[float]:
    """Returns what the land of each side is worth: what is in danger counts half for the enemy."""
    total, forces, axis = [0.0, 0.0], s.forces, s.held[AXIS]
    values = _values(s.round, axis)
    near = (borders_of(s, ALLIES).around, borders_of(s, AXIS).around)
    for space in _LAND:
        if s.neutral >> space & 1:
            continue
        side = AXIS if axis >> space & 1 else ALLIES
        beside = near[side][space]
        troops, fleets = beside & board.troops[1 - side], beside & board.fleets[1 - side]
        guards = board.standing[space] + forces[space]
        if guards:
            enemies = 2 * troops.bit_count() + fleets.bit_count()
            danger = min(_MOST_STORMED, _STORMED * enemies / guards)
        else:
            danger = _WALKED_IN if troops else _LANDED_IN if fleets else _FAR
        value = values[space]
        total[side] += value * (1 - danger) + FORCE * forces[space]
        total[1 - side] += value * danger / 2
    return total


@lru_cache(maxsize=1 << 12)
def _values(number: int, axis: int) -> tuple[float, ...]:
    """Returns what each land space is worth to who holds it."""
    return tuple(
        value + HOMES[AXIS if axis >> space & 1 else ALLIES].get(space, 0.0)
        for space, value in enumerate(space_worth(number))
    )


def _army(s: State, mover: int, *, ending: bool) -> list[float]:
    """Returns what the pieces of each side are worth where they are."""
    total, where = [0.0, 0.0], s.where
    fed = [supplied_spaces(s, faction) for faction in range(len(SIDE_OF_FACTION))]
    exempt = (DESERT if s.markers & CONVOY else 0, _MALTA if s.markers & DEPOT else 0)
    heat = [_heat(s.held[1 - side], s.terms.geography, s.round) for side in (AXIS, ALLIES)]
    waiting = s.round + 1 < s.terms.usa_at_war
    for piece, place in enumerate(where):
        if place == OFF:
            continue
        side, kind = SIDE[piece], KIND[piece]
        ship = place - ABOARD
        space = place if ship < 0 else where[ship]
        value = PIECE[kind]
        if not (fed[FACTION[piece]] | exempt[side]) >> space & 1 and piece != s.reserves:
            value *= _UNSUPPLIED[side == mover]
        if ship >= 0 and KIND[ship] == FLEET:
            value += passage(s, heat[side], piece, ship, steps=_steps(s, ship, mover, ending=ending))
        elif kind in _SHARE and not (waiting and FACTION[piece] == USA):
            value += _SHARE[kind] * heat[side][space]
        total[side] += value
    return total


def _steps(s: State, ship: int, mover: int, *, ending: bool) -> int:
    """Returns how often a ship may still move in this turn."""
    if SIDE[ship] != mover:
        return 0
    moved = s.moved >> ship & 1
    return 1 - moved if ending else 2 - moved


@lru_cache(maxsize=1 << 12)
def _heat(targets: int, geography: int, number: int) -> tuple[float, ...]:
    """Returns for each space how near it is to what the enemy holds, weighed by what that is worth."""
    values = space_worth(number)
    aims = [(space, values[space]) for space in _LAND if targets >> space & 1]
    return tuple(
        _HEAT * sum(value * _FADING ** max(row[target] - 1, 0) for target, value in aims)
        for row in _distances(geography)
    )


@lru_cache(maxsize=4)
def _distances(geography: int) -> tuple[tuple[int, ...], ...]:
    """Returns the steps from each space to each, over land and sea, all straits open."""
    around = borders(geography, LAND).around
    rows = []
    for start in range(len(_SPACES)):
        row, front, seen, steps = [len(_SPACES)] * len(_SPACES), 1 << start, 0, 0
        while front:
            seen |= front
            following = 0
            for space in range(len(_SPACES)):
                if front >> space & 1:
                    row[space] = steps
                    following |= around[space]
            front, steps = following & ~seen, steps + 1
        rows.append(tuple(row))
    return tuple(rows)


__all__ = ["worth"]
