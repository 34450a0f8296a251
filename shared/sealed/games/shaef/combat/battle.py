"""The combat that is fought, as a value: who stands where and against whom (12.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.frames import Procedure
from sealed.games.shaef.notation import INDEPENDENTS
from sealed.games.shaef.state import N_UNITS, NOWHERE

if TYPE_CHECKING:
    from sealed.games.shaef.state import State


class Battle(NamedTuple):
    """One battle: the attacker's and the defender's forces, two sets; `rear` in the defender's rear area."""

    attackers: int
    defenders: int
    rear: bool


@dataclass(frozen=True, slots=True)
class Combat:
    """A combat in a region.

    A *force* is a unit (its number) or a card that acts as a unit of its own (`N_UNITS` and its place in
    `INDEPENDENTS`); sets of forces are bits. `attacker` is the side on turn, `phase` the Combat Phase (1-3);
    `scouted` tells whether the attacker used Reconnaissance, so the defender set up first. `arrayed` are the
    forces that have been placed; of them `front` stand in the own front line, `strike` against the enemy's
    rear area, the others in the own rear area. `detached` are the independent cards, `home` the unit from
    which each came, by place in `INDEPENDENTS`. `battles` are complete when the second player has paired all.
    `secondary` is the Army of each side whose cards fire at -1 (12.1d), or `NOWHERE`; `slipped` the units
    that used pre-combat retreat; `done` the forces that have fired; `targets` pairs of a Corps and the force
    that it fired at (12.5); `spared` the forces that the enemy may not choose as target (Night Drop).
    """

    region: int
    phase: int
    attacker: int
    scouted: bool = False
    arrayed: int = 0
    front: int = 0
    strike: int = 0
    detached: int = 0
    home: tuple[int, ...] = (NOWHERE,) * len(INDEPENDENTS)
    battles: tuple[Battle, ...] = ()
    secondary: tuple[int, int] = (NOWHERE, NOWHERE)
    slipped: int = 0
    done: int = 0
    targets: tuple[tuple[int, int], ...] = ()
    spared: int = 0


class CombatPhase(Procedure["State"]):
    """A frame that lies on the stack for the whole of a Combat Phase, whatever is asked above it."""

    __slots__ = ()


def late_combat(s: State) -> bool:
    """Tell whether the Second or Third Combat Phase is on, within a combat or between two (2.6f)."""
    if s.combat is not None:
        return s.combat.phase > 1
    node = s.stack if s.phase > 1 else None
    while node is not None:
        if isinstance(node.frame, CombatPhase):
            return True
        node = node.below
    return False


def force_card(force: int) -> int:
    """Return the card of an independent force, or 0 for a unit."""
    return INDEPENDENTS[force - N_UNITS] if force >= N_UNITS else 0


def unit_of(combat: Combat, force: int) -> int:
    """Return the unit that a force is, or from which its card came."""
    return force if force < N_UNITS else combat.home[force - N_UNITS]


def separated(combat: Combat, unit: int) -> tuple[int, ...]:
    """Return the cards that act as forces of their own and came from this unit (15, Independent).

    They lie in the unit's open zones still, even if its HQ is lost while they fight (E-31).
    """
    return tuple(
        card
        for place, card in enumerate(INDEPENDENTS)
        if combat.home[place] == unit and combat.detached >> N_UNITS + place & 1
    )
