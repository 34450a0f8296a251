"""Where units are: by region and side, ashore, in a base, in the same Army (2.8, 5.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.games.shaef.state import ALLIES, IS_ARMY, LANE, N_REGIONS, N_UNITS, NOWHERE, OFF, SIDE

if TYPE_CHECKING:
    from sealed.games.shaef.state import State

ARMIES = sum(1 << unit for unit in range(N_UNITS) if IS_ARMY[unit])
"""The Army Reserves, as a set of units."""
OF_SIDE = tuple(sum(1 << unit for unit in range(N_UNITS) if SIDE[unit] == side) for side in (0, 1))
"""The units of each side."""


@lru_cache(maxsize=1 << 12)
def _standing(where: bytes) -> tuple[tuple[int, ...], tuple[int, int]]:
    units = [0] * N_REGIONS
    regions = [0, 0]
    for unit, place in enumerate(where):
        if place < N_REGIONS:
            units[place] |= 1 << unit
            regions[SIDE[unit]] |= 1 << place
    return tuple(units), (regions[0], regions[1])


def in_region(s: State, region: int) -> int:
    """Return the units of both sides in a region."""
    return _standing(s.where)[0][region]


def side_in_region(s: State, side: int, region: int) -> int:
    """Return the units of one side in a region."""
    return _standing(s.where)[0][region] & OF_SIDE[side]


def occupied(s: State, side: int) -> int:
    """Return the regions in which a side has units."""
    return _standing(s.where)[1][side]


def contested(s: State) -> int:
    """Return the regions in which both sides have units."""
    ours, theirs = _standing(s.where)[1]
    return ours & theirs


def in_play(s: State, side: int) -> tuple[int, ...]:
    """Return the units of a side that are on the map, on a lane or in a base, ascending."""
    return _in_play(s.where)[side]


@lru_cache(maxsize=1 << 12)
def _in_play(where: bytes) -> tuple[tuple[int, ...], tuple[int, ...]]:
    own: tuple[list[int], list[int]] = ([], [])
    for unit, place in enumerate(where):
        if place != OFF:
            own[SIDE[unit]].append(unit)
    return tuple(own[0]), tuple(own[1])


def ashore(s: State, unit: int) -> bool:
    """Tell whether a unit stands in a region of the Continent."""
    return s.where[unit] < N_REGIONS


def on_lane(s: State, unit: int) -> bool:
    """Tell whether a unit lies on a Sea Assault Lane."""
    return LANE <= s.where[unit] < LANE + N_REGIONS


def corps_of(s: State, army: int) -> tuple[int, ...]:
    """Return the Corps in play that are attached to an Army."""
    return _attached(s.army, s.where).get(army, ())


@lru_cache(maxsize=1 << 12)
def _attached(armies: bytes, where: bytes) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for unit, own in enumerate(armies):
        if own not in (NOWHERE, unit) and where[unit] != OFF:
            found[own] = (*found.get(own, ()), unit)
    return found


def reserve_of(s: State, unit: int) -> int:
    """Return the Army Reserve that a unit belongs to if that is in play, else `NOWHERE`."""
    army = s.army[unit]
    return army if army != NOWHERE and s.where[army] != OFF else NOWHERE


def controls(s: State, side: int, region: int) -> bool:
    """Tell whether a side controls a region."""
    return (s.held >> region & 1) == (side == ALLIES)


def controlled(s: State, side: int) -> int:
    """Return the regions that a side controls."""
    return s.held if side == ALLIES else ~s.held & ((1 << N_REGIONS) - 1)
