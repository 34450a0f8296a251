"""Movement: a unit goes to an adjacent region, once in each of the three phases (Section 11).

Units on a Sea Assault Lane land at the start of the first one (9.2d).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import pop
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.games.shaef.board.control import occupy
from sealed.games.shaef.board.geography import AROUND, river, terrain
from sealed.games.shaef.board.presence import ashore, on_lane
from sealed.games.shaef.moments import MOVEMENT
from sealed.games.shaef.movement.counters import exhaust, put, tires
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack.facts import MOUNTAIN
from sealed.games.shaef.question import DONE, PREDICATES, Free
from sealed.games.shaef.state import LANE, N_REGIONS, N_UNITS, OFF, SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

FIRST = 1
"""The Movement Phase in which mountains and Out-of-Supply Markers hold nobody."""


def move_reasons(s: State, side: int, unit: int, region: int, phase: int) -> Iterator[Refusal]:
    """Yield what stands against moving a unit to a region in a Movement Phase (11)."""
    if SIDE[unit] != side:
        yield Refusal("not-yours", (unit,), "11")
        return
    if s.where[unit] == OFF:
        yield Refusal("not-in-play", (unit,), "11")
        return
    if not ashore(s, unit):
        yield Refusal("not-ashore", (unit,), "11")
        return
    yield from _stays(s, unit, phase)
    if not AROUND[s.where[unit]] >> region & 1:
        yield Refusal("not-adjacent", (unit, region), "11")


def _stays(s: State, unit: int, phase: int) -> Iterator[Refusal]:
    """Yield what keeps a unit ashore where it is; exhausted Army Reserves stay, too (E-6)."""
    for units, code, rule in (
        (s.moved, "has-moved", "11"),
        (s.engaged, "is-engaged", "11a"),
        (s.fortress, "under-fortress", "11b"),
        (s.airborne, "flew", "11c"),
        (s.amphibious, "landed", "11d"),
        (s.exhausted, "is-exhausted", "11e"),
    ):
        if units >> unit & 1:
            yield Refusal(code, (unit,), rule)
    if phase > FIRST:
        if terrain(s, s.where[unit]) == MOUNTAIN:
            yield Refusal("in-mountains", (unit,), "11f")
        if s.unsupplied >> unit & 1:
            yield Refusal("is-unsupplied", (unit,), "11g")


def moves(s: State, side: int, phase: int) -> list[Action]:
    """Return all moves of a side in a Movement Phase: what `move_reasons` has nothing against."""
    barred = s.moved | s.engaged | s.fortress | s.airborne | s.amphibious | s.exhausted
    if phase > FIRST:
        barred |= s.unsupplied
    found: list[Action] = []
    for unit in range(N_UNITS):
        place = s.where[unit]
        if place >= N_REGIONS or SIDE[unit] != side or barred >> unit & 1:
            continue
        if phase == FIRST or terrain(s, place) != MOUNTAIN:
            found += _from(unit, place)
    return found


@lru_cache(maxsize=N_UNITS * N_REGIONS)
def _from(unit: int, place: int) -> tuple[Action, ...]:
    return tuple(make("move", unit, region) for region in range(N_REGIONS) if AROUND[place] >> region & 1)


def go(s: State, unit: int, region: int, tell: Tell) -> State:
    """Move a unit over a border; mountains and wetlands exhaust it (2.8h, 2.8i)."""
    start = s.where[unit]
    wet = river(start, region)
    happened(tell, "went", (unit, start, region))
    if wet:
        happened(tell, "across", (unit,))
    s = put(s, unit, region, start, river=wet)
    return exhaust(s, unit, tell) if tires(s, region) else s


def land(s: State, tell: Tell) -> State:
    """Put the units of the Sea Assault Lanes ashore at the start of the First Movement Phase (9.2d).

    They may not move on this turn, and no river counts against them. It may push an Interlude, so the
    question of the phase is to be on the stack before.
    """
    landing = [unit for unit in range(N_UNITS) if on_lane(s, unit)]
    for unit in landing:
        lane = s.where[unit]
        happened(tell, "went", (unit, lane, lane - LANE))
        s = put(s, unit, lane - LANE)
        s = copy_with(s, amphibious=s.amphibious | 1 << unit)
        if tires(s, lane - LANE):
            s = exhaust(s, unit, tell)
    return occupy(s, tell) if landing else s


@dataclass(frozen=True, slots=True)
class Moving(Free):
    """A Movement Phase (1-3) of the side: each unit may move once, in any order."""

    id: ClassVar[str] = "move"
    rule: ClassVar[str] = "11"
    verbs: ClassVar[frozenset[str]] = frozenset({"move", "done"})
    colour: int
    phase: int
    moment: ClassVar[int] = MOVEMENT

    def details(self, s: State) -> tuple[int, ...]:
        """Return the phase."""
        del s
        return (self.phase,)

    def own(self, s: State) -> Sequence[Action]:
        """Return the moves, and `done`."""
        return (*moves(s, self.colour, self.phase), DONE)

    def offers(self, s: State, action: Action) -> bool:
        """Tell whether an answer is legal by looking at its unit alone."""
        return action.verb in self.verbs and not any(True for _ in self.why(s, action))

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a move in this phase."""
        if action.verb == "move":
            unit, region = action.args
            yield from move_reasons(s, self.colour, unit, region, self.phase)

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Move a unit and ask again; at the end nothing has moved in the next phase."""
        if action is DONE:
            return copy_with(pop(s), moved=0)
        unit, region = action.args
        s = go(s, unit, region, tell)
        return occupy(copy_with(s, moved=s.moved | 1 << unit), tell)


def _move_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    return move_reasons(s, side, args[0], args[1], s.phase)


PREDICATES["move"] = _move_reasons

__all__ = ["FIRST", "Moving", "go", "land", "move_reasons", "moves"]
