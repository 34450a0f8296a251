"""A bot that answers anything legal: for soak tests, and as the least of opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.kernel import legal_actions

if TYPE_CHECKING:
    from random import Random

    from sealed.engine.action import Action
    from sealed.engine.frames import State


class RandomBot:
    """Answers each question with one of its legal actions, all equally likely."""

    def __init__(self, rng: Random) -> None:
        """Takes the source of its choices."""
        self._rng = rng

    def answer(self, s: State, seat: int) -> Action:
        """Returns a legal answer; any title, any question."""
        return self._rng.choice(legal_actions(s, seat))
