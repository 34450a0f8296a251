"""Ports and Mulberries, as far as the Allies can use them now (2.8l, 2.8m, 7.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import Refusal
from sealed.games.shaef.board.geography import PASSAGE, PORTS
from sealed.games.shaef.tactics.table import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.games.shaef.state import Lasting, State

_DEMOLITION = KEYS.index("HAFENSPRENGUNG")


def symbols(s: State, region: int) -> int:
    """Return how many port symbols of a region the Allies can use now."""
    return open_symbols(s.held, s.lasting, region)


def open_symbols(held: int, lasting: tuple[Lasting, ...], region: int) -> int:
    """Return how many port symbols of a region serve who controls these regions.

    The region must be controlled, with the whole River Passage if there is one, and the port not be blown up
    (Hafensprengung).
    """
    if not held >> region & 1 or _blocking(held, region) or _closed(lasting, region):
        return 0
    return PORTS[region]


def mulberries_at(s: State, region: int) -> int:
    """Return how many Mulberries in a region the Allies can use now; no River Passage concerns them."""
    return s.mulberries.count(region) if s.held >> region & 1 else 0


def port_reasons(s: State, region: int, rule: str) -> Iterator[Refusal]:
    """Yield why the Allies can use neither a port nor a Mulberry of a region now (7.4d)."""
    if not s.held >> region & 1:
        yield Refusal("enemy-controls", (region,), rule)
    if s.mulberries.count(region):
        return
    if not PORTS[region]:
        yield Refusal("no-port", (region,), rule)
        return
    for there in _blocking(s.held, region):
        if there != region:
            yield Refusal("passage-blocked", (region, there), rule)
    if _closed(s.lasting, region):
        yield Refusal("port-closed", (region,), rule)


def _blocking(held: int, region: int) -> list[int]:
    """Return the regions of the River Passage that the Axis controls."""
    return [there for there in PASSAGE[region] if not held >> there & 1]


def _closed(lasting: tuple[Lasting, ...], region: int) -> bool:
    return any(one.key == _DEMOLITION and one.about == region for one in lasting)


__all__ = ["mulberries_at", "open_symbols", "port_reasons", "symbols"]
