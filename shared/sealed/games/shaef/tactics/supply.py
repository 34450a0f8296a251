"""Tactics of ports, supply and fortresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import happened
from sealed.engine.value import copy_with
from sealed.games.shaef.board.geography import WITH_PORTS, regions_in
from sealed.games.shaef.board.presence import controlled, in_play, occupied
from sealed.games.shaef.moments import (
    ATTACHMENT,
    DEPLOYMENT,
    MARKERS,
    PORT_CAPTURED,
    SECOND_SUPPLY,
)
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import Interlude
from sealed.games.shaef.state import ALLIES, AXIS, IS_ARMY, N_REGIONS, NOWHERE
from sealed.games.shaef.supply.lines import supplied
from sealed.games.shaef.tactics.lasting import NUMBER, last
from sealed.games.shaef.tactics.targets import REGION, UNIT, aimed
from sealed.games.shaef.tactics.using import register

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State
    from sealed.games.shaef.tactics.targets import Chosen

_MARKERS = load().markers.fortress
SITES = sum(1 << region.index for region in load().regions if region.fort or region.westwand_site)
"""Where Westwand may put a Fortress Marker."""
_FRANCE = sum(1 << region.index for region in load().regions if region.country == "France")


def _lay_pipeline(s: State, side: int, unit: int, tell: Tell) -> State:
    """Leave an effect about nobody: the next marker that is placed is its own (`reorganisation.markers`)."""
    del side, unit, tell
    return last(s, "PLUTO", NOWHERE)


def _ports(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    """Return the regions with ports that have just been captured and are not closed yet."""
    del side, chosen
    closed = {one.about for one in s.lasting if one.key == NUMBER["HAFENSPRENGUNG"]}
    return [region for region in regions_in(_just_captured(s)) if region not in closed]


def _just_captured(s: State) -> int:
    """Return the regions with ports whose capture has opened the window; before it opens, the turn's."""
    node = s.stack
    while node is not None:
        frame = node.frame
        if isinstance(frame, Interlude) and frame.at == PORT_CAPTURED:
            return frame.about & s.held
        node = node.below
    return s.captured & s.held & WITH_PORTS


def _blow_up(s: State, chosen: Chosen, tell: Tell) -> State:
    """Close a port until the end of the next Allied turn: from an Allied turn the third clean-up."""
    del tell
    return last(s, "HAFENSPRENGUNG", chosen[0], 3 if s.turn == ALLIES else 2)


def _cut_off(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    """Return the Corps under Fortress Markers on the map that are out of supply as things stand."""
    del chosen
    fed = supplied(s)
    return [
        unit
        for unit in in_play(s, side)
        if not IS_ARMY[unit] and s.fortress & ~fed & 1 << unit and s.where[unit] < N_REGIONS
    ]


def _hold_out(s: State, chosen: Chosen, tell: Tell) -> State:
    del tell
    for unit in chosen:
        s = last(s, "FESTUNG", unit)
    return s


def _garrisons(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    """Return the Corps that may come under a Fortress Marker of the pool (Westwand)."""
    if s.fortress.bit_count() + len(chosen) >= _MARKERS:
        return []
    sites = SITES & controlled(s, side) & ~occupied(s, 1 - side)
    return [
        unit
        for unit in in_play(s, side)
        if not IS_ARMY[unit] and sites >> s.where[unit] & 1 and not s.fortress >> unit & 1
    ]


def _fortify(s: State, chosen: Chosen, tell: Tell) -> State:
    for unit in chosen:
        happened(tell, "fortified", (unit, s.where[unit]))
        s = copy_with(s, fortress=s.fortress | 1 << unit)
    return s


def _occupied_france(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    del side, chosen
    return regions_in(_FRANCE & controlled(s, AXIS))


def _resist(s: State, chosen: Chosen, tell: Tell) -> State:
    del tell
    return last(s, "RESISTANCE", chosen[0])


register("PLUTO", _lay_pipeline, own=(MARKERS,))
aimed("HAFENSPRENGUNG", REGION, _ports, _blow_up, own=(PORT_CAPTURED,), enemy=(PORT_CAPTURED,))
aimed("FESTUNG", UNIT, _cut_off, _hold_out, own=(SECOND_SUPPLY,), least=0, most=2, unsupplied=True)
aimed("WESTWAND", UNIT, _garrisons, _fortify, own=(ATTACHMENT, DEPLOYMENT), least=0, most=2)
aimed("RESISTANCE", REGION, _occupied_france, _resist, enemy=(ATTACHMENT,))
