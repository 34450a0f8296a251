"""Equal pieces are one choice: the lowest stands for all of them (S-75, `equal-piece`)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sealed.games.south_front.notation import TYPE_OF
from sealed.games.south_front.state import ABOARD, ALLIES, AXIS, FLEET, KIND, OFF, PIECES, SIDE

if TYPE_CHECKING:
    from sealed.games.south_front.state import State

OWN = tuple(tuple(piece for piece in range(len(PIECES)) if SIDE[piece] == side) for side in (AXIS, ALLIES))
"""The pieces of each side, ascending."""


class Lowest(NamedTuple):
    """The pieces of a side on the board that are the lowest of their equals, ascending.

    `unladen` are the ships among them that bear nothing.
    """

    pieces: tuple[int, ...]
    unladen: tuple[int, ...]


def representatives(s: State, side: int) -> tuple[int, ...]:
    """Return the pieces of a side on the board that are their own `pieces.representative`, ascending."""
    return _lowest(s.where, s.moved, s.reserves, side).pieces


def unladen_ships(s: State, side: int) -> tuple[int, ...]:
    """Return the ships of a side that bear nothing, one of those that are equal."""
    return _lowest(s.where, s.moved, s.reserves, side).unladen


@lru_cache(maxsize=1 << 9)
def _lowest(where: bytes, moved: int, reserves: int, side: int) -> Lowest:
    present = [piece for piece in OWN[side] if where[piece] != OFF]
    cargo = {where[piece] - ABOARD: piece for piece in present if where[piece] >= ABOARD}
    seen: set[int | tuple[int, ...]] = set()
    found = []
    for piece in present:
        place = where[piece]
        own = TYPE_OF[piece] << 2 | (moved >> piece & 1) << 1 | (piece == reserves)
        key: int | tuple[int, ...] = own << 8 | place
        if place >= ABOARD:
            ship = place - ABOARD
            key = (own, where[ship], TYPE_OF[ship], moved >> ship & 1)
        elif piece in cargo:
            load = cargo[piece]
            key = (own, place, TYPE_OF[load] << 2 | (moved >> load & 1) << 1 | (load == reserves))
        if key not in seen:
            seen.add(key)
            found.append(piece)
    unladen = [piece for piece in found if KIND[piece] >= FLEET and piece not in cargo]
    return Lowest(tuple(found), tuple(unladen))
