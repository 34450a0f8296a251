"""A bot that looks one answer ahead and takes what leads to the best position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.eye import seat_eye
from sealed.engine.kernel import question, view
from sealed.games.south_front.free import FREE
from sealed.games.south_front.state import State
from sealed_client.bots.south_front.foresight import Foresight
from sealed_client.bots.south_front.judges import JUDGES, by_outlook

if TYPE_CHECKING:
    from random import Random

    from sealed.engine import frames
    from sealed.engine.action import Action

_EQUAL = 1e-9
_CONSIDERED = {"act": frozenset({"declare-war"})}
"""Free verbs that are thought of, by question: a war makes sense just before an attack."""


class SteadyBot:
    """Takes the answer that its judge likes best; among equal ones its random source decides."""

    def __init__(self, rng: Random) -> None:
        """Takes the source that decides between equally good answers."""
        self._rng = rng

    def answer(self, s: frames.State, seat: int) -> Action:
        """Returns a legal answer to the question that is open in a state of South Front."""
        asked = question(s)
        if asked is None or not isinstance(s, State):
            message = "a bot is asked although no question is open"
            raise ValueError(message)
        s = view(s, seat_eye(seat))
        sight = Foresight(s, seat - 1)
        answers = sight.offered(s, seat - 1, but=FREE - _CONSIDERED.get(asked.id, frozenset()))
        if len(answers) == 1:
            return answers[0]
        judge = JUDGES.get(asked.id, by_outlook)
        worth = [judge(sight, s, action) for action in answers]
        best = max(worth)
        return self._rng.choice(
            [action for action, one in zip(answers, worth, strict=True) if one >= best - _EQUAL]
        )
