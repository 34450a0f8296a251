"""Why a space is unsupplied: the cheapest path to a flag, and what cuts it (rules, Supply Paths).

The path tried is the one with the fewest obstacles, of which control weighs most. Named is what must go for
the piece to be supplied, and nothing else: with exactly these pieces and this control gone it is, with one of
them left it is not.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.message import Refusal
from sealed.engine.value import copy_with
from sealed.games.south_front.board.geography import STRAITS, borders_of, flood, playing
from sealed.games.south_front.board.pieces import LAND, ship_of, space_of
from sealed.games.south_front.board.presence import forces, ground
from sealed.games.south_front.state import (
    AIRPLANE,
    ALLIES,
    AXIS,
    CARRIER,
    FLEET,
    INFANTRY,
    KIND,
    OFF,
    SIDE,
    SIDE_OF_FACTION,
    TANK,
    State,
)
from sealed.games.south_front.supply.reach import flags_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Obstacle(NamedTuple):
    """What cuts a path in a space: a piece that interdicts it, or (`_NO_CONTROL`) who controls it."""

    space: int
    piece: int


_NO_CONTROL = -1
_PIECE, _SPACE = 1, 2
"""What it costs a path to pass a piece that interdicts it, and a space of somebody else."""


def supply_reasons(s: State, faction: int, space: int, rule: str) -> Iterator[Refusal]:
    """Yield that a piece of a faction standing in a space is unsupplied, then everything that must go for it.

    The state is the one after the move or the deployment that has been found to leave it so; the piece need
    not stand there yet, the space counts as occupied and controlled.
    """
    yield Refusal("unsupplied-there", (faction, space), rule)
    yield from _causes(s, faction, space, rule)


def _causes(s: State, faction: int, space: int, rule: str) -> Iterator[Refusal]:
    side = SIDE_OF_FACTION[faction]
    path = _cheapest(s, faction, space)
    needed = _needed(s, faction, space, path)
    for obstacle in path:
        if obstacle not in needed:
            continue
        if obstacle.piece != _NO_CONTROL:
            yield Refusal("interdicted", (obstacle.space, obstacle.piece), rule)
        elif s.held[1 - side] >> obstacle.space & 1 or not LAND >> obstacle.space & 1:
            yield Refusal("enemy-control", (obstacle.space,), rule)
        else:
            yield Refusal("neutral-on-path", (obstacle.space,), rule)


def _cheapest(s: State, faction: int, start: int) -> list[Obstacle]:
    """Return what cuts the path with the fewest obstacles from a space to a flag, in its order (Dijkstra)."""
    side = SIDE_OF_FACTION[faction]
    flags = flags_of(s, faction)
    closing = _closing(s, side)
    queue: list[tuple[int, int, int, list[Obstacle]]] = [(0, 0, start, [])]
    done = 0
    while queue:
        _, steps, space, path = heappop(queue)
        if flags >> space & 1:
            return list(dict.fromkeys(path))
        if done >> space & 1:
            continue
        done |= 1 << space
        for there, gate in _exits(s, side, space):
            if not done >> there & 1:
                further = [*path, *gate, *_obstacles(s, side, there, closing)]
                heappush(queue, (_cost(further), steps + 1, there, further))
    return []


def _cost(path: list[Obstacle]) -> int:
    """Return how much must go; to win a space costs more than to drive a piece away."""
    units = {_unit(obstacle) for obstacle in path}
    return sum(_SPACE if piece == _NO_CONTROL else _PIECE for _, piece in units)


def _exits(s: State, side: int, space: int) -> Iterator[tuple[int, list[Obstacle]]]:
    """Yield the spaces beside a space, and what closes a strait on the way."""
    beside = borders_of(s, side).around[space] & playing(s)
    for there in range(beside.bit_length()):
        if beside >> there & 1:
            yield there, []
    for anchor, a, b in STRAITS:
        if space in {a, b} and not s.held[side] >> anchor & 1:
            yield a + b - space, [Obstacle(anchor, _NO_CONTROL)]


def _closing(s: State, side: int) -> list[tuple[int, int, int]]:
    """Return the enemy pieces that interdict, where they are, and the spaces they cut."""
    lines = borders_of(s, 1 - side)
    found = []
    for piece, kind in enumerate(KIND):
        space = space_of(s, piece)
        if space is None or SIDE[piece] == side:
            continue
        ship = ship_of(s, piece)
        if ship is not None and KIND[ship] != CARRIER:
            continue
        over_land = kind in {INFANTRY, TANK, AIRPLANE}
        over_water = kind in {AIRPLANE, FLEET}
        cut = lines.around[space] & ((LAND if over_land else 0) | (~LAND if over_water else 0))
        found.append((piece, space, cut))
    return found


def _obstacles(s: State, side: int, space: int, closing: list[tuple[int, int, int]]) -> list[Obstacle]:
    """Return what cuts a path in a space: no control, and who would interdict it even so."""
    here = ground(s, side)
    found = []
    if not here.controlled >> space & 1:
        found.append(Obstacle(space, _NO_CONTROL))
    if not (here.occupied | forces(s) & s.neutral) >> space & 1:
        found += [Obstacle(space, piece) for piece, at, cut in closing if cut >> space & 1 and at != space]
    return found


def _needed(s: State, faction: int, space: int, path: list[Obstacle]) -> list[Obstacle]:
    """Return the obstacles that must go, the later ones first if either would do."""
    needed = path
    for unit in dict.fromkeys(_unit(obstacle) for obstacle in path):
        rest = [obstacle for obstacle in needed if _unit(obstacle) != unit]
        if _opens(_without(s, SIDE_OF_FACTION[faction], rest), faction, space):
            needed = rest
    return needed


def _unit(obstacle: Obstacle) -> tuple[int, int]:
    """Return what goes as one: a piece, wherever it interdicts, or a space."""
    return (obstacle.space if obstacle.piece == _NO_CONTROL else _NO_CONTROL, obstacle.piece)


def _opens(s: State, faction: int, space: int) -> bool:
    here = ground(s, SIDE_OF_FACTION[faction])
    return bool(flood(here.lines, here.passable | 1 << space, flags_of(s, faction)) >> space & 1)


def _without(s: State, side: int, obstacles: Iterable[Obstacle]) -> State:
    """Return the board without these obstacles: pieces gone, spaces under control, no enemies in them."""
    where, counters = bytearray(s.where), bytearray(s.forces)
    taken = 0
    for space, piece in obstacles:
        if piece != _NO_CONTROL:
            where[piece] = OFF
            continue
        taken |= 1 << space
        for other, place in enumerate(s.where):
            if place == space and SIDE[other] != side:
                where[other] = OFF
        if s.held[1 - side] >> space & 1:
            counters[space] = 0
    held = [s.held[AXIS] & ~taken, s.held[ALLIES] & ~taken]
    held[side] |= taken & LAND
    return copy_with(
        s,
        where=bytes(where),
        held=(held[AXIS], held[ALLIES]),
        neutral=s.neutral & ~taken,
        forces=bytes(counters),
    )


__all__ = ["supply_reasons"]
