"""Regions of SHAEF as rows: who controls them, what is printed there, who stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.shaef.board.geography import VICTORY, regions_in, terrain
from sealed.games.shaef.board.ports import mulberries_at, symbols
from sealed.games.shaef.board.presence import controlled, controls, in_region, side_in_region
from sealed.games.shaef.notation import REGION, UNIT
from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import CLEAR, COASTS, NO_COAST, TERRAINS
from sealed.games.shaef.state import ALLIES, AXIS, N_REGIONS, units_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.games.shaef.state import State
    from sealed_client.words.phrases import Phrases

_REGIONS = load().regions
_NEEDED = load().numbers.victory_needed


def region_lines(s: State, said: Phrases) -> Iterator[str]:
    """Yield each region with units, then those without in a row for each side, then what ports serve."""
    occupied = [region for region in range(N_REGIONS) if in_region(s, region)]
    yield from (region_line(s, said, region) for region in occupied)
    for side in (ALLIES, AXIS):
        empty = [region for region in regions_in(controlled(s, side)) if region not in occupied]
        if empty:
            yield said.say("lines.empty", side=said.colour(side), regions=_names(said, empty))
    yield from _printed(s, said)


def region_line(s: State, said: Phrases, region: int) -> str:
    """Return a region: control, what is printed there and not everywhere, the units of both sides."""
    side = ALLIES if controls(s, ALLIES, region) else AXIS
    facts = [said.colour(side), *_facts(s, said, region)]
    units = [
        said.say(
            "lines.units-there",
            side=said.colour(own),
            units=", ".join(said.name(UNIT, unit) for unit in units_in(side_in_region(s, own, region))),
        )
        for own in (ALLIES, AXIS)
        if side_in_region(s, own, region)
    ]
    return said.say(
        "lines.region",
        region=said.name(REGION, region),
        facts=", ".join(facts),
        units="; ".join(units) or said.say("lines.none"),
    )


def _facts(s: State, said: Phrases, region: int) -> Iterator[str]:
    printed = _REGIONS[region]
    if s.captured >> region & 1:
        yield said.say("lines.captured")
    if (ground := terrain(s, region)) != CLEAR:
        yield said.say(f"terrain.{TERRAINS[ground]}")
    if printed.coast != NO_COAST:
        yield said.say(f"coasts.{COASTS[printed.coast]}")
    if printed.ports:
        yield said.say("lines.port", count=printed.ports)
    if printed.fort:
        yield said.say("lines.fort")
    if printed.victory:
        yield said.say("lines.symbol")
    if mulberries_at(s, region):
        yield said.say("lines.mulberry")


def _printed(s: State, said: Phrases) -> Iterator[str]:
    """Yield where Victory Symbols are, and which ports, forts and lanes there are."""
    held = regions_in(s.held & VICTORY)
    yield said.say(
        "lines.victory",
        held=_names(said, held) or said.say("lines.none"),
        needed=_NEEDED,
        others=_names(said, regions_in(VICTORY & ~s.held)) or said.say("lines.none"),
    )
    ports = [
        said.say("lines.port-of", region=said.name(REGION, one.index), count=symbols(s, one.index))
        for one in _REGIONS
        if symbols(s, one.index)
    ]
    ports += [
        said.say("lines.mulberry-of", region=said.name(REGION, one.index))
        for one in _REGIONS
        if mulberries_at(s, one.index)
    ]
    yield said.say("lines.ports", regions=", ".join(ports) or said.say("lines.none"))
    closed = [one.index for one in _REGIONS if one.ports and not symbols(s, one.index)]
    yield said.say("lines.closed-ports", regions=_names(said, closed) or said.say("lines.none"))
    yield said.say("lines.forts", regions=_names(said, [one.index for one in _REGIONS if one.fort]))
    lanes = [
        said.say("lines.lane-of", region=said.name(REGION, one.index), cost=one.lane)
        for one in _REGIONS
        if one.lane
    ]
    yield said.say("lines.lanes", regions=", ".join(lanes))


def _names(said: Phrases, regions: list[int] | tuple[int, ...]) -> str:
    return ", ".join(said.name(REGION, region) for region in regions)


__all__ = ["region_line", "region_lines"]
