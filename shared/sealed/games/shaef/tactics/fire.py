"""Tactics of fire: what shoots, what may not, at whom, how well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.chance import Request, Roll
from sealed.engine.frames import Chance, pop, push
from sealed.engine.message import happened
from sealed.engine.value import plain
from sealed.games.shaef.board.presence import contested
from sealed.games.shaef.combat.casualties import hit
from sealed.games.shaef.combat.forces import members, standing
from sealed.games.shaef.combat.volley import SHIFTED
from sealed.games.shaef.moments import BEFORE_FIRE, CASUALTIES, COMBAT_PHASE, FLIGHT
from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import UK
from sealed.games.shaef.state import IS_ARMY, N_UNITS, State
from sealed.games.shaef.tactics.lasting import last
from sealed.games.shaef.tactics.movement import attacking_corps
from sealed.games.shaef.tactics.targets import UNIT, aimed
from sealed.games.shaef.tactics.using import no_use, not_then, register
from sealed.games.shaef.units.cards import BY_RULE
from sealed.games.shaef.units.organisation import UNIT_NATION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.engine.message import Refusal
    from sealed.games.shaef.combat.battle import Battle
    from sealed.games.shaef.tactics.targets import Chosen

_FIRST = 1
_SIDES = load().numbers.die
_BOMBS, _BOMB_STRENGTH = 2, 4
_SAVED = 2
"""How many Land Forces the last levy saves."""


def _lasts(rule: str, about: int = 0) -> Callable[[State, int, int, Tell], State]:
    def begin(s: State, side: int, unit: int, tell: Tell) -> State:
        del side, unit, tell
        return last(s, rule, about)

    return begin


def _drop_at_night(s: State, side: int, unit: int, tell: Tell) -> State:
    del side, tell
    return last(s, "NIGHT_DROP", unit)


def _has_not_flown(s: State, unit: int) -> Iterator[Refusal]:
    if not s.airborne >> unit & 1:
        yield no_use("NIGHT_DROP")


def _no_combats(rule: str) -> Callable[[State, int], Iterator[Refusal]]:
    """Return what is against a tactic of a whole Combat Phase in which nobody fights."""

    def against(s: State, side: int) -> Iterator[Refusal]:
        del side
        if not contested(s):
            yield no_use(rule)

    return against


def _no_combat(s: State, side: int) -> Iterator[Refusal]:
    del side
    if s.combat is None:
        yield not_then("AUFGEBOT")


def _in_line(s: State, side: int) -> list[int]:
    """Return the attacking Corps of a side that stand in front or against the enemy's rear."""
    combat = s.combat
    if combat is None:
        return []
    return [unit for unit in attacking_corps(s, side) if (combat.front | combat.strike) >> unit & 1]


def _british(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    del chosen
    return [unit for unit in _in_line(s, side) if UNIT_NATION[unit] == UK]


def _german(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    del chosen
    return _in_line(s, side)


def _ordered(rule: str) -> Callable[[State, Chosen, Tell], State]:
    def effect(s: State, chosen: Chosen, tell: Tell) -> State:
        del tell
        return last(s, rule, chosen[0])

    return effect


def _only_first(rule: str) -> Callable[[State, int], Iterator[Refusal]]:
    def against(s: State, side: int) -> Iterator[Refusal]:
        del side
        if s.phase != _FIRST:
            yield not_then(rule)

    return against


def _bombed(s: State, side: int, chosen: Chosen) -> Iterable[int]:
    """Return the enemy units that can be bombed, then the own Corps of that battle, one of which is near."""
    combat = s.combat
    if combat is None or combat.attacker != side:
        return ()
    if chosen:
        return _corps_of(s, _battle_of(s, chosen[0]))
    battles = [battle for battle in combat.battles if _corps_of(s, battle)]
    return sorted(unit for battle in battles for unit in _units(s, battle.defenders))


def _battle_of(s: State, defender: int) -> Battle:
    battles = s.combat.battles if s.combat else ()
    return next(battle for battle in battles if battle.defenders >> defender & 1)


def _corps_of(s: State, battle: Battle) -> list[int]:
    return [unit for unit in _units(s, battle.attackers) if not IS_ARMY[unit]]


def _units(s: State, forces: int) -> list[int]:
    return [force for force in members(standing(s, forces)) if force < N_UNITS]


def _bomb(s: State, chosen: Chosen, tell: Tell) -> State:
    del tell
    target, near = chosen
    return push(s, Bombing(target, near, int(_battle_of(s, target).rear)))


@dataclass(frozen=True, slots=True)
class Bombing(Chance[State]):
    """Two bombs on an enemy unit close to an own Corps; `rear` tells whether it is in the rear area."""

    target: int
    near: int
    rear: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the roll."""
        del s
        return (Roll(_BOMBS, _SIDES),)

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Count the hits; a natural 10 hits the own Corps. The enemy takes his losses first."""
        for die in outcome.args:
            happened(tell, "shot", (BY_RULE["CARPET_BOMBING"], _BOMB_STRENGTH + SHIFTED, die))
        hits = sum(die <= _BOMB_STRENGTH for die in outcome.args)
        happened(tell, "hits", (self.near, hits))
        s = hit(pop(s), self.near, outcome.args.count(_SIDES), tell)
        return hit(s, self.target, hits, tell, rear=self.rear)


plain(Bombing)

register("NIGHT_DROP", _drop_at_night, own=(FLIGHT,), here=_has_not_flown)
for _rule in ("AIR_SUPREMACY", "NOVEMBERNEBEL"):
    register(_rule, _lasts(_rule), own=(COMBAT_PHASE,), enemy=(COMBAT_PHASE,), against=_no_combats(_rule))
register("AUFGEBOT", _lasts("AUFGEBOT", _SAVED), own=(CASUALTIES,), enemy=(CASUALTIES,), against=_no_combat)
aimed(
    "SET_PIECE",
    UNIT,
    _british,
    _ordered("SET_PIECE"),
    own=(BEFORE_FIRE,),
    against=_only_first("SET_PIECE"),
)
aimed("GEGENSTOSS", UNIT, _german, _ordered("GEGENSTOSS"), own=(BEFORE_FIRE,))
aimed(
    "CARPET_BOMBING",
    UNIT,
    _bombed,
    _bomb,
    own=(BEFORE_FIRE,),
    against=_only_first("CARPET_BOMBING"),
    least=2,
    most=2,
)

__all__ = ["Bombing"]
