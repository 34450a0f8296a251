"""What borders on what: printed and agreed borders, straits (rules, Game Board Features).

A strait joins two seas for a side only while it controls the anchor, so each side has borders of its own.
Sets of spaces are ints; the neighbours of a whole set are three table lookups.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sealed.games.south_front.board.pieces import LAND
from sealed.games.south_front.pack import load

if TYPE_CHECKING:
    from sealed.games.south_front.state import State

EGYPT_BORDER, ADRIATIC = 1, 2
"""Bits of `Terms.geography`: Egypt and Palestine-Jordan are adjacent; the Adriatic Sea is in play."""

_OPTION = {"": 0, "egypt-border": EGYPT_BORDER, "adriatic": ADRIATIC}
_SPACES = load().spaces
WATER = sum(1 << space.index for space in _SPACES if not space.land)
"""The set of all water spaces, the Adriatic Sea included."""
_ADRIATIC = sum(1 << space.index for space in _SPACES if space.name == "Adriatic Sea")

STRAITS = tuple((strait.anchor, strait.a, strait.b) for strait in load().straits)
ANCHORS = sum(1 << anchor for anchor, _, _ in STRAITS)
"""The straits (anchor and the two seas), and the set of their anchors."""

_LOW, _MIDDLE = 13, 12
_UPPER = _LOW + _MIDDLE
_LOW_MASK, _MIDDLE_MASK = (1 << _LOW) - 1, (1 << _MIDDLE) - 1


class Borders(NamedTuple):
    """The borders of a side: neighbours by space, and of sets of spaces cut into three runs of bits.

    `key` tells apart borders that differ.
    """

    key: int
    around: tuple[int, ...]
    low: list[int]
    middle: list[int]
    upper: list[int]


_BORDERS: dict[int, Borders] = {}


def borders(geography: int, held: int) -> Borders:
    """Return the borders under the options of a table for a side that controls these land spaces."""
    key = (held & ANCHORS) << 2 | geography
    found = _BORDERS.get(key)
    if found is None:
        found = _BORDERS[key] = _draw(key, geography, held)
    return found


def _draw(key: int, geography: int, held: int) -> Borders:
    beside = [0] * len(_SPACES)
    pairs = [(link.a, link.b) for link in load().links if not _OPTION[link.option] & ~geography]
    pairs += [(a, b) for anchor, a, b in STRAITS if held >> anchor & 1]
    for a, b in pairs:
        beside[a] |= 1 << b
        beside[b] |= 1 << a
    low, middle, upper = beside[:_LOW], beside[_LOW:_UPPER], beside[_UPPER:]
    return Borders(key, tuple(beside), _table(low), _table(middle), _table(upper))


def _table(beside: list[int]) -> list[int]:
    """Return the neighbours of every set of these spaces."""
    table = [0]
    for spaces in beside:
        table += [known | spaces for known in table]
    return table


def neighbours(lines: Borders, spaces: int) -> int:
    """Return the spaces that are adjacent to any of a set; members of the set may be among them."""
    return (
        lines.low[spaces & _LOW_MASK]
        | lines.middle[spaces >> _LOW & _MIDDLE_MASK]
        | lines.upper[spaces >> _UPPER]
    )


@lru_cache(maxsize=1 << 12)
def members(spaces: int) -> tuple[int, ...]:
    """Return the members of a set of spaces, ascending."""
    found = []
    while spaces:
        found.append((spaces & -spaces).bit_length() - 1)
        spaces &= spaces - 1
    return tuple(found)


def flood(lines: Borders, passable: int, start: int) -> int:
    """Return what is connected through passable spaces with a passable space of `start`."""
    _, _, low, middle, upper = lines
    reached = front = start & passable
    while front:
        passable ^= front
        front = (
            low[front & _LOW_MASK] | middle[front >> _LOW & _MIDDLE_MASK] | upper[front >> _UPPER]
        ) & passable
        reached |= front
    return reached


def borders_of(s: State, side: int) -> Borders:
    """Return the borders of a side as they are now."""
    return borders(s.terms.geography, s.held[side])


def around(s: State, side: int, space: int) -> int:
    """Return the set of spaces that are adjacent to a space for a side."""
    return borders(s.terms.geography, s.held[side]).around[space]


def adjacent(s: State, side: int, a: int, b: int) -> bool:
    """Tell whether two spaces are adjacent for a side."""
    return bool(around(s, side, a) >> b & 1)


def within(s: State, side: int, space: int, steps: int) -> int:
    """Return the spaces that a side counts within some steps of a space, over spaces of every kind (S-46).

    The space itself is among them.
    """
    lines = borders_of(s, side)
    found = 1 << space
    for _ in range(steps):
        found |= neighbours(lines, found)
    return found


def playing(s: State) -> int:
    """Return the set of all spaces in play."""
    return LAND | water(s)


def water(s: State) -> int:
    """Return the set of the water spaces in play."""
    return WATER if s.terms.geography & ADRIATIC else WATER & ~_ADRIATIC


def strait_between(a: int, b: int) -> int | None:
    """Return the anchor of the strait between two seas, if there is one."""
    for anchor, *seas in STRAITS:
        if {a, b} == set(seas):
            return anchor
    return None


__all__ = [
    "ADRIATIC",
    "ANCHORS",
    "EGYPT_BORDER",
    "LAND",
    "STRAITS",
    "WATER",
    "Borders",
    "adjacent",
    "around",
    "borders",
    "borders_of",
    "flood",
    "members",
    "neighbours",
    "playing",
    "strait_between",
    "water",
    "within",
]
