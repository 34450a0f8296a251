"""The windows in which a side may act out of its order: each opens on public facts (E-45).

A window opens if some tactic of the side has this moment, its month has come, public facts allow it, and it
may lie in some unit of the side in which it could be used: nobody sees its card elsewhere, and the unit has a
face-down card that nobody else knows. Whether the card is there plays no part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.frames import push
from sealed.games.shaef.question import Interlude
from sealed.games.shaef.tactics.using import fitting, unit_reasons
from sealed.games.shaef.units.holdings import hiding_places

if TYPE_CHECKING:
    from sealed.games.shaef.state import State
    from sealed.games.shaef.tactics.using import Tactic


def interlude(s: State, side: int, moment: int, about: int = 0) -> State:
    """Ask a side whether it acts at a moment, if the window opens; else go on.

    `about` are the regions that have just been captured, where the window concerns them.
    """
    return push(s, Interlude(side, moment, about)) if opens(s, side, moment) else s


def opens(s: State, side: int, moment: int) -> bool:
    """Tell whether a window opens for a side at a moment; public."""
    return any(_may_be_used(s, tactic) for tactic in fitting(s, side, moment))


def _may_be_used(s: State, tactic: Tactic) -> bool:
    """Tell whether some unit may hold a tactic where nothing stands against using it."""
    return any(not any(unit_reasons(s, unit, tactic)) for unit in hiding_places(s, tactic.card))
