"""Victory Points for stars, and who wins (rules, Scoring and Victory)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import happened
from sealed.engine.value import copy_with
from sealed.games.south_front.board.pieces import with_points
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import ALLIES, ARABIA, AXIS, State

if TYPE_CHECKING:
    from sealed.engine.frames import Tell

_MARGIN = load().numbers.margin
_LAST = len(load().rounds)
_STARS = tuple(space.stars for space in load().spaces)
_ARABIA = next(space.index for space in load().spaces if space.name == "Arabia")
_LEAD, _POINTS, _TIE = 1, 2, 3
"""Causes of a victory, by the numbers of the notation."""


def stars_in(s: State, space: int) -> int:
    """Return the Victory Stars in a space; Arabia's lies there once its card is played."""
    return _STARS[space] + (space == _ARABIA and bool(s.markers & ARABIA))


def stars(s: State, side: int) -> int:
    """Return the Victory Stars that a side controls now."""
    return sum(stars_in(s, space) for space in range(len(_STARS)) if s.held[side] >> space & 1)


def score(s: State, tell: Tell) -> State:
    """Let both sides score their stars, then see whether one has won (S-61)."""
    totals = []
    for side in (AXIS, ALLIES):
        won = stars(s, side)
        totals.append(s.points[side] + won)
        happened(tell, "scored", (side, won, totals[side]))
    return _judge(with_points(s, (totals[AXIS], totals[ALLIES])), tell)


def leader(s: State) -> tuple[int, int]:
    """Return who has more points, and the cause; a tie is the Axis player's."""
    axis, allies = s.points
    return (ALLIES, _POINTS) if allies > axis else (AXIS, _TIE if axis == allies else _POINTS)


def _judge(s: State, tell: Tell) -> State:
    """End the game at a lead of ten points, or after the last scoring."""
    side, cause = leader(s)
    if abs(s.points[AXIS] - s.points[ALLIES]) >= _MARGIN:
        cause = _LEAD
    elif s.round < _LAST:
        return s
    happened(tell, "won", (side, cause))
    return copy_with(s, winner=side + 1, stack=None)
