"""What a combat is likely to come to: expected losses of both sides over the phases that are left.

The defender fires first; all tire as the phases go on (12.3l). The owner loses his weakest cards first.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import NamedTuple

_DIE = 10.0
_WEAKEST = 0.8
"""Whoever loses half of his cards keeps more than half of his fire: the weakest go first."""
_STEEP = 1.15
_SURPLUS = 0.35


class Outcome(NamedTuple):
    """The chance that the defender is driven off, and the cards that each side can expect to lose."""

    chance: float
    attacker_lost: float
    defender_lost: float


class Side(NamedTuple):
    """What a side brings: cards, fire when it turns up, fire later, Land Forces, fire from Reserves."""

    cards: float
    first: float
    later: float
    land: float
    reserve: float


@lru_cache(maxsize=1 << 14)
def exchange(attacker: Side, defender: Side, phase: int) -> Outcome:
    """Returns what is likely to come of a combat from a Combat Phase on."""
    ours, theirs = attacker.cards, defender.cards
    if ours <= 0:
        return Outcome(0.0, 0.0, 0.0)
    if theirs <= 0:
        return Outcome(1.0, 0.0, 0.0)
    for now in range(phase, 4):
        fresh = now == phase
        fire = defender.first if fresh else max(0.0, defender.first - defender.land * (1 + (now == 3)))
        fire = fire * _left(theirs, defender.cards) + defender.reserve * (1.0 if fresh else 0.7)
        ours = max(0.0, ours - fire / _DIE)
        if ours < 0.5:
            break
        fire = attacker.first if fresh else attacker.later
        fire = fire * _left(ours, attacker.cards) + attacker.reserve * (1.0 if fresh else 0.6)
        theirs = max(0.0, theirs - fire / _DIE)
        if theirs < 0.4:
            theirs = 0.0
            break
    margin = (ours - _SURPLUS * theirs) * _SURPLUS - theirs
    return Outcome(1 / (1 + exp(-_STEEP * margin)), attacker.cards - ours, defender.cards - theirs)


def _left(now: float, before: float) -> float:
    return float((now / before) ** _WEAKEST)


__all__ = ["Outcome", "Side", "exchange"]
