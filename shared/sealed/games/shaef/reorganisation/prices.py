"""What deployments cost: an Operation Point for each card, less what Innere Linie gives (13.2a)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.value import copy_with
from sealed.games.shaef.pack import load
from sealed.games.shaef.state import AXIS
from sealed.games.shaef.tactics.table import KEYS
from sealed.games.shaef.units.points import point_reasons, spend

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.frames import Tell
    from sealed.engine.message import Refusal
    from sealed.games.shaef.state import State

_COST = load().numbers.cost_reassign
_INTERIOR_LINES = KEYS.index("INNERE_LINIE")
"""`about` of what it leaves is the number of cards that still go free."""


def free_moves(s: State, side: int) -> int:
    """Return how many cards of a side may still go for nothing (Innere Linie)."""
    if side != AXIS:
        return 0
    return sum(one.about for one in s.lasting if one.key == _INTERIOR_LINES)


def fee(s: State, side: int, n: int) -> int:
    """Return what it costs to deploy so many cards now."""
    return max(0, n - free_moves(s, side)) * _COST


def fee_reasons(s: State, side: int, n: int) -> Iterator[Refusal]:
    """Yield why a side cannot pay for the deployment of so many cards."""
    return point_reasons(s, side, fee(s, side, n), "13.2a")


def pay(s: State, side: int, n: int, tell: Tell) -> State:
    """Pay for the deployment of so many cards: free ones first."""
    price = fee(s, side, n)
    used = min(n, free_moves(s, side))
    if used:
        s = copy_with(
            s,
            lasting=tuple(
                one._replace(about=one.about - used) if one.key == _INTERIOR_LINES else one
                for one in s.lasting
            ),
        )
    return spend(s, side, price, tell)


__all__ = ["fee", "fee_reasons", "free_moves", "pay"]
