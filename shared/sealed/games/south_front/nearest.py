"""The legal action that comes nearest to a refused one: same verb, as many equal names as possible."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sealed.games.south_front.board.geography import ANCHORS, borders, neighbours
from sealed.games.south_front.notation import NOTATION, PIECE, SPACE, TYPE_OF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.games.south_front.state import State


@cache
def _steps(geography: int) -> tuple[tuple[int, ...], ...]:
    """Return how many steps any two spaces are apart at a table, were all its straits open."""
    lines = borders(geography, ANCHORS)
    table = []
    for start in range(len(lines.around)):
        row, reached = [0] * len(lines.around), 1 << start
        for step in range(1, len(lines.around)):
            further = reached | neighbours(lines, reached)
            for space in range(len(row)):
                if (further & ~reached) >> space & 1:
                    row[space] = step
            reached = further
        table.append(tuple(row))
    return tuple(table)


def nearest(s: State, action: Action, offered: Sequence[Action]) -> Action | None:
    """Return the offered action of the same verb that agrees in most arguments; nothing if none agrees.

    Of a piece its type counts half: another piece of the same type is nearer than another type. Among those
    that agree equally the one whose spaces are the fewest steps away from the wanted ones is the nearest.
    """
    apart = _steps(s.terms.geography)
    best, found = (0, 0), None
    for other in offered:
        if (
            other.verb == action.verb
            and (closeness := _closeness(action, other, apart)) > best
            and closeness[0]
        ):
            best, found = closeness, other
    return found


def _closeness(action: Action, other: Action, apart: tuple[tuple[int, ...], ...]) -> tuple[int, int]:
    kinds = NOTATION.verbs[action.verb].kinds
    total = steps = 0
    for kind, a, b in zip(kinds, action.args, other.args, strict=True):
        if a == b:
            total += 2
        elif kind == PIECE and TYPE_OF[a] == TYPE_OF[b]:
            total += 1
        elif kind == SPACE:
            steps += apart[a][b]
    return total, -steps
