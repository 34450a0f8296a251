"""Mistakes in the rules of South Front, planted one at a time: cards, reactions, refusals, ranks, steps.

A mutant is planted in the running process: tables are exchanged, functions get another code. Whoever plants
one plays in a process of its own (`south_front_mutation`).
"""

from __future__ import annotations

import dataclasses
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import code_mutants
from code_mutants import Mutant

from sealed.games import south_front
from sealed.games.south_front import flow, setup
from sealed.games.south_front.cards import CARD, CONTINGENCIES
from sealed.games.south_front.combat import advance, battle, continuing, counter, land_defence, sea_defence
from sealed.games.south_front.combat.reactions import REACTION_OF, use
from sealed.games.south_front.effects import PROGRAMS
from sealed.games.south_front.effects.program import Effect
from sealed.games.south_front.state import AIRPLANE, CARRIER, FLEET, INFANTRY, TANK
from sealed.games.south_front.title import TITLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(south_front.__file__).parent
_NO_RULES = {"notation.py", "position.py", "readings.py", "vocabulary.py", "said.py", "title.py"}
"""Modules that hold words, and none of the conditions of the rules."""
_LISTS = (
    "actions/arrivals.py",
    "actions/conscription.py",
    "movement/destinations.py",
    "movement/flight.py",
    "combat/targets.py",
)
"""Modules with lists that are not made of what the predicates leave."""


class _Nothing(Effect):
    """A part of a card's text that does nothing."""

    def run(self, s, part, tell):
        """Go on."""
        return s


# ---- cards and reactions ----


def cards() -> Iterator[Mutant]:
    """Yield each text of a card or contingency side as one that does nothing."""
    for name in PROGRAMS:
        yield Mutant("card", name, lambda name=name: PROGRAMS.__setitem__(name, ()), (name,))


def parts() -> Iterator[Mutant]:
    """Yield each part of a text of several as one that does nothing."""
    for name, program in PROGRAMS.items():
        for step, effect in enumerate(program) if len(program) > 1 else ():
            changed = (*program[:step], _Nothing(), *program[step + 1 :])
            what = f"{name}, part {step + 1} {type(effect).__name__}"
            yield Mutant("part", what, lambda n=name, c=changed: PROGRAMS.__setitem__(n, c), (name,))


_QUESTIONS = {
    land_defence.LandDefence: ("stand-fast", "exchange", "exchange-force", "retreat"),
    sea_defence.SeaDefence: ("withdraw", "anti-air", "naval-combat"),
    continuing.Continuing: ("sustain", "anti-air", "naval-combat"),
    counter.Countering: ("anti-air", "naval-combat"),
    advance.Advancing: ("advance",),
}


def reactions() -> Iterator[Mutant]:
    """Yield each reaction, where it is asked for, as one whose card is used for nothing."""
    for question, verbs in _QUESTIONS.items():
        for verb in verbs:
            plant = lambda q=question, v=verb: _without_effect(q, v)  # noqa: E731
            yield Mutant("reaction", f"{verb} at {question.id}", plant, (f'"{verb} ',))


def _without_effect(question: type, verb: str) -> None:
    plain = question.take

    def take(self, s, action, seat, tell):
        if action.verb == verb:
            return use(s, self.colour, action.args[0], tell)
        return plain(self, s, action, seat, tell)

    question.take = take


def bearers() -> Iterator[Mutant]:
    """Yield each card as one without its reaction."""
    for code, card in CARD.items():
        verbs = tuple(
            f"{verb} {card.name}" for verb, reaction in REACTION_OF.items() if reaction == card.reaction
        )
        if card.reaction:
            bare = dataclasses.replace(card, reaction="")
            yield Mutant(
                "card's reaction",
                f"{card.reaction} of {card.name}",
                lambda code=code, bare=bare: CARD.__setitem__(code, bare),
                (*verbs, f"show {card.name}"),
            )


# ---- ranks, steps ----

_LAND = (("infantry", INFANTRY), ("tank", TANK), ("airplane", AIRPLANE), ("fleet", FLEET))
_SEA = (("carrier", CARRIER), ("airplane", AIRPLANE), ("fleet", FLEET))
_TOP = ("stand fast or naval combat", None)


def ranks() -> Iterator[Mutant]:
    """Yield each table of ranks with two that follow each other exchanged."""
    for where, table, kinds in (("land", battle._LAND_RANK, _LAND), ("sea", battle._SEA_RANK, _SEA)):
        of = {name: battle.TOP_RANK if kind is None else table[kind] for name, kind in (*kinds, _TOP)}
        for low, kind in (*kinds,):
            for high, other in (*kinds, _TOP):
                if of[high] == of[low] + 1:
                    plant = lambda t=table, a=kind, b=other: _exchange(t, a, b)  # noqa: E731
                    yield Mutant("rank", f"{low} and {high} on {where}", plant)
    yield Mutant("rank", "anti-air above an airplane", lambda: _rank("ANTI_AIR_RANK", 3), ("anti-air",))
    yield Mutant("rank", "a force above infantry", lambda: _rank("FORCE_RANK", 2), ("lose-force",))


def _exchange(table: dict[int, int], low: int, high: int | None) -> None:
    if high is None:
        table[low], top = battle.TOP_RANK, table[low]
        _rank("TOP_RANK", top)
    else:
        table[low], table[high] = table[high], table[low]


def _rank(name: str, value: int) -> None:
    for module in _modules():
        if name in vars(module):
            setattr(module, name, value)


def _modules():
    return [
        import_module(_module_name(path)) for path in sorted(ROOT.rglob("*.py")) if "pack" not in path.parts
    ]


def _module_name(path: Path) -> str:
    inside = path.relative_to(ROOT).with_suffix("").parts
    return ".".join((south_front.__name__, *(part for part in inside if part != "__init__")))


def steps() -> Iterator[Mutant]:
    """Yield the course of a round, of a turn and of the set-up without one of its steps."""
    for module, table in ((flow, "ROUND"), (flow, "TURN"), (setup, "SET_UP")):
        steps_of = getattr(module, table)
        for at, step in enumerate(steps_of):
            dropped = (*steps_of[:at], lambda s, *more: s, *steps_of[at + 1 :])
            name = f"{table.lower().replace('_', '-')} without {step.__name__.strip('_').replace('_', ' ')}"
            yield Mutant("step", name, lambda m=module, t=table, d=dropped: setattr(m, t, d))


# ---- conditions, in the code ----


def refusals() -> Iterator[Mutant]:
    """Yield each place that yields a refusal, and each that yields those of another, without it."""
    return code_mutants.refusals(ROOT, _NO_RULES)


def conditions() -> Iterator[Mutant]:
    """Yield the lists that are made another way than by the predicates, each condition of them dropped."""
    return code_mutants.conditions(ROOT, _LISTS)


KINDS: dict[str, Callable[[], Iterator[Mutant]]] = {
    "cards": cards,
    "parts": parts,
    "reactions": reactions,
    "bearers": bearers,
    "ranks": ranks,
    "steps": steps,
    "refusals": refusals,
    "conditions": conditions,
}
"""The kinds of mutants by name."""

__all__ = ["CONTINGENCIES", "KINDS", "TITLE", "Mutant"]
