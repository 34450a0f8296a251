"""What things are worth to the steady bot, in Victory Points; measured against itself, not by any rule."""

from __future__ import annotations

from functools import cache

from sealed.engine.zones import HIDDEN
from sealed.games.south_front.board.geography import ANCHORS
from sealed.games.south_front.cards import (
    ADVANCE,
    ANTI_AIR,
    CARD,
    EXCHANGE,
    NAVAL_COMBAT,
    RETREAT,
    STAND_FAST,
    SUSTAIN,
    WITHDRAW,
)
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import AIRPLANE, ALLIES, AXIS, CARRIER, FLEET, INFANTRY, TANK

PIECE = {INFANTRY: 0.8, TANK: 1.1, AIRPLANE: 0.9, FLEET: 1.0, CARRIER: 0.6}
"""A supplied piece on the board, by kind."""

ACTION = 0.9
"""Another action that a card grants."""
FACE = 0.15
"""A contingency side not yet used."""
FORCE = 0.5
"""A Minor Country Force."""

CARD_SPENT = 0.35
"""What spending a card for its reaction costs."""

_HAND = (0.0, 0.55, 1.0, 1.35, 1.6, 1.75)
_FURTHER_CARD = 0.05

_REACTION = {
    ADVANCE: 0.55,
    SUSTAIN: 0.4,
    STAND_FAST: 0.45,
    EXCHANGE: 0.4,
    RETREAT: 0.25,
    WITHDRAW: 0.25,
    ANTI_AIR: 0.35,
    NAVAL_COMBAT: 0.4,
}
_MID_WAR_LATE = 0.1
"""What a Late War card has over another: its texts are the stronger ones."""

_DISCOUNT = 0.9
_LAND_SPACE = 0.12
_STRAIT = 0.4
_HOME = 2.0
"""What a flag on land is worth to the side that it supplies, besides its stars."""

_SPACES = load().spaces
_STAR_SPACES = tuple((space.index, space.stars) for space in _SPACES if space.stars)
_ROUNDS = load().rounds


def hand_worth(number: int) -> float:
    """Returns what so many cards in hand are worth; beyond a full hand hardly anything."""
    most = len(_HAND) - 1
    return _HAND[number] if number <= most else _HAND[most] + _FURTHER_CARD * (number - most)


def card_worth(code: int) -> float:
    """Returns how gladly the bot keeps a card, for choosing what goes."""
    if code == HIDDEN:
        return 0.0
    card = CARD[code]
    return _REACTION[card.reaction] + (_MID_WAR_LATE if card.late else 0.0)


@cache
def star_worth(number: int) -> float:
    """Returns what a Victory Star is worth in a round: the scorings to come, the later ones for less."""
    return sum(_DISCOUNT ** (one.number - number) for one in _ROUNDS if one.scoring and one.number >= number)


@cache
def space_worth(number: int) -> tuple[float, ...]:
    """Returns what the control of each land space is worth in a round, apart from who needs its flag."""
    star = star_worth(max(number, 1))
    return tuple(
        _LAND_SPACE + space.stars * star + (_STRAIT if ANCHORS >> space.index & 1 else 0.0)
        for space in _SPACES
        if space.land
    )


HOMES = tuple(
    {
        flag.space: _HOME
        for flag in load().flags
        if _SPACES[flag.space].land and not flag.when and side == AXIS
    }
    for side in (AXIS, ALLIES)
)
"""Flags on land, by the side that they supply."""

__all__ = [
    "ACTION",
    "CARD_SPENT",
    "FACE",
    "FORCE",
    "HOMES",
    "PIECE",
    "card_worth",
    "hand_worth",
    "space_worth",
    "star_worth",
]
