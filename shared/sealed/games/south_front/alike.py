"""Equal pieces are one choice: the lowest stands for all of them (S-75, `equal-piece`)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.games.south_front.notation import TYPE_OF
from sealed.games.south_front.state import ABOARD, ALLIES, AXIS, OFF, PIECES, SIDE

if TYPE_CHECKING:
    from sealed.games.south_front.state import State

OWN = tuple(tuple(piece for piece in range(len(PIECES)) if SIDE[piece] == side) for side in (AXIS, ALLIES))
"""The pieces of each side, ascending."""


def representatives(s: State, side: int) -> tuple[int, ...]:
    """Return the pieces of a side on the board that are their own `pieces.representative`, ascending."""
    return _lowest(s.where, s.moved, s.reserves, side)


@lru_cache(maxsize=1 << 13)
def _lowest(where: bytes, moved: int, reserves: int, side: int) -> tuple[int, ...]:
    cargo = {place - ABOARD: piece for piece, place in enumerate(where) if ABOARD <= place < OFF}
    seen: set[object] = set()
    found = []
    for piece in OWN[side]:
        place = where[piece]
        if place == OFF:
            continue
        key: object = (TYPE_OF[piece], place, moved >> piece & 1, piece == reserves)
        if place >= ABOARD:
            ship = place - ABOARD
            key = (key[:1], where[ship], key[2:], TYPE_OF[ship], moved >> ship & 1)  # type: ignore[index]
        elif (load := cargo.get(piece)) is not None:
            key = (key, TYPE_OF[load], moved >> load & 1, load == reserves)
        if key not in seen:
            seen.add(key)
            found.append(piece)
    return tuple(found)
