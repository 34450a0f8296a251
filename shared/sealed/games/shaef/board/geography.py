"""What the map prints: neighbours, rivers, terrain, coasts, ports (2.8). Sets of regions are bits.

Only the terrain can change: an inundation turns a region into wetlands for a turn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import WETLANDS
from sealed.games.shaef.state import N_REGIONS
from sealed.games.shaef.tactics.table import KEYS

if TYPE_CHECKING:
    from sealed.games.shaef.state import State

_REGIONS = load().regions
_BORDERS = load().borders

ALL = (1 << N_REGIONS) - 1
"""The set of all regions."""
COAST = tuple(region.coast for region in _REGIONS)
"""The coast that each region borders (`pack.facts`: none, Atlantic or Mediterranean)."""
LANE_COST = tuple(region.lane for region in _REGIONS)
"""What a unit pays to be placed on the Sea Assault Lane of each region; 0 where there is none (2.8o)."""
PORTS = tuple(region.ports for region in _REGIONS)
"""How many port symbols are printed in each region (7.3d)."""
PASSAGE = tuple(region.passage for region in _REGIONS)
"""The regions that the Allies must control for each port to work; empty without a River Passage (2.8m)."""
WATERS = tuple(max(COAST[there] for there in (region.index, *region.passage)) for region in _REGIONS)
"""The coast from which each region is reached by ship: its own, or that of its River Passage."""
VICTORY = sum(1 << region.index for region in _REGIONS if region.victory)
"""The four regions with a Victory Symbol."""
WITH_PORTS = sum(1 << region.index for region in _REGIONS if region.ports)
"""The regions with port symbols."""
PARIS = next(region.index for region in _REGIONS if region.paris)
"""The region with the Paris symbol (2.8n)."""


def _beside(region: int, *, rivers: bool) -> int:
    borders = [
        border for border in _BORDERS if region in {border.a, border.b} and (border.river or not rivers)
    ]
    return sum(1 << border.a + border.b - region for border in borders)


AROUND = tuple(_beside(region, rivers=False) for region in range(N_REGIONS))
"""The neighbours of each region, a set."""
_ACROSS = tuple(_beside(region, rivers=True) for region in range(N_REGIONS))
_TERRAIN = tuple(region.terrain for region in _REGIONS)
_INUNDATION = KEYS.index("UEBERFLUTUNG")


def adjacent(a: int, b: int) -> bool:
    """Tell whether two regions have a common border."""
    return bool(AROUND[a] >> b & 1)


def near(a: int, b: int) -> bool:
    """Tell whether two regions are the same or adjacent."""
    return a == b or bool(AROUND[a] >> b & 1)


def river(a: int, b: int) -> bool:
    """Tell whether the border between two regions runs along a river (2.8j)."""
    return bool(_ACROSS[a] >> b & 1)


def terrain(s: State, region: int) -> int:
    """Return the terrain of a region now; an inundated one counts as wetlands (Überflutung)."""
    if any(one.key == _INUNDATION and one.about == region for one in s.lasting):
        return WETLANDS
    return _TERRAIN[region]


@lru_cache(maxsize=1 << 12)
def regions_in(regions: int) -> tuple[int, ...]:
    """Return the members of a set of regions, ascending."""
    return tuple(region for region in range(N_REGIONS) if regions >> region & 1)


def around(regions: int) -> int:
    """Return the regions that are adjacent to any of a set; members of the set may be among them."""
    found = 0
    while regions:
        found |= AROUND[(regions & -regions).bit_length() - 1]
        regions &= regions - 1
    return found


def flood(passable: int, start: int, steps: int = N_REGIONS) -> int:
    """Return what is reached from the passable regions of `start` over passable ones in so many borders."""
    reached = front = start & passable
    while front and steps:
        front = around(front) & passable & ~reached
        reached |= front
        steps -= 1
    return reached


__all__ = [
    "ALL",
    "AROUND",
    "COAST",
    "LANE_COST",
    "PARIS",
    "PASSAGE",
    "PORTS",
    "VICTORY",
    "WATERS",
    "WITH_PORTS",
    "adjacent",
    "around",
    "flood",
    "near",
    "regions_in",
    "river",
    "terrain",
]
