"""How the steady Allies cross the sea: landings where the coast is weak, Armies into ports, drops by air."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.games.shaef.board.geography import AROUND, COAST, LANE_COST, PASSAGE, PORTS, VICTORY
from sealed.games.shaef.board.presence import corps_of, in_play, reserve_of, side_in_region
from sealed.games.shaef.landing.flying import all_airborne
from sealed.games.shaef.landing.sailing import SERVES
from sealed.games.shaef.notation import make
from sealed.games.shaef.state import ALLIES, AXIS, BASES, IS_ARMY, LANE, N_REGIONS, NOWHERE
from sealed.games.shaef.units.holdings import assigned
from sealed_client.bots.shaef.assaults import attackers_of, defenders_of
from sealed_client.bots.shaef.front import NEAR, Front, free_harbours, unmarked
from sealed_client.bots.shaef.ground import DISTANCE, REGION, WORTH
from sealed_client.bots.shaef.odds import Side, exchange
from sealed_client.bots.shaef.strengths import potential_support, strength

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.games.shaef.state import State

_LEAST = 3.0
_POINT = 0.16
_AFLOAT = 0.75
"""What is left of the fire of a Corps whose Armored Land Forces stay aboard (9.2f)."""
_FLIGHT, _VOYAGE = 5, 5
_FULL = 3.0


class Landing(NamedTuple):
    """A landing: where, the units in the order in which they embark, and what it is worth."""

    region: int
    units: tuple[int, ...]
    value: float


def sail(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the next voyage or assault of a Sea Transport Phase, or its end."""
    for best in (_next_of_landing(s, legal), _next_voyage(s, side, legal), _new_landing(s, side, legal)):
        if best is not None:
            return best
    return make("done")


def _next_of_landing(s: State, legal: Sequence[Action]) -> Action | None:
    """Goes on with a landing that has begun: further Corps, then a second Army to the same coast."""
    afloat = [unit for unit in in_play(s, ALLIES) if LANE <= s.where[unit] < LANE + N_REGIONS]
    if not afloat:
        return None
    target = s.where[afloat[0]] - LANE
    left = s.points[ALLIES] - _kept_for_flights(s) - unmarked(s)
    fits = [a for a in legal if a.verb == "assault" and a.args[1] == target and LANE_COST[target] <= left]
    corps = [a for a in fits if not IS_ARMY[a.args[0]] and strength(s, a.args[0]).cards >= _FULL]
    corps = [a for a in corps if not all_airborne(s, a.args[0])]
    if corps and (len(afloat) < 6 or not side_in_region(s, AXIS, target)):
        return max(corps, key=lambda a: strength(s, a.args[0]).attack)
    if len(afloat) < 6 and left >= 2 * LANE_COST[target] and side_in_region(s, AXIS, target):
        armies = [a for a in fits if IS_ARMY[a.args[0]] and _corps_in_base(s, a.args[0])]
        armies = [a for a in armies if assigned(s, a.args[0])]
        if armies:
            return max(armies, key=lambda a: len(_corps_in_base(s, a.args[0])))
    return None


def _kept_for_flights(s: State) -> int:
    return _FLIGHT * sum(_ready_to_fly(s, unit) for unit in in_play(s, ALLIES))


def _ready_to_fly(s: State, unit: int) -> bool:
    return s.where[unit] in BASES and all_airborne(s, unit) and strength(s, unit).cards >= _FULL - 1


def _corps_in_base(s: State, army: int) -> list[int]:
    """Returns the Corps of an Army that wait with it, strong enough to land."""
    return [
        unit
        for unit in corps_of(s, army)
        if s.where[unit] in BASES
        and s.where[unit] == s.where[army]
        and strength(s, unit).cards >= _FULL
        and not all_airborne(s, unit)
    ]


def _new_landing(s: State, side: int, legal: Sequence[Action]) -> Action | None:
    """Begins the landing that promises most, if one is worth its points."""
    first = {a.args for a in legal if a.verb == "assault"}
    options = [landing for landing in _landings(s, side) if (landing.units[0], landing.region) in first]
    best = max(options, key=lambda landing: landing.value, default=None)
    if best is None or best.value < _LEAST:
        return None
    return make("assault", best.units[0], best.region)


