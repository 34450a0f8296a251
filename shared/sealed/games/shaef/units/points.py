"""Operation Points: spent in the own turn, reset at its end (Section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.games.shaef.pack import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

_TOP = load().numbers.points_top


def point_reasons(s: State, side: int, n: int, rule: str) -> Iterator[Refusal]:
    """Yield why a side cannot pay so many Operation Points: what it costs and what is left."""
    if s.points[side] < n:
        yield Refusal("points", (n, s.points[side]), rule)


def spend(s: State, side: int, n: int, tell: Tell) -> State:
    """Pay Operation Points."""
    if not n:
        return s
    s = _with(s, side, s.points[side] - n)
    happened(tell, "spent", (side, n, s.points[side]))
    return s


def gain(s: State, side: int, n: int, tell: Tell) -> State:
    """Raise (or with a negative number lower) a side's points; the track ends at 0 and 59 (2.8e)."""
    s = _with(s, side, min(_TOP, max(0, s.points[side] + n)))
    happened(tell, "points", (side, abs(n), s.points[side]))
    return s


def reset(s: State, side: int, tell: Tell) -> State:
    """Set a side's marker back at the end of its turn."""
    s = _with(s, side, load().numbers.points[side])
    happened(tell, "points", (side, 0, s.points[side]))
    return s


def _with(s: State, side: int, n: int) -> State:
    mine, theirs = s.points
    return copy_with(s, points=(n, theirs) if side == 0 else (mine, n))
