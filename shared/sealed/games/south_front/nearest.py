"""The legal action that comes nearest to a refused one: same verb, as many equal names as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.south_front.notation import NOTATION, PIECE, TYPE_OF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.games.south_front.state import State


def nearest(s: State, action: Action, offered: Sequence[Action]) -> Action | None:
    """Return the offered action of the same verb that agrees in most arguments; nothing if none agrees.

    Of a piece its type counts half: another piece of the same type is nearer than another type.
    """
    del s
    best, found = 0, None
    for other in offered:
        if other.verb == action.verb and (closeness := _closeness(action, other)) > best:
            best, found = closeness, other
    return found


def _closeness(action: Action, other: Action) -> int:
    kinds = NOTATION.verbs[action.verb].kinds
    total = 0
    for kind, a, b in zip(kinds, action.args, other.args, strict=True):
        if a == b:
            total += 2
        elif kind == PIECE and TYPE_OF[a] == TYPE_OF[b]:
            total += 1
    return total
