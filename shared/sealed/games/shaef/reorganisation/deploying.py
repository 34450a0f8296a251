"""Strategic Deployment: whole units and single cards go over friendly ground, all at the same time (13.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import count, move_all
from sealed.engine.frames import pop, push
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.games.shaef.board.control import occupy
from sealed.games.shaef.board.presence import in_play
from sealed.games.shaef.moments import DEPLOYMENT
from sealed.games.shaef.movement.counters import put
from sealed.games.shaef.notation import make
from sealed.games.shaef.question import DONE, PREDICATES, Free
from sealed.games.shaef.reorganisation.collecting import Collecting, debt, space_reasons
from sealed.games.shaef.reorganisation.paths import OVERSEAS, end_reasons, path_reasons, reach
from sealed.games.shaef.reorganisation.prices import fee_reasons, pay
from sealed.games.shaef.state import (
    ALLIES,
    ARRIVED,
    BASES,
    DOWN,
    N_REGIONS,
    N_UNITS,
    OFF,
    SIDE,
    UP,
)
from sealed.games.shaef.units.holdings import whole
from sealed.games.shaef.units.organisation import overfull
from sealed.games.shaef.units.turning import turn_down_owed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

_PLACES = (*range(N_REGIONS), *BASES)
ORGANISE = tuple(make("organise", unit) for unit in range(N_UNITS))
REDEPLOY = tuple({place: make("redeploy", unit, place) for place in _PLACES} for unit in range(N_UNITS))
"""The answers by unit, and by place."""


def begin_deployment(s: State, side: int) -> State:
    """Begin the step; cards that lie face-down and known are mixed with the others first (2.6g, E-102)."""
    return turn_down_owed(push(s, Deploying(side)), side)


@dataclass(frozen=True, slots=True)
class Deploying(Free):
    """The second step of the Reorganization Phase: units are redeployed, cards reassigned (13.2)."""

    id: ClassVar[str] = "deploy"
    rule: ClassVar[str] = "13.2"
    verbs: ClassVar[frozenset[str]] = frozenset({"organise", "redeploy", "done"})
    colour: int
    moment: ClassVar[int] = DEPLOYMENT

    def own(self, s: State) -> Sequence[Action]:
        """Return the units that can take cards, the units that can go elsewhere and where to, and `done`."""
        side = self.colour
        units = in_play(s, side)
        found = [ORGANISE[unit] for unit in units if _can_organise(s, side, unit)]
        for unit in units:
            found += _redeployments(s, side, unit)
        return found if overfull(s, side) else (*found, DONE)

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against an answer; `done` waits until no unit has too many cards (13.2c)."""
        if action is not DONE:
            yield from PREDICATES[action.verb](s, self.colour, action.args)
            return
        for unit in overfull(s, self.colour):
            yield Refusal("still-over-limit", (unit,), "13.2c")

    def offers(self, s: State, action: Action) -> bool:
        """Tell whether nothing stands against an answer."""
        return action.verb in self.verbs and not any(True for _ in self.why(s, action))

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Redeploy a unit, turn to one that takes cards, or let all that has arrived settle."""
        if action is DONE:
            return settle(pop(s), self.colour, tell)
        if action.verb == "organise":
            return push(s, Collecting(self.colour, action.args[0]))
        return redeploy(s, self.colour, action.args[0], action.args[1], tell)

    def stated(self, s: State, seat: int) -> Action | None:
        """Return `done` unless cards are to be mixed, which only their owner can, or units fall after it."""
        waits = overfull(s, self.colour) or any(s.zones[ARRIVED + unit] for unit in in_play(s, self.colour))
        return None if waits else super(Deploying, self).stated(s, seat)


def settle(s: State, side: int, tell: Tell) -> State:
    """Lay all cards that have arrived with those of their units, in one step (13.2c)."""
    for unit in range(N_UNITS):
        if SIDE[unit] == side:
            s = move_all(s, ARRIVED + unit, DOWN + unit, tell)
    return s


def redeploy(s: State, side: int, unit: int, place: int, tell: Tell) -> State:
    """Put a unit elsewhere; a Fortress Marker stays behind for others (3.1 sidebar, E-106)."""
    s = pay(s, side, whole(s, unit), tell)
    if s.fortress >> unit & 1:
        happened(tell, "fortress-left", (unit,))
    happened(tell, "redeployed", (unit, place))
    s = put(s, unit, place)
    s = copy_with(s, deployed=s.deployed | 1 << unit, fortress=s.fortress & ~(1 << unit))
    return occupy(s, tell)


def _can_organise(s: State, side: int, unit: int) -> bool:
    return not any(space_reasons(s, side, unit, 0)) and not any(_end(s, side, unit))


def _end(s: State, side: int, unit: int) -> Iterator[Refusal]:
    place = s.where[unit]
    if place < N_REGIONS:
        yield from end_reasons(s, side, place, "13.2f")


def _redeployments(s: State, side: int, unit: int) -> Iterator[Action]:
    """Yield where a unit can go: what `redeploy_reasons` has nothing against, found by one flood."""
    if any(True for _ in _stays(s, side, unit)):
        return
    reached, here = reach(s, side, s.where[unit]), s.where[unit]
    for place, action in REDEPLOY[unit].items():
        if place != here and (reached & OVERSEAS if place in BASES else reached >> place & 1):
            yield action


def _stays(s: State, side: int, unit: int) -> Iterator[Refusal]:
    """Yield what keeps a unit in its place whatever its aim is."""
    if s.deployed >> unit & 1:
        yield Refusal("has-deployed", (unit,), "13.2c")
    if count(s, ARRIVED + unit):
        yield Refusal("cards-arrived", (unit,), "13.2c")
    if count(s, UP + unit):
        yield Refusal("face-up-cards", (unit,), "13.2e")
    if s.amphibious >> unit & 1:
        yield Refusal("landed", (unit,), "9.2d")
    yield from fee_reasons(s, side, whole(s, unit) + debt(s, side))


def redeploy_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    """Yield what stands against redeploying a whole unit to a place (13.2e-h)."""
    unit, place = args
    if SIDE[unit] != side:
        yield Refusal("not-yours", (unit,), "13.2")
    elif s.where[unit] == OFF:
        yield Refusal("not-in-play", (unit,), "13.2")
    else:
        yield from _stays(s, side, unit)
        if place == s.where[unit]:
            yield Refusal("same-place", (unit,), "13.2e")
        elif place not in REDEPLOY[unit] or (place in BASES and side != ALLIES):
            yield Refusal("no-path", (s.where[unit], place), "13.2f")
        else:
            yield from path_reasons(s, side, s.where[unit], place)


def organise_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    """Yield what stands against assigning cards to a unit now: whose it is, its place, its room."""
    (unit,) = args
    if SIDE[unit] != side:
        yield Refusal("not-yours", (unit,), "13.2")
    elif s.where[unit] == OFF:
        yield Refusal("not-in-play", (unit,), "13.2")
    else:
        yield from space_reasons(s, side, unit, 0)
        yield from _end(s, side, unit)


PREDICATES["redeploy"] = redeploy_reasons
PREDICATES["organise"] = organise_reasons

__all__ = ["Deploying", "begin_deployment", "organise_reasons", "redeploy", "redeploy_reasons", "settle"]
