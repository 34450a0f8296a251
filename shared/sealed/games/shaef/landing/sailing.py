"""Sea Transport: sailing into port and putting units on Sea Assault Lanes (Section 9).

Nothing changes hands in this phase, so the ports of the moment are those controlled when it began (E-12).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import pop, replace_top
from sealed.engine.message import Refusal, happened
from sealed.games.shaef.board.geography import COAST, LANE_COST, WATERS, near
from sealed.games.shaef.board.ports import mulberries_at, port_reasons, symbols
from sealed.games.shaef.board.presence import in_play, on_lane
from sealed.games.shaef.moments import LANDING
from sealed.games.shaef.movement.counters import put
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import ATLANTIC, MEDITERRANEAN
from sealed.games.shaef.question import DONE, PREDICATES, Free, Question
from sealed.games.shaef.state import AFRICA, BASES, BRITAIN, IS_ARMY, LANE, N_REGIONS, NOWHERE, OFF, SIDE
from sealed.games.shaef.units.points import point_reasons, spend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

_COST = load().numbers.cost_port
SERVES = {BRITAIN: ATLANTIC, AFRICA: MEDITERRANEAN}
"""The coast that a base serves (9). A port inland lies on the coast of its River Passage, so Antwerp is
reached from Britain (E-70)."""


def harbours(s: State, region: int) -> int:
    """Return how many units may sail into a region in a phase: each symbol and Mulberry takes one (E-11)."""
    return symbols(s, region) + mulberries_at(s, region)


def base_reasons(s: State, side: int, unit: int, rule: str) -> Iterator[Refusal]:
    """Yield why a unit cannot leave a base: it is not the side's, or in neither Britain nor Africa."""
    if SIDE[unit] != side:
        yield Refusal("not-yours", (unit,), rule)
    elif s.where[unit] == OFF:
        yield Refusal("not-in-play", (unit,), rule)
    elif s.where[unit] not in BASES:
        yield Refusal("not-in-base", (unit,), rule)


def sail_reasons(s: State, side: int, unit: int, region: int) -> Iterator[Refusal]:
    """Yield what the board has against sailing into a port: base, coast, port, Army, points (9, 9.1)."""
    elsewhere = list(base_reasons(s, side, unit, "9.1a"))
    yield from elsewhere
    if not harbours(s, region):
        yield from port_reasons(s, region, "9.1a")
    if elsewhere:
        return
    if WATERS[region] != SERVES[s.where[unit]]:
        yield Refusal("wrong-coast", (unit, region), "9")
    yield from _stays_behind(s, unit)
    yield from point_reasons(s, side, _COST, "9.1b")


def _stays_behind(s: State, unit: int) -> Iterator[Refusal]:
    """Yield why a Corps cannot leave its Army: the Reserve remains in its base, or is lost (9, E-71)."""
    army = s.army[unit]
    if IS_ARMY[unit] or army == NOWHERE:
        return
    if s.where[army] == OFF:
        yield Refusal("not-in-play", (army,), "9")
    elif s.where[army] in BASES:
        yield Refusal("army-stays", (army,), "9")


def assault_reasons(s: State, side: int, unit: int, region: int) -> Iterator[Refusal]:
    """Yield what stands against putting a unit on the Sea Assault Lane of a region (9.2)."""
    elsewhere = list(base_reasons(s, side, unit, "9.2a"))
    yield from elsewhere
    cost = LANE_COST[region]
    if not cost:
        yield Refusal("no-lane", (region,), "9.2a")
    if elsewhere:
        return
    if COAST[region] != SERVES[s.where[unit]]:
        yield Refusal("wrong-coast", (unit, region), "9")
    yield from _army_elsewhere(s, unit, region)
    if cost:
        yield from point_reasons(s, side, cost, "9.2b")


def _army_elsewhere(s: State, unit: int, region: int) -> Iterator[Refusal]:
    """Yield why a Corps cannot assault here: its Reserve assaults neither here nor next to it (9.2c)."""
    army = s.army[unit]
    if IS_ARMY[unit]:
        return
    if army == NOWHERE or not on_lane(s, army) or not near(s.where[army] - LANE, region):
        yield Refusal("army-lands-elsewhere", (unit, region), "9.2c")


@dataclass(frozen=True, slots=True)
class Sailing(Free):
    """The Sea Transport Phase; `used` names a region once for each unit that has sailed into it."""

    id: ClassVar[str] = "sail"
    rule: ClassVar[str] = "9"
    verbs: ClassVar[frozenset[str]] = frozenset({"sail", "assault", "done"})
    colour: int
    used: tuple[int, ...] = ()
    moment: ClassVar[int] = LANDING

    def own(self, s: State) -> Sequence[Action]:
        """Return the voyages and assaults that can be paid, and `done`."""
        units = [unit for unit in in_play(s, self.colour) if s.where[unit] in BASES]
        if not units:
            return (DONE,)
        ports = [region for region in range(N_REGIONS) if harbours(s, region)]
        lanes = [region for region in range(N_REGIONS) if 0 < LANE_COST[region] <= s.points[self.colour]]
        candidates = [make("sail", unit, region) for unit in units for region in ports]
        candidates += [make("assault", unit, region) for unit in units for region in lanes]
        return (*self.allowed(s, candidates), DONE)

    def offers(self, s: State, action: Action) -> bool:
        """Tell whether nothing stands against an answer."""
        return action.verb in self.verbs and not any(True for _ in self.why(s, action))

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against an answer; a port that is full has taken its units already."""
        yield from Question.why(self, s, action)
        if action.verb == "sail":
            region = action.args[1]
            places = harbours(s, region)
            if places and self.used.count(region) >= places:
                yield Refusal("port-used", (region,), "9.1a")

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Carry out a voyage or an assault and ask again."""
        if action is DONE:
            return pop(s)
        unit, region = action.args
        if action.verb == "sail":
            s = spend(s, self.colour, _COST, tell)
            happened(tell, "sailed", (unit, region))
            return replace_top(put(s, unit, region), Sailing(self.colour, (*self.used, region)))
        s = spend(s, self.colour, LANE_COST[region], tell)
        happened(tell, "embarked", (unit, region))
        return put(s, unit, LANE + region)


def _sail_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    return sail_reasons(s, side, args[0], args[1])


def _assault_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    return assault_reasons(s, side, args[0], args[1])


PREDICATES["sail"] = _sail_reasons
PREDICATES["assault"] = _assault_reasons

__all__ = ["SERVES", "Sailing", "assault_reasons", "base_reasons", "harbours", "sail_reasons"]
