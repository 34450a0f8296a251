"""The legal action that comes nearest to a refused one: same verb, as many equal names as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action


def nearest(action: Action, offered: Sequence[Action]) -> Action | None:
    """Return the offered action of the same verb that agrees in most arguments; nothing if none agrees."""
    best, found = 0, None
    for other in offered:
        if other.verb == action.verb:
            closeness = sum(a == b for a, b in zip(action.args, other.args, strict=False))
            if closeness > best:
                best, found = closeness, other
    return found
