"""How strong units are, by the own cards and by the number of the enemy's (facts, Section 8 of the cards).

A hidden card counts as the average of its side. Strengths are sums of fire strengths: a tenth of it is what
one round of fire can be expected to hit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.zones import cards
from sealed.games.shaef.board.geography import near
from sealed.games.shaef.board.presence import in_play
from sealed.games.shaef.pack import load
from sealed.games.shaef.state import ARRIVED, DOWN, HQ_CARD, IS_ARMY, N_REGIONS, SHOWN, SIDE, UP
from sealed.games.shaef.supply.lines import supplied_now
from sealed.games.shaef.units.cards import (
    ATTACK,
    ATTACK_FROM_RESERVE,
    DEFENCE,
    DEFEND_FROM_RESERVE,
    FORTRESS,
    INFANTRY,
    LAND_FORCES,
    TYPE,
    has,
    is_land_force,
)

if TYPE_CHECKING:
    from sealed.games.shaef.state import State

_HIDDEN_SUPPORT = (1.1, 0.8)
"""What a hidden card of a Reserve is likely to fire into the region of another unit, by side."""
_HQ_FIRE = 1.5


class Strength(NamedTuple):
    """Cards that can be lost, the sums of attack and defence of all; `late` is the attack in later phases.

    `foot` is the number of Infantry cards, `land` that of all Land Forces.
    """

    cards: float
    attack: float
    defence: float
    late: float
    foot: float
    land: float


@lru_cache(maxsize=4)
def _average(side: int) -> tuple[float, float]:
    land = [card for card in load().cards if card.side == side and card.type in LAND_FORCES]
    return sum(card.attack for card in land) / len(land), sum(card.defence for card in land) / len(land)


def unit_cards(s: State, unit: int) -> tuple[int, ...]:
    """Returns the cards of a unit besides its HQ, 0 for each that this state does not know."""
    return tuple(card for kind in (DOWN, ARRIVED, SHOWN, UP) for card in cards(s.zones[kind + unit]))


def strength(s: State, unit: int) -> Strength:
    """Returns how strong a unit is on its own, nothing of it turned up yet."""
    return _strength(unit, unit_cards(s, unit), s.fortress >> unit & 1)


@lru_cache(maxsize=1 << 14)
def _strength(unit: int, held: tuple[int, ...], marked: int) -> Strength:
    attack, defence = _average(SIDE[unit])
    hq = HQ_CARD[unit]
    sums = [1.0, ATTACK[hq] - 1.0, DEFENCE[hq] - 1.0, ATTACK[hq] - 2.0, 0.0, 0.0]
    for card in held:
        fires = (attack, defence) if not card else (ATTACK[card], DEFENCE[card])
        lacking = card and has(card, FORTRESS) and not marked
        later = 0.3 * fires[0] if not card else 0.0 if TYPE[card] == INFANTRY else fires[0]
        sums[0] += 1.0
        sums[1] += max(0.0, fires[0] - (1 if lacking else 0))
        sums[2] += max(0.0, fires[1] - (1 if lacking else 0))
        sums[3] += max(0.0, later - 1.0)
        sums[4] += 0.7 if not card else float(TYPE[card] == INFANTRY)
        sums[5] += 0.8 if not card else float(is_land_force(card))
    return Strength(*sums)


def support(s: State, army: int, region: int, *, attacks: bool) -> float:
    """Returns what the Reserve of an Army can fire into a region; nothing if it is too far or unsupplied."""
    if s.where[army] >= N_REGIONS or not near(s.where[army], region) or not supplied_now(s, army):
        return 0.0
    return potential_support(s, army, attacks=attacks)


def potential_support(s: State, army: int, *, attacks: bool) -> float:
    """Returns what the Reserve of an Army could fire in support if it were near."""
    return _support(army, unit_cards(s, army), attacks)


@lru_cache(maxsize=1 << 12)
def _support(army: int, held: tuple[int, ...], attacks: bool) -> float:
    table, ability = (ATTACK, ATTACK_FROM_RESERVE) if attacks else (DEFENCE, DEFEND_FROM_RESERVE)
    known = [card for card in held if card]
    fire = sum(float(table[card]) for card in known if has(card, ability))
    return fire + _HQ_FIRE + _HIDDEN_SUPPORT[SIDE[army]] * (len(held) - len(known))


def reserves_near(s: State, side: int, region: int) -> list[int]:
    """Returns the Army Reserves of a side in a region or next to it."""
    return [
        unit
        for unit in in_play(s, side)
        if IS_ARMY[unit] and s.where[unit] < N_REGIONS and near(s.where[unit], region)
    ]


__all__ = ["Strength", "potential_support", "reserves_near", "strength", "support", "unit_cards"]
