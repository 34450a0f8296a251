"""Where new pieces may come, as sets of spaces (rules, Deploying Pieces; Deploy vs. Recruit).

This is the reasons of `deployment` the fast way: what nothing stands against, without the words. A test holds
the two together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.south_front.alike import unladen_ships
from sealed.games.south_front.geography import WATER, members
from sealed.games.south_front.notation import TYPE_OF, TYPES, make
from sealed.games.south_front.pack import load
from sealed.games.south_front.pieces import LAND, at_war, available
from sealed.games.south_front.presence import ground
from sealed.games.south_front.state import FLEET, PIECES, SIDE_OF_FACTION, State
from sealed.games.south_front.supply import deployable_spaces
from sealed.games.south_front.transport import BEARS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action

TERRAIN = tuple(LAND if kind < FLEET else WATER for _, kind in TYPES)
"""The spaces where pieces of each type stand: ships at sea, all others on land."""
_BORNE_BY = tuple(
    sum(1 << ship for ship, bears in enumerate(BEARS) if bears >> TYPE_OF.index(number) & 1)
    for number in range(len(TYPES))
)
"""The set of ships that bear pieces of each type."""


def _by_type(verb: str, places: int) -> tuple[tuple[Action, ...], ...]:
    return tuple(tuple(make(verb, number, place) for place in range(places)) for number in range(len(TYPES)))


_VERBS = ("conscript", "deploy", "recruit")
_IN_SPACE = {verb: _by_type(verb, len(load().spaces)) for verb in _VERBS}
_ABOARD = {verb: _by_type(f"{verb}-aboard", len(PIECES)) for verb in _VERBS}


def deployable(s: State, number: int) -> int:
    """Return the spaces where a piece of a type may be deployed, or aboard an own ship there."""
    faction = TYPES[number][0]
    return deployable_spaces(s, faction) if at_war(s, faction) else 0


def recruitable(s: State, number: int) -> int:
    """Return the spaces where a piece of a type may be recruited, or aboard an own ship there."""
    return ground(s, SIDE_OF_FACTION[TYPES[number][0]]).free & ~s.neutral


def may_come(s: State, number: int, spaces: int) -> bool:
    """Tell whether `arrivals` holds anything."""
    if not spaces or available(s, number) is None:
        return False
    return bool(spaces & TERRAIN[number]) or next(_ships(s, number, spaces), None) is not None


def arrivals(s: State, verb: str, number: int, spaces: int) -> list[Action]:
    """Return the ways for a piece of a type to come into one of some spaces, or aboard an own ship there.

    The spaces are among those that are open to it (`deployable`, `recruitable`).
    """
    if not spaces or available(s, number) is None:
        return []
    return standing(verb, number, spaces) + aboard(s, verb, number, spaces)


def standing(verb: str, number: int, spaces: int) -> list[Action]:
    """Return the arrivals in some spaces, as far as pieces of the type stand in such."""
    at = _IN_SPACE[verb][number]
    return [at[space] for space in members(spaces & TERRAIN[number])]


def aboard(s: State, verb: str, number: int, spaces: int) -> list[Action]:
    """Return the arrivals aboard ships in some spaces."""
    return [_ABOARD[verb][number][ship] for ship in _ships(s, number, spaces)]


def _ships(s: State, number: int, spaces: int) -> Iterator[int]:
    """Yield the ships in some spaces that bear nothing yet and take pieces of a type."""
    bearers = _BORNE_BY[number]
    if bearers:
        for ship in unladen_ships(s, SIDE_OF_FACTION[TYPES[number][0]]):
            if bearers >> ship & 1 and spaces >> s.where[ship] & 1:
                yield ship
