"""Where and which: the places and the pieces that a card's text names, found on the board as it is."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.games.south_front.board import geography
from sealed.games.south_front.board.geography import borders_of, neighbours, playing
from sealed.games.south_front.board.pieces import DESERT, LAND, representative, space_of, transported
from sealed.games.south_front.notation import TYPE_NUMBER
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import (
    ABOARD,
    AIRPLANE,
    CARRIER,
    FLEET,
    FRANCE,
    GERMANY,
    INFANTRY,
    KIND,
    NOBODY,
    OFF,
    PACT,
    PIECES,
    TANK,
    UK,
    USA,
    State,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.games.south_front.board.geography import Borders
    from sealed.games.south_front.effects.program import Part

SPACE = {space.name: space.index for space in load().spaces}
"""The number of a space by its name."""

AXIS_FACTIONS, ALLIED_FACTIONS = (PACT, GERMANY), (UK, USA, FRANCE)
ANY_KIND = (INFANTRY, TANK, AIRPLANE, FLEET, CARRIER)


def members(spaces: int) -> Iterator[int]:
    """Yield the members of a set, ascending."""
    while spaces:
        yield (spaces & -spaces).bit_length() - 1
        spaces &= spaces - 1


@lru_cache(maxsize=256)
def union(numbers: tuple[int, ...]) -> int:
    """Return numbers as a set."""
    return sum(1 << number for number in set(numbers))


@lru_cache(maxsize=256)
def types_of(factions: tuple[int, ...], kinds: tuple[int, ...]) -> tuple[int, ...]:
    """Return the types of some kinds of pieces of some factions, as far as there are such pieces."""
    pairs = ((faction, kind) for faction in factions for kind in kinds)
    return tuple(TYPE_NUMBER[pair] for pair in pairs if pair in TYPE_NUMBER)


@lru_cache(maxsize=256)
def _pieces_of(factions: tuple[int, ...], kinds: tuple[int, ...]) -> tuple[int, ...]:
    """Return the pieces of some kinds of some factions, ascending."""
    return tuple(piece for piece, (own, kind) in enumerate(PIECES) if own in factions and kind in kinds)


class Place:
    """Spaces that a text names. Adjacency is that of the side whose card it is (S-46)."""

    __slots__ = ()

    @abstractmethod
    def spaces(self, s: State, part: Part) -> int:
        """Return the set of spaces as the board is now."""


@dataclass(frozen=True, slots=True)
class Ground(Place):
    """Every space of a sort, as a set."""

    mask: int

    def spaces(self, s: State, part: Part) -> int:
        """Return those in play."""
        del part
        return self.mask & playing(s)


ANYWHERE, DESERTS, ON_LAND, AT_SEA = (
    Ground(mask) for mask in (geography.LAND | geography.WATER, DESERT, LAND, geography.WATER)
)


@dataclass(frozen=True, slots=True)
class Around(Place):
    """Named spaces, those within some steps of them, or both; only of one sort if that is given."""

    names: tuple[str, ...]
    steps: int = 0
    itself: bool = True
    only: Ground = ANYWHERE
    _known: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    """The spaces by the key of the borders: nothing else of a position counts."""

    def spaces(self, s: State, part: Part) -> int:
        """Return them as the borders of the card's side are now."""
        lines = borders_of(s, part.colour)
        found = self._known.get(lines.key)
        if found is None:
            found = self._known[lines.key] = self._measured(s, part, lines)
        return found

    def _measured(self, s: State, part: Part, lines: Borders) -> int:
        named = found = union(tuple(SPACE[name] for name in self.names))
        for _ in range(self.steps):
            found |= neighbours(lines, found)
        if not self.itself:
            found &= ~named
        return found & self.only.spaces(s, part)


def at(*names: str) -> Around:
    """Return the place "in A or B"."""
    return Around(names)


def adjacent_to(name: str, only: Ground = ANYWHERE) -> Around:
    """Return the place "adjacent to A"."""
    return Around((name,), 1, itself=False, only=only)


def in_or_adjacent_to(name: str, only: Ground = ANYWHERE) -> Around:
    """Return the place "in or adjacent to A"."""
    return Around((name,), 1, only=only)


def with_name(word: str) -> Around:
    """Return the spaces with a word in their name."""
    return Around(tuple(name for name in SPACE if word in name))


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces that a text names, of some factions and kinds, in a place."""

    factions: tuple[int, ...]
    kinds: tuple[int, ...] = ANY_KIND
    place: Place = ANYWHERE

    def found(self, s: State, part: Part) -> list[int]:
        """Return them, ascending. A transported airplane is no prerequisite of anything (Naval Transport)."""
        spaces, where, found = self.place.spaces(s, part), s.where, []
        for piece in _pieces_of(self.factions, self.kinds) if spaces else ():
            place = where[piece]
            if place == OFF:
                continue
            space = place if place < ABOARD else where[place - ABOARD]
            if spaces >> space & 1 and not (KIND[piece] == AIRPLANE and transported(s, piece)):
                found.append(piece)
        return found

    def choices(self, s: State, part: Part) -> list[int]:
        """Return one of each lot of equal pieces."""
        return list(dict.fromkeys(representative(s, piece) for piece in self.found(s, part)))


@dataclass(frozen=True, slots=True)
class Near(Place):
    """The spaces within some steps of pieces, over spaces of all kinds; only of one sort if that is given."""

    pieces: Pieces
    steps: int
    only: Ground = ANYWHERE

    def spaces(self, s: State, part: Part) -> int:
        """Return them as pieces and borders are now."""
        found = 0
        for piece in self.pieces.found(s, part):
            space = space_of(s, piece)
            found |= 0 if space is None else 1 << space
        lines = borders_of(s, part.colour)
        for _ in range(self.steps):
            found |= neighbours(lines, found)
        return found & self.only.spaces(s, part)


@dataclass(frozen=True, slots=True)
class There(Place):
    """The space that was named before."""

    def spaces(self, s: State, part: Part) -> int:
        """Return it; nothing if none was named."""
        del s
        return 0 if part.it == NOBODY else 1 << part.it


THERE = There()
