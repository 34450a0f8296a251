"""Tactics of ground and movement: rivers, floods, ready and retreating Corps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import happened
from sealed.engine.value import copy_with
from sealed.games.shaef.board.geography import AROUND, regions_in, terrain
from sealed.games.shaef.board.presence import OF_SIDE, controlled, in_play, occupied, side_in_region
from sealed.games.shaef.combat.aftermath import AfterCombats
from sealed.games.shaef.combat.forces import in_rear, members
from sealed.games.shaef.combat.withdrawing import ways
from sealed.games.shaef.moments import (
    AXIS_EVER,
    END_OF_COMBATS,
    MOVEMENT,
    PRE_COMBAT_RETREAT,
    RETREATS,
    SETTING_UP,
)
from sealed.games.shaef.movement.counters import tires
from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import US, WETLANDS
from sealed.games.shaef.state import ALLIES, AXIS, IS_ARMY, N_REGIONS, N_UNITS, NOWHERE, units_in
from sealed.games.shaef.tactics.lasting import last
from sealed.games.shaef.tactics.targets import REGION, UNIT, aimed
from sealed.games.shaef.tactics.using import not_then
from sealed.games.shaef.units.cards import INFANTRY, MOTORIZED, TYPE
from sealed.games.shaef.units.holdings import face_up_cards
from sealed.games.shaef.units.organisation import UNIT_NATION
from sealed.games.shaef.units.points import gain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sealed.engine.frames import Tell
    from sealed.engine.message import Refusal
    from sealed.games.shaef.state import State
    from sealed.games.shaef.tactics.targets import Chosen

_LATER = (2, 3)
_EARLIER = (1, 2)
_WATCH_POINTS = 5
FLOODED = tuple(region.index for region in load().regions if region.id in {"NBR", "ANT", "BRU", "KLE", "NOR"})
"""The regions that can be put under water."""


def attacking_corps(s: State, side: int) -> list[int]:
    """Return the Corps of a side that attack in the combat that is fought; none if it does not attack."""
    if s.combat is None or s.combat.attacker != side:
        return []
    return _corps(side_in_region(s, side, s.combat.region))


def _crossed(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    del chosen
    return [unit for unit in attacking_corps(s, side) if s.crossed >> unit & 1]


def _build_bridges(s: State, chosen: Chosen, tell: Tell) -> State:
    del tell
    return last(s, "ENGINEERS", chosen[0])


def _corps_ashore(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    del chosen
    return [unit for unit in in_play(s, side) if not IS_ARMY[unit] and s.where[unit] < N_REGIONS]


def _watch(s: State, chosen: Chosen, tell: Tell) -> State:
    """Raise the points; the river part is for the Corps that is named, if any."""
    s = gain(s, AXIS, _WATCH_POINTS, tell)
    return last(s, "WACHT", chosen[0]) if chosen else s


def _ready(s: State, chosen: Chosen, tell: Tell) -> State:
    for unit in chosen:
        happened(tell, "ready", (unit,))
        s = copy_with(s, exhausted=s.exhausted & ~(1 << unit))
    return s


def _exhausted(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    del chosen
    return _corps(s.exhausted & ~s.engaged & OF_SIDE[side])


def _corps(units: int) -> list[int]:
    """Return the Corps of a set of units, ascending."""
    return [unit for unit in units_in(units) if not IS_ARMY[unit]]


def _not_at_the_start(s: State, side: int) -> Iterator[Refusal]:
    """Pursuit belongs to the start of the second or third Movement Phase, before anything has moved."""
    del side
    if s.phase not in _LATER or s.moved:
        yield not_then("PURSUIT")


def _broken_through(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    """Yield the Corps that Cobra may turn ready: both in one region that was attacked and is free now.

    Only what 12.7d has exhausted is lifted: not what the ground has, nor what lands or is out of supply.
    """
    regions = _fought(s) & ~occupied(s, 1 - side)
    if chosen:
        regions &= 1 << s.where[chosen[0]]
    for region in regions_in(regions):
        for unit in _corps(side_in_region(s, side, region) & s.exhausted & ~s.unsupplied & ~s.amphibious):
            if UNIT_NATION[unit] == US and _by_its_attack(s, unit):
                yield unit


def _by_its_attack(s: State, unit: int) -> bool:
    if s.came_from[unit] != NOWHERE and tires(s, s.where[unit]):
        return False
    return any(TYPE[card] in {INFANTRY, MOTORIZED} for card in face_up_cards(s, unit))


def _fought(s: State) -> int:
    """Return the regions of this Combat Phase's combats, at its end."""
    node = s.stack
    while node is not None:
        if isinstance(node.frame, AfterCombats):
            return node.frame.fought
        node = node.below
    return 0


def _no_breakthrough(s: State, side: int) -> Iterator[Refusal]:
    del side
    if s.phase not in _EARLIER:
        yield not_then("COBRA")


def _dry(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    del side, chosen
    return [region for region in FLOODED if terrain(s, region) != WETLANDS]


def _flood(s: State, chosen: Chosen, tell: Tell) -> State:
    del tell
    return last(s, "UEBERFLUTUNG", chosen[0])


def _refuges(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    """Return the regions into which Allied defenders of the combat could retreat (12.6e)."""
    del chosen
    if s.combat is None or s.combat.attacker != side:
        return ()
    return regions_in(AROUND[s.combat.region] & controlled(s, ALLIES) & ~occupied(s, AXIS))


def _cut_off(s: State, chosen: Chosen, tell: Tell) -> State:
    del tell
    return last(s, "GREIF", chosen[0])


def _in_the_rear(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    del chosen
    if s.combat is None or s.combat.attacker == side:
        return []
    rear = [unit for unit in members(in_rear(s, side)) if unit < N_UNITS and not IS_ARMY[unit]]
    return [unit for unit in rear if ways(s, unit)]


def _hold_back(s: State, chosen: Chosen, tell: Tell) -> State:
    del tell
    return last(s, "EINGREIFRESERVE", chosen[0])


aimed("ENGINEERS", UNIT, _crossed, _build_bridges, own=(SETTING_UP,))
aimed("WACHT", UNIT, _corps_ashore, _watch, own=AXIS_EVER, least=0, besides=True)
aimed("PURSUIT", UNIT, _exhausted, _ready, own=(MOVEMENT,), against=_not_at_the_start)
aimed(
    "COBRA", UNIT, _broken_through, _ready, own=(END_OF_COMBATS,), against=_no_breakthrough, least=0, most=2
)
aimed("UEBERFLUTUNG", REGION, _dry, _flood, enemy=(MOVEMENT,))
aimed("GREIF", REGION, _refuges, _cut_off, own=(RETREATS,))
aimed("EINGREIFRESERVE", UNIT, _in_the_rear, _hold_back, enemy=(PRE_COMBAT_RETREAT,))
