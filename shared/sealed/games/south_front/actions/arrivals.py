"""Where new pieces may come, as sets of spaces (rules, Deploying Pieces; Deploy vs. Recruit).

This is the reasons of `deployment` the fast way: what nothing stands against, without the words. A test holds
the two together.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.games.south_front.board.alike import unladen_ships
from sealed.games.south_front.board.geography import WATER, members
from sealed.games.south_front.board.pieces import LAND, at_war, available_by_type
from sealed.games.south_front.board.presence import ground
from sealed.games.south_front.movement.transport import BEARS
from sealed.games.south_front.notation import TYPE_OF, TYPES, make
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import ALLIES, AXIS, FLEET, PIECES, SIDE_OF_FACTION, USA, State
from sealed.games.south_front.supply.supplied import deployable_spaces

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action

TERRAIN = tuple(LAND if kind < FLEET else WATER for _, kind in TYPES)
"""The spaces where pieces of each type stand: ships at sea, all others on land."""
_BORNE_BY = tuple(
    sum(1 << ship for ship, bears in enumerate(BEARS) if bears >> TYPE_OF.index(number) & 1)
    for number in range(len(TYPES))
)
"""The set of ships that bear pieces of each type."""
_FACTIONS = tuple(
    tuple(faction for faction, owner in enumerate(SIDE_OF_FACTION) if owner == side)
    for side in (AXIS, ALLIES)
)
_NUMBERS = tuple(
    tuple(tuple(number for number, (own, _) in enumerate(TYPES) if own == faction) for faction in factions)
    for factions in _FACTIONS
)
"""For each side its factions, and for each of these its types of pieces."""


def _by_type(verb: str, places: int) -> tuple[tuple[Action, ...], ...]:
    return tuple(tuple(make(verb, number, place) for place in range(places)) for number in range(len(TYPES)))


_VERBS = ("conscript", "deploy", "recruit")
_IN_SPACE = {verb: _by_type(verb, len(load().spaces)) for verb in _VERBS}
_ABOARD = {verb: _by_type(f"{verb}-aboard", len(PIECES)) for verb in _VERBS}


_RECRUITS = 2
"""Marks what is kept for recruits; whether the USA is at war does not matter to them."""


def deployable(s: State, side: int) -> tuple[int, ...]:
    """Return for each type the spaces where a piece of a side may be deployed, or aboard an own ship there.

    There are none for a type of which no piece is left, nor before its war.
    """
    known, key = ground(s, side).arrivals, (s.markers, int(at_war(s, USA)))
    found = known.get(key)
    if found is None:
        found = known[key] = _by_faction(
            s,
            side,
            [deployable_spaces(s, faction) if at_war(s, faction) else 0 for faction in _FACTIONS[side]],
        )
    return found


def recruitable(s: State, side: int) -> tuple[int, ...]:
    """Return for each type the spaces where a piece of a side may be recruited, or aboard an own ship there.

    There are none for a type of which no piece is left.
    """
    here, key = ground(s, side), (s.neutral, _RECRUITS)
    found = here.arrivals.get(key)
    if found is None:
        spaces = [here.free & ~s.neutral] * len(_FACTIONS[side])
        found = here.arrivals[key] = _by_faction(s, side, spaces)
    return found


def _by_faction(s: State, side: int, spaces: list[int]) -> tuple[int, ...]:
    """Return for each type the spaces of its faction, if a piece of the side is left."""
    found = [0] * len(TYPES)
    left = available_by_type(s.where)
    for here, numbers in zip(spaces, _NUMBERS[side], strict=True):
        for number in numbers if here else ():
            if left[number] is not None:
                found[number] = here
    return tuple(found)


def may_come(s: State, numbers: tuple[int, ...], place: int, spaces: tuple[int, ...]) -> bool:
    """Tell whether a piece of one of some types can come into a place; `spaces` are those open to each."""
    for number in numbers:
        if place & spaces[number] & TERRAIN[number]:
            return True
    return any(True for number in numbers for _ in _ships(s, number, place & spaces[number]))


def arrivals(s: State, verb: str, number: int, spaces: int) -> Sequence[Action]:
    """Return the ways for a piece of a type to come into one of some spaces, or aboard an own ship there.

    The spaces are among those that are open to it (`deployable`, `recruitable`).
    """
    return (*standing(verb, number, spaces), *aboard(s, verb, number, spaces)) if spaces else ()


@lru_cache(maxsize=1 << 13)
def standing(verb: str, number: int, spaces: int) -> tuple[Action, ...]:
    """Return the arrivals in some spaces, as far as pieces of the type stand in such."""
    at = _IN_SPACE[verb][number]
    return tuple(at[space] for space in members(spaces & TERRAIN[number]))


def aboard(s: State, verb: str, number: int, spaces: int) -> list[Action]:
    """Return the arrivals aboard ships in some spaces."""
    return [_ABOARD[verb][number][ship] for ship in _ships(s, number, spaces)]


def _ships(s: State, number: int, spaces: int) -> Iterator[int]:
    """Yield the ships in some spaces that bear nothing yet and take pieces of a type."""
    bearers = _BORNE_BY[number]
    if bearers and spaces:
        for ship in unladen_ships(s, SIDE_OF_FACTION[TYPES[number][0]]):
            if bearers >> ship & 1 and spaces >> s.where[ship] & 1:
                yield ship
