"""Which attacks a side can declare, found at once with sets of spaces and pieces (rules, Combat; Actions).

This is `attacks.attack_reasons` the fast way: what nothing stands against, without the words. A test holds
the two together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.south_front.board.alike import OWN
from sealed.games.south_front.board.geography import borders_of, members, neighbours
from sealed.games.south_front.board.pieces import LAND
from sealed.games.south_front.board.presence import presence
from sealed.games.south_front.notation import make
from sealed.games.south_front.state import (
    ABOARD,
    AIRPLANE,
    CARRIER,
    FACTION,
    FLEET,
    FRANCE,
    INFANTRY,
    KIND,
    NOBODY,
    OFF,
    TANK,
    UK,
    USA,
    State,
)
from sealed.games.south_front.supply.supplied import supplied

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action
    from sealed.games.south_front.combat.attacks import Limits

HOSTS = (UK, USA)
"""Factions whose forces the French infantry may join (France)."""


def _of_kinds(kinds: int) -> int:
    return sum(1 << piece for piece, kind in enumerate(KIND) if kinds >> kind & 1)


_PIECES_OF = tuple(_of_kinds(kinds) for kinds in range(1 << 5))
"""The pieces of each set of kinds."""
_LAND_FORCE = _PIECES_OF[1 << INFANTRY | 1 << TANK]
_SEA_FORCE = _PIECES_OF[1 << AIRPLANE | 1 << FLEET | 1 << CARRIER]
_CARRIERS = _PIECES_OF[1 << CARRIER]


def enemy_spaces(s: State, side: int) -> int:
    """Return the spaces that a side may attack: enemy land, and the sea where enemy ships are."""
    return s.held[1 - side] | presence(s.where, 1 - side).standing & ~LAND


def attacks_within(s: State, side: int, limits: Limits) -> Iterator[Action]:
    """Yield the attacks of a side within these limits."""
    lines, enemy = borders_of(s, side), enemy_spaces(s, side) & limits.targets
    forces = _forces(s, side, neighbours(lines, enemy) & limits.origins)
    for (faction, origin), force in forces.items():
        if not limits.factions >> faction & 1:
            continue
        on_land, at_sea, french = force & _LAND_FORCE, force & _SEA_FORCE, 0
        if faction in HOSTS and on_land:
            french = forces.get((FRANCE, origin), 0)
        alone = bool(on_land) and _fits(on_land, limits)
        joined = bool(french) and _fits(on_land | french, limits)
        sails = bool(at_sea & ~_CARRIERS) and _fits(at_sea, limits)
        for target in members(lines.around[origin] & enemy):
            if alone if LAND >> target & 1 else sails:
                yield make("attack", faction, origin, target)
            if joined and LAND >> target & 1:
                yield make("attack-with-french", faction, origin, target)


def _forces(s: State, side: int, origins: int) -> dict[tuple[int, int], int]:
    """Return by faction and space the pieces that are ready to attack from some spaces, as sets.

    They are supplied, and airplanes are not in transport (Land and Sea Forces; S-72).
    """
    where = s.where
    forces: dict[tuple[int, int], int] = {}
    for piece in OWN[side]:
        place = where[piece]
        if place == OFF:
            continue
        ship = place - ABOARD
        space = place if ship < 0 else where[ship]
        if not origins >> space & 1 or (ship >= 0 and KIND[piece] == AIRPLANE and KIND[ship] == FLEET):
            continue
        if supplied(s, piece):
            key = (FACTION[piece], space)
            forces[key] = forces.get(key, 0) | 1 << piece
    return forces


def _fits(force: int, limits: Limits) -> bool:
    """Tell whether a force holds what is demanded of it."""
    if limits.kinds and not force & _PIECES_OF[limits.kinds]:
        return False
    return limits.piece == NOBODY or bool(force >> limits.piece & 1)
