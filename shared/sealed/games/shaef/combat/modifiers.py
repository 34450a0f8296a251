"""What changes the strength of a card that fires: one table of named modifiers (12.3l, 2.8, 7.5b, 9.2g, 15).

All of them add up. What they look at is public: face-up cards, markers, the map, what the tactics have left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.zones import copies
from sealed.games.shaef.board.geography import terrain
from sealed.games.shaef.board.presence import in_play
from sealed.games.shaef.combat.battle import force_card, unit_of
from sealed.games.shaef.combat.effects import lasts
from sealed.games.shaef.combat.forces import apart, fought
from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import MOUNTAIN, WETLANDS, WOODS
from sealed.games.shaef.state import N_REGIONS, NOWHERE, SIDE, UP
from sealed.games.shaef.supply.lines import supplied_now
from sealed.games.shaef.units.cards import (
    AIRCRAFT,
    ANTI_AIRCRAFT,
    ANTI_TANK,
    ARMORED,
    ATTACK,
    DEFENCE,
    FORTRESS,
    INFANTRY,
    MOTORIZED,
    MOUNTAIN_TROOP,
    RULE,
    TYPE,
    has,
    is_land_force,
)
from sealed.games.shaef.units.holdings import face_up_cards

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.games.shaef.state import State


class Shot(NamedTuple):
    """A card's shot: with which force it fires, at which force (`NOWHERE`: at none), from which unit.

    `fresh` tells whether the card was flipped to fire (12.3i).
    """

    force: int
    target: int
    unit: int
    fresh: int


_WESTWALL_SITES = frozenset(
    region.index for region in load().regions if region.id in {"KLE", "AAC", "EIF", "SAA", "BAD"}
)
"""Where a Westwall garrison needs no Fortress Marker."""
_BREACH = next(card.code for card in load().cards if card.rule == "BREACH")


def strength(s: State, card: int, shot: Shot) -> int:
    """Return the modified strength of a card, which may be below nought."""
    return printed(s, card, shot) + sum(value for _, value in modifiers(s, card, shot))


def printed(s: State, card: int, shot: Shot) -> int:
    """Return the strength that is printed on a card for attack or defence (2.4e, 2.4g)."""
    return ATTACK[card] if attacks(s, shot) else DEFENCE[card]


def modifiers(s: State, card: int, shot: Shot) -> list[tuple[str, int]]:
    """Return what changes the strength of a card, by name; only what is not nought."""
    found = [(name, value(s, card, shot)) for name, (_, value) in TABLE.items()]
    return [(name, value) for name, value in found if value]


def attacks(s: State, shot: Shot) -> bool:
    """Tell whether the firing side is the attacker."""
    return SIDE[shot.unit] == fought(s).attacker


def _face_up(s: State, card: int, shot: Shot) -> int:
    del s, card
    return 0 if shot.fresh else -1


def _phase(s: State, card: int, shot: Shot) -> int:
    """The attacker tires from the second Combat Phase on, the defender in the third."""
    del card
    return -(fought(s).phase > (1 if attacks(s, shot) else 2))


def _secondary(s: State, card: int, shot: Shot) -> int:
    del card
    army = s.army[shot.unit]
    return -(army != NOWHERE and army == fought(s).secondary[SIDE[shot.unit]])


def _unsupplied(s: State, card: int, shot: Shot) -> int:
    del card
    return -(not supplied_now(s, shot.unit))


def _without_fortress(s: State, card: int, shot: Shot) -> int:
    if not has(card, FORTRESS) or s.fortress >> shot.unit & 1:
        return 0
    return -(RULE[card] != "WESTWALL" or s.where[shot.unit] not in _WESTWALL_SITES)


def _in_fortress(s: State, card: int, shot: Shot) -> int:
    """A fortress is strong against an Amphibious Assault, unless engineers have breached it (BREACH)."""
    if not has(card, FORTRESS) or not s.fortress >> shot.unit & 1 or attacks(s, shot):
        return 0
    unit = target_unit(s, shot)
    return int(unit != NOWHERE and bool(s.amphibious >> unit & 1) and not _breached(s, unit))


def _breached(s: State, unit: int) -> bool:
    army = s.army[unit]
    if army == NOWHERE:
        return False
    return any(s.army[own] == army and copies(s.zones[UP + own], _BREACH) for own in in_play(s, SIDE[unit]))


def _rough_ground(s: State, card: int, shot: Shot) -> int:
    defends = TYPE[card] == INFANTRY and not attacks(s, shot)
    return int(defends and terrain(s, fought(s).region) in {WOODS, MOUNTAIN})


def _mountain_troop(s: State, card: int, shot: Shot) -> int:
    del shot
    return int(has(card, MOUNTAIN_TROOP) and terrain(s, fought(s).region) == MOUNTAIN)


def _wetlands(s: State, card: int, shot: Shot) -> int:
    """Vehicles suffer on attack and defence, Infantry on attack alone (2.8i, E-2)."""
    suffers = TYPE[card] in {ARMORED, MOTORIZED} or (TYPE[card] == INFANTRY and attacks(s, shot))
    return -(suffers and terrain(s, fought(s).region) == WETLANDS)


def _river(s: State, card: int, shot: Shot) -> int:
    """Land Forces that came over a river; fire from a Reserve elsewhere is no crossing (2.8j, E-24)."""
    if not is_land_force(card) or not s.crossed >> shot.unit & 1 or not attacks(s, shot):
        return 0
    if s.where[shot.unit] != fought(s).region or _dropped(s, shot.unit):
        return 0
    return -(not any(lasts(s, rule, shot.unit) for rule in ("ENGINEERS", "WACHT")))


def _amphibious(s: State, card: int, shot: Shot) -> int:
    lands = is_land_force(card) and bool(s.amphibious >> shot.unit & 1)
    return -(lands and attacks(s, shot) and not _dropped(s, shot.unit))


def _dropped(s: State, unit: int) -> bool:
    """Tell whether a unit's airborne landing spares it rivers and beaches (10h)."""
    return fought(s).phase == 1 and bool(s.airborne >> unit & 1)


