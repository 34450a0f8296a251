"""Firing, one force after the other, the defender first: who fires at whom (12.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import Procedure, Tell, pop, push, replace_top
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with, plain
from sealed.games.shaef.combat.asking import InCombat
from sealed.games.shaef.combat.battle import unit_of
from sealed.games.shaef.combat.declaring import Declaring
from sealed.games.shaef.combat.forces import (
    battle_of,
    enemies,
    forces_of,
    fought,
    side_of,
    spared,
    there,
)
from sealed.games.shaef.combat.readiness import may_fire
from sealed.games.shaef.combat.volley import Volley
from sealed.games.shaef.notation import make
from sealed.games.shaef.question import DONE, PREDICATES
from sealed.games.shaef.state import IS_ARMY, N_UNITS, NOWHERE, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action


def fire_all(s: State, side: int) -> State:
    """Let a side fire with all its forces, one at a time, in the order that it likes (12.3b, 12.3c)."""
    return push(s, NextFire(side))


@dataclass(frozen=True, slots=True)
class NextFire(Procedure["State"]):
    """Ask for the next force that fires, while there is one; whether there is one is public."""

    colour: int

    def run(self, s: State, tell: Tell) -> State:
        """Ask, or go on."""
        del tell
        return replace_top(s, Firing(self.colour)) if _fires(s, self.colour) else pop(s)


def _fires(s: State, side: int) -> bool:
    return any(True for _ in _offers(s, side))


def _offers(s: State, side: int) -> Iterator[Action]:
    """Yield every way in which a force of a side may fire."""
    for force in forces_of(s, side):
        if any(force_reasons(s, side, force)):
            continue
        facing = enemies(s, force)
        yield from (make("fire", force, target) for target in facing if not spared(s, target))
        if not facing:
            yield make("fire-blind", force)


def force_reasons(s: State, side: int, force: int) -> Iterator[Refusal]:
    """Yield why a force of a side cannot fire now, at whomever it would."""
    combat = fought(s)
    if side_of(force) != side:
        yield Refusal("other-side", (unit_of(combat, force),), "12.3") if force < N_UNITS else _absent(force)
    elif not there(s, force):
        yield _absent(force)
    elif battle_of(combat, force) is None and not (combat.front | combat.strike) >> force & 1:
        yield Refusal("not-arrayed", (force,), "12.1")
    elif combat.done >> force & 1:
        yield Refusal("has-fired", (force,), "12.3a")
    elif not may_fire(s, force):
        yield Refusal("nobody-fires", (), "12.3j")


def _absent(force: int) -> Refusal:
    return Refusal("not-arrayed", (force,), "12.1")


def fire_reasons(s: State, side: int, force: int, target: int) -> Iterator[Refusal]:
    """Yield why a force of a side cannot fire at another force (12.3d)."""
    yield from force_reasons(s, side, force)
    if target not in enemies(s, force):
        yield Refusal("not-in-battle", (force, target), "12.3d")
    elif spared(s, target):
        yield Refusal("no-target", (target,), "Night Drop")


def blind_reasons(s: State, side: int, force: int) -> Iterator[Refusal]:
    """Yield why a force of a side cannot fire without a target (12.3e)."""
    yield from force_reasons(s, side, force)
    for target in enemies(s, force):
        yield Refusal("target-there", (target,), "12.3e")


@dataclass(frozen=True, slots=True)
class Firing(InCombat):
    """Which of your forces fires next, and at whom?"""

    id: ClassVar[str] = "fire"
    rule: ClassVar[str] = "12.3"
    verbs: ClassVar[frozenset[str]] = frozenset({"fire", "fire-blind", "done"})
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the forces that may fire, with their targets; nobody has to."""
        del seat
        return [*_offers(s, self.colour), DONE]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against firing so."""
        if action.verb == "fire":
            yield from fire_reasons(s, self.colour, *action.args)
        elif action.verb == "fire-blind":
            yield from blind_reasons(s, self.colour, *action.args)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Ask which cards fire, or end the side's fire."""
        del seat
        if action is DONE:
            return pop(s)
        force = action.args[0]
        target = NOWHERE if action.verb == "fire-blind" else action.args[1]
        if target == NOWHERE:
            happened(tell, "fired-blind", (force,))
        else:
            happened(tell, "fired", (force, target))
        s = _note(s, force, target)
        return replace_top(s, NextFire(self.colour), Declaring(self.colour, volley_of(s, force, target)))


def volley_of(s: State, force: int, target: int) -> Volley:
    """Return the volley of a force before a card has been declared."""
    return Volley(force, target, fought(s).strike >> force & 1)


def _note(s: State, force: int, target: int) -> State:
    """Note that a force has fired, and for a Corps at whom: React cards will follow it (12.5)."""
    combat = fought(s)
    targets = combat.targets
    if force < N_UNITS and not IS_ARMY[force]:
        targets = (*targets, (force, target))
    return copy_with(s, combat=copy_with(combat, done=combat.done | 1 << force, targets=targets))


def _fire(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    if s.combat is not None:
        yield from fire_reasons(s, side, *args)


def _fire_blind(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    if s.combat is not None:
        yield from blind_reasons(s, side, *args)


PREDICATES["fire"] = _fire
PREDICATES["fire-blind"] = _fire_blind

plain(NextFire, Firing)
