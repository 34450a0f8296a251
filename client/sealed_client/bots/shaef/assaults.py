"""Which enemy-held regions are worth an attack, and with whom (Section 12; facts: two on one succeeds)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.games.shaef.board.geography import regions_in, river, terrain
from sealed.games.shaef.board.presence import in_region, side_in_region
from sealed.games.shaef.pack.facts import MOUNTAIN, WOODS
from sealed.games.shaef.state import IS_ARMY, N_REGIONS, NOWHERE, OFF, units_in
from sealed_client.bots.shaef.odds import Outcome, Side, exchange
from sealed_client.bots.shaef.strengths import reserves_near, strength, support

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sealed.games.shaef.state import State
    from sealed_client.bots.shaef.front import Front

_ENOUGH = 0.9
"""A chance that needs no further Corps."""
_ENGAGED_FIRE = 0.45
"""What is left of the fire of a Corps that fights on in a later phase."""
_CARD = (0.55, 0.65)
"""What a card is worth to each side."""
_DRAW, _FAILURE = 0.10, 1.5
_GARRISON = 0.35
"""What leaving a region behind counts of what it held."""


class Attack(NamedTuple):
    """An attack on a region: who goes in besides those who are there, its chance, and what it is worth."""

    region: int
    joining: tuple[int, ...]
    chance: float
    value: float


def defenders_of(s: State, side: int, region: int) -> Side:
    """Returns what a side brings that defends a region, its Reserves near it included."""
    cards = first = land = reserve = 0.0
    rough = terrain(s, region) in (WOODS, MOUNTAIN)
    for unit in units_in(side_in_region(s, side, region)):
        force = strength(s, unit)
        cards += force.cards
        first += force.defence + (force.foot if rough else 0.0)
        land += force.land
    for army in reserves_near(s, side, region):
        if any(s.army[unit] == army for unit in units_in(side_in_region(s, side, region))):
            reserve += support(s, army, region, attacks=False)
    return Side(cards, first, first, land, reserve)


def attackers_of(s: State, region: int, units: Sequence[int], phase: int) -> Side:
    """Returns what units bring that attack a region in a Combat Phase, supports included."""
    cards = first = later = land = reserve = 0.0
    armies: set[int] = set()
    for unit in units:
        force = strength(s, unit)
        bit = 1 << unit
        place = s.where[unit]
        wet = s.crossed & bit if place == region else place < N_REGIONS and river(place, region)
        slow = force.land if wet or s.amphibious & bit else 0.0
        if phase == 1:
            one, more = max(0.0, force.attack - slow), max(0.0, force.attack * _ENGAGED_FIRE - slow / 2)
            number = force.cards
        elif s.engaged & bit:
            one = more = max(0.0, force.attack * _ENGAGED_FIRE - slow / 2)
            number = force.cards
        else:
            one, more, number = max(0.0, force.late - slow / 2), force.late / 2, force.cards - force.foot
        cards, first, later, land = cards + number, first + one, later + more, land + force.land
        armies.add(s.army[unit])
    for army in armies - {NOWHERE}:
        if s.where[army] != OFF:
            reserve += support(s, army, region, attacks=True)
    return Side(cards, first, later, land, reserve)


def committed(s: State, side: int, region: int) -> list[int]:
    """Returns the Corps of a side that stand in a region already."""
    return [unit for unit in units_in(side_in_region(s, side, region)) if not IS_ARMY[unit]]


def plan(front: Front, region: int, movers: Mapping[int, Sequence[int]], phase: int) -> Attack:
    """Returns the best attack on an enemy-held region with the Corps there and those that can come."""
    s, side = front.s, front.side
    foe = defenders_of(s, 1 - side, region)
    there = committed(s, side, region)
    near = [unit for unit, ways in movers.items() if region in ways and _fit(front, unit, region, phase)]
    near.sort(key=lambda unit: -attackers_of(s, region, [unit], phase).first)
    odds = exchange(attackers_of(s, region, there, phase), foe, phase)
    best = Attack(region, (), odds.chance, _value(front, region, odds, ()))
    armies = {s.army[unit] for unit in units_in(in_region(s, region)) if unit in front.own}
    joining: tuple[int, ...] = ()
    for unit in near:
        if s.army[unit] not in armies and len(armies) > 1:
            continue
        joining, armies = (*joining, unit), armies | {s.army[unit]}
        odds = exchange(attackers_of(s, region, [*there, *joining], phase), foe, phase)
        value = _value(front, region, odds, joining)
        if value > best.value:
            best = Attack(region, joining, odds.chance, value)
        if odds.chance >= _ENOUGH:
            break
    return best


def _fit(front: Front, unit: int, region: int, phase: int) -> bool:
    """Tells whether a Corps can be thrown into an attack: strong enough, in supply, its Army follows."""
    s = front.s
    force = strength(s, unit)
    power = force.attack if phase == 1 else force.late
    if IS_ARMY[unit] or force.land < 2 or power < 4 or s.unsupplied >> unit & 1:
        return False
    army = s.army[unit]
    if army == NOWHERE or s.where[army] == OFF:
        return False
    return not front.crowds(unit, region) and front.lines(army).allows(unit, region)


def _value(front: Front, region: int, odds: Outcome, joining: tuple[int, ...]) -> float:
    s, side = front.s, front.side
    gain = front.value(region) + _DRAW * front.pull[region]
    risk = 0.0
    for unit in joining:
        place = s.where[unit]
        have, own = front.have[place], strength(s, unit).defence
        risk += _GARRISON * max(0.0, front.hold(place, have) - front.hold(place, have - own))
    balance = _CARD[1 - side] * odds.defender_lost - _CARD[side] * odds.attacker_lost
    return odds.chance * gain + balance - (1 - odds.chance) * _FAILURE - risk


def attacks(front: Front, movers: Mapping[int, Sequence[int]], phase: int) -> list[Attack]:
    """Returns the attacks on every region where the enemy stands that is within reach, the best first."""
    aims = {region for ways in movers.values() for region in ways} | set(regions_in(front.ours))
    found = [plan(front, region, movers, phase) for region in aims if front.enemy >> region & 1]
    return sorted(found, key=lambda attack: -attack.value)


__all__ = ["Attack", "attackers_of", "attacks", "committed", "defenders_of", "plan"]
