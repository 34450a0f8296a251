"""Where units may go back to, before the fire or after it, and how they go (12.2, 12.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.games.shaef.board.geography import AROUND, adjacent, regions_in
from sealed.games.shaef.board.presence import controls, side_in_region
from sealed.games.shaef.combat.effects import lasts
from sealed.games.shaef.combat.forces import fought
from sealed.games.shaef.movement.counters import put
from sealed.games.shaef.state import ALLIES, NOWHERE, OFF, SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State


def in_combat_reasons(s: State, side: int, unit: int, rule: str) -> Iterator[Refusal]:
    """Yield why a unit is none of a side's in the combat that is fought."""
    if SIDE[unit] != side:
        yield Refusal("not-yours", (unit,), rule)
    elif s.where[unit] == OFF:
        yield Refusal("not-in-play", (unit,), rule)
    elif s.where[unit] != fought(s).region:
        yield Refusal("not-in-combat", (unit,), rule)


def way_reasons(s: State, unit: int, region: int) -> Iterator[Refusal]:
    """Yield why a unit in combat cannot go back into a region: 12.6e for defenders, 12.6f for attackers.

    An attacker that has come from nowhere in this turn goes back like a defender (E-85).
    """
    combat = fought(s)
    origin = s.came_from[unit] if SIDE[unit] == combat.attacker else NOWHERE
    if origin != NOWHERE:
        yield from _origin_reasons(s, unit, region, origin)
    else:
        yield from _refuge_reasons(s, unit, region)
    if SIDE[unit] == ALLIES and lasts(s, "GREIF", region):
        yield Refusal("retreat-blocked", (region,), "Unternehmen Greif")


def _refuge_reasons(s: State, unit: int, region: int) -> Iterator[Refusal]:
    """The region must be adjacent, friendly controlled and free of enemy units (12.6e)."""
    side = SIDE[unit]
    if not adjacent(fought(s).region, region):
        yield Refusal("not-adjacent", (unit, region), "12.6e")
    if not controls(s, side, region):
        yield Refusal("enemy-controls", (region,), "12.6e")
    if side_in_region(s, 1 - side, region):
        yield Refusal("enemy-there", (region,), "12.6e")


def _origin_reasons(s: State, unit: int, region: int, origin: int) -> Iterator[Refusal]:
    """Attackers go back to where they came from, unless enemies stand alone there now (12.6f, E-28)."""
    side = SIDE[unit]
    if region != origin:
        yield Refusal("not-origin", (unit, region), "12.6f")
    elif side_in_region(s, 1 - side, region) and not side_in_region(s, side, region):
        yield Refusal("enemy-there", (region,), "E-28")


def ways(s: State, unit: int) -> list[int]:
    """Return the regions that a unit may go back into, ascending."""
    combat = fought(s)
    origin = s.came_from[unit] if SIDE[unit] == combat.attacker else NOWHERE
    candidates = regions_in(AROUND[combat.region]) if origin == NOWHERE else (origin,)
    return [region for region in candidates if not any(True for _ in way_reasons(s, unit, region))]


def withdraw(s: State, unit: int, region: int, tell: Tell) -> State:
    """Put a unit back into a region: it leaves its Fortress Marker and its Engaged Marker behind (E-84)."""
    bit = ~(1 << unit)
    if s.fortress >> unit & 1:
        happened(tell, "fortress-left", (unit,))
    s = copy_with(s, fortress=s.fortress & bit, engaged=s.engaged & bit)
    return put(s, unit, region)


__all__ = ["in_combat_reasons", "way_reasons", "ways", "withdraw"]
