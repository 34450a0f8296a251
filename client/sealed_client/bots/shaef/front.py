"""The situation of one side: what threatens and what guards its regions, where its Armies are supplied."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.games.shaef.board.geography import AROUND, PARIS, VICTORY, WITH_PORTS, around, flood, regions_in
from sealed.games.shaef.board.ports import mulberries_at, symbols
from sealed.games.shaef.board.presence import controlled, corps_of, in_play, occupied
from sealed.games.shaef.movement.counters import tires
from sealed.games.shaef.state import ALLIES, AXIS, BASES, IS_ARMY, N_REGIONS, NOWHERE
from sealed.games.shaef.supply.lines import FRENCH, REACH, serving
from sealed_client.bots.shaef.ground import DISTANCE, pull, value_to
from sealed_client.bots.shaef.strengths import strength

if TYPE_CHECKING:
    from sealed.games.shaef.state import State

NEAR = tuple(AROUND[region] | 1 << region for region in range(N_REGIONS))
"""Each region with its neighbours."""
_WITHIN = tuple(
    tuple(sum(1 << there for there in range(N_REGIONS) if row[there] <= steps) for row in DISTANCE)
    for steps in range(5)
)
"""The regions within so many borders of each."""
_NEXT, _BEYOND, _WALLED = 0.9, 0.3, 0.25
"""What the attack of an enemy unit counts next to its region, two borders away, and from a fortress."""
_SECURE = 0.62
"""The defence, as a share of what threatens a region, that holds it."""
_NEVER = 99
_GARRISON, _MARCH, _CLOSE = 6.0, 3, 1
"""The defence that guards a victory region at first, the moves of a turn, and what is near enough."""
_SOURCE = (9.0, 7.0)
"""What a region is worth besides to each side from which an Allied Army is supplied."""
_RAID = ((3, 13.0), (4, 9.0), (6, 5.0))
"""What threatens a victory region from afar: moves over open ground to it, and how much that counts."""


class Front:
    """What a side sees of the map in one position."""

    def __init__(self, s: State, side: int) -> None:
        """Takes the position as the side sees it."""
        self.s, self.side = s, side
        self.own = [unit for unit in in_play(s, side) if s.where[unit] < N_REGIONS]
        self.foes = [unit for unit in in_play(s, 1 - side) if s.where[unit] < N_REGIONS]
        self.ours, self.enemy = occupied(s, side), occupied(s, 1 - side)
        self.land = controlled(s, side)
        self.pull = pull(s.held, side)
        self.have = [0.0] * N_REGIONS
        self.armies: dict[int, set[int]] = {}
        for unit in self.own:
            self.have[s.where[unit]] += strength(s, unit).defence
            self.armies.setdefault(s.where[unit], set()).add(s.army[unit])
        self.threat, self.guard = [0.0] * N_REGIONS, [0.0] * N_REGIONS
        for unit in self.foes:
            self._threaten(unit)
        self.raid: tuple[int, ...] = ()
        self.duties: dict[int, int] = {}
        if side == AXIS:
            self._expect_raids()
            self._assign()
        self._lines: dict[int, Lines] = {}

    def _threaten(self, unit: int) -> None:
        place, force = self.s.where[unit], strength(self.s, unit)
        self.guard[place] += force.defence
        fire = max(0.0, force.attack) * (_WALLED if self.s.fortress >> unit & 1 else 1.0)
        self.threat[place] += fire
        for there in regions_in(AROUND[place]):
            self.threat[there] += _NEXT * fire
        for there in _two_away(place):
            self.threat[there] += _BEYOND * fire

    def _expect_raids(self) -> None:
        """Notes how soon the enemy could walk into a victory region past all guards."""
        raiders = [unit for unit in self.foes if strength(self.s, unit).land > 1]
        self.raid = _raid(frozenset(self.s.where[unit] for unit in raiders), self.ours)
        for region in regions_in(VICTORY & self.land):
            for moves, fire in _RAID:
                if self.raid[region] <= moves:
                    self.threat[region] = max(self.threat[region], fire)
                    break

    def _assign(self) -> None:
        """Gives Armies the duty to guard victory regions that the enemy could reach as soon as they.

        The region in most danger comes first, and the nearest Army takes it.
        """
        reserves = [unit for unit in self.own if IS_ARMY[unit]]
        for region in sorted(regions_in(VICTORY), key=lambda one: self.raid[one]):
            free = [army for army in reserves if army not in self.duties]
            if not free or self.have[region] >= _GARRISON:
                continue
            army = min(free, key=lambda one: DISTANCE[self.s.where[one]][region])
            days = -(-DISTANCE[self.s.where[army]][region] // _MARCH)
            if not self.land >> region & 1 or days >= -(-self.raid[region] // _MARCH):
                self.duties[army] = region
        self._call_home([army for army in reserves if army not in self.duties])

    def _call_home(self, reserves: list[int]) -> None:
        """Gives the Armies that the enemy has outflanked the duty to stand by the region in most danger."""
        region = min(regions_in(VICTORY), key=lambda one: (self.raid[one], self.have[one]))
        for army in reserves:
            away = DISTANCE[self.s.where[army]][region]
            if away > _CLOSE and -(-away // _MARCH) >= -(-self.raid[region] // _MARCH):
                self.duties[army] = region

    def duty(self, unit: int) -> int | None:
        """Returns the victory region that the Army of a unit has to guard."""
        return self.duties.get(self.s.army[unit])

    def value(self, region: int) -> float:
        """Returns what holding a region is worth now: sources of supply are worth more."""
        worth = value_to(self.side, region)
        return worth + _SOURCE[self.side] * self.s.markers.count(region)

    def hold(self, region: int, have: float) -> float:
        """Returns what a region counts that is guarded so."""
        threat = self.threat[region]
        share = 1.0 if threat <= 0 else min(1.0, have / (_SECURE * threat))
        return self.value(region) * share

    def crowds(self, unit: int, region: int) -> bool:
        """Tells whether a unit would be of a third Army in a region (5.2)."""
        there = self.armies.get(region, set())
        return self.s.army[unit] not in there and len(there) > 1

    def lines(self, army: int) -> Lines:
        """Returns where the Reserve of an Army can go and its Corps can follow."""
        if army not in self._lines:
            self._lines[army] = Lines(self, army)
        return self._lines[army]

    def deficit_pull(self, region: int) -> float:
        """Returns how strongly regions without enough guards draw a unit."""
        return sum(lack * 0.6 ** DISTANCE[region][there] for there, lack in self._deficits())

    def _deficits(self) -> list[tuple[int, float]]:
        if not hasattr(self, "_lacking"):
            self._lacking = [
                (region, self.value(region) - self.hold(region, self.have[region]))
                for region in regions_in(self.land)
                if self.threat[region] > 0
            ]
        return self._lacking


class Lines:
    """The supply of one Army: places for its Reserve within this turn, and the Corps that hang on them."""

    def __init__(self, front: Front, army: int) -> None:
        """Takes the situation and the Army."""
        s = front.s
        self.fed = supplied_places(s, army)
        self.places = _reserve_places(front, army) & self.fed
        common, self.strays = self.places, []
        corps = [unit for unit in corps_of(s, army) if s.where[unit] < N_REGIONS]
        self.corps = sorted(corps, key=lambda unit: -strength(s, unit).cards)
        self._within = {unit: _WITHIN[1 + _moves_left(front, unit)][s.where[unit]] for unit in self.corps}
        for unit in self.corps:
            if common & self._within[unit]:
                common &= self._within[unit]
            else:
                self.strays.append(unit)

    def allows(self, corps: int, region: int) -> bool:
        """Tells whether a Corps that goes there, and all others, can be in supply at the end of the turn."""
        common = self.places
        for unit, within in self._within.items():
            if unit != corps and unit not in self.strays:
                common &= within
        return bool(common & NEAR[region])

    def away(self, region: int) -> int:
        """Returns how many borders beyond its supply a Corps would be there."""
        goals = self.places or self.fed
        return max(0, min((DISTANCE[region][there] for there in regions_in(goals)), default=9) - 1)


def _moves_left(front: Front, unit: int) -> int:
    """Returns how often a Corps ashore may still move in this turn."""
    s, bit = front.s, 1 << unit
    held = s.exhausted | s.fortress | s.amphibious | s.airborne | s.engaged | s.unsupplied
    if s.turn != front.side or not s.phase or held & bit:
        return 0
    return 3 - s.phase + (not s.moved & bit)


def supplied_places(s: State, army: int) -> int:
    """Returns where the Reserve of an Army would be in supply, its marker placed anew if that can be paid."""
    if army >= len(s.markers):
        land = controlled(s, 1)
        return flood(land, VICTORY) | (1 << s.where[army] if s.where[army] < N_REGIONS else 0) & around(
            flood(land, VICTORY)
        )
    now = serving(s)[army]
    sources = set() if now == NOWHERE else {now}
    if s.points[ALLIES] > 0:
        sources |= {region for region, free in free_harbours(s).items() if free > 0}
        if army == FRENCH and s.held >> PARIS & 1:
            sources.add(PARIS)
    found = 0
    for source in sources:
        found |= _reach(s.held, source)
    return found


@lru_cache(maxsize=1 << 10)
def _reach(held: int, source: int) -> int:
    within = flood(held, 1 << source, REACH - 1)
    return within | around(within)


def free_harbours(s: State) -> dict[int, int]:
    """Returns how many more supply markers each port or Mulberry can take."""
    there = {region for region in s.mulberries if region < N_REGIONS} | set(regions_in(WITH_PORTS & s.held))
    places = {region: symbols(s, region) + mulberries_at(s, region) for region in there}
    return {region: places[region] - s.markers.count(region) for region in places}


def _reserve_places(front: Front, army: int) -> int:
    """Returns where a Reserve can be at the end of the turn: over friendly ground without enemies."""
    s = front.s
    place = s.where[army]
    if place >= N_REGIONS:
        return 0
    steps = max(0, 3 - s.phase)
    bit = 1 << army
    if s.phase and not (s.moved | s.exhausted | s.amphibious | s.airborne) & bit:
        steps += 1
    if (s.amphibious | s.exhausted | s.airborne) & bit or s.turn != front.side or not s.phase:
        steps = 0
    if s.unsupplied & bit:
        steps = int(s.phase == 1 and not s.moved & bit)
    found = edge = 1 << place
    for _ in range(steps):
        edge = around(edge) & front.land & ~front.enemy & ~found
        if not edge:
            break
        found |= edge
        edge &= ~sum(1 << region for region in regions_in(edge) if tires(s, region))
    return found


@lru_cache(maxsize=1 << 10)
def _raid(places: frozenset[int], guarded: int) -> tuple[int, ...]:
    """Returns how many moves units from these places need to each region, past guarded ones."""
    moves = [_NEVER] * N_REGIONS
    edge = seen = sum(1 << place for place in places)
    for step in range(1, 8):
        edge = around(edge) & ~seen
        seen |= edge
        for region in regions_in(edge):
            moves[region] = step
        edge &= ~guarded
    return tuple(moves)


@lru_cache(maxsize=N_REGIONS)
def _two_away(place: int) -> tuple[int, ...]:
    return tuple(region for region in range(N_REGIONS) if DISTANCE[place][region] == 2)


def unmarked(s: State) -> int:
    """Returns how many Allied Armies on the way or ashore still need a supply marker: each costs a point."""
    now = serving(s)
    return sum(now[army] == NOWHERE and s.where[army] < BASES[0] for army in range(len(s.markers)))


__all__ = ["NEAR", "Front", "Lines", "free_harbours", "supplied_places", "unmarked"]
