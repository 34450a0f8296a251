"""Putting a unit's counter somewhere else on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import happened
from sealed.engine.value import copier
from sealed.games.shaef.board.geography import terrain
from sealed.games.shaef.pack.facts import MOUNTAIN, WETLANDS
from sealed.games.shaef.state import NOWHERE, State

if TYPE_CHECKING:
    from sealed.engine.frames import Tell

_placed = copier(State, "where", "came_from", "crossed")
_tired = copier(State, "exhausted")


def put(s: State, unit: int, place: int, came_from: int = NOWHERE, *, river: bool = False) -> State:
    """Return the state with a unit in another place, and how it came there: from where, over a river.

    Nobody takes control here: who has put all he moves calls `board.control.occupy`.
    """
    where, came = bytearray(s.where), bytearray(s.came_from)
    where[unit], came[unit] = place, came_from
    crossed = s.crossed | 1 << unit if river else s.crossed & ~(1 << unit)
    return _placed(s, bytes(where), bytes(came), crossed)


def tires(s: State, region: int) -> bool:
    """Tell whether units that move into a region are exhausted: mountain, and wetlands by E-1."""
    ground = terrain(s, region)
    return ground == MOUNTAIN or (ground == WETLANDS and bool(s.terms.wetlands))


def exhaust(s: State, unit: int, tell: Tell) -> State:
    """Turn a Corps to its exhausted side, or tilt an Army Reserve (12.7)."""
    if s.exhausted >> unit & 1:
        return s
    happened(tell, "exhausted", (unit,))
    return _tired(s, s.exhausted | 1 << unit)


__all__ = ["exhaust", "put", "tires"]
