"""Whether to stand or to go: before the fire, after it, and where to (12.2, 12.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.shaef.board.geography import VICTORY
from sealed.games.shaef.board.presence import reserve_of, side_in_region
from sealed.games.shaef.combat.forces import fought
from sealed.games.shaef.combat.retreating import must_retreat
from sealed.games.shaef.notation import make
from sealed.games.shaef.state import IS_ARMY, N_REGIONS, NOWHERE, units_in
from sealed.games.shaef.units.holdings import whole
from sealed_client.bots.shaef.assaults import attackers_of, defenders_of
from sealed_client.bots.shaef.front import Front
from sealed_client.bots.shaef.ground import DISTANCE
from sealed_client.bots.shaef.odds import exchange
from sealed_client.bots.shaef.strengths import strength

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.games.shaef.state import State

_LAST_PHASE = 3
_LOST, _VAIN, _OVERRUN = 0.8, 0.12, 0.6
"""The attacker's chances at which a defender goes, an attacker goes, and a counter-attack is feared."""


def retreat(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the next retreat of units that must or should go, or the end."""
    ways = [action for action in legal if action.verb == "retreat"]
    forced = [action for action in ways if must_retreat(s, action.args[0])]
    if forced:
        return _best_way(s, side, forced)
    done = make("done")
    if done in legal and not _should_go(s, side):
        return done
    goers = [action for action in ways if not s.fortress >> action.args[0] & 1 or _vain_fortress(s, side)]
    return _best_way(s, side, goers) if goers else done


def _vain_fortress(s: State, side: int) -> bool:
    """Tells whether holding out in a fortress is not worth its Corps: no other unit would delay so long."""
    del s
    return side == 0


def _should_go(s: State, side: int) -> bool:
    """Tells whether what is left of a side in the combat is lost if it stays, or attacks in vain."""
    combat = fought(s)
    region = combat.region
    mine = units_in(side_in_region(s, side, region))
    theirs = units_in(side_in_region(s, 1 - side, region))
    if not theirs or not mine:
        return False
    if side == combat.attacker:
        if combat.phase < _LAST_PHASE:
            odds = exchange(
                attackers_of(s, region, mine, combat.phase + 1), defenders_of(s, 1 - side, region), 2
            )
            return odds.chance < _VAIN
        odds = exchange(attackers_of(s, region, theirs, 1), defenders_of(s, side, region), 1)
        return odds.chance > _OVERRUN
    if combat.phase == _LAST_PHASE or VICTORY >> region & 1:
        return False
    odds = exchange(attackers_of(s, region, theirs, combat.phase + 1), defenders_of(s, side, region), 2)
    return odds.chance > _LOST


def _best_way(s: State, side: int, ways: Sequence[Action]) -> Action:
    """Returns the retreat to the safest region near the own Army."""
    front = Front(s, side)

    def worth(action: Action) -> float:
        unit, region = action.args
        army = reserve_of(s, unit)
        away = DISTANCE[region][s.where[army]] if army != NOWHERE and s.where[army] < N_REGIONS else 3
        safety = front.have[region] - front.threat[region]
        crowded = 10.0 * front.crowds(unit, region)
        fed = 0.0
        if IS_ARMY[unit]:
            fed = 8.0 * (not front.lines(unit).fed >> region & 1)
        return 0.1 * safety - 1.5 * max(0, away - 1) - crowded - fed

    return max(ways, key=worth)


def slip(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the pre-combat retreat of an Army Reserve from a lost field; a third Army goes as it must."""
    done = make("done")
    slips = [action for action in legal if action.verb == "slip"]
    if done in legal:
        return _slip_of_reserve(s, side, slips) or done
    if slips:
        return _best_way(s, side, slips)
    gone = [action for action in legal if action.verb == "disband"]
    return min(gone, key=lambda action: strength(s, action.args[0]).cards, default=legal[0])


def _slip_of_reserve(s: State, side: int, slips: Sequence[Action]) -> Action | None:
    combat = fought(s)
    region = combat.region
    reserves = [a for a in slips if IS_ARMY[a.args[0]] and whole(s, a.args[0]) <= s.points[side]]
    if not reserves:
        return None
    theirs = units_in(side_in_region(s, 1 - side, region))
    odds = exchange(
        attackers_of(s, region, theirs, combat.phase), defenders_of(s, side, region), combat.phase
    )
    return _best_way(s, side, reserves) if odds.chance > _OVERRUN else None


def overcrowded(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the discard of the weakest unit."""
    del side
    return min(legal, key=lambda action: strength(s, action.args[0]).cards + 9 * IS_ARMY[action.args[0]])


def rejoin(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the Army nearest to the combat for a card whose unit is lost."""
    del side
    armies = [action for action in legal if action.verb == "rejoin"]
    region = fought(s).region

    def away(action: Action) -> int:
        place = s.where[action.args[0]]
        return DISTANCE[region][place] if place < N_REGIONS else 9

    return min(armies, key=away, default=legal[0])


__all__ = ["overcrowded", "rejoin", "retreat", "slip"]
