"""Movement: attacks that promise something first, then Corps to where they count, then their Reserves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.shaef.board.geography import AROUND, VICTORY, regions_in
from sealed.games.shaef.movement.counters import tires
from sealed.games.shaef.notation import make
from sealed.games.shaef.state import AXIS, IS_ARMY, N_REGIONS, NOWHERE, OFF
from sealed_client.bots.shaef.assaults import attacks, committed
from sealed_client.bots.shaef.front import NEAR, Front
from sealed_client.bots.shaef.ground import DISTANCE
from sealed_client.bots.shaef.strengths import strength

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.games.shaef.state import State
    from sealed_client.bots.shaef.assaults import Attack

_LEAST_CHANCE = (0.5, 0.6)
_LEAST_VALUE = 0.4
_HOPELESS = 0.35
_PULL = (0.16, 0.03)
"""How much the prizes of the enemy draw the Corps of each side."""
_HOLD = (0.4, 1.0)
_LACK = (0.03, 0.12)
_STIR = 0.3
"""A unit goes only where it is better by this."""
_CAUGHT = 7.0
_LONELY = 0.5
_UNFED = 4.0
_DUTY, _ON_DUTY = 1.2, 0.5
"""What each border counts to the region that an Army must guard, and what is left of other ground to it."""


def march(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the next move of a Movement Phase, or its end."""
    front, phase = Front(s, side), s.phase
    movers: dict[int, list[int]] = {}
    for action in legal:
        if action.verb == "move":
            movers.setdefault(action.args[0], []).append(action.args[1])
    leaving = _leave_fortress(front, legal)
    if leaving is not None:
        return leaving
    options = attacks(front, movers, phase)
    for attack in options:
        if attack.joining and _worth_it(side, attack):
            return make("move", attack.joining[0], attack.region)
    fights = {attack.region: attack.chance for attack in options}
    corps = _best(front, {unit: ways for unit, ways in movers.items() if not IS_ARMY[unit]}, fights)
    if corps is not None:
        return corps
    reserves = _best(front, {unit: ways for unit, ways in movers.items() if IS_ARMY[unit]}, fights)
    return reserves if reserves is not None else make("done")


def _worth_it(side: int, attack: Attack) -> bool:
    return attack.chance >= _LEAST_CHANCE[side] and attack.value >= _LEAST_VALUE


def _best(front: Front, movers: dict[int, list[int]], fights: dict[int, float]) -> Action | None:
    """Returns the move that improves most on staying."""
    found, gain = None, _STIR
    for unit, ways in movers.items():
        judge = _reserve_at if IS_ARMY[unit] else _corps_at
        here = front.s.where[unit]
        stay = judge(front, unit, here, fights)
        for region in ways:
            if front.enemy >> region & 1:
                continue
            better = judge(front, unit, region, fights) - stay
            if better > gain:
                found, gain = make("move", unit, region), better
    return found


def _corps_at(front: Front, unit: int, region: int, fights: dict[int, float]) -> float:
    """Judges a Corps in a region where it stands, or that no enemy holds."""
    s, side = front.s, front.side
    force, here = strength(s, unit), s.where[unit] == region
    have = front.have[region] - (force.defence if here else 0.0)
    duty = front.duty(unit)
    value = _PULL[side] * front.pull[region] * min(1.0, force.land / 2)
    value += _LACK[side] * front.deficit_pull(region)
    if front.enemy >> region & 1:
        value += front.value(region) if fights.get(region, 0.0) > _HOPELESS else -3.0
    elif front.land >> region & 1:
        share = _HOLD[side] * (_ON_DUTY if duty is not None and duty != region else 1.0)
        value += share * (front.hold(region, have + force.defence) - front.hold(region, have))
    else:
        value += front.value(region) * min(1.0, 0.6 + force.land / 8)
    value -= _exposed(front, region, have + force.defence, force.cards)
    if duty is not None:
        value -= _DUTY * DISTANCE[region][duty]
    value += _supply(front, unit, region)
    if not here and front.crowds(unit, region):
        value -= 20.0
    elif here and len(front.armies.get(region, ())) > 2:
        value -= 6.0
    if not here and tires(s, region) and front.side == 0 and front.land >> region & 1:
        value -= 0.3
    return value


