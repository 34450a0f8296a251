"""A bot for Popular Front that plays by city value and odds, and keeps two cards back for defence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.kernel import legal_actions, question
from sealed.games.popular_front.notation import colour_of
from sealed.games.popular_front.state import State
from sealed_client.bots import steady_battle, steady_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from sealed.engine import frames
    from sealed.engine.action import Action

    Judge = Callable[[State, int, Action], float]

JUDGES: dict[str, Judge] = {
    "place": steady_turn.place,
    "act": steady_turn.act,
    "muster": steady_turn.muster,
    "against": steady_battle.against,
    "commit": steady_battle.commit,
    "deploy": steady_battle.deploy,
    "discard": steady_battle.give_up,
    "lose": steady_battle.give_up,
    "destroy": steady_battle.destroy,
    "hit": steady_battle.destroy,
    "withdraw": steady_battle.withdraw,
    "occupy": steady_battle.occupy,
}
"""What an answer is worth, for each question: state, colour that is asked (from 0), answer."""


class SteadyBot:
    """Takes the answer that its judge likes best; among equal ones its random source decides."""

    def __init__(self, rng: Random) -> None:
        """Takes the source that decides between equally good answers."""
        self._rng = rng

    def answer(self, s: frames.State, seat: int) -> Action:
        """Returns a legal answer to the question that is open in a state of Popular Front."""
        asked = question(s)
        legal: Sequence[Action] = legal_actions(s, seat)
        if asked is None or not isinstance(s, State):
            message = "a bot is asked although no question is open"
            raise ValueError(message)
        judge, colour = JUDGES[asked.id], colour_of(asked.args[0])
        worth = [judge(s, colour, action) for action in legal]
        best = max(worth)
        return self._rng.choice([action for action, one in zip(legal, worth, strict=True) if one == best])
