"""The state of a game of SHAEF: units on the map, control, tracks and zones of cards, one flat value.

Sides are 0-based colours: 0 Allies, 1 Axis; the seat of a side is its number and one. Units, regions and
cards are the numbers of the pack. Everything but the zones is public.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine import frames
from sealed.engine.eye import EVERYBODY, FULL, seat_audience
from sealed.engine.zones import zone_of
from sealed.games.shaef.pack import load

if TYPE_CHECKING:
    from sealed.games.shaef.combat.battle import Combat

ALLIES, AXIS = 0, 1

UNITS = load().units
N_UNITS = len(UNITS)
SIDE = tuple(unit.side for unit in UNITS)
IS_ARMY = tuple(unit.army for unit in UNITS)
HQ_CARD = tuple(unit.hq for unit in UNITS)
"""Side, kind and HQ card by unit number."""
UNIT_OF_HQ = {unit.hq: unit.index for unit in UNITS}
"""The unit that an HQ card stands for."""

UNIT_ZONES = ("down", "arrived", "shown", "up")
"""Kinds of zones of a unit, besides its HQ card. `down` holds what lies face-down and unknown to the enemy,
`arrived` what has been reassigned to it in this step (nothing moves twice, 13.2c), `shown` what lies
face-down and everybody knows, `up` the flipped cards. What one player has looked at (Ultra) changes no zone:
it is his memory, not a fact of the game (E-46)."""
DOWN, ARRIVED, SHOWN, UP = (kind * N_UNITS for kind in range(len(UNIT_ZONES)))
"""First zone of each kind; add the unit."""

SIDE_ZONES = ("deck", "reserve", "lost", "dead", "gone", "headquarters", "bound")
"""Kinds of zones of a side. `deck` is the open roster before the game and the shuffled Discard Pile later,
`reserve` the Reinforcement Deck (its owner sees it), `lost` and `dead` the unseen and the seen part of the
Discard Pile, `gone` what was removed from the game, `headquarters` the HQ cards in play, `bound` cards on
their way into the Reinforcement Deck: they go there when the side next turns its cards down."""
_FIRST = len(UNIT_ZONES) * N_UNITS
DECK, RESERVE, LOST, DEAD, GONE, HQS, BOUND = (_FIRST + kind * 2 for kind in range(len(SIDE_ZONES)))
"""First zone of each kind; add the side."""

N_REGIONS = len(load().regions)
LANE, BRITAIN, AFRICA, OFF = 64, 120, 121, 255
"""A unit is in a region (its number), on the Sea Assault Lane of one (`LANE` and its number), in a base, or
not in play."""
BASES = (BRITAIN, AFRICA)
NOWHERE = 255
"""No region, no unit, no Army."""
LOST_MULBERRY = 254
"""A Mulberry that is removed from the game (7.4c)."""


class Terms(NamedTuple):
    """What the table has agreed: 1 for the Free Scenario, 1 where entering wetlands exhausts (E-1)."""

    free: int
    wetlands: int


class Lasting(NamedTuple):
    """An effect that lasts: its rule key's number (`tactics.table.KEYS`), what it is about, its end.

    `until` is the number of own clean-ups (both sides' count) after which it ends: 1 = the next one.
    """

    key: int
    about: int
    until: int


@dataclass(frozen=True, slots=True)
class State(frames.State):
    """A position.

    `where` and `army` are bytes by unit: its place, and the Army Reserve that it belongs to (itself, or
    `NOWHERE`); `came_from` is the region that a unit of the side on turn last left in this turn (12.6f), or
    `NOWHERE`. Sets of units are bits by unit number: `crossed` moved over a river into where they stand,
    `moved` moved in this phase, `engaged`, `exhausted`, `unsupplied` (Out-of-Supply Marker), `fortress`
    (beneath a Fortress Marker), `amphibious` and `airborne` (came so this turn), `deployed` (by Strategic
    Deployment in this step). `held` are the regions that the Allies control, `captured` those that changed
    hands this turn, `landings` those that an Amphibious Assault has captured this turn, all sets of regions.
    `markers` has the place of each Allied Army's supply marker, by Army, `mulberries` the two regions;
    `fired` is the set of card codes that fired in this Combat Phase; `lasting` what tactics have left, in
    order of use; `combat` the combat that is fought.
    """

    terms: Terms
    month: int
    turn: int
    phase: int
    points: tuple[int, int]
    where: bytes
    army: bytes
    came_from: bytes
    crossed: int
    moved: int
    engaged: int
    exhausted: int
    unsupplied: int
    fortress: int
    amphibious: int
    airborne: int
    deployed: int
    held: int
    captured: int
    landings: int
    markers: bytes
    mulberries: tuple[int, int]
    fired: int
    lasting: tuple[Lasting, ...]
    combat: Combat | None
    winner: int


def blank(terms: Terms) -> State:
    """Return the board before the set-up: no unit is in play, all cards lie in their rosters."""
    numbers = load().numbers
    return State(
        stack=None,
        eye=FULL,
        zones=_zones(),
        audience=audiences(),
        terms=terms,
        month=1,
        turn=ALLIES,
        phase=0,
        points=numbers.points,
        where=bytes([OFF]) * N_UNITS,
        army=bytes(unit.index if unit.army else NOWHERE for unit in UNITS),
        came_from=bytes([NOWHERE]) * N_UNITS,
        crossed=0,
        moved=0,
        engaged=0,
        exhausted=0,
        unsupplied=0,
        fortress=0,
        amphibious=0,
        airborne=0,
        deployed=0,
        held=0,
        captured=0,
        landings=0,
        markers=bytes([NOWHERE]) * 8,
        mulberries=(NOWHERE, NOWHERE),
        fired=0,
        lasting=(),
        combat=None,
        winner=0,
    )


@lru_cache(maxsize=1)
def _zones() -> tuple[int, ...]:
    zones = [0] * (_FIRST + 2 * len(SIDE_ZONES))
    for side in (ALLIES, AXIS):
        zones[DECK + side] = zone_of(roster(side))
    return tuple(zones)


def roster(side: int) -> tuple[int, ...]:
    """Return the codes of all cards of a side."""
    return tuple(card.code for card in load().cards if card.side == side)


def audiences() -> tuple[int, ...]:
    """Return who sees each zone: a side its deck, reserve, unseen losses and face-down cards."""
    own = tuple(seat_audience(seat_of(side)) for side in SIDE)
    everybody = (EVERYBODY,) * N_UNITS
    mine, all_eyes = (seat_audience(1), seat_audience(2)), (EVERYBODY, EVERYBODY)
    return (
        *own, *own, *everybody, *everybody,
        *mine, *mine, *mine, *all_eyes, *all_eyes, *all_eyes, *all_eyes,
    )  # fmt: skip


def seat_of(side: int) -> int:
    """Return the seat that plays a side."""
    return side + 1


@lru_cache(maxsize=1 << 12)
def units_in(bits: int) -> tuple[int, ...]:
    """Return the unit numbers of a set of units, ascending."""
    return tuple([unit for unit in range(N_UNITS) if bits >> unit & 1])
