"""What is printed on the cards, as tables by card code (2.4, 2.5, 15)."""

from __future__ import annotations

from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import (
    AIRBORNE,
    AIRCRAFT,
    ANTI_AIRCRAFT,
    ANTI_TANK,
    ARMORED,
    ARMY_HQ,
    ATTACK_ENEMY_REAR,
    ATTACK_FROM_RESERVE,
    CORPS_HQ,
    DEFEND_FROM_RESERVE,
    FORTITUDE,
    FORTRESS,
    FRAGILE,
    INDEPENDENT,
    INFANTRY,
    INVULNERABLE,
    MOTORIZED,
    MOUNTAIN_TROOP,
    REACT,
    RECONNAISSANCE,
    SPECIAL,
    SUPPORT,
    TACTIC,
)

CARD = {card.code: card for card in load().cards}
"""Every card by its code."""

SIDE_OF = (-1, *(card.side for card in load().cards))
TYPE = (-1, *(card.type for card in load().cards))
NATION = (-1, *(card.nation for card in load().cards))
ABILITIES = (0, *(card.abilities for card in load().cards))
ATTACK = (0, *(card.attack for card in load().cards))
DEFENCE = (0, *(card.defence for card in load().cards))
ENTRY = (0, *(card.entry for card in load().cards))
RULE = ("", *(card.rule for card in load().cards))
"""By card code; the first item stands for a hidden card."""

LAND_FORCES = (ARMORED, INFANTRY, MOTORIZED)
"""The types that the rulebook calls Land Forces (2.5c)."""

BY_RULE = {card.rule: card.code for card in load().cards if card.type == TACTIC}
"""The Tactic card of each rule key."""

NON_HQ = tuple(
    tuple(card.code for card in load().cards if card.side == side and card.type not in (ARMY_HQ, CORPS_HQ))
    for side in (0, 1)
)
"""By side the cards that may lie face-down in a unit."""


def has(card: int, ability: int) -> bool:
    """Tell whether a card bears an ability; Support cards are Invulnerable without saying so (2.5f)."""
    return bool(ABILITIES[card] & ability) or (ability == INVULNERABLE and TYPE[card] == SUPPORT)


def is_land_force(card: int) -> bool:
    """Tell whether a card is an Armored, Infantry or Motorized Land Force."""
    return TYPE[card] in LAND_FORCES


__all__ = [
    "ABILITIES",
    "AIRBORNE",
    "AIRCRAFT",
    "ANTI_AIRCRAFT",
    "ANTI_TANK",
    "ARMORED",
    "ARMY_HQ",
    "ATTACK",
    "ATTACK_ENEMY_REAR",
    "ATTACK_FROM_RESERVE",
    "BY_RULE",
    "CARD",
    "CORPS_HQ",
    "DEFENCE",
    "DEFEND_FROM_RESERVE",
    "ENTRY",
    "FORTITUDE",
    "FORTRESS",
    "FRAGILE",
    "INDEPENDENT",
    "INFANTRY",
    "INVULNERABLE",
    "LAND_FORCES",
    "MOTORIZED",
    "MOUNTAIN_TROOP",
    "NATION",
    "NON_HQ",
    "REACT",
    "RECONNAISSANCE",
    "RULE",
    "SIDE_OF",
    "SPECIAL",
    "SUPPORT",
    "TACTIC",
    "TYPE",
    "has",
    "is_land_force",
]  # fmt: skip
