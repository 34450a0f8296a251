"""Ships and what they bear: fleets transport, carriers carry (rules, Carriers; Naval Transport)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.south_front.board.alike import OWN
from sealed.games.south_front.board.pieces import lift
from sealed.games.south_front.state import (
    ABOARD,
    AIRPLANE,
    CARRIER,
    FACTION,
    FLEET,
    FRANCE,
    GERMANY,
    KIND,
    OFF,
    PACT,
    PIECES,
    UK,
    USA,
)

if TYPE_CHECKING:
    from sealed.engine.frames import Tell
    from sealed.games.south_front.state import State

_TRANSPORTED = {PACT: (PACT, GERMANY), UK: (UK, FRANCE), USA: (USA, FRANCE)}
"""Whose pieces the fleets of a faction transport (Naval Transport)."""


def may_carry(ship: int, piece: int) -> bool:
    """Tell whether a ship is of a kind and faction that can bear a piece, full or not.

    A fleet transports infantry, tanks and airplanes of its own and one friendly faction; a carrier carries an
    airplane of its own faction.
    """
    if KIND[ship] == FLEET:
        return KIND[piece] <= AIRPLANE and FACTION[piece] in _TRANSPORTED[FACTION[ship]]
    return KIND[ship] == CARRIER and KIND[piece] == AIRPLANE and FACTION[piece] == FACTION[ship]


BEARS = tuple(
    sum(1 << piece for piece in range(len(PIECES)) if may_carry(ship, piece)) for ship in range(len(PIECES))
)
"""The set of pieces that each ship can bear; nothing for what is no ship."""


def end_of_transport(s: State, side: int, tell: Tell) -> State:
    """Lose what is still aboard fleets at the end of the second movement step (Unloading).

    An airplane on a carrier stays there (Carriers).
    """
    for piece in OWN[side]:
        ship = s.where[piece] - ABOARD
        if 0 <= ship < OFF - ABOARD and KIND[ship] == FLEET:
            s = lift(s, piece, tell, "stranded")
    return s
