"""What an answer costs in Operation Points (Section 6), by its verb."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.shaef.board.geography import LANE_COST
from sealed.games.shaef.combat import reacting
from sealed.games.shaef.combat.effects import lasts
from sealed.games.shaef.pack import load
from sealed.games.shaef.reorganisation.collecting import Collecting, price_of
from sealed.games.shaef.reorganisation.prices import fee
from sealed.games.shaef.replacement import panzerarmee
from sealed.games.shaef.state import NOWHERE, SIDE, Lasting
from sealed.games.shaef.supply.lines import PIPELINE
from sealed.games.shaef.units.holdings import whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.engine.action import Action
    from sealed.games.shaef.state import State

_NUMBERS = load().numbers


def price(s: State, action: Action) -> int | None:
    """Return what an answer to the open question costs; nothing for one that never costs anything."""
    found = _PRICES.get(action.verb)
    return None if found is None else found(s, action.args)


def _take(s: State, args: tuple[int, ...]) -> int | None:
    """Return the price of a reassignment; cards that are assigned at the start cost nothing."""
    frame = s.stack.frame if s.stack else None
    if not isinstance(frame, Collecting):
        return None
    return fee(s, frame.colour, price_of(s, frame.colour, frame.unit, args[0]))


def _mark(s: State, args: tuple[int, ...]) -> int:
    """Return the price of placing a supply marker: the one that PLUTO places goes for nothing."""
    del args
    return 0 if Lasting(PIPELINE, NOWHERE, 1) in s.lasting else _NUMBERS.cost_marker


def _slip(s: State, args: tuple[int, ...]) -> int:
    """Return the price of a pre-combat retreat: a point for each card (12.2c), or none by a tactic."""
    unit = args[0]
    return 0 if lasts(s, "EINGREIFRESERVE", unit) else _NUMBERS.cost_retreat * whole(s, unit)


def _react(s: State, args: tuple[int, ...]) -> int:
    return reacting.price(s, SIDE[args[1]])


_PRICES: dict[str, Callable[[State, tuple[int, ...]], int | None]] = {
    "sail": lambda _s, _args: _NUMBERS.cost_port,
    "assault": lambda _s, args: LANE_COST[args[1]],
    "fly": lambda _s, _args: _NUMBERS.cost_airborne,
    "call": lambda s, _args: panzerarmee.price(s),
    "attach": lambda _s, _args: _NUMBERS.cost_attach,
    "raise": lambda _s, _args: _NUMBERS.cost_attach,
    "take": _take,
    "redeploy": lambda s, args: fee(s, SIDE[args[0]], whole(s, args[0])),
    "mark": _mark,
    "slip": _slip,
    "react": _react,
    "rejoin": lambda _s, _args: _NUMBERS.cost_orphan,
}
"""The price of each verb that can cost something."""

__all__ = ["price"]