def _exposed(front: Front, region: int, have: float, cards: float) -> float:
    """Returns what the danger counts that the enemy drives a unit from a region."""
    threat = front.threat[region]
    if threat <= 0:
        return 0.0
    ratio = have / threat
    return max(0.0, _LONELY - ratio) * _CAUGHT * (0.4 + cards / 8)


def _supply(front: Front, unit: int, region: int) -> float:
    """Returns what it counts that a Corps stays with its Army."""
    s = front.s
    army = s.army[unit]
    if army == NOWHERE or s.where[army] == OFF or s.where[army] >= N_REGIONS:
        nearest = min((DISTANCE[region][s.where[one]] for one in front.own if IS_ARMY[one]), default=9)
        return -_UNFED - 0.8 * nearest
    lines = front.lines(army)
    if lines.allows(unit, region):
        return 0.0
    return -_UNFED - strength(s, unit).cards - 1.2 * lines.away(region)


def _reserve_at(front: Front, unit: int, region: int, fights: dict[int, float]) -> float:
    """Judges an Army Reserve in a region: its Corps near, fights in reach, itself safe and supplied."""
    s, side = front.s, front.side
    if front.enemy >> region & 1 and s.where[unit] != region:
        return -99.0
    here, lines = s.where[unit] == region, front.lines(unit)
    have = front.have[region] - (strength(s, unit).defence if here else 0.0)
    duty = front.duty(unit)
    value = 0.0 if duty is None else -1.5 * _DUTY * DISTANCE[region][duty]
    if VICTORY >> region & 1 and side == AXIS and front.land >> region & 1:
        value += 0.5 * (front.hold(region, have + strength(s, unit).defence) - front.hold(region, have))
    for corps in lines.corps:
        weight = min(1.0, strength(s, corps).cards / 4)
        if duty is not None:
            weight *= 0.25 if s.fortress >> corps & 1 else 1.0
        value -= weight * (7.0 * max(0, DISTANCE[region][s.where[corps]] - 1))
        value -= weight * 0.15 * DISTANCE[region][s.where[corps]]
    value += 0.4 * sum(NEAR[region] >> fight & 1 for fight in fights if committed(s, side, fight))
    value += 0.02 * front.pull[region] if side == 0 else 0.06 * front.deficit_pull(region)
    value -= 1.6 * _exposed(front, region, have + strength(s, unit).defence, 4.0)
    if not lines.fed >> region & 1:
        value -= 8.0
        value -= 1.5 * min((DISTANCE[region][there] for there in regions_in(lines.fed)), default=9)
    if not front.land >> region & 1:
        value += 0.5 * front.value(region) if not lines.corps else -0.5
    if tires(s, region):
        value -= 0.4
    if not here and front.crowds(unit, region):
        value -= 20.0
    elif here and len(front.armies.get(region, ())) > 2:
        value -= 6.0
    return value


def _leave_fortress(front: Front, legal: Sequence[Action]) -> Action | None:
    """Returns the end of a fortress whose Corps would be lost for want of supply, if it can get away."""
    s = front.s
    for action in legal:
        if action.verb != "leave-fortress":
            continue
        unit = action.args[0]
        place = s.where[unit]
        army = s.army[unit]
        if place >= N_REGIONS or army == NOWHERE or s.where[army] >= N_REGIONS or s.moved >> unit & 1:
            continue
        lines = front.lines(army)
        if lines.allows(unit, place) or not lines.places:
            continue
        ways = [
            there for there in regions_in(AROUND[place] & ~front.enemy) if lines.away(there) <= 3 - s.phase
        ]
        if ways and not s.exhausted >> unit & 1:
            return action
    return None


__all__ = ["march"]
