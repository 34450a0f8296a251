"""When the steady bot uses its tactics, and what it aims them at (cards, Section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.shaef.board.geography import AROUND, regions_in
from sealed.games.shaef.board.presence import contested, in_play, reserve_of, side_in_region
from sealed.games.shaef.state import ALLIES, IS_ARMY, N_REGIONS, N_UNITS, RESERVE, SIDE
from sealed.games.shaef.units.cards import RULE
from sealed.games.shaef.units.holdings import assigned
from sealed.games.shaef.units.organisation import has_room
from sealed_client.bots.shaef.front import Front
from sealed_client.bots.shaef.ground import WORTH
from sealed_client.bots.shaef.strengths import strength

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sealed.engine.action import Action
    from sealed.games.shaef.state import State

_FIGHTS = frozenset({"AIR_SUPREMACY", "NOVEMBERNEBEL", "SET_PIECE", "GEGENSTOSS", "CARPET_BOMBING"})
_NEVER = frozenset({"EINGREIFRESERVE"})
_POOR = 4
"""Points below which more are asked for."""


def use(s: State, side: int, legal: Sequence[Action], asked: str) -> Action | None:
    """Returns the use of a tactic that fits now, or nothing."""
    for action in legal:
        if action.verb == "use" and _fits(s, side, action, asked):
            return action
    return None


def _fits(s: State, side: int, action: Action, asked: str) -> bool:
    unit, card = action.args
    rule = RULE[card]
    if rule in _NEVER:
        return False
    if rule in _FIGHTS:
        return contested(s) != 0
    when = _WHEN.get(rule)
    return when is None or when(s, side, unit, asked)


def _when_poor(s: State, side: int, unit: int, asked: str) -> bool:
    del unit
    return asked in {"deploy", "sail", "attach"} and s.points[side] < _POOR


def _when_moving(s: State, side: int, unit: int, asked: str) -> bool:
    del side, unit
    return asked == "move" and s.phase == 1


def _when_dropping(s: State, side: int, unit: int, asked: str) -> bool:
    del s, side, unit
    return asked == "fly"


def _when_cards_wait(s: State, side: int, unit: int, asked: str) -> bool:
    del unit
    room = any(has_room(s, own) for own in in_play(s, side))
    return asked == "deploy" and room and s.zones[RESERVE + side] != 0


def _when_exhausted(s: State, side: int, unit: int, asked: str) -> bool:
    del side, unit, asked
    return s.exhausted != 0


def _when_wet_ground_helps(s: State, side: int, unit: int, asked: str) -> bool:
    del side, unit, asked
    return any(_beside_allies(s, region) for region in range(N_REGIONS))


def _beside_allies(s: State, region: int) -> bool:
    mine = side_in_region(s, 1, region)
    return bool(mine) and any(side_in_region(s, ALLIES, there) for there in regions_in(AROUND[region]))


_WHEN: dict[str, Callable[[State, int, int, str], bool]] = {
    "RED_BALL": _when_poor,
    "WACHT": _when_moving,
    "ULTRA": _when_moving,
    "V_WAFFEN": _when_moving,
    "NIGHT_DROP": _when_dropping,
    "INNERE_LINIE": _when_cards_wait,
    "PURSUIT": _when_exhausted,
    "COBRA": _when_exhausted,
    "UEBERFLUTUNG": _when_wet_ground_helps,
}
"""Conditions beyond those of the rules; a tactic without one is used as soon as it can be."""


def aim(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the best target of a tactic; where more may be named, all that help are."""
    named = [action for action in legal if action.args]
    if not named:
        return legal[0]
    front = Front(s, side)

    def worth(action: Action) -> float:
        number = action.args[0]
        if action.verb == "choose-unit" and number < N_UNITS:
            return _unit_worth(front, number)
        return _region_worth(front, number)

    return max(named, key=worth)


def _unit_worth(front: Front, unit: int) -> float:
    s = front.s
    place = s.where[unit]
    force = strength(s, unit)
    if SIDE[unit] != front.side:
        near = place < N_REGIONS and (front.ours >> place & 1 or front.have[place] > 0)
        return force.cards + 4.0 * near + 3.0 * IS_ARMY[unit] * (assigned(s, unit) > 1)
    fights = place < N_REGIONS and front.enemy >> place & 1
    led = reserve_of(s, unit) < N_UNITS
    return force.attack + 10.0 * fights + led + (0.05 * front.threat[place] if place < N_REGIONS else 0.0)


def _region_worth(front: Front, region: int) -> float:
    mine = bool(front.ours >> region & 1)
    theirs = bool(front.enemy >> region & 1)
    return WORTH[region] + 3.0 * theirs + 2.0 * mine + 0.05 * front.threat[region]


__all__ = ["aim", "use"]
