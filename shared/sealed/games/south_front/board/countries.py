"""Minor countries: neutral until they are activated for a side, once (rules, Minor Countries)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import happened
from sealed.engine.value import copy_with
from sealed.games.south_front.board.pieces import take_control
from sealed.games.south_front.pack import load

if TYPE_CHECKING:
    from sealed.engine.frames import Tell
    from sealed.games.south_front.state import State

COUNTRIES = load().countries
"""The countries' names by number."""
YUGOSLAVIA, BULGARIA, GREECE, IRAQ = range(len(COUNTRIES))
SPACES_OF = tuple(
    tuple(space.index for space in load().spaces if space.country == name) for name in COUNTRIES
)
"""The spaces of each country."""
COUNTRY_OF = {space: country for country, spaces in enumerate(SPACES_OF) for space in spaces}
"""The country of a space that has one."""


def neutral(s: State, country: int) -> bool:
    """Tell whether a country is still neutral."""
    return bool(s.neutral >> SPACES_OF[country][0] & 1)


def activate(s: State, country: int, side: int, tell: Tell) -> State:
    """Let a neutral country join a side, which takes control of its spaces; an active one never changes."""
    if not neutral(s, country):
        return s
    happened(tell, "activated", (country, side))
    s = copy_with(s, neutral=s.neutral & ~sum(1 << space for space in SPACES_OF[country]))
    for space in SPACES_OF[country]:
        s = take_control(s, side, space, tell)
    return s


def lose_force(s: State, space: int) -> State:
    """Take one Minor Country Force off a space."""
    forces = bytearray(s.forces)
    forces[space] -= 1
    return copy_with(s, forces=bytes(forces))
