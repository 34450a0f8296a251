"""Combats of SHAEF for tests of fire and casualties: forces in place, driven by a hand or by dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shaef_map import ACTION, REGION, UNIT, board

from sealed.engine.chance import CHANCE
from sealed.engine.frames import push
from sealed.engine.kernel import apply, asked, legal_actions, mask, requests, run, view
from sealed.engine.message import Refusal, mask_event
from sealed.engine.value import copy_with
from sealed.engine.zones import types
from sealed.games.shaef.combat.battle import Battle, Combat
from sealed.games.shaef.notation import INDEPENDENTS, NOTATION, make
from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import ARMY_HQ, CORPS_HQ, INDEPENDENT, SUPPORT
from sealed.games.shaef.state import (
    ALLIES,
    AXIS,
    DOWN,
    GONE,
    HQ_CARD,
    N_UNITS,
    NOWHERE,
    SHOWN,
    SIDE,
    UP,
    Lasting,
    seat_of,
)
from sealed.games.shaef.tactics.table import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from random import Random

    from sealed.engine.action import Action
    from sealed.engine.message import Event
    from sealed.games.shaef.state import State

NUMBER = {card.name: card.code for card in load().cards}
CARD_OF = {card.name: card for card in load().cards}
NAME = {card.code: card.name for card in load().cards}
EYES = (1, 1 | 1 << 1, 1 | 1 << 2)
"""A spectator, the Allies, the Axis."""


def bits(forces: Iterable[int]) -> int:
    """The set of some forces."""
    return sum(1 << force for force in forces)


def alone(name: str) -> int:
    """The force that a card on its own is."""
    return N_UNITS + INDEPENDENTS.index(NUMBER[name])


def combat(
    s: State,
    region: str,
    ours: Iterable[int],
    theirs: Iterable[int],
    *,
    attacker: int = ALLIES,
    phase: int = 1,
    rear: bool = False,
    **fields: object,
) -> State:
    """The position in which one battle is arranged; `ours` attack, by number of the force.

    With `rear` the attackers stand against the enemy's rear area and the defenders in it.
    """
    battle = Battle(bits(ours), bits(theirs), rear)
    front = 0 if rear else battle.attackers | battle.defenders
    made = Combat(
        REGION[region],
        phase,
        attacker,
        arrayed=battle.attackers | battle.defenders,
        front=front,
        strike=battle.attackers if rear else 0,
        battles=(battle,),
    )
    return copy_with(s, combat=copy_with(made, **fields), turn=attacker, phase=phase)


def apart(s: State, name: str, home: str, kind: int = SHOWN) -> State:
    """The position in which a card of a unit acts as a force of its own; it lies in that zone of the unit."""
    force, unit, card = alone(name), UNIT[home], NUMBER[name]
    zones = list(s.zones)
    for zone in (DOWN + unit, UP + unit, SHOWN + unit):
        if card in types(zones[zone]):
            zones[zone] -= 1 << 8 * card
    zones[kind + unit] += 1 << 8 * card
    homes = list(s.combat.home)
    homes[force - N_UNITS] = unit
    fought = copy_with(s.combat, detached=s.combat.detached | 1 << force, home=tuple(homes))
    return copy_with(s, zones=tuple(zones), combat=fought)


def lasting(s: State, rule: str, about: int = 0) -> State:
    """The position in which an effect lasts."""
    return copy_with(s, lasting=(*s.lasting, Lasting(KEYS.index(rule), about, 1)))


def meeting(
    allies: Iterable[str] = (),
    axis: Iterable[str] = (),
    *,
    region: str = "MAI",
    reserve: Iterable[str] = (),
    theirs: Iterable[str] = (),
    attacker: int = ALLIES,
    phase: int = 1,
    stands: Mapping[str, str] | None = None,
    **fields: object,
) -> State:
    """V Corps against the German LXXXIV Corps, both supplied, with these cards; Reserves next door.

    `reserve` and `theirs` are the cards of First US Army and of 7. Armee.
    """
    places = {"US1-R": "NOR", "US-V": region, "GE7-R": "BRE", "GE-LXXXIV": region} | dict(stands or {})
    cards = {"US-V": allies, "GE-LXXXIV": axis, "US1-R": reserve, "GE7-R": theirs}
    s = board(places, held=("NOR",), cards=cards, markers={"US1-R": "NOR"})
    forces = ([UNIT["US-V"]], [UNIT["GE-LXXXIV"]])
    ours, others = forces if attacker == ALLIES else forces[::-1]
    return combat(s, region, ours, others, attacker=attacker, phase=phase, **fields)


def begun(s: State) -> State:
    """The position at the next question."""
    return run(s, [])


def said(s: State, line: str | Action, side: int = ALLIES) -> tuple[State, tuple[Event, ...]]:
    """The position after an answer that must be legal, and what was told."""
    action = ACTION(line) if isinstance(line, str) else line
    step = apply(s, action, seat_of(side))
    assert not isinstance(step, Refusal), f"{action} is refused: {step}"
    return step.state, step.events


def rolled(s: State, *dice: int) -> tuple[State, tuple[Event, ...]]:
    """The position after these dice."""
    step = apply(s, make("roll", *dice), CHANCE)
    assert not isinstance(step, Refusal), f"{dice} is refused: {step}"
    return step.state, step.events


def why(s: State, line: str, side: int = ALLIES) -> list[str]:
    """The codes of all that stands against an answer."""
    return [reason.code for reason in s.stack.frame.reasons(s, ACTION(line), seat_of(side))]


def lines(s: State, verb: str) -> list[str]:
    """The legal answers of a verb, for whoever is asked."""
    return [str(action) for action in legal_actions(s, asked(s)[0]) if action.verb == verb]


def dice_due(s: State) -> int:
    """How many dice are due."""
    return requests(s)[0].n if requests(s) else 0


def names(s: State, zone: int) -> list[str]:
    """The names of the cards of a zone."""
    return [NAME[card] if card else "?" for card in types(s.zones[zone])]


_FIELD = (("US-V", "US-VII", "UK-XXX", "UK-IABN", "US1-R", "UK2-R"), ("GE-LXXXIV", "GE-IIFJ", "GE7-R"))


def random_field(rng: Random) -> State:
    """A combat of many units with random cards, where fire begins; some cards stand on their own."""
    region, attacker, phase = rng.choice(["MAI", "NOR", "BRE", "ORL"]), rng.randrange(2), rng.randint(1, 3)
    places = {code: region for side in _FIELD for code in side if rng.random() < 0.8}
    places |= {"US1-R": rng.choice(["NOR", region]), "UK2-R": rng.choice(["NOR", "BRE", region])}
    places |= {"GE7-R": rng.choice(["MAI", region]), "US-V": region, "GE-LXXXIV": region}
    s = board(places, held=("NOR", "BRE"), cards=_dealt(places, rng), markers={"US1-R": "NOR"})
    there = [unit for unit in range(N_UNITS) if s.where[unit] == REGION[region]]
    flown = bits([UNIT["UK-IABN"]] if attacker == ALLIES else [])
    s = copy_with(
        s,
        engaged=bits(unit for unit in there if rng.random() < 0.5),
        crossed=bits(unit for unit in there if rng.random() < 0.3),
        fortress=bits(unit for unit in there if SIDE[unit] == AXIS and rng.random() < 0.5),
        amphibious=bits(unit for unit in there if SIDE[unit] == attacker == ALLIES and rng.random() < 0.3)
        & ~flown,
        airborne=flown,
    )
    sides = [[unit for unit in there if SIDE[unit] == side] for side in (attacker, 1 - attacker)]
    if rng.random() < 0.2:
        sides[rng.randrange(2)] = sides[0][:1] if rng.random() < 0.5 else []
    s = combat(s, region, *sides, attacker=attacker, phase=phase, rear=rng.random() < 0.3)
    return _set_apart(s, rng) if attacker == ALLIES and phase == 1 else s


def _dealt(places: Mapping[str, str], rng: Random) -> dict[str, list[str]]:
    """Some cards for each unit, a part of them face-up; reserves get what fires from there."""
    packs = [
        [card.name for card in load().cards if card.side == side and card.type not in {ARMY_HQ, CORPS_HQ}]
        for side in (ALLIES, AXIS)
    ]
    dealt = {}
    for code in places:
        pack = packs[SIDE[UNIT[code]]]
        rng.shuffle(pack)
        pack.sort(key=lambda name: code.endswith("-R") and CARD_OF[name].type != SUPPORT)
        taken = [pack.pop(0) for _ in range(rng.randint(0, 4))]
        if "UK" in code and rng.random() < 0.8:
            brigades = [name for name in pack if CARD_OF[name].abilities & INDEPENDENT]
            taken[:1] = brigades[:1]
            pack[:] = [name for name in pack if name not in taken]
        dealt[code] = [("+" if rng.random() < 0.3 else "") + name for name in taken]
    return dealt


def _set_apart(s: State, rng: Random) -> State:
    """Some Independent cards as forces of their own, in the battle of their side."""
    for code in ("UK-XXX", "UK2-R", "UK-IABN"):
        unit = UNIT[code]
        for kind in (DOWN, UP):
            for card in types(s.zones[kind + unit]):
                if card in INDEPENDENTS and s.where[unit] == s.combat.region and rng.random() < 0.7:
                    s = apart(s, NAME[card], code, UP if kind == UP else SHOWN)
                    battle, force = s.combat.battles[0], alone(NAME[card])
                    battle = battle._replace(attackers=battle.attackers | 1 << force)
                    fought = copy_with(s.combat, battles=(battle,), front=s.combat.front | 1 << force)
                    s = copy_with(s, combat=fought)
    return s


def random_step(s: State, rng: Random) -> tuple[int, Action]:
    """A legal answer of whoever is asked, or dice."""
    if seats := asked(s):
        return seats[0], rng.choice(legal_actions(s, seats[0]))
    return CHANCE, make("roll", *(rng.randint(1, 10) for _ in range(requests(s)[0].n)))


def checked(s: State, rng: Random) -> State:
    """The position after a random step, which obeys the laws of replicas and of answers."""
    if asked(s):
        _answers_have_reasons(s, rng)
    seat, action = random_step(s, rng)
    step = apply(s, action, seat)
    assert not isinstance(step, Refusal), (action, step)
    for eye in EYES:
        masked = mask(s, action, eye, NOTATION)
        seen = view(s, eye)
        if seat != CHANCE:
            offered = legal_actions(seen, seat)
            exact = {mask(s, one, eye, NOTATION) for one in legal_actions(s, seat)}
            assert exact <= set(offered), (eye, exact - set(offered))
            if eye >> seat & 1:
                assert exact == set(offered), (eye, set(offered) - exact)
        mine = apply(seen, masked, seat)
        assert not isinstance(mine, Refusal), (eye, masked, mine)
        assert mine.state == view(step.state, eye), (eye, action)
        assert mine.events == tuple(mask_event(event, eye) for event in step.events), (eye, action)
        assert asked(mine.state) == asked(step.state)
        assert requests(mine.state) == requests(step.state)
    return step.state


def _answers_have_reasons(s: State, rng: Random) -> None:
    """What is offered, and nothing else, has no reason against it, for a random part of what can be said."""
    seat = asked(s)[0]
    legal = legal_actions(s, seat)
    frame = s.stack.frame
    for action in [*_sample(s, rng), *legal]:
        stands_against = any(True for _ in frame.reasons(s, action, seat))
        assert stands_against != (action in legal), (action, [str(one) for one in legal])
        assert frame.permits(s, action, seat) == (action in legal), action


def _sample(s: State, rng: Random) -> list[Action]:
    units = [unit for unit in range(N_UNITS) if s.where[unit] != 255] + [rng.randrange(N_UNITS)]
    held = [card for unit in units for kind in (DOWN, SHOWN, UP) for card in types(s.zones[kind + unit])]
    cards = [0, rng.choice(list(NAME)), *held, *(HQ_CARD[unit] for unit in units)]
    forces = [*units, *range(N_UNITS, N_UNITS + len(INDEPENDENTS))]
    found = [make("done"), make("pass"), make("announce"), make("disband", units[0])]
    for _ in range(60):
        unit, card = rng.choice(units), rng.choice(cards)
        found += [make(verb, unit, card) for verb in ("join", "lose", "flip", "use")]
        found += [make("react", card, unit), make("fire-blind", rng.choice(forces))]
        found.append(make("fire", rng.choice(forces), rng.choice(forces)))
    return found


__all__ = [
    "ALLIES", "AXIS", "GONE", "NOWHERE", "SIDE", "alone", "apart", "begun", "checked", "combat", "dice_due",
    "lasting", "lines", "meeting", "names", "push", "random_step", "rolled", "said", "why",
]  # fmt: skip
