"""The Free Scenario: where the Axis units stand, which Corps are beneath Fortress Markers (3.2e)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import pop
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.games.shaef.board.geography import AROUND, near, regions_in
from sealed.games.shaef.board.presence import controls
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import DONE, Question
from sealed.games.shaef.setup.organising import stand
from sealed.games.shaef.setup.rosters import FORTRESSES, HOME, START_UNITS, printed_place
from sealed.games.shaef.state import IS_ARMY, N_REGIONS, OFF, SIDE, units_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

_STRAYS = load().numbers.stray_corps
_FORTS = sum(1 << region.index for region in load().regions if region.fort)


@dataclass(frozen=True, slots=True)
class Stationing(Question):
    """The side places each of its units once, a Corps after its Army, and lays Fortress Markers."""

    id: ClassVar[str] = "station"
    rule: ClassVar[str] = "3.2e"
    verbs: ClassVar[frozenset[str]] = frozenset({"station", "fortify", "done"})
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return where the units that are left can stand, what can be fortified, and `done` at the end."""
        del seat
        units = START_UNITS[self.colour]
        left = [unit for unit in units if s.where[unit] == OFF]
        candidates = [
            make("station", unit, region) for unit in left for region in _near(s, self.colour, unit)
        ]
        candidates += [make("fortify", unit) for unit in units if s.where[unit] != OFF]
        return self.allowed(s, [*candidates, DONE])

    def permits(self, s: State, action: Action, seat: int) -> bool:
        """Tell whether nothing stands against an answer."""
        del seat
        return action.verb in self.verbs and not any(True for _ in self.why(s, action))

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against placing a unit or a marker, or against leaving off."""
        if action is DONE:
            for unit in START_UNITS[self.colour]:
                if s.where[unit] == OFF:
                    yield Refusal("must-be-placed", (unit,), "3.2e")
        elif action.verb == "station":
            yield from _station_reasons(s, self.colour, *action.args)
        else:
            yield from _fortify_reasons(s, self.colour, *action.args)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Place a unit or a marker and ask again, or go on."""
        del seat
        if action is DONE:
            return pop(s)
        if action.verb == "station":
            unit, region = action.args
            return stand(s, unit, region, tell)
        (unit,) = action.args
        happened(tell, "fortified", (unit, s.where[unit]))
        return copy_with(s, fortress=s.fortress | 1 << unit)


def _near(s: State, side: int, unit: int) -> Sequence[int]:
    """Return the regions that come into question for a unit: all for a Corps that may stand anywhere."""
    centre = printed_place(unit, free=True) if IS_ARMY[unit] else s.where[HOME[unit]]
    if centre == OFF:
        return ()
    if not IS_ARMY[unit] and strays(s, side) < _STRAYS:
        return range(N_REGIONS)
    return (centre, *regions_in(AROUND[centre]))


def _station_reasons(s: State, side: int, unit: int, region: int) -> Iterator[Refusal]:
    if SIDE[unit] != side:
        yield Refusal("not-yours", (unit,), "3.2e")
        return
    if unit not in START_UNITS[side]:
        yield Refusal("not-in-play", (unit,), "3.2a")
        return
    if s.where[unit] != OFF:
        yield Refusal("already-placed", (unit,), "3.2e")
    if not controls(s, side, region):
        yield Refusal("enemy-controls", (region,), "3.2e")
    army = HOME[unit]
    if IS_ARMY[unit]:
        if not near(printed_place(unit, free=True), region):
            yield Refusal("not-printed-place", (unit, region), "3.2e")
    elif s.where[army] == OFF:
        yield Refusal("must-be-placed", (army,), "3.2e")
    elif not near(s.where[army], region) and strays(s, side) >= _STRAYS:
        yield Refusal("too-far-from-army", (unit, army), "3.2e")


def strays(s: State, side: int) -> int:
    """Return how many Corps of a side stand neither in nor next to the region of their Army (3.2e)."""
    return sum(
        s.where[unit] != OFF and not IS_ARMY[unit] and not near(s.where[HOME[unit]], s.where[unit])
        for unit in START_UNITS[side]
    )


def _fortify_reasons(s: State, side: int, unit: int) -> Iterator[Refusal]:
    """Yield what stands against a Fortress Marker: on Corps, on Fort symbols, one a region (E-38, E-105)."""
    if SIDE[unit] != side:
        yield Refusal("not-yours", (unit,), "3.1")
        return
    region = s.where[unit]
    if region == OFF:
        yield Refusal("not-in-play", (unit,), "3.1")
        return
    if IS_ARMY[unit]:
        yield Refusal("not-a-corps", (unit,), "3.1")
    marked = units_in(s.fortress)
    if unit in marked:
        yield Refusal("has-fortress", (unit,), "3.1")
    elif region in {s.where[other] for other in marked}:
        yield Refusal("fortress-taken", (region,), "3.1")
    if not _FORTS >> region & 1:
        yield Refusal("no-fort", (region,), "E-38")
    if len(marked) >= FORTRESSES:
        yield Refusal("no-fortress-marker", (), "E-105")


__all__ = ["Stationing", "strays"]
