"""Whole combats of SHAEF for tests: boards on which a Combat Phase begins, with few or with many units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shaef_fire import CARD_OF, bits
from shaef_map import ACTION, REGION, UNIT, board, units

from sealed.engine.chance import CHANCE
from sealed.engine.frames import push
from sealed.engine.kernel import apply, asked, legal_actions, question, requests, run
from sealed.engine.message import Refusal
from sealed.engine.value import copy_with
from sealed.games.shaef.combat.combats import Combats
from sealed.games.shaef.combat.forces import N_FORCES
from sealed.games.shaef.notation import NOTATION, make
from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import ARMY_HQ, CORPS_HQ, INDEPENDENT, RECONNAISSANCE
from sealed.games.shaef.state import ALLIES, AXIS, N_REGIONS, N_UNITS, NOWHERE, SIDE, seat_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from random import Random

    from sealed.engine.action import Action
    from sealed.engine.message import Event
    from sealed.games.shaef.state import State


def phase_begun(
    stands: Mapping[str, str],
    held: Iterable[str] = (),
    cards: Mapping[str, Iterable[str]] | None = None,
    *,
    attacker: int = ALLIES,
    phase: int = 1,
    came: Mapping[str, str] | None = None,
    **fields: object,
) -> State:
    """The first question of a Combat Phase; `came` tells from where units of the attacker have come."""
    s = board(stands, held, cards, turn=attacker, phase=phase, **fields)
    origins = bytearray(s.came_from)
    for code, region in (came or {}).items():
        origins[UNIT[code]] = REGION[region]
    return run(push(copy_with(s, came_from=bytes(origins)), Combats(attacker, phase)), [])


def said(s: State, *lines: str) -> tuple[State, list[Event]]:
    """The position after answers of whoever is asked, and what was told; each must be legal."""
    events: list[Event] = []
    for line in lines:
        step = apply(s, ACTION(line), asked(s)[0])
        if isinstance(step, Refusal):
            message = f"{line} is refused at {question(s)}: {step}"
            raise ValueError(message)  # noqa: TRY004 - no argument has a wrong type
        s = step.state
        events += step.events
    return s, events


def after(s: State, *lines: str) -> State:
    """The position after answers of whoever is asked."""
    return said(s, *lines)[0]


def until(s: State, wanted: str, ending: bool = False) -> tuple[State, list[Event]]:
    """The position when a question is asked, or when the phase is over; nobody acts more than he must.

    Nobody fires, all that may is passed, what must be placed is placed first.
    """
    events: list[Event] = []
    while asked(s) and (ending or question(s).id != wanted):
        s, told = said(s, str(_least(s)))
        events += told
    return s, events


def over(s: State) -> tuple[State, list[Event]]:
    """The position after a Combat Phase in which from here nobody acts more than he must."""
    return until(s, "", ending=True)


def _least(s: State) -> Action:
    offered = legal_actions(s, asked(s)[0])
    idle = [action for action in offered if action.verb in {"done", "pass", "decline"}]
    return (idle or list(offered))[0]


def lines(s: State, verb: str) -> list[str]:
    """The legal answers of a verb, for whoever is asked."""
    return [str(action) for action in legal_actions(s, asked(s)[0]) if action.verb == verb]


def why(s: State, line: str) -> list[str]:
    """The codes of all that stands against an answer of whoever is asked."""
    return [reason.code for reason in s.stack.frame.reasons(s, ACTION(line), asked(s)[0])]


def what(s: State) -> tuple[str, int]:
    """The id of the open question, and the side that is asked."""
    asking = question(s)
    return (asking.id, asking.args[0]) if asking else ("", -1)


def ids(events: Iterable[Event], *wanted: str) -> list[tuple[str, ...]]:
    """The events of these kinds, with their arguments."""
    return [(event.id, *event.args) for event in events if event.id in wanted]


_FIELD = ("US-V", "US-VII", "UK-I", "UK-XXX", "UK-IABN", "US1-R", "UK2-R", "US3-R", "US-XV")
_ENEMY = ("GE-LXXXIV", "GE-IIFJ", "GE-LXXXI", "GE-LXIV", "GE7-R", "GE15-R", "GE1-R")


def random_phase(rng: Random) -> State:
    """The first question of a Combat Phase with many units, in one region or two, with random cards."""
    region, other = rng.sample(["MAI", "NOR", "BRE", "ORL", "PAR"], 2)
    attacker, phase = rng.randrange(2), rng.randint(1, 3)
    places = {code: rng.choice([region, region, other]) for code in _FIELD if rng.random() < 0.6}
    places |= {code: rng.choice([region, region, other]) for code in _ENEMY if rng.random() < 0.6}
    places |= {"US-V": region, "GE-LXXXIV": region}
    held = [name for name in ("NOR", "BRE", "MAI", "ORL", "SEI", "POI") if rng.random() < 0.5]
    s = board(places, held, _dealt(places, rng), markers={"US1-R": "NOR"}, turn=attacker, phase=phase)
    there = [unit for unit in range(N_UNITS) if s.where[unit] < N_REGIONS]
    own = bits(unit for unit in there if SIDE[unit] == attacker)
    flown = own & units("UK-IABN") if rng.random() < 0.7 else 0
    chance = lambda odds: bits(unit for unit in there if rng.random() < odds)  # noqa: E731 - five uses
    origins = bytearray(s.came_from)
    for unit in there:
        if own >> unit & 1 and rng.random() < 0.6:
            origins[unit] = rng.choice([REGION["SEI"], REGION["POI"], REGION["BRE"]])
    s = copy_with(
        s,
        came_from=bytes(origins),
        points=(rng.randint(0, 12), rng.randint(0, 12)),
        airborne=flown,
        amphibious=chance(0.2) & own & ~flown if attacker == ALLIES else 0,
        engaged=chance(0.2) & ~flown & ~units("US1-R", "UK2-R", "US3-R", "GE7-R", "GE15-R", "GE1-R")
        if phase > 1
        else 0,
        unsupplied=chance(0.2) & own,
        fortress=chance(0.2) & units("GE-LXXXIV", "GE-LXXXI"),
    )
    return run(push(s, Combats(attacker, phase)), [])


def _dealt(places: Mapping[str, str], rng: Random) -> dict[str, list[str]]:
    """Some cards for each unit, a part of them face-up, often the rare ones; some HQs stand alone."""
    packs = [
        [card.name for card in load().cards if card.side == side and card.type not in {ARMY_HQ, CORPS_HQ}]
        for side in (ALLIES, AXIS)
    ]
    dealt: dict[str, list[str]] = {}
    for code in places:
        pack = packs[SIDE[UNIT[code]]]
        rng.shuffle(pack)
        taken = [pack.pop() for _ in range(rng.choice([0, 1, 2, 3]))]
        if rng.random() < 0.6:
            rare = [name for name in pack if CARD_OF[name].abilities & (INDEPENDENT | RECONNAISSANCE)]
            taken += rare[:1]
            pack[:] = [name for name in pack if name not in rare[:1]]
        dealt[code] = [("+" if rng.random() < 0.3 else "") + name for name in taken]
    return dealt


def sampled(s: State, rng: Random) -> list[Action]:
    """Answers of the verbs of set-up and retreat, most of which fit."""
    there = [unit for unit in range(N_UNITS) if s.where[unit] != NOWHERE] + [rng.randrange(N_UNITS)]
    cards = [0, *(card.code for card in CARD_OF.values() if card.abilities & (INDEPENDENT | RECONNAISSANCE))]
    found = [make("done"), make("decline"), make("give-up")]
    for _ in range(30):
        unit, region, force = rng.choice(there), rng.randrange(N_REGIONS), rng.randrange(N_FORCES)
        force = rng.choice([force, *there])
        found += [make(verb, unit, region) for verb in ("slip", "retreat")]
        found += [
            make(verb, unit, rng.choice(cards)) for verb in ("detach", "reconnoitre", "discard") for _ in "ab"
        ]
        found += [make("front", force), make("strike", force), make("pair", force, rng.choice(there))]
        found += [make(verb, unit) for verb in ("secondary", "rejoin", "disband")]
        found.append(make("fight", region))
    return found


def reasons_fit(s: State, rng: Random) -> None:
    """What is offered, and nothing else, has no reason against it, of a random part of what can be said."""
    seat = asked(s)[0]
    legal = legal_actions(s, seat)
    assert legal
    assert len(set(legal)) == len(legal)
    for action in sampled(s, rng):
        against = any(True for _ in s.stack.frame.reasons(s, action, seat))
        assert against != (action in legal), (question(s), action, [str(one) for one in legal])
        assert s.stack.frame.permits(s, action, seat) == (action in legal), action


__all__ = [
    "CHANCE", "NOTATION", "after", "ids", "lines", "over", "phase_begun", "random_phase", "reasons_fit",
    "requests", "said", "seat_of", "until", "what", "why",
]  # fmt: skip
