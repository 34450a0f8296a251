"""Airborne Movement: a Corps made of airborne cards alone flies to the Continent (Section 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import pop
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.engine.zones import HIDDEN, types
from sealed.games.shaef.board.control import occupy
from sealed.games.shaef.board.geography import COAST, PARIS, WATERS, near
from sealed.games.shaef.board.presence import ashore, in_play, reserve_of
from sealed.games.shaef.landing.sailing import SERVES, base_reasons
from sealed.games.shaef.moments import FLIGHT
from sealed.games.shaef.movement.counters import put
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import DONE, PREDICATES, Free
from sealed.games.shaef.state import ALLIES, BASES, HQ_CARD, N_REGIONS, NOWHERE
from sealed.games.shaef.supply.lines import source, supplied_now
from sealed.games.shaef.units.cards import AIRBORNE, has
from sealed.games.shaef.units.holdings import ALL
from sealed.games.shaef.units.points import point_reasons, spend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

_COST = load().numbers.cost_airborne
_NORMANDY = next(region.index for region in load().regions if region.id == "NOR")


def all_airborne(s: State, unit: int) -> bool:
    """Tell whether a unit consists, or may consist, of airborne cards alone, its HQ among them (10a)."""
    if not has(HQ_CARD[unit], AIRBORNE):
        return False
    held = [card for kind in ALL for card in types(s.zones[kind + unit])]
    return all(card == HIDDEN or has(card, AIRBORNE) for card in held)


def fly_reasons(s: State, side: int, unit: int, region: int) -> Iterator[Refusal]:
    """Yield what stands against flying a unit to a region (10)."""
    elsewhere = list(base_reasons(s, side, unit, "10a"))
    yield from elsewhere
    if not all_airborne(s, unit):
        yield Refusal("not-airborne", (unit,), "10a")
    if elsewhere:
        return
    yield from _range_reasons(s, unit, region)
    yield from point_reasons(s, side, _COST, "10b")


def _range_reasons(s: State, unit: int, region: int) -> Iterator[Refusal]:
    """Yield why a region is out of reach: it lies neither on the coast of the base nor at the own Army.

    An Army's Reserve ashore extends the reach if it draws supply from that coast or from Paris.
    """
    coast, rule = SERVES[s.where[unit]], "10c" if s.where[unit] == BASES[0] else "10d"
    if COAST[region] == coast:
        return
    army = reserve_of(s, unit)
    if army == NOWHERE or not ashore(s, army) or not near(s.where[army], region):
        yield Refusal("drop-too-far", (unit, region), rule)
    elif not _draws_from(s, army, coast):
        yield Refusal("army-supply-elsewhere", (army,), rule)


def _draws_from(s: State, army: int, coast: int) -> bool:
    """Tell whether an Army is supplied through a port or Mulberry of a coast, or from Paris."""
    place = source(s, army)
    return place != NOWHERE and (place == PARIS or WATERS[place] == coast) and supplied_now(s, army)


def drop(s: State, unit: int, region: int, tell: Tell) -> State:
    """Put a unit down by air; it takes control by itself where no enemy stands."""
    happened(tell, "flew", (unit, region))
    s = put(s, unit, region)
    return copy_with(s, airborne=s.airborne | 1 << unit)


def historical_flights(s: State, tell: Tell) -> State:
    """Drop both airborne Corps on Normandy in June in the Historical Scenario, where they are paid (3.1e).

    At any other time nothing happens. Their cards are those of the set-up, so the HQs alone tell who flies.
    """
    flown = [unit for unit in in_play(s, ALLIES) if _is_paid(s, unit)]
    for unit in flown:
        s = drop(s, unit, _NORMANDY, tell)
    return occupy(s, tell) if flown else s


def _is_paid(s: State, unit: int) -> bool:
    """Tell whether a unit waits for the flight that the set-up has paid (3.1e)."""
    if s.terms.free or s.month != 1 or s.turn != ALLIES:
        return False
    return s.where[unit] in BASES and has(HQ_CARD[unit], AIRBORNE)


@dataclass(frozen=True, slots=True)
class Flying(Free):
    """The Airborne Phase."""

    id: ClassVar[str] = "fly"
    rule: ClassVar[str] = "10"
    verbs: ClassVar[frozenset[str]] = frozenset({"fly", "done"})
    colour: int
    moment: ClassVar[int] = FLIGHT

    def own(self, s: State) -> Sequence[Action]:
        """Return the flights that are, or may be, possible, and `done`."""
        units = [u for u in in_play(s, self.colour) if s.where[u] in BASES and all_airborne(s, u)]
        return (
            *self.allowed(s, [make("fly", unit, region) for unit in units for region in range(N_REGIONS)]),
            DONE,
        )

    def offers(self, s: State, action: Action) -> bool:
        """Tell whether nothing stands against an answer."""
        return action.verb in self.verbs and not any(True for _ in self.why(s, action))

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Fly and ask again."""
        if action is DONE:
            return pop(s)
        unit, region = action.args
        s = spend(s, self.colour, _COST, tell)
        return occupy(drop(s, unit, region, tell), tell)


def _fly_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    unit, region = args
    if _is_paid(s, unit):
        return iter((Refusal("flies-by-itself", (unit,), "3.1e"),))
    return fly_reasons(s, side, unit, region)


PREDICATES["fly"] = _fly_reasons

__all__ = ["Flying", "all_airborne", "drop", "fly_reasons", "historical_flights"]
