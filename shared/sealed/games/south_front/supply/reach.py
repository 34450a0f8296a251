"""Where supply reaches: one flood from the flags of a faction over what is passable (rules, Supply Paths)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.south_front.board.geography import Borders, flood
from sealed.games.south_front.board.presence import ground
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import BULGARIA, SIDE_OF_FACTION

if TYPE_CHECKING:
    from sealed.games.south_front.state import State


def _flags(*, bulgaria: bool) -> tuple[int, ...]:
    """Return the flag spaces of each faction, with or without those that a marker brings (S-5)."""
    flags = [flag for flag in load().flags if bulgaria or not flag.when]
    return tuple(
        sum(1 << flag.space for flag in flags if faction in flag.factions)
        for faction in range(len(SIDE_OF_FACTION))
    )


_PRINTED, _WITH_BULGARIA = _flags(bulgaria=False), _flags(bulgaria=True)

_REACHED: dict[tuple[int, int, int], int] = {}
_REMEMBERED = 8192
"""Floods remembered; they depend on much less than the position, so many positions share one."""


def flags_of(s: State, faction: int) -> int:
    """Return the set of spaces with supply flags of a faction, whoever controls them."""
    return (_WITH_BULGARIA if s.markers & BULGARIA else _PRINTED)[faction]


def reached(lines: Borders, passable: int, flags: int) -> int:
    """Return the passable spaces from which a path of passable spaces leads to one of the flags."""
    key = (passable, flags, lines.key)
    found = _REACHED.get(key)
    if found is None:
        if len(_REACHED) >= _REMEMBERED:
            _REACHED.clear()
        found = _REACHED[key] = flood(lines, passable, flags)
    return found


def supplied_spaces(s: State, faction: int) -> int:
    """Return the set of spaces where standing pieces of a faction are supplied by a path."""
    here = ground(s, SIDE_OF_FACTION[faction])
    return reached(here.lines, here.passable, flags_of(s, faction))


__all__ = ["flags_of", "reached", "supplied_spaces"]