def _landings(s: State, side: int) -> list[Landing]:
    front = Front(s, side)
    armies = [unit for unit in in_play(s, side) if IS_ARMY[unit] and s.where[unit] in BASES]
    armies = [army for army in armies if _corps_in_base(s, army) and assigned(s, army)]
    found = []
    for region in range(N_REGIONS):
        cost = LANE_COST[region]
        there = [army for army in armies if COAST[region] == SERVES[s.where[army]]]
        if not cost or not there:
            continue
        budget = s.points[side] - _kept_for_flights(s) - unmarked(s) - 2
        units: list[int] = []
        for army in sorted(there, key=lambda one: -len(_corps_in_base(s, one))):
            force = sorted(_corps_in_base(s, army), key=lambda one: -strength(s, one).attack)
            room = budget // cost - len(units)
            if room >= 2 and len({s.army[unit] for unit in units}) < 2:
                units += [army, *force[: room - 1]]
        if units:
            found.append(Landing(region, tuple(units), _landing_value(front, region, units)))
    return found


def _landing_value(front: Front, region: int, units: list[int]) -> float:
    """Returns what a landing is worth: the region, its port, a place from which to go on."""
    s, side = front.s, front.side
    if front.land >> region & 1 or not _can_be_fed(s, region, sum(IS_ARMY[unit] for unit in units)):
        return 0.0
    corps = [unit for unit in units if not IS_ARMY[unit]]
    bare = attackers_of(s, region, corps, 1)
    guns = sum(potential_support(s, unit, attacks=True) for unit in units if IS_ARMY[unit])
    drops = [unit for unit in in_play(s, side) if _ready_to_fly(s, unit)]
    first = (bare.first - bare.land) * _AFLOAT + sum(strength(s, unit).attack for unit in drops)
    cards = sum(1 + strength(s, unit).foot for unit in corps) + sum(strength(s, unit).cards for unit in drops)
    foe = defenders_of(s, 1 - side, region)
    odds = exchange(Side(cards, first, first * 0.4, bare.land, guns), foe, 1)
    after = sum(strength(s, unit).defence for unit in corps) - odds.attacker_lost * 3
    threat = max(1.0, front.threat[region] - defenders_of(s, 1 - side, region).first * odds.chance)
    stands = min(1.0, 1.2 * after / threat)
    port = 3.0 * (PORTS[region] or (2 if NOWHERE in s.mulberries else 0))
    reach = 0.06 * front.pull[region]
    gain = (WORTH[region] + port + reach) * stands
    price = _POINT * LANE_COST[region] * len(units)
    return odds.chance * gain - (1 - odds.chance) * 1.2 * cards - 0.3 * odds.attacker_lost - price


def _can_be_fed(s: State, region: int, armies: int) -> bool:
    """Tells whether so many Armies that land in a region find places for their markers: there, or near."""
    there = PORTS[region] * (not PASSAGE[region]) + s.mulberries.count(NOWHERE)
    near = sum(max(0, free) for port, free in free_harbours(s).items() if DISTANCE[port][region] <= 2)
    return there + near >= armies


def _next_voyage(s: State, side: int, legal: Sequence[Action]) -> Action | None:
    """Returns the voyage into port that helps most: an Army that can be supplied, or a Corps to its Army."""
    front = Front(s, side)
    if s.points[side] < _VOYAGE + 1 + unmarked(s):
        return None
    best, found = 0.0, None
    for action in legal:
        if action.verb != "sail":
            continue
        unit, region = action.args
        value = _army_voyage(front, unit, region) if IS_ARMY[unit] else _corps_voyage(front, unit, region)
        armies = front.armies.get(region, set())
        if s.army[unit] not in armies and len(armies) > 1:
            value -= 1.5 if AROUND[region] & ~front.enemy and len(armies) == 2 else 50.0
        if value > best:
            best, found = value, action
    return found


def _army_voyage(front: Front, army: int, region: int) -> float:
    """Judges the voyage of an Army Reserve: only with a place for its marker, and with Corps to follow."""
    s = front.s
    waiting = [unit for unit in corps_of(s, army) if s.where[unit] in BASES and strength(s, unit).cards >= 2]
    pending = sum(
        1 for unit in front.own if IS_ARMY[unit] and s.markers[unit] == NOWHERE and unit < len(s.markers)
    )
    free = sum(max(0, places) for places in free_harbours(s).values())
    if not waiting or free <= pending:
        return 0.0
    return 2.0 + len(waiting) + 0.02 * front.pull[region] - 0.5 * front.threat[region] / 20


