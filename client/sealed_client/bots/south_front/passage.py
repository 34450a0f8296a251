"""What a piece aboard a fleet has ahead of it: the best landing that its ship can still reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.south_front.board.geography import borders_of, neighbours
from sealed.games.south_front.board.pieces import LAND
from sealed.games.south_front.board.presence import ground
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import KIND, SIDE, TANK
from sealed_client.bots.south_front.prices import space_worth

if TYPE_CHECKING:
    from sealed.games.south_front.state import State

_ADRIFT = 0.8
"""What is left of a landing's prospects while the piece is at sea."""
_TAKEN = 0.6
"""What the prospect of taking an empty enemy space counts of the space's worth."""
_NO_LANDING = -0.7
"""A piece without a landing is lost at the end of the turn."""
_LAND_SPACES = tuple(space.index for space in load().spaces if space.land)


def passage(s: State, heat: tuple[float, ...], piece: int, ship: int, steps: int) -> float:
    """Returns the prospects of a piece aboard a fleet that may still move so often.

    Only a tank lands in enemy space without the help of a card. Whether a landing is supplied is seen when it
    comes to it.
    """
    side = SIDE[piece]
    lines, free = borders_of(s, side), ground(s, side).free
    seas = 1 << s.where[ship]
    for _ in range(steps):
        seas |= neighbours(lines, seas) & free & ~LAND
    shores = neighbours(lines, seas) & free & LAND & ~s.neutral
    if KIND[piece] != TANK:
        shores &= s.held[side]
    best, values = _NO_LANDING, space_worth(s.round)
    for space in _LAND_SPACES:
        if shores >> space & 1:
            taken = 0.0 if s.held[side] >> space & 1 else _TAKEN * values[space]
            best = max(best, _ADRIFT * (heat[space] + taken))
    return best


__all__ = ["passage"]
