"""Who stands where, who controls what, and whose pieces cut supply where (rules, Control; Supply Paths).

Cargo aboard ships is nowhere: it neither occupies nor controls nor interdicts (S-23), but an airplane on a
carrier interdicts as one on land does. Minor Country Forces occupy the spaces of the side that controls them
and interdict nothing (S-7).
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import getitem, or_
from typing import TYPE_CHECKING, NamedTuple

from sealed.games.south_front.board.geography import WATER, Borders, borders, neighbours, water
from sealed.games.south_front.board.pieces import LAND
from sealed.games.south_front.state import (
    ABOARD,
    AIRPLANE,
    ALLIES,
    AXIS,
    CARRIER,
    FLEET,
    INFANTRY,
    KIND,
    OFF,
    SIDE,
    TANK,
)

if TYPE_CHECKING:
    from sealed.games.south_front.state import State

_WIDTH = 36
_SET = (1 << _WIDTH) - 1
_FIRST_ALLY = SIDE.index(ALLIES)
"""The pieces of the Axis come before those of the Allies."""


class Presence(NamedTuple):
    """Of a side: spaces with standing pieces, spaces from which land and from which water is interdicted."""

    standing: int
    over_land: int
    over_water: int


class Ground(NamedTuple):
    """The board as one side sees it, as sets of spaces.

    `forces` are its Minor Country Forces, `occupied` is held by these or its pieces, `free` is in play and
    without enemies, `controlled`, `cut` (adjacent to enemy pieces that interdict supply there, whether that
    matters or not), `passable` for supply paths; `lines` are its borders. `arrivals` keeps what the
    module of this name finds on this ground.
    """

    forces: int
    occupied: int
    free: int
    controlled: int
    cut: int
    passable: int
    lines: Borders
    arrivals: dict[tuple[int, int], tuple[int, ...]]


def _marks(piece: int, space: int) -> int:
    """Return the bits of a piece that stands in a space.

    They are three sets of spaces, packed: standing pieces, and from where land and water are interdicted.
    """
    kind = KIND[piece]
    over_land = kind in {INFANTRY, TANK, AIRPLANE}
    over_water = kind in {AIRPLANE, FLEET}
    return 1 << space | over_land << space + _WIDTH | over_water << space + 2 * _WIDTH


def _carrying(space: int) -> int:
    """Return the bits of an airplane on a carrier in a space."""
    return 1 << space + _WIDTH | 1 << space + 2 * _WIDTH


_OWN = (range(_FIRST_ALLY), range(_FIRST_ALLY, len(SIDE)))
_MARKS = tuple(
    tuple(
        tuple(_marks(piece, place) if place < _WIDTH else 0 for place in range(OFF + 1)) for piece in pieces
    )
    for pieces in _OWN
)
_CARRIERS = tuple(
    tuple((piece, piece - pieces[0]) for piece in pieces if KIND[piece] == CARRIER) for pieces in _OWN
)
"""For each side its carriers, with their places among its own pieces."""

_GROUND: tuple[dict[tuple[bytes, tuple[int, int], bytes, int], Ground], ...] = ({}, {})
_last: list[tuple[bytes, tuple[int, int], bytes, int, Ground] | None] = [None, None]
"""What each side was told last, and of which board: it is asked for many times before anything changes."""
_REMEMBERED = 256
"""Positions remembered; a search comes back to the same few, a game never to the old ones."""


def presence(where: bytes, side: int) -> Presence:
    """Return where the standing pieces of a side are."""
    return _look(side, where[:_FIRST_ALLY] if side == AXIS else where[_FIRST_ALLY:])


@lru_cache(maxsize=1 << 9)
def _look(side: int, places: bytes) -> Presence:
    """Return the sets of a side whose pieces are in these places; while the other moves, they stay."""
    marks = reduce(or_, map(getitem, _MARKS[side], places))
    for ship, own in _CARRIERS[side]:
        # What is aboard a ship that is imagined away (`supply_path`) is away with it.
        if ABOARD + ship in places and places[own] != OFF:
            marks |= _carrying(places[own])
    return Presence(marks & _SET, marks >> _WIDTH & _SET, marks >> 2 * _WIDTH)


def ground(s: State, side: int) -> Ground:
    """Return the board as a side sees it."""
    last, geography = _last[side], s.terms.geography
    if last and last[0] is s.where and last[1] is s.held and last[2] is s.forces and last[3] == geography:
        return last[4]
    key, known = (s.where, s.held, s.forces, geography), _GROUND[side]
    found = known.get(key)
    if found is None:
        if len(known) >= _REMEMBERED:
            known.clear()
        found = known[key] = survey(s, side, s.held)
    _last[side] = (*key, found)
    return found


def survey(s: State, side: int, held: tuple[int, int]) -> Ground:
    """Return the board as a side would see it with this control of the land."""
    geography, counters, seas = s.terms.geography, forces(s), water(s)
    own, _, _ = presence(s.where, side)
    enemy, over_land, over_water = presence(s.where, 1 - side)
    mine, theirs = held[side], held[1 - side]
    own_forces = counters & mine
    occupied = own | own_forces
    free = (LAND | seas) & ~(enemy | counters & theirs)
    controlled = mine | seas & ~enemy
    lines = borders(geography, theirs)
    cut = neighbours(lines, over_land) & LAND | neighbours(lines, over_water) & WATER
    passable = controlled & (occupied | ~cut)
    return Ground(own_forces, occupied, free, controlled, cut, passable, borders(geography, mine), {})


def forces(s: State) -> int:
    """Return the spaces with Minor Country Forces, neutral ones included."""
    return _forces(s.forces)


_FORCES: dict[bytes, int] = {}


def _forces(counters: bytes) -> int:
    found = _FORCES.get(counters)
    if found is None:
        if len(_FORCES) >= _REMEMBERED:
            _FORCES.clear()
        found = _FORCES[counters] = sum(1 << space for space, count in enumerate(counters) if count)
    return found


def occupied(s: State, side: int) -> int:
    """Return the spaces that a side occupies: with standing pieces or its Minor Country Forces (S-7)."""
    return presence(s.where, side).standing | forces(s) & s.held[side]


def controlled(s: State, side: int) -> int:
    """Return the spaces that a side controls: its land, seas with own ships, seas without ships."""
    return ground(s, side).controlled


__all__ = ["Ground", "Presence", "controlled", "forces", "ground", "occupied", "presence", "survey"]
