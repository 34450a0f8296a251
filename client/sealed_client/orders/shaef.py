"""The windows of SHAEF (`NOTATION.md`), and the orders that a player can give for them.

No order looks at a card before it decides whether it answers. So Reconnaissance is declined or put to the
player whether he holds such a card or not; only which card is lost to a hit is chosen by his own cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.games.shaef.combat.flip_window import BeforeRoll
from sealed.games.shaef.combat.forces import side_of
from sealed.games.shaef.flow import Turn as TurnFrame
from sealed.games.shaef.state import HQ_CARD, NOWHERE, State
from sealed.games.shaef.units.cards import (
    AIRCRAFT,
    ARMORED,
    ATTACK,
    DEFENCE,
    FRAGILE,
    TACTIC,
    TYPE,
    has,
)
from sealed_client.standing_orders import Order, Switch, Turn, Windows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine import frames
    from sealed.engine.action import Action
    from sealed.engine.message import Question

MOMENT: Final = "moments"
"""A moment at which a side may act or pass, outside the course of the turn."""
DICE: Final = "dice"
"""Dice that a card of the side fired at could spoil: Armored cards or Aircraft fire at it."""
SCOUT: Final = "scouts"
"""Whether the attacker reconnoitres."""
REACT: Final = "react"
"""Cards that may react."""
RETREAT: Final = "retreats"
"""Retreats, before the fire and after it."""
LOSS: Final = "losses"
"""Casualties."""
TURN_DOWN: Final = "turn-down"
"""Turning the own cards face-down, which has one answer."""

ORDERS: Final = (
    Order("pass", "shaef.orders.pass", until_own_turn=True),
    Order("dice", "shaef.orders.dice", frozenset({DICE})),
    Order("moments", "shaef.orders.moments", frozenset({DICE, MOMENT})),
    Order("combat", "shaef.orders.combat", frozenset({DICE, SCOUT, REACT, RETREAT, LOSS})),
)
SWITCHES: Final = tuple(
    Switch(kind, f"shaef.orders.kind-{kind}")
    for kind in (MOMENT, DICE, SCOUT, REACT, RETREAT, LOSS, TURN_DOWN)
)

_KINDS: Final = {
    "interlude": frozenset({MOMENT}),
    "reconnoitre": frozenset({SCOUT}),
    "react": frozenset({REACT}),
    "slip": frozenset({RETREAT}),
    "retreat": frozenset({RETREAT}),
    "casualty": frozenset({LOSS}),
}
"""The kinds of the questions that are windows; `before-roll` is looked at."""
_TACTIC_WORTH, _FRAGILE_WORTH, _UNIT_WORTH = 6, 2, 100
"""What losing a tactic, a Fragile card besides its strengths, or an HQ counts as."""


def turn(s: frames.State) -> Turn | None:
    """Returns whose turn it is, by its frame on the stack; nothing in the set-up and between turns."""
    node = s.stack
    while node is not None:
        if isinstance(node.frame, TurnFrame):
            return Turn(2 * _own(s).month + node.frame.colour, node.frame.colour + 1)
        node = node.below
    return None


def kinds(s: frames.State, asked: Question) -> frozenset[str] | None:
    """Returns what kind of window a question is; nothing for one that is a real decision."""
    if asked.id == "before-roll":
        return frozenset({DICE}) if _could_be_spoilt(s) else frozenset()
    return _KINDS.get(asked.id)


def _could_be_spoilt(s: frames.State) -> bool:
    """Tells whether Anti-Tank or Anti-Aircraft cards of the side asked would weaken the shots declared."""
    frame = s.stack.frame if s.stack else None
    if not isinstance(frame, BeforeRoll) or frame.volley.target == NOWHERE:
        return False
    if side_of(frame.volley.force) == frame.colour:
        return False
    fired = [declared.card for declared in frame.volley.cards]
    return any(TYPE[card] == ARMORED or has(card, AIRCRAFT) for card in fired)


def losses(s: frames.State, legal: Sequence[Action]) -> list[Action]:
    """Returns nothing: which losses there are only their owner knows (see `cheapest`)."""
    del s, legal
    return []


def cheapest(s: frames.State, legal: Sequence[Action]) -> Action | None:
    """Returns the loss that costs least by the own cards: weak cards first, an HQ with its unit last."""
    del s
    lost = [action for action in legal if action.verb == "lose"]
    return min(lost, key=_worth, default=None)


def _worth(action: Action) -> tuple[int, int]:
    unit, card = action.args
    if card == HQ_CARD[unit]:
        return _UNIT_WORTH, card
    if TYPE[card] == TACTIC:
        return _TACTIC_WORTH, card
    return ATTACK[card] + DEFENCE[card] + _FRAGILE_WORTH * has(card, FRAGILE), card


def _own(s: frames.State) -> State:
    if not isinstance(s, State):
        message = f"not a position of SHAEF: {type(s).__name__}"
        raise TypeError(message)
    return s


WINDOWS: Final = Windows(
    ORDERS,
    turn,
    kinds,
    losses,
    switches=SWITCHES,
    owed=frozenset({TURN_DOWN}),
    own_losses=frozenset({"casualty"}),
    cheapest=cheapest,
    words=("shaef.orders.cheapest", "shaef.orders.own"),
)
"""What this client knows of the title's windows."""
