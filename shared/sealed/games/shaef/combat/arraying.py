"""Setting up for combat: who stands in front, in the rear, against the enemy's rear (12.1b, 12.1c)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import pop, push
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.games.shaef.combat.asking import InCombat
from sealed.games.shaef.combat.battle import force_card, unit_of
from sealed.games.shaef.combat.detaching import detach, detach_reasons, detachments, may_detach
from sealed.games.shaef.combat.forces import (
    army_of,
    forces_of,
    forces_there,
    fought,
    in_front,
    members,
    side_of,
    there,
    with_unit,
)
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import DONE, PREDICATES
from sealed.games.shaef.state import IS_ARMY, N_UNITS, State
from sealed.games.shaef.units.cards import ATTACK_ENEMY_REAR, has

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

MOST_ARMIES = load().numbers.region_armies
"""The Armies of a defender that may fight in a region (12.1b)."""
_PLACES = {"front": "in-front", "strike": "against-rear", "rear": "in-rear"}


def array(s: State, side: int, tell: Tell) -> State:
    """Place what must stand where it does; ask the side about the rest if there is a choice."""
    s = settle(s, side, tell)
    return push(s, Arraying(side)) if _choice(s, side) else s


def _choice(s: State, side: int) -> bool:
    """Tell whether public facts leave anything to decide."""
    return bool(_waiting(s, side)) or may_detach(s, side)


def _waiting(s: State, side: int) -> tuple[int, ...]:
    """Return the forces of a side that have not been placed."""
    return members(forces_there(s, side) & ~fought(s).arrayed)


@dataclass(frozen=True, slots=True)
class Arraying(InCombat):
    """A side places its forces; what it leaves stands in the rear."""

    id: ClassVar[str] = "array"
    rule: ClassVar[str] = "12.1"
    verbs: ClassVar[frozenset[str]] = frozenset({"front", "strike", "detach", "done"})
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the places that are open to each force, the cards that can act alone, and the end."""
        del seat
        verbs = ("front", "strike") if self.colour == fought(s).attacker else ("front",)
        places = [make(verb, force) for force in _waiting(s, self.colour) for verb in verbs]
        apart = [make("detach", unit, card) for unit, card in detachments(s, self.colour)]
        return [*self.allowed(s, [*places, *apart]), DONE]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a place, or against acting alone."""
        if action.verb == "front":
            yield from front_reasons(s, self.colour, action.args[0])
        elif action.verb == "strike":
            yield from strike_reasons(s, self.colour, action.args[0])
        elif action.verb == "detach":
            yield from detach_reasons(s, self.colour, *action.args)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Place a force or set a card apart; the rest goes to the rear at the end."""
        del seat
        if action.verb == "done":
            for force in _waiting(s, self.colour):
                s = _place(s, force, "rear", tell)
            return pop(s)
        if action.verb == "detach":
            unit, card = action.args
            s = detach(s, unit, card, tell)
        else:
            s = _place(s, action.args[0], action.verb, tell)
        s = settle(s, self.colour, tell)
        return s if _choice(s, self.colour) else pop(s)


def front_reasons(s: State, side: int, force: int) -> Iterator[Refusal]:
    """Yield why a side cannot place a force in its front line."""
    yield from _absent(s, side, force)
    if not there(s, force) or side_of(force) != side:
        return
    if fought(s).arrayed >> force & 1:
        yield Refusal("already-set", (force,), "12.1b")
    if _must_be_rear(s, force):
        yield Refusal("must-be-rear", (force,), "12.1b")
    elif _of_third_army(s, side, force):
        yield Refusal("third-army", (force,), "12.1b")


