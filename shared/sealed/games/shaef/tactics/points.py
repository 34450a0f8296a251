"""Tactics of points, cards and prices: SHAEF, Red Ball Express, V-Waffen, reinforcements, deceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.cards import count
from sealed.games.shaef.board.presence import controlled
from sealed.games.shaef.moments import AXIS_EVER, DEPLOYMENT, EVER, LANDING, REPLACEMENT
from sealed.games.shaef.pack import load
from sealed.games.shaef.replacement.replacing import draw
from sealed.games.shaef.state import ALLIES, DECK
from sealed.games.shaef.tactics.lasting import last
from sealed.games.shaef.tactics.using import no_use, not_then, register
from sealed.games.shaef.units.points import gain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sealed.engine.frames import Tell
    from sealed.engine.message import Refusal
    from sealed.games.shaef.state import State

_JUNE = 1
_RED_BALL, _V_WEAPONS, _FURTHER_CARDS = 5, 3, 2
FREE_CARDS = 5
"""How many cards Innere Linie lets go for nothing."""
_LAUNCHING = sum(
    1 << region.index
    for region in load().regions
    if region.id in {"PDC", "PIC", "BRG", "ZEE", "HOL", "ARH", "NBR"}
)


def _raises(n: int) -> Callable[[State, int, int, Tell], State]:
    def begin(s: State, side: int, unit: int, tell: Tell) -> State:
        del unit
        return gain(s, side, n, tell)

    return begin


def _bombard(s: State, side: int, unit: int, tell: Tell) -> State:
    """Lower the points of the Allies: their marker stands for their next turn (rules check of V-Waffen)."""
    del side, unit
    return gain(s, ALLIES, -_V_WEAPONS, tell)


def _no_launching(s: State, side: int) -> Iterator[Refusal]:
    if not controlled(s, side) & _LAUNCHING:
        yield no_use("V_WAFFEN")


def _draw(s: State, side: int, unit: int, tell: Tell) -> State:
    del unit
    return draw(s, side, _FURTHER_CARDS, tell)


def _nothing_to_draw(rule: str) -> Callable[[State, int], Iterator[Refusal]]:
    def against(s: State, side: int) -> Iterator[Refusal]:
        if s.month == _JUNE:
            yield not_then(rule)
        if not count(s, DECK + side):
            yield no_use(rule)

    return against


def _deceive(s: State, side: int, unit: int, tell: Tell) -> State:
    del side, unit, tell
    return last(s, "FORTITUDE_SOUTH")


def _not_in_june(s: State, side: int) -> Iterator[Refusal]:
    del side
    if s.month != _JUNE:
        yield not_then("FORTITUDE_SOUTH")


def _waive(s: State, side: int, unit: int, tell: Tell) -> State:
    del side, unit, tell
    return last(s, "INNERE_LINIE", FREE_CARDS)


register("SHAEF", _raises(load().numbers.shaef_points), own=(REPLACEMENT, LANDING))
register("RED_BALL", _raises(_RED_BALL), own=EVER)
register("V_WAFFEN", _bombard, own=AXIS_EVER, against=_no_launching)
register("EMERGENCY", _draw, own=(REPLACEMENT,), against=_nothing_to_draw("EMERGENCY"))
register("VOLKSSTURM", _draw, own=(REPLACEMENT,), against=_nothing_to_draw("VOLKSSTURM"))
register("FORTITUDE_SOUTH", _deceive, enemy=(REPLACEMENT,), against=_not_in_june)
register("INNERE_LINIE", _waive, own=(DEPLOYMENT,))
