"""No more than two Armies of a side in a region: who stands there in excess is discarded (5.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import pop, push
from sealed.engine.message import Refusal, happened
from sealed.games.shaef.board.presence import occupied, side_in_region
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import Question
from sealed.games.shaef.state import N_REGIONS, units_in
from sealed.games.shaef.units.discarding import destroy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

_MOST = load().numbers.region_armies


def armies_in(s: State, side: int, region: int) -> frozenset[int]:
    """Return the Armies whose units a side has in a region, whether their Reserve is in play or not."""
    return frozenset(s.army[unit] for unit in units_in(side_in_region(s, side, region)))


def crowded(s: State, side: int) -> list[int]:
    """Return the regions in which a side has units of more than two Armies, ascending."""
    there = occupied(s, side)
    return [
        region
        for region in range(N_REGIONS)
        if there >> region & 1 and len(armies_in(s, side, region)) > _MOST
    ]


def enforce(s: State, side: int, tell: Tell) -> State:
    """Make a side discard units until no region holds more than two of its Armies (5.2a).

    It is called at the end of each own Movement Phase and of the own Reorganization Phase; what a retreat
    has crowded in the enemy's turn waits until then (5.2c). Pushes the question for the first such region.
    """
    del tell
    regions = crowded(s, side)
    return push(s, Overcrowded(side, regions[0])) if regions else s


@dataclass(frozen=True, slots=True)
class Overcrowded(Question):
    """Which unit of an overcrowded region is discarded."""

    id: ClassVar[str] = "overcrowded"
    rule: ClassVar[str] = "5.2a"
    verbs: ClassVar[frozenset[str]] = frozenset({"disband"})
    colour: int
    region: int

    def details(self, s: State) -> tuple[int, ...]:
        """Return the region."""
        del s
        return (self.region,)

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the discard of each own unit there."""
        del seat
        return [make("disband", unit) for unit in units_in(side_in_region(s, self.colour, self.region))]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what is wrong with a unit: it is none of the side's in this region."""
        yield from Question.why(self, s, action)
        if s.where[action.args[0]] != self.region:
            yield Refusal("not-crowded", action.args, self.rule)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Discard the unit, and ask again if that was not enough; others of the side hold the region on."""
        del seat
        happened(tell, "crowded-out", (action.args[0], self.region))
        return enforce(destroy(pop(s), action.args[0], tell), self.colour, tell)


__all__ = ["Overcrowded", "armies_in", "crowded", "enforce"]
