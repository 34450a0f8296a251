"""How the steady bot judges the answers to each question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.zones import cards
from sealed.games.south_front.state import HAND, seat_of
from sealed_client.bots.south_front.prices import card_worth

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.engine.action import Action
    from sealed.games.south_front.state import State
    from sealed_client.bots.south_front.foresight import Foresight

    Judge = Callable[[Foresight, State, Action], float]

_HELD = 0.02
_IDLE = frozenset({"done", "skip", "stay", "decline", "pass"})
_POOR_HAND = 1.7


def by_outlook(sight: Foresight, s: State, action: Action) -> float:
    """Judges by what all that follows at once leads to."""
    if action.verb == "spend":
        return -card_worth(action.args[0])
    idle = _HELD if action.verb in _IDLE else 0.0
    return sight.outlook(sight.after(s, action, seat_of(sight.side))) + idle


def movement(sight: Foresight, s: State, action: Action) -> float:
    """Judges a move by the board after it, ending the step by the board as it is."""
    if action.verb == "done":
        return sight.board(s) + _HELD
    return sight.board(sight.after(s, action, seat_of(sight.side)))


def mulligan(sight: Foresight, s: State, action: Action) -> float:
    """Judges the first hand by what its cards are good for in combat."""
    if action.verb == "keep":
        return sum(card_worth(card) for card in cards(s.zones[HAND + sight.side]))
    return _POOR_HAND


JUDGES: dict[str, Judge] = {
    "mulligan": mulligan,
    "first-movement": movement,
    "second-movement": movement,
}
"""Judges of the questions that are not judged by their outlook."""

__all__ = ["JUDGES", "by_outlook"]
