"""The windows of South Front (`NOTATION.md`, "Windows"), and the orders that a player can give for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.games.south_front.board.pieces import LAND
from sealed.games.south_front.combat.battle import FORCE_RANK, battle_of, rank
from sealed.games.south_front.flow import Turn as TurnFrame
from sealed.games.south_front.scoring import stars_in
from sealed.games.south_front.state import KIND, State
from sealed_client.standing_orders import Order, Turn, Windows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine import frames
    from sealed.engine.action import Action
    from sealed.engine.message import Question

NAVAL: Final = "naval"
"""A window of a combat at sea."""
STAR: Final = "star"
"""A window of a combat for a space with a Victory Star."""

ORDERS: Final = (
    Order("pass", "south-front.orders.pass", until_own_turn=True),
    Order("naval", "south-front.orders.naval", frozenset({NAVAL})),
    Order("stars", "south-front.orders.stars", frozenset({STAR})),
)

_IN_COMBAT: Final = frozenset({"defend", "counter", "continue", "advance"})
_OF_CARDS: Final = frozenset({"unless", "eliminate"})
"""What a card of the player on turn asks of the other one."""


def _own(s: frames.State) -> State:
    if not isinstance(s, State):
        message = f"not a position of South Front: {type(s).__name__}"
        raise TypeError(message)
    return s


def turn(s: frames.State) -> Turn | None:
    """Returns whose turn it is, by its frame on the stack; nothing in the set-up and between turns."""
    node = s.stack
    while node is not None:
        if isinstance(node.frame, TurnFrame):
            return Turn(2 * _own(s).round + node.frame.colour, node.frame.colour + 1)
        node = node.below
    return None


def kinds(s: frames.State, asked: Question) -> frozenset[str] | None:
    """Returns what kind of window a question is, from its arguments: a combat's third is its target."""
    if asked.id in _IN_COMBAT:
        target = asked.args[3]
        at_sea = frozenset() if LAND >> target & 1 else frozenset({NAVAL})
        return at_sea | (frozenset({STAR}) if stars_in(_own(s), target) else frozenset())
    now = turn(s)
    others = now is not None and asked.args[0] + 1 != now.seat
    return frozenset() if asked.id in _OF_CARDS and others else None


def losses(s: frames.State, legal: Sequence[Action]) -> list[Action]:
    """Returns the losses among the answers of a defender, the lowest rank first (Combat Rank)."""
    battle = battle_of(_own(s))
    if battle is None:
        return []
    ranks = {
        action: FORCE_RANK if action.verb == "lose-force" else rank(battle, KIND[action.args[0]])
        for action in legal
        if action.verb in {"lose", "lose-force"}
    }
    return sorted(ranks, key=ranks.__getitem__)


WINDOWS: Final = Windows(ORDERS, turn, kinds, losses)
"""What this client knows of the title's windows."""