def strike_reasons(s: State, side: int, force: int) -> Iterator[Refusal]:
    """Yield why a side cannot set a force up against the enemy's rear area."""
    yield from _absent(s, side, force)
    if not there(s, force) or side_of(force) != side:
        return
    if fought(s).arrayed >> force & 1:
        yield Refusal("already-set", (force,), "12.1b")
    if _must_be_rear(s, force):
        yield Refusal("must-be-rear", (force,), "12.1b")
    elif must_be_front(s, force):
        yield Refusal("must-be-front", (force,), "12.1b")
    if not attacks_rear(s, force):
        yield Refusal("cannot-strike-rear", (force,), "15")


def _absent(s: State, side: int, force: int) -> Iterator[Refusal]:
    if not there(s, force):
        if force < N_UNITS:
            yield Refusal("not-in-combat", (force,), "12.1")
        else:
            yield Refusal("not-arrayed", (force,), "12.1b")
    elif side_of(force) != side:
        yield Refusal("not-yours", (unit_of(fought(s), force),), "12.1")


def attacks_rear(s: State, force: int) -> bool:
    """Tell whether an attacking force may be set up against the enemy's rear area.

    What flew this turn may in the First Combat Phase (10g); a card that acts alone may by its own ability, a
    unit with its HQ has none (15).
    """
    combat = fought(s)
    if side_of(force) != combat.attacker:
        return False
    if combat.phase == 1 and s.airborne >> unit_of(combat, force) & 1:
        return True
    return force >= N_UNITS and has(force_card(force), ATTACK_ENEMY_REAR)


def must_be_front(s: State, force: int) -> bool:
    """Tell whether a Corps must stand in the front line: engaged, or landed this turn (12.1b, 9.2e)."""
    combat = fought(s)
    if force >= N_UNITS or _must_be_rear(s, force):
        return False
    landed = side_of(force) == combat.attacker and bool(s.amphibious >> force & 1)
    return landed or bool(s.engaged >> force & 1)


def _must_be_rear(s: State, force: int) -> bool:
    """Tell whether a force must stand in the rear: a Reserve, a Corps of which only the HQ is left (E-81)."""
    return force < N_UNITS and (IS_ARMY[force] or not with_unit(s, force))


def _of_third_army(s: State, side: int, force: int) -> bool:
    """Tell whether two other Armies of a defender already have units in front (12.1b, E-82)."""
    if side == fought(s).attacker:
        return False
    armies = {army_of(s, other) for other in members(in_front(s, side))}
    return len(armies) >= MOST_ARMIES and army_of(s, force) not in armies


def settle(s: State, side: int, tell: Tell) -> State:
    """Place the forces of a side that have no choice.

    A Corps whose last card acts alone steps back though it had a place (E-81).
    """
    for force in forces_of(s, side):
        placed = fought(s).arrayed >> force & 1
        if _must_be_rear(s, force):
            if not placed or not _rear(s, force):
                s = _place(s, force, "rear", tell)
        elif not placed and must_be_front(s, force):
            s = _place(s, force, "front", tell)
    for force in _waiting(s, side):
        if _of_third_army(s, side, force):
            s = _place(s, force, "rear", tell)
    return s


def _rear(s: State, force: int) -> bool:
    combat = fought(s)
    return not (combat.front | combat.strike) >> force & 1


def _place(s: State, force: int, place: str, tell: Tell) -> State:
    combat, bit = fought(s), 1 << force
    happened(tell, _PLACES[place], (force,))
    front = combat.front | bit if place == "front" else combat.front & ~bit
    strike = combat.strike | bit if place == "strike" else combat.strike & ~bit
    placed = copy_with(combat, arrayed=combat.arrayed | bit, front=front, strike=strike)
    return copy_with(s, combat=placed)


def _front(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    if s.combat is not None:
        yield from front_reasons(s, side, args[0])


def _strike(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    if s.combat is not None:
        yield from strike_reasons(s, side, args[0])


PREDICATES["front"] = _front
PREDICATES["strike"] = _strike

__all__ = ["MOST_ARMIES", "Arraying", "array", "attacks_rear", "front_reasons", "must_be_front", "settle"]
