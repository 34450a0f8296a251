"""The windows in which a side may act out of its order: each opens on public facts (E-45).

A window opens if some tactic of the side has this moment, its month has come, public facts allow it, nobody
has seen its card leave, and some unit of the side has a face-down card that nobody else knows. Whether the
card is there plays no part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.frames import push
from sealed.engine.zones import copies
from sealed.games.shaef.board.presence import in_play
from sealed.games.shaef.question import Interlude
from sealed.games.shaef.state import BOUND, DEAD, GONE, UP
from sealed.games.shaef.tactics.using import fitting
from sealed.games.shaef.units.holdings import face_down

if TYPE_CHECKING:
    from sealed.games.shaef.state import State


def interlude(s: State, side: int, moment: int, about: int = 0) -> State:
    """Ask a side whether it acts at a moment, if the window opens; else go on.

    `about` are the regions that have just been captured, where the window concerns them.
    """
    return push(s, Interlude(side, moment, about)) if opens(s, side, moment) else s


def opens(s: State, side: int, moment: int) -> bool:
    """Tell whether a window opens for a side at a moment; public."""
    if not any(face_down(s, unit) for unit in in_play(s, side)):
        return False
    return any(not _spent(s, side, tactic.card) for tactic in fitting(s, side, moment))


def _spent(s: State, side: int, card: int) -> bool:
    """Tell whether everybody knows that a card cannot lie face-down in a unit."""
    if any(copies(s.zones[pile + side], card) for pile in (DEAD, GONE, BOUND)):
        return True
    return any(copies(s.zones[UP + unit], card) for unit in in_play(s, side))
