"""Units of SHAEF as rows: an Army with its Corps, where they stand, their cards, marks and supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.notation import CARD
from sealed.engine.zones import size
from sealed.games.shaef.board.presence import corps_of, in_play, reserve_of
from sealed.games.shaef.notation import PLACE, REGION, UNIT
from sealed.games.shaef.state import (
    ALLIES,
    ARRIVED,
    BASES,
    DOWN,
    HQ_CARD,
    IS_ARMY,
    N_REGIONS,
    NOWHERE,
    SHOWN,
    SIDE,
    UP,
)
from sealed.games.shaef.supply.lines import in_supply, line
from sealed.games.shaef.units.cards import ABILITIES
from sealed_client.presenters.shaef.cards import in_zone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.games.shaef.state import State
    from sealed_client.words.phrases import Phrases

_ZONES = ((UP, "up"), (SHOWN, "shown"), (ARRIVED, "arrived"), (DOWN, "down"))
"""In this order cards are read: what fights now first, what everybody knows before what lies closed."""
MARKS = ("engaged", "exhausted", "unsupplied", "fortress", "amphibious", "airborne")
"""The marks of a unit, as the state calls its sets."""


def side_lines(s: State, said: Phrases, side: int) -> Iterator[str]:
    """Yield a side's units in play, each Army before its Corps, those without an Army last."""
    units = in_play(s, side)
    armies = [unit for unit in units if IS_ARMY[unit]]
    for army in armies:
        yield unit_line(s, said, army)
        yield from (unit_line(s, said, corps) for corps in corps_of(s, army))
    for unit in units:
        if not IS_ARMY[unit] and reserve_of(s, unit) == NOWHERE:
            yield unit_line(s, said, unit)


def unit_line(s: State, said: Phrases, unit: int) -> str:
    """Return a unit: its Army or side, its place, its cards, its marks; of an Army the supply, too."""
    army = s.army[unit]
    if IS_ARMY[unit]:
        belongs = said.colour(SIDE[unit])
    elif army == NOWHERE:
        belongs = said.say("lines.no-army", side=said.colour(SIDE[unit]))
    else:
        belongs = said.name(UNIT, army)
    parts = [*_cards(s, said, unit), *marks(s, said, unit), *_supply(s, said, unit)]
    return said.say(
        "lines.unit",
        unit=said.name(UNIT, unit),
        belongs=belongs,
        place=said.name(PLACE, s.where[unit]),
        parts="; ".join(parts),
    )


def _cards(s: State, said: Phrases, unit: int) -> Iterator[str]:
    yield _hq(said, HQ_CARD[unit])
    for kind, name in _ZONES:
        zone = s.zones[kind + unit]
        if size(zone):
            yield said.say(f"lines.cards-{name}", cards=in_zone(said, zone))


def _hq(said: Phrases, card: int) -> str:
    """Return the strengths of an HQ and what it can do."""
    strength = said.fact(CARD, "strength", card)
    if not ABILITIES[card]:
        return said.say("lines.hq", strength=strength)
    return said.say("lines.able-hq", strength=strength, traits=said.fact(CARD, "traits", card))


def marks(s: State, said: Phrases, unit: int) -> list[str]:
    """Return the marks of a unit in words."""
    sets = {
        "engaged": s.engaged,
        "exhausted": s.exhausted,
        "unsupplied": s.unsupplied,
        "fortress": s.fortress,
        "amphibious": s.amphibious,
        "airborne": s.airborne,
    }
    return [said.say(f"lines.mark-{name}") for name in MARKS if sets[name] >> unit & 1]


def _supply(s: State, said: Phrases, unit: int) -> Iterator[str]:
    """Yield the supply line of an Army Reserve, and that a unit has no supply as things stand."""
    if not in_supply(s, unit):
        yield said.say("lines.no-supply")
    elif IS_ARMY[unit] and s.where[unit] < N_REGIONS:
        way = ", ".join(said.name(REGION, region) for region in line(s, unit))
        yield said.say("lines.supply-line", regions=way)
    if IS_ARMY[unit] and SIDE[unit] == ALLIES and s.where[unit] not in BASES:
        marker = s.markers[unit]
        if marker == NOWHERE:
            yield said.say("lines.no-marker")
        else:
            yield said.say("lines.marker", region=said.name(REGION, marker))


__all__ = ["MARKS", "marks", "side_lines", "unit_line"]
