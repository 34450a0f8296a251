"""The check for victory at the end of each month (1.2; E-34)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import happened
from sealed.engine.value import copy_with
from sealed.games.shaef.board.presence import occupied
from sealed.games.shaef.pack import load
from sealed.games.shaef.state import ALLIES, AXIS

if TYPE_CHECKING:
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

VICTORY = sum(1 << region.index for region in load().regions if region.victory)
"""The four regions with a Victory Symbol."""

_NUMBERS = load().numbers
BY_REGIONS, NOBODY_ASHORE, BY_TIME = 1, 2, 3
"""Causes, as numbered in the notation."""


def victory_regions(s: State) -> int:
    """Return how many Victory Symbols the Allies control."""
    return (s.held & VICTORY).bit_count()


def check_victory(s: State, tell: Tell) -> State:
    """End the game if the Allies hold two Victory Symbols, are off the Continent, or are out of time."""
    if victory_regions(s) >= _NUMBERS.victory_needed:
        return _won(s, ALLIES, BY_REGIONS, tell)
    if s.month >= _NUMBERS.elimination_month and not occupied(s, ALLIES):
        return _won(s, AXIS, NOBODY_ASHORE, tell)
    if s.month == len(_NUMBERS.months):
        return _won(s, AXIS, BY_TIME, tell)
    return s


def _won(s: State, side: int, cause: int, tell: Tell) -> State:
    happened(tell, "won", (side, cause))
    return copy_with(s, winner=side + 1)