def _corps_voyage(front: Front, corps: int, region: int) -> float:
    """Judges the voyage of a Corps to its Army: strong, and near enough to be in supply at the end."""
    s = front.s
    army = reserve_of(s, corps)
    if army == NOWHERE or s.where[army] >= N_REGIONS or strength(s, corps).cards < _FULL:
        return 0.0
    if all_airborne(s, corps):
        return 0.0
    away = DISTANCE[region][s.where[army]]
    return 3.0 + 0.3 * strength(s, corps).cards - 0.6 * away if away <= 3 else 0.0


def fly(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the next drop: into a landing, beside a front that will attack, or onto an empty prize."""
    front = Front(s, side)
    best, found = 1.2, make("done")
    if s.points[side] < _FLIGHT + unmarked(s):
        return found
    for action in legal:
        if action.verb != "fly":
            continue
        value = _drop_value(front, *action.args)
        if value > best:
            best, found = value, action
    return found


def _drop_value(front: Front, unit: int, region: int) -> float:
    s, side = front.s, front.side
    force = strength(s, unit)
    if force.cards < _FULL - 1 or front.crowds(unit, region):
        return -9.0
    army = reserve_of(s, unit)
    landing = [one for one in in_play(s, side) if s.where[one] == LANE + region]
    ashore = army != NOWHERE and s.where[army] < N_REGIONS
    if not landing and not ashore:
        return -9.0
    fed = army in landing or (ashore and DISTANCE[region][s.where[army]] <= 2)
    gain = WORTH[region] + 0.1 * front.pull[region]
    if not fed:
        gain = WORTH[region] * 0.7 - 4.0 if VICTORY >> region & 1 and not front.enemy >> region & 1 else -9.0
    if front.land >> region & 1 and not front.enemy >> region & 1:
        return (0.15 * front.pull[region] - 1.0) * bool(fed) if front.threat[region] > 0 else -1.0
    if not front.enemy >> region & 1:
        return -9.0 if landing else gain * 0.6 - _POINT * _FLIGHT
    helpers = [
        one
        for one in front.own
        if not IS_ARMY[one]
        and NEAR[region] >> s.where[one] & 1
        and not (s.fortress | s.exhausted | s.unsupplied) >> one & 1
        and strength(s, one).land > 1
    ]
    helpers = sorted(helpers, key=lambda one: -strength(s, one).attack)[:2]
    helpers += [one for one in landing if not IS_ARMY[one]]
    ours = attackers_of(s, region, helpers, 1)
    guns = ours.reserve + sum(potential_support(s, one, attacks=True) for one in landing if IS_ARMY[one])
    both = Side(ours.cards + force.cards, ours.first + force.attack, ours.later, ours.land, guns)
    foe = defenders_of(s, 1 - side, region)
    odds = exchange(both, foe, 1)
    alone = exchange(ours._replace(reserve=guns), foe, 1).chance if helpers else 0.0
    if odds.chance < 0.6:
        return -9.0
    return (odds.chance - 0.6 * alone) * gain * 0.7 - (1 - odds.chance) * 6.0 - _POINT * _FLIGHT


def muster(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the Army HQ that comes into play, and where; all that can come do."""
    offers = [action for action in legal if action.verb == "muster"]
    if not offers:
        return make("done")
    if side == ALLIES:
        return offers[0]
    front = Front(s, side)

    def place(action: Action) -> float:
        region = action.args[1]
        empty = not side_in_region(s, side, region)
        return 3.0 * empty - 0.1 * front.threat[region] - 0.1 * DISTANCE[region][REGION["ANT"]]

    return max(offers, key=place)


def panzerarmee(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the call of the 5th PanzerArmee, to Paris unless Antwerp is nearer to the landing."""
    offers = [action for action in legal if action.verb == "call"]
    front = Front(s, side)

    def away(action: Action) -> float:
        region = action.args[0]
        nearest = min((DISTANCE[region][s.where[foe]] for foe in front.foes), default=9)
        return nearest - 1.5 * (region == REGION["PAR"])

    return min(offers, key=away, default=make("decline"))


__all__ = ["fly", "muster", "panzerarmee", "sail"]
