"""Why not: every reason against any action of the vocabulary, at any state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.kernel import timing

if TYPE_CHECKING:
    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Refusal
    from sealed.engine.title import Title


def why_not(title: Title, s: State, action: Action, seat: int) -> tuple[Refusal, ...]:
    """Return every reason why the seat may not do this now, timing first; empty if it is legal.

    The board's reasons are given even if the time is wrong, so that a player learns all at once.
    """
    return (*timing(s, seat), *title.reasons(s, action, seat))
