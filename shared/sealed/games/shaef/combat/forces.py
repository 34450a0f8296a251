"""The forces of a combat: who still stands in it, for which side and Army, with which cards (12.1, 15)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.engine.frames import RuleBugError
from sealed.engine.zones import copies
from sealed.games.shaef.board.presence import OF_SIDE, side_in_region
from sealed.games.shaef.combat.battle import force_card, separated, unit_of
from sealed.games.shaef.notation import INDEPENDENTS
from sealed.games.shaef.state import N_UNITS, NOWHERE, OFF, SHOWN, SIDE, UP
from sealed.games.shaef.units.cards import SIDE_OF
from sealed.games.shaef.units.holdings import assigned

if TYPE_CHECKING:
    from sealed.games.shaef.combat.battle import Battle, Combat
    from sealed.games.shaef.state import State

N_FORCES = N_UNITS + len(INDEPENDENTS)
"""Forces are numbered below this."""


def fought(s: State) -> Combat:
    """Return the combat that is fought; without one it is a bug to ask."""
    if s.combat is None:
        message = "no combat is fought"
        raise RuleBugError(message)
    return s.combat


@lru_cache(maxsize=1 << 12)
def members(forces: int) -> tuple[int, ...]:
    """Return the members of a set of forces, ascending."""
    return tuple(force for force in range(N_FORCES) if forces >> force & 1)


def force_of(card: int) -> int:
    """Return the force that an Independent card may be."""
    return N_UNITS + INDEPENDENTS.index(card)


def side_of(force: int) -> int:
    """Return the side of a force."""
    return SIDE[force] if force < N_UNITS else SIDE_OF[force_card(force)]


def army_of(s: State, force: int) -> int:
    """Return the Army that a force belongs to: that of the unit from which its card came."""
    unit = unit_of(fought(s), force)
    return s.army[unit] if unit != NOWHERE else NOWHERE


def apart(s: State, card: int) -> bool:
    """Tell whether a card acts as a force of its own in the combat that is fought."""
    combat = s.combat
    return combat is not None and card in INDEPENDENTS and bool(combat.detached >> force_of(card) & 1)


def with_unit(s: State, unit: int) -> int:
    """Return how many cards stand with a unit's HQ in the combat: those that act alone are not among them."""
    return assigned(s, unit) - (len(separated(s.combat, unit)) if s.combat else 0)


def there(s: State, force: int) -> bool:
    """Tell whether a force is still in the combat: its counter in the region, its card not lost."""
    combat = fought(s)
    if force < N_UNITS:
        return s.where[force] == combat.region
    if not combat.detached >> force & 1:
        return False
    home, card = unit_of(combat, force), force_card(force)
    return any(copies(s.zones[kind + home], card) for kind in (SHOWN, UP))


def standing(s: State, forces: int) -> int:
    """Return those of a set of forces that are still in the combat."""
    return sum(1 << force for force in members(forces) if there(s, force))


def forces_there(s: State, side: int) -> int:
    """Return the forces of a side that are in the combat now, in front, rear or against the enemy's rear."""
    combat = fought(s)
    units = side_in_region(s, side, combat.region)
    return units | standing(s, combat.detached) if side == combat.attacker else units


def forces_of(s: State, side: int) -> list[int]:
    """Return the forces of a side that are in the combat now, ascending."""
    return list(members(forces_there(s, side)))


def battle_of(combat: Combat, force: int) -> Battle | None:
    """Return the battle in which a force has its place, if it has one."""
    for battle in combat.battles:
        if (battle.attackers | battle.defenders) >> force & 1:
            return battle
    return None


def in_battle(s: State, battle: Battle, side: int) -> list[int]:
    """Return the forces of a side that are left in a battle, ascending."""
    own = battle.attackers if side == fought(s).attacker else battle.defenders
    return list(members(standing(s, own)))


def enemies(s: State, force: int) -> list[int]:
    """Return the enemy forces that are left in the battle of a force, ascending."""
    battle = battle_of(fought(s), force)
    return [] if battle is None else in_battle(s, battle, 1 - side_of(force))


def spared(s: State, force: int) -> bool:
    """Tell whether the enemy may not choose a force as target of his fire (Night Drop)."""
    return bool(fought(s).spared >> force & 1)


def holds(s: State, force: int, unit: int, card: int) -> bool:
    """Tell whether a card of a unit belongs to a force: it is that card, or stands with that unit's HQ."""
    if force >= N_UNITS:
        return card == force_card(force) and unit == unit_of(fought(s), force)
    return unit == force and not apart(s, card)


def in_front(s: State, side: int) -> int:
    """Return the forces of a side that stand in its front line now."""
    return standing(s, fought(s).front & _of_side(s, side))


def striking(s: State) -> int:
    """Return the attacking forces that stand against the defender's rear area now."""
    return standing(s, fought(s).strike)


def in_rear(s: State, side: int) -> int:
    """Return the forces of a side that are placed in its own rear area and stand there now."""
    combat = fought(s)
    return standing(s, combat.arrayed & ~combat.front & ~combat.strike & _of_side(s, side))


def both_stand(s: State) -> bool:
    """Tell whether both sides still have forces in the combat."""
    attacker = fought(s).attacker
    return bool(forces_there(s, attacker) and forces_there(s, 1 - attacker))


def slipped_away(s: State) -> int:
    """Return the units that used pre-combat retreat and are still in play (12.2e)."""
    return sum(1 << unit for unit in members(fought(s).slipped) if s.where[unit] != OFF)


def _of_side(s: State, side: int) -> int:
    combat = fought(s)
    return OF_SIDE[side] | combat.detached if side == combat.attacker else OF_SIDE[side]


__all__ = [
    "N_FORCES", "apart", "army_of", "battle_of", "both_stand", "enemies", "force_of", "forces_of",
    "forces_there", "fought", "holds", "in_battle", "in_front", "in_rear", "members", "side_of",
    "slipped_away", "spared", "standing", "striking", "there", "with_unit",
]  # fmt: skip
