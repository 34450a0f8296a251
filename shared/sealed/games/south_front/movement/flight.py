"""How far airplanes fly: two spaces, over anything but neutral land (rules, Airplane Movement)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.engine.message import Refusal
from sealed.games.south_front.board.geography import ANCHORS, borders, borders_of, strait_between
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.games.south_front.state import State

_SPACES = tuple(range(len(load().spaces)))


def flights(s: State, side: int) -> tuple[int, ...]:
    """Return for each space the set of spaces within a flight of it, for a side with its straits.

    One space between is enough that is not neutral; whether an airplane may land is another question.
    """
    return _flights(s.terms.geography, s.held[side] & ANCHORS, s.neutral)


@lru_cache(maxsize=256)
def _flights(geography: int, anchors: int, neutral: int) -> tuple[int, ...]:
    around = borders(geography, anchors).around
    reach = []
    for space in _SPACES:
        found = near = around[space]
        for between in _SPACES:
            if near & ~neutral & 1 << between:
                found |= around[between]
        reach.append(found & ~(1 << space))
    return tuple(reach)


def flight_reasons(s: State, piece: int, start: int, end: int, rule: str) -> Iterator[Refusal]:
    """Yield what keeps an airplane from flying between two spaces: neutral land, closed straits, or the way.

    Neutral land and straits are named only where they stand in every way of two spaces.
    """
    around = borders_of(s, SIDE[piece]).around
    found = dict.fromkeys(strait_reasons(around, start, end))
    for between in _SPACES:
        legs = [*strait_reasons(around, start, between), *strait_reasons(around, between, end)]
        joined = all(
            around[a] >> b & 1 or strait_between(a, b) is not None
            for a, b in ((start, between), (between, end))
        )
        if joined:
            if s.neutral >> between & 1:
                found[Refusal("over-neutral", (between,), rule)] = None
            found.update(dict.fromkeys(legs))
    yield from found or (Refusal("too-far", (piece, end), rule),)


def strait_reasons(around: tuple[int, ...], start: int, end: int) -> Iterator[Refusal]:
    """Yield the strait between two seas if it is closed to the side with these borders."""
    anchor = strait_between(start, end)
    if anchor is not None and not around[start] >> end & 1:
        yield Refusal("strait-closed", (anchor, start, end), "Game Board Features")
