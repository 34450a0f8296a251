"""Who controls the regions: a region where only one side stands is that side's at once (Region Control)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import happened
from sealed.engine.value import copy_with
from sealed.games.shaef.board.geography import WITH_PORTS, regions_in
from sealed.games.shaef.board.presence import occupied
from sealed.games.shaef.free import WHEN_GONE
from sealed.games.shaef.moments import PORT_CAPTURED
from sealed.games.shaef.state import ALLIES, AXIS, LOST_MULBERRY, units_in
from sealed.games.shaef.tactics.table import KEYS
from sealed.games.shaef.tactics.windows import interlude

if TYPE_CHECKING:
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import Lasting, State

_PLUTO = KEYS.index("PLUTO")


def occupy(s: State, tell: Tell) -> State:
    """Let every region change hands in which only units of the side stand that does not control it.

    Call it after units changed places, last of all: where the Allies take port symbols the Axis may act
    (Hafensprengung), and that interlude lies on top then.
    """
    allies, axis = occupied(s, ALLIES), occupied(s, AXIS)
    taken, lost = allies & ~axis & ~s.held, axis & ~allies & s.held
    if not taken | lost:
        return s
    for side, regions in ((ALLIES, taken), (AXIS, lost)):
        for region in regions_in(regions):
            happened(tell, "captured", (side, region))
    s = _without_mulberries(s, lost, tell)
    s = copy_with(
        s,
        held=(s.held | taken) & ~lost,
        captured=s.captured | taken | lost,
        landings=(s.landings | taken & _landed(s)) & ~lost,
        lasting=_without_pipelines(s, lost),
    )
    return interlude(s, AXIS, PORT_CAPTURED, taken & WITH_PORTS) if taken & WITH_PORTS else s


def _landed(s: State) -> int:
    """Return the regions in which units of an Amphibious Assault stand."""
    return sum({1 << s.where[unit] for unit in units_in(s.amphibious)})


def _without_mulberries(s: State, lost: int, tell: Tell) -> State:
    """Remove the Mulberries of regions that the Axis has conquered from the game (7.4c)."""
    gone = [there for there in s.mulberries if lost >> there & 1]
    if not gone:
        return s
    for there in gone:
        happened(tell, "mulberry-lost", (there,))
    first, second = (LOST_MULBERRY if there in gone else there for there in s.mulberries)
    return copy_with(s, mulberries=(first, second))


def _without_pipelines(s: State, lost: int) -> tuple[Lasting, ...]:
    """Return what lasts without a pipeline to a lost port (PLUTO)."""
    if not lost or not any(one.key == _PLUTO for one in s.lasting):
        return s.lasting
    cut = [army for army, place in enumerate(s.markers) if lost >> place & 1]
    return tuple(one for one in s.lasting if one.key != _PLUTO or one.about not in cut)


WHEN_GONE.append(occupy)

__all__ = ["occupy"]