def _anti_aircraft(s: State, card: int, shot: Shot) -> int:
    return -_facing(s, shot, ANTI_AIRCRAFT) if has(card, AIRCRAFT) else 0


def _anti_tank(s: State, card: int, shot: Shot) -> int:
    return -_facing(s, shot, ANTI_TANK) if TYPE[card] == ARMORED else 0


def _facing(s: State, shot: Shot, ability: int) -> int:
    """Return how many face-up cards of the force fired at have an ability."""
    unit = target_unit(s, shot)
    if unit == NOWHERE or s.where[unit] >= N_REGIONS:
        return 0
    alone = force_card(shot.target)
    cards = [card for card in face_up_cards(s, unit) if (card == alone if alone else not apart(s, card))]
    return sum(has(card, ability) for card in cards)


def _ordered(s: State, card: int, shot: Shot) -> int:
    """All that fires with a Corps so ordered is better by one in this Combat Phase."""
    del card
    return int(any(lasts(s, rule, shot.force) for rule in ("SET_PIECE", "GEGENSTOSS")))


def target_unit(s: State, shot: Shot) -> int:
    """Return the unit that is fired at, or from which the card came; `NOWHERE` for blind fire."""
    return NOWHERE if shot.target == NOWHERE else unit_of(fought(s), shot.target)


TABLE: dict[str, tuple[str, Callable[[State, int, Shot], int]]] = {
    "face-up": ("12.3i", _face_up),
    "phase": ("12.3 table", _phase),
    "secondary": ("12.1d", _secondary),
    "out-of-supply": ("7.5b", _unsupplied),
    "no-fortress": ("15 Fortress", _without_fortress),
    "fortress": ("15 Fortress", _in_fortress),
    "defends-rough-ground": ("2.8g", _rough_ground),
    "mountain-troop": ("15 Mountain Troop", _mountain_troop),
    "wetlands": ("2.8i", _wetlands),
    "river": ("2.8j", _river),
    "amphibious": ("9.2g", _amphibious),
    "anti-aircraft": ("15 Aircraft", _anti_aircraft),
    "anti-tank": ("15 Anti-Tank", _anti_tank),
    "ordered": ("shaef-cards 7", _ordered),
}
"""Every modifier: its name, the rule that gives it, and its value for a card and its shot."""

__all__ = ["TABLE", "Shot", "attacks", "modifiers", "printed", "strength"]
