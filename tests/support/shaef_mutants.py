"""Mistakes in the rules of SHAEF, planted one at a time: tactics, abilities, modifiers, steps, refusals.

A mutant is planted in the running process: tables are exchanged, functions get another code. Whoever plants
one plays in a process of its own (`shaef_mutation`).
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

import code_mutants
from code_mutants import Mutant

from sealed.games import shaef
from sealed.games.shaef import flow
from sealed.games.shaef.combat import combats
from sealed.games.shaef.combat.modifiers import TABLE
from sealed.games.shaef.notation import MOMENTS
from sealed.games.shaef.pack.facts import ABILITIES
from sealed.games.shaef.setup import setting_up
from sealed.games.shaef.tactics.all_cards import TACTICS
from sealed.games.shaef.tactics.using import nothing
from sealed.games.shaef.units import cards
from sealed.games.shaef.units.cards import CARD
from sealed.testing.scenario import run_document  # noqa: F401 - everything is read before a mutant is planted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(shaef.__file__).parent
_NO_RULES = {
    "notation.py",
    "position.py",
    "readings.py",
    "vocabulary.py",
    "said.py",
    "title.py",
    "soundness.py",
}
"""Modules that hold words, and none of the conditions of the rules."""
LISTS = (
    "free.py",
    "landing/sailing.py",
    "movement/moving.py",
    "reorganisation/collecting.py",
    "reorganisation/deploying.py",
    "tactics/using.py",
)
"""Modules with lists that are not made of what the predicates leave."""


# ---- tactics ----


def tactics() -> Iterator[Mutant]:
    """Yield each tactic as one that does nothing, of which a moment or a condition is dropped, or added."""
    for card, tactic in TACTICS.items():
        name = CARD[card].name
        for what, change in _changes(tactic):
            changed = dataclasses.replace(tactic, **change)
            plant = lambda card=card, changed=changed: TACTICS.__setitem__(card, changed)  # noqa: E731
            yield Mutant("tactic", f"{name}: {what}", plant, (name,))


def _changes(tactic) -> Iterator[tuple[str, dict[str, object]]]:
    yield "without effect", {"begin": lambda s, side, unit, tell: s}
    for turn in ("own", "enemy"):
        moments = getattr(tactic, turn)
        for moment in sorted(moments):
            yield f"not at {MOMENTS[moment - 1]} of the {turn} turn", {turn: moments - {moment}}
    for what in ("against", "here"):
        if getattr(tactic, what) is not nothing:
            yield f"nothing {what}", {what: nothing}
    yield f"unsupplied {not tactic.unsupplied}", {"unsupplied": not tactic.unsupplied}


# ---- abilities, modifiers, steps ----


def abilities() -> Iterator[Mutant]:
    """Yield each ability as one that no card bears."""
    for bit, name in enumerate(ABILITIES):
        yield Mutant("ability", name, lambda bit=bit: _without_ability(1 << bit), (name,))


def _without_ability(ability: int) -> None:
    cards.ABILITIES = tuple(bits & ~ability for bits in cards.ABILITIES)
    if ability == cards.INVULNERABLE:
        cards.INVULNERABLE = -1  # Support cards bear it without saying so


def modifiers() -> Iterator[Mutant]:
    """Yield each modifier as one that counts nothing, and as one that counts twice."""
    for name, (rule, value) in TABLE.items():
        nought = (rule, lambda s, card, shot: 0)
        twice = (rule, lambda s, card, shot, value=value: 2 * value(s, card, shot))
        for what, changed in (("nought", nought), ("twice", twice)):
            plant = lambda name=name, changed=changed: TABLE.__setitem__(name, changed)  # noqa: E731
            yield Mutant("modifier", f"{name} {what}", plant, ("strengths",))


def steps() -> Iterator[Mutant]:
    """Yield the course of a month, of the turns, of a combat and of the set-up without one of its steps."""
    for module, table, names in (
        (flow, "MONTH", None),
        (flow, "ALLIED_TURN", flow.ALLIED_STEPS),
        (flow, "AXIS_TURN", flow.AXIS_STEPS),
        (combats, "STEPS", None),
        (setting_up, "HISTORICAL", None),
        (setting_up, "FREE", None),
    ):
        of = getattr(module, table)
        for at, step in enumerate(of):
            name = names[at] if names else step.__name__.strip("_").replace("_", " ")
            dropped = (*of[:at], lambda s, *more: s, *of[at + 1 :])
            what = f"{table.lower().replace('_', ' ')} {at + 1} without {name}"
            yield Mutant("step", what, lambda m=module, t=table, d=dropped: _course(m, t, d))


def _course(module, table, changed) -> None:
    setattr(module, table, changed)
    flow.TURN = (flow.ALLIED_TURN, flow.AXIS_TURN)


# ---- conditions, in the code ----


def refusals() -> Iterator[Mutant]:
    """Yield each place that yields a refusal, and each that yields those of another, without it."""
    return code_mutants.refusals(ROOT, _NO_RULES)


def conditions() -> Iterator[Mutant]:
    """Yield the lists that are made another way than by the predicates, each condition of them dropped."""
    return code_mutants.conditions(ROOT, LISTS)


KINDS: dict[str, Callable[[], Iterator[Mutant]]] = {
    "tactics": tactics,
    "abilities": abilities,
    "modifiers": modifiers,
    "steps": steps,
    "refusals": refusals,
    "conditions": conditions,
}
"""The kinds of mutants by name."""
