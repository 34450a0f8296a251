"""How the steady bot judges the answers to each question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.kernel import legal_actions
from sealed.engine.zones import cards
from sealed.games.south_front.actions.conscription import price
from sealed.games.south_front.actions.deployment import deploy, deploy_aboard
from sealed.games.south_front.board.countries import SPACES_OF
from sealed.games.south_front.board.geography import borders_of, neighbours
from sealed.games.south_front.board.pieces import lift, on_board, space_of, transported
from sealed.games.south_front.combat.battle import battle_of
from sealed.games.south_front.state import HAND, INFANTRY, KIND, TANK, seat_of
from sealed_client.bots.south_front.foresight import IDLE
from sealed_client.bots.south_front.prices import card_worth, hand_worth

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.engine.action import Action
    from sealed.games.south_front.state import State
    from sealed_client.bots.south_front.foresight import Foresight

    Judge = Callable[[Foresight, State, Action], float]

_HELD = 0.02
_POOR_HAND = 1.7
_NEVER = -1e6
_WAR = 0.2
"""What a war must bring to be worth it."""


def by_outlook(sight: Foresight, s: State, action: Action) -> float:
    """Judges by what all that follows at once leads to."""
    idle = _HELD if action.verb in IDLE else 0.0
    return sight.outlook(sight.after(s, action, seat_of(sight.side))) + idle


def war(sight: Foresight, s: State, action: Action) -> float:
    """Judges a war by the best attack on the country that can follow it at once; without one it is none.

    A country that is left in peace helps nobody; one that is attacked helps the enemy first.
    """
    spaces = SPACES_OF[action.args[0]]
    beside = neighbours(borders_of(s, sight.side), sum(1 << space for space in spaces))
    troops = [piece for piece in on_board(s, sight.side) if KIND[piece] in (INFANTRY, TANK)]
    if not any(beside >> (space_of(s, piece) or 0) & 1 for piece in troops):
        return _NEVER
    seat, best = seat_of(sight.side), _NEVER
    at_war = sight.after(s, action, seat)
    for one in legal_actions(at_war, seat):
        if one.verb in ("play", "desperate-attack"):
            after = sight.settled(sight.after(at_war, one, seat))
            battle = battle_of(after)
            if battle is not None and battle.target in spaces:
                best = max(best, sight.outlook(after) - _WAR)
    return best


def act(sight: Foresight, s: State, action: Action) -> float:
    """Judges an action by its outlook; of a conscription, of which there are many, the end is clear."""
    if action.verb == "declare-war":
        return war(sight, s, action)
    if action.verb not in {"conscript", "conscript-aboard"}:
        return by_outlook(sight, s, action)
    number, place = action.args
    stand = deploy if action.verb == "conscript" else deploy_aboard
    held = len(cards(s.zones[HAND + sight.side]))
    paid = hand_worth(held) - hand_worth(held - price(number))
    return sight.board(stand(s, number, place, [])[0]) - paid


def first_movement(sight: Foresight, s: State, action: Action) -> float:
    """Judges a move by the board after it, ending the step by the board as it is."""
    if action.verb == "done":
        return sight.board(s) + _HELD
    return sight.board(sight.after(s, action, seat_of(sight.side)))


def second_movement(sight: Foresight, s: State, action: Action) -> float:
    """Judges as in the first movement; but what is aboard a fleet at the end is lost."""
    if action.verb == "done":
        for piece in range(len(s.where)):
            if transported(s, piece):
                s = lift(s, piece, [], "stranded")
    return first_movement(sight, s, action)


def mulligan(sight: Foresight, s: State, action: Action) -> float:
    """Judges the first hand by what its cards are good for in combat."""
    if action.verb == "keep":
        return sum(card_worth(card) for card in cards(s.zones[HAND + sight.side]))
    return _POOR_HAND


JUDGES: dict[str, Judge] = {
    "mulligan": mulligan,
    "first-movement": first_movement,
    "act": act,
    "second-movement": second_movement,
}
"""Judges of the questions that are not judged by their outlook."""

__all__ = ["JUDGES", "by_outlook"]
