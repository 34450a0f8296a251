"""Supply: which units are in supply, and which line serves an Army (Section 7).

Lines are floods over sets of regions, kept by the public facts that they depend on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.engine.message import happened
from sealed.engine.value import copy_with
from sealed.games.shaef.board.geography import ALL, AROUND, PARIS, VICTORY, around, flood, near, regions_in
from sealed.games.shaef.board.ports import open_symbols
from sealed.games.shaef.board.presence import OF_SIDE, reserve_of
from sealed.games.shaef.pack import load
from sealed.games.shaef.state import (
    ALLIES,
    AXIS,
    IS_ARMY,
    N_REGIONS,
    NOWHERE,
    OFF,
    SIDE,
    units_in,
)
from sealed.games.shaef.tactics.table import KEYS
from sealed.games.shaef.units.cards import RULE

if TYPE_CHECKING:
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import Lasting, State

REACH = load().numbers.supply_reach
"""How many regions an Allied line may count, the marker's among them and the Reserve's not (7.3e, E-8)."""
PIPELINE = KEYS.index("PLUTO")
"""The key of the effect under which the marker of the Army that it is about shares a place."""
FRENCH = next(unit.index for unit in load().units if RULE[unit.hq] == "PARIS_SUPPLY")
"""The Army whose marker may lie in Paris (7.3c)."""
_KEPT = 1 << 12


def in_supply(s: State, unit: int) -> bool:
    """Tell whether a unit in play is in supply as things stand, whatever markers say."""
    return bool(supplied(s) >> unit & 1)


def supplied(s: State) -> int:
    """Return the units that are in supply as things stand.

    A unit in a base is in supply if its Reserve is in a base too (E-64), or ashore and in supply (7.3f).
    """
    return _supplied(s.where, s.army, s.held, serving(s))


def supplied_now(s: State, unit: int) -> bool:
    """Tell whether a unit counts as supplied for fire, tactics and retreats at this moment.

    In the own turn the First Supply Phase has settled it (7.1a), but that the loss of the Army HQ tells at
    once (E-41); in the enemy's turn it is judged as things stand (7.1c). What lands is not marked (E-36).
    """
    if SIDE[unit] != s.turn:
        return in_supply(s, unit)
    return not s.unsupplied >> unit & 1 and reserve_of(s, unit) != NOWHERE


def mark(s: State, side: int, tell: Tell) -> State:
    """Put Out-of-Supply Markers on the units of a side that are not in supply: First Supply (7.1a)."""
    here = sum(1 << unit for unit, place in enumerate(s.where) if place != OFF)
    lacking = here & OF_SIDE[side] & ~supplied(s)
    for unit in units_in(lacking):
        happened(tell, "out-of-supply", (unit,))
    return copy_with(s, unsupplied=lacking) if lacking != s.unsupplied else s


def serving(s: State) -> bytes:
    """Return by Allied Army the region of its supply marker, or `NOWHERE` where that does not serve now.

    A marker serves while its region is controlled and has enough port symbols and Mulberries that can be used
    for the markers there; the first by number of the Army serve (E-60).
    """
    if s.markers == _NO_MARKER:
        return s.markers
    return _serving(s.markers, s.held, s.mulberries, s.lasting)


_NO_MARKER = bytes([NOWHERE]) * 8


@lru_cache(_KEPT)
def _serving(markers: bytes, held: int, mulberries: tuple[int, int], lasting: tuple[Lasting, ...]) -> bytes:
    room: dict[int, int] = {}
    found = bytearray(_NO_MARKER)
    piped = {one.about for one in lasting if one.key == PIPELINE}
    for army, region in enumerate(markers):
        if not held >> region & 1:
            continue
        if region == PARIS and army == FRENCH:
            found[army] = region
            continue
        if region not in room:
            places = open_symbols(held, lasting, region) + mulberries.count(region)
            shared = any(there == region and owner in piped for owner, there in enumerate(markers))
            room[region] = places + (places > 0 and shared)
        if room[region]:
            room[region] -= 1
            found[army] = region
    return bytes(found)


@lru_cache(_KEPT)
def _supplied(where: bytes, army: bytes, held: int, sources: bytes) -> int:
    reserves = 0
    for unit, place in enumerate(where):
        if IS_ARMY[unit] and place != OFF and (place >= N_REGIONS or _reached(unit, place, held, sources)):
            reserves |= 1 << unit
    found = reserves
    for unit, place in enumerate(where):
        own = army[unit]
        if place == OFF or IS_ARMY[unit] or own == NOWHERE or not reserves >> own & 1:
            continue
        if place >= N_REGIONS or (where[own] < N_REGIONS and near(place, where[own])):
            found |= 1 << unit
    return found


def _reached(army: int, place: int, held: int, sources: bytes) -> bool:
    """Tell whether a line reaches the Reserve of an Army in a region."""
    if SIDE[army] == AXIS:
        return bool(_axis_reach(held) >> place & 1)
    source = sources[army]
    return source != NOWHERE and bool(_allied_reach(held, source) >> place & 1)


@lru_cache(_KEPT)
def _allied_reach(held: int, source: int) -> int:
    """Return where a Reserve may stand that a marker supplies; its own region may be anybody's (E-7)."""
    within = flood(held, 1 << source, REACH - 1)
    return within | around(within)


@lru_cache(_KEPT)
def _axis_reach(held: int) -> int:
    """Return where a Reserve may stand that an Axis-controlled Victory region supplies (7.2, E-9)."""
    within = flood(ALL & ~held, VICTORY)
    return within | around(within)


def source(s: State, army: int) -> int:
    """Return the region of the marker from which an Allied Army ashore is supplied, or `NOWHERE` (10c)."""
    place = s.where[army]
    if SIDE[army] != ALLIES or place >= N_REGIONS or not in_supply(s, army):
        return NOWHERE
    return serving(s)[army]


def line(s: State, army: int) -> tuple[int, ...]:
    """Return a shortest line of regions from an Army Reserve ashore to its source, both ends included.

    It is empty if no line serves.
    """
    if s.where[army] >= N_REGIONS or not in_supply(s, army):
        return ()
    friendly = s.held if SIDE[army] == ALLIES else ALL & ~s.held
    ends = 1 << serving(s)[army] if SIDE[army] == ALLIES else VICTORY & friendly
    return _shortest(s.where[army], ends, friendly)


@lru_cache(_KEPT)
def _shortest(start: int, ends: int, friendly: int) -> tuple[int, ...]:
    before = {start: start}
    front = [start]
    for here in front:
        if ends >> here & 1:
            way = [here]
            while way[-1] != start:
                way.append(before[way[-1]])
            return tuple(reversed(way))
        for there in regions_in(AROUND[here] & friendly):
            if there not in before:
                before[there] = here
                front.append(there)
    return ()


__all__ = [
    "FRENCH",
    "PIPELINE",
    "REACH",
    "in_supply",
    "line",
    "mark",
    "serving",
    "source",
    "supplied",
    "supplied_now",
]
