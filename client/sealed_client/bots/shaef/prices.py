"""What cards are worth to the steady bot: for choosing casualties, and for what a unit should take."""

from __future__ import annotations

from functools import cache

from sealed.games.shaef.units.cards import (
    AIRBORNE,
    ATTACK,
    ATTACK_FROM_RESERVE,
    CARD,
    DEFENCE,
    DEFEND_FROM_RESERVE,
    FORTRESS,
    FRAGILE,
    REACT,
    RULE,
    SUPPORT,
    TACTIC,
    has,
    is_land_force,
)

_TACTIC = {"EINGREIFRESERVE": 1.0, "ULTRA": 1.0, "GREIF": 1.0, "RESISTANCE": 1.5}
_SOME_TACTIC, _AT_HAND = 3.0, 3.0


@cache
def card_worth(card: int) -> float:
    """Returns what losing a card costs: its fire, its abilities."""
    if CARD[card].type == TACTIC:
        return _TACTIC.get(RULE[card], _SOME_TACTIC)
    value = ATTACK[card] * 0.9 + DEFENCE[card] * 0.8
    value += 1.0 * has(card, REACT) + 0.8 * has(card, AIRBORNE) + 0.5 * has(card, ATTACK_FROM_RESERVE)
    return value + 1.5 * has(card, FRAGILE)


@cache
def for_corps(card: int, side: int) -> float:
    """Returns how well a card serves in a Corps; nothing much where it can fire from the Reserve."""
    if is_land_force(card):
        attack = 1.0 if side == 0 else 0.7
        return 2.0 + attack * ATTACK[card] + 0.8 * DEFENCE[card] - 1.0 * has(card, FORTRESS)
    if CARD[card].type == SUPPORT:
        far = has(card, ATTACK_FROM_RESERVE) or has(card, DEFEND_FROM_RESERVE) or has(card, REACT)
        return 1.0 if far else 3.5
    return _AT_HAND + _TACTIC.get(RULE[card], _SOME_TACTIC) / 10


@cache
def for_reserve(card: int) -> float:
    """Returns how well a card serves in an Army Reserve: fire into other regions, React, tactics."""
    if CARD[card].type == TACTIC:
        return 6.5 + _TACTIC.get(RULE[card], _SOME_TACTIC)
    value = 3.5 * has(card, REACT)
    if has(card, ATTACK_FROM_RESERVE):
        value += 2.0 + ATTACK[card]
    if has(card, DEFEND_FROM_RESERVE):
        value += 1.0 + 0.5 * DEFENCE[card]
    return value


__all__ = ["card_worth", "for_corps", "for_reserve"]
