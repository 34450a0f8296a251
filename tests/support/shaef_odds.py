"""Fights of SHAEF by a simple player, to be counted: losses, and who is left (shaef-cards 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from shaef_fire import ALLIES, AXIS, NUMBER, begun, bits, combat
from shaef_map import UNIT, board

from sealed.engine.chance import CHANCE
from sealed.engine.kernel import apply, asked, legal_actions, requests
from sealed.engine.value import copy_with
from sealed.games.shaef.combat.firing import fire_all
from sealed.games.shaef.notation import make
from sealed.games.shaef.state import HQ_CARD, IS_ARMY, OFF, SIDE
from sealed.games.shaef.units.cards import ATTACK, DEFENCE, SUPPORT, TYPE
from sealed.games.shaef.units.holdings import face_down_cards, face_up_cards, whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from sealed.engine.action import Action
    from sealed.games.shaef.state import State


@dataclass(frozen=True)
class Case:
    """A fight: the attacking and the defending Corps with their cards, the attacker's guns in his Reserve."""

    region: str
    attackers: Mapping[str, tuple[str, ...]]
    defenders: Mapping[str, tuple[str, ...]]
    guns: tuple[str, ...]


class Outcome(NamedTuple):
    """Cards lost by attacker and defender, in the first phase and in all, and whether each is gone."""

    attacker_first: int
    defender_first: int
    attacker: int
    defender: int
    defender_gone: bool
    attacker_gone: bool


def fight(case: Case, rng: Random) -> Outcome:
    """Three Combat Phases of the Allies' attack; both sides stay, all that can fires."""
    s, first = _start(case), (0, 0)
    before = _strength(s, ALLIES), _strength(s, AXIS)
    for phase in (1, 2, 3):
        s = _phase(s, case, phase, rng)
        lost = before[0] - _strength(s, ALLIES), before[1] - _strength(s, AXIS)
        first = lost if phase == 1 else first
        gone = [not _corps(s, side) for side in (ALLIES, AXIS)]
        if any(gone):
            break
    return Outcome(*first, *lost, gone[1], gone[0])


def _start(case: Case) -> State:
    corps = case.attackers | case.defenders
    places = {"US1-R": "BRE", "GE7-R": "ORL"} | dict.fromkeys(corps, case.region)
    s = board(places, held=("BRE",), cards=dict(corps) | {"US1-R": case.guns}, markers={"US1-R": "BRE"})
    army = bytearray(s.army)
    for code in corps:
        army[UNIT[code]] = UNIT["US1-R" if code in case.attackers else "GE7-R"]
    return copy_with(s, army=bytes(army))


def _phase(s: State, case: Case, phase: int, rng: Random) -> State:
    sides = _corps(s, ALLIES), _corps(s, AXIS)
    s = combat(s, case.region, *sides, phase=phase)
    s = copy_with(s, fired=0, engaged=bits(sides[0]) if phase > 1 else 0)
    for side in (AXIS, ALLIES):
        s = begun(fire_all(s, side))
        while s.stack is not None:
            seat, action = (asked(s)[0], _answer(s, side)) if asked(s) else (CHANCE, _dice(s, rng))
            s = apply(s, action, seat).state
    return s


def _dice(s: State, rng: Random) -> Action:
    return make("roll", *(rng.randint(1, 10) for _ in range(requests(s)[0].n)))


def _answer(s: State, side: int) -> Action:
    """All fire, at the weakest Corps or, the defender, at the strongest; the weakest card falls first."""
    legal = legal_actions(s, asked(s)[0])
    by_verb = {action.verb: action for action in reversed(legal)}
    if "lose" in by_verb:
        return min((action for action in legal if action.verb == "lose"), key=_worth)
    if "fire" in by_verb:
        force = by_verb["fire"].args[0]
        aims = [action for action in legal if action.verb == "fire" and action.args[0] == force]
        sign = 1 if side == ALLIES else -1
        return min(aims, key=lambda action: sign * _soft(s, action.args[1]))
    joins = [
        action
        for action in legal
        if action.verb == "join" and not (IS_ARMY[action.args[0]] and action.args[1] in _ARMY_HQS)
    ]
    return (
        joins[0] if joins else next(by_verb[verb] for verb in ("announce", "pass", "done") if verb in by_verb)
    )


_ARMY_HQS = {HQ_CARD[UNIT[code]] for code in ("US1-R", "GE7-R")}
"""The calculation of the cards' strengths leaves the Army HQs out."""


def _worth(action: Action) -> int:
    unit, card = action.args
    return 1000 if card == HQ_CARD[unit] else ATTACK[card] + DEFENCE[card]


def _soft(s: State, unit: int) -> int:
    cards = (*face_down_cards(s, unit), *face_up_cards(s, unit))
    return sum(TYPE[card] != SUPPORT for card in cards)


def _corps(s: State, side: int) -> list[int]:
    return [
        unit
        for unit, place in enumerate(s.where)
        if place != OFF and SIDE[unit] == side and not IS_ARMY[unit]
    ]


def _strength(s: State, side: int) -> int:
    return sum(whole(s, unit) for unit in _corps(s, side))


def mean(case: Case, runs: int, rng: Random) -> tuple[float, ...]:
    """The mean of each part of the outcome over some fights."""
    outcomes = [fight(case, rng) for _ in range(runs)]
    return tuple(sum(part) / runs for part in zip(*outcomes, strict=True))


US_A = ("30th Infantry Division", "83rd Infantry Division", "35th Infantry Division", "4th Armored Division")
US_B = ("5th Infantry Division", "80th Infantry Division", "90th Infantry Division", "7th Armored Division")
GERMAN = (
    "271. Infanterie-Division", "276. Infanterie-Division", "326. Infanterie-Division",
    "353. Infanterie-Division",
)  # fmt: skip
GUNS = ("182nd Field Artillery Group", "XIX Tactical Air Command")

ONE_ON_ONE = Case("MAI", {"US-XIX": US_A}, {"GE-LXXIV": GERMAN}, GUNS)
TWO_IN_WOODS = Case("NOR", {"US-XIX": US_A, "US-XX": US_B}, {"GE-LXXIV": GERMAN}, GUNS)

__all__ = ["NUMBER", "ONE_ON_ONE", "TWO_IN_WOODS", "Case", "Outcome", "fight", "mean"]
