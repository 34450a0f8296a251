"""A bot that answers anything legal, the verb first: lists of moves are long, and free verbs ruinous."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.kernel import legal_actions
from sealed.games.south_front.free import FREE

if TYPE_CHECKING:
    from random import Random

    from sealed.engine.action import Action
    from sealed.engine.frames import State

_FREE_IN = 60
"""A free verb is considered once in so many answers: removing pieces and declaring wars loses games fast."""


class RandomBot:
    """Chooses a verb, all equally likely, and then one of its answers."""

    def __init__(self, rng: Random) -> None:
        """Takes the source of its choices."""
        self._rng = rng

    def answer(self, s: State, seat: int) -> Action:
        """Returns a legal answer; free verbs only rarely."""
        rng = self._rng
        by_verb: dict[str, list[Action]] = {}
        tempted = rng.randrange(_FREE_IN) == 0
        legal = legal_actions(s, seat)
        for action in legal:
            by_verb.setdefault(action.verb, []).append(action)
        verbs = [verb for verb in by_verb if tempted or verb not in FREE] or list(by_verb)
        return rng.choice(by_verb[rng.choice(verbs)])
