"""The paths of Strategic Deployment: over friendly regions, for the Allies over the sea as well (13.2f-h)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.engine.message import Refusal
from sealed.games.shaef.board.geography import VICTORY, WITH_PORTS, flood, regions_in
from sealed.games.shaef.board.ports import open_symbols
from sealed.games.shaef.board.presence import controlled
from sealed.games.shaef.state import ALLIES, AXIS, BASES, BRITAIN, N_REGIONS
from sealed.games.shaef.tactics.table import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.games.shaef.state import Lasting, State

_RESISTANCE = KEYS.index("RESISTANCE")
OVERSEAS = 1 << N_REGIONS
"""Stands, in a set of places, for Britain and Africa: the sea joins both, so whoever reaches one reaches
both."""


def open_regions(s: State, side: int) -> int:
    """Return the regions that a deployment may enter: controlled, not captured this turn (13.2f)."""
    return controlled(s, side) & ~s.captured & ~_closed(s, side)


def _closed(s: State, side: int) -> int:
    """Return the regions that the French Résistance closes to the Axis."""
    if side != AXIS:
        return 0
    return sum({1 << one.about for one in s.lasting if one.key == _RESISTANCE})


def harbours(s: State) -> int:
    """Return the regions from which a deployment may put to sea: usable ports and Mulberries (E-43)."""
    return _harbours(s.held, s.captured, s.lasting, s.mulberries)


@lru_cache(maxsize=1 << 10)
def _harbours(held: int, captured: int, lasting: tuple[Lasting, ...], mulberries: tuple[int, int]) -> int:
    ports = sum(1 << region for region in regions_in(WITH_PORTS) if open_symbols(held, lasting, region))
    mulberry = sum({1 << region for region in mulberries if region < N_REGIONS})
    return (ports | mulberry) & held & ~captured


def reach(s: State, side: int, place: int) -> int:
    """Return the places that a path from a place leads to, as a set of regions and `OVERSEAS`."""
    if place in BASES:
        return _sailing(s) if side == ALLIES else 0
    return _from(s, side, 1 << place) if place < N_REGIONS else 0


def from_deck(s: State, side: int) -> int:
    """Return the places that cards of the Reinforcement Deck can reach (E-15)."""
    return _sailing(s) if side == ALLIES else flood(open_regions(s, side), VICTORY)


def _from(s: State, side: int, regions: int) -> int:
    passable = open_regions(s, side)
    reached = flood(passable, regions)
    if side == ALLIES and reached & harbours(s):
        return _sailing(s) | reached
    return reached


def _sailing(s: State) -> int:
    return flood(open_regions(s, ALLIES), harbours(s)) | OVERSEAS


def leads_to(reached: int, place: int) -> bool:
    """Tell whether a place is among those that a path leads to."""
    if place in BASES:
        return bool(reached & OVERSEAS)
    return place < N_REGIONS and bool(reached >> place & 1)


def path_reasons(s: State, side: int, source: int, target: int, rule: str = "13.2f") -> Iterator[Refusal]:
    """Yield why no path leads from a place to another: its ends, then what lies between."""
    ends = [place for place in dict.fromkeys((source, target)) if place < N_REGIONS]
    blocked = [reason for place in ends for reason in end_reasons(s, side, place, rule)]
    yield from blocked
    if not blocked and not leads_to(reach(s, side, source), target):
        yield Refusal("no-path", (source, target), "13.2h" if source in BASES or target in BASES else rule)


def deck_path_reasons(s: State, side: int, target: int) -> Iterator[Refusal]:
    """Yield why no card of the Reinforcement Deck can reach a place (E-15)."""
    blocked = [*end_reasons(s, side, target, "13.2f")] if target < N_REGIONS else []
    yield from blocked
    if not blocked and not leads_to(from_deck(s, side), target):
        yield Refusal("no-path", (BRITAIN if side == ALLIES else _FIRST_SOURCE, target), "E-15")


def end_reasons(s: State, side: int, region: int, rule: str) -> Iterator[Refusal]:
    """Yield why no deployment may begin, end or pass in a region."""
    if not controlled(s, side) >> region & 1:
        yield Refusal("enemy-controls", (region,), rule)
    if s.captured >> region & 1:
        yield Refusal("captured-this-turn", (region,), rule)
    if _closed(s, side) >> region & 1:
        yield Refusal("closed-by-resistance", (region,), "shaef-cards 7")


_FIRST_SOURCE = regions_in(VICTORY)[0]

__all__ = [
    "OVERSEAS",
    "deck_path_reasons",
    "end_reasons",
    "from_deck",
    "leads_to",
    "open_regions",
    "path_reasons",
    "reach",
]
