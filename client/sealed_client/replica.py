"""The rules' state as one seat, or a spectator, may see it, moved on by verified entries only."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sealed.engine.frames import State
    from sealed.engine.title import Setup, Title


class Replica:
    """Is a state with an eye. A seat's replica knows the seat's own cards, a spectator's has no secrets."""

    title: Title
    setup: Setup
    state: State
