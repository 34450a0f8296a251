"""Random boards of South Front for comparing supply with the second model, and how that model sees one."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from south_front_oracle import ALLIES, AXIS, CARGO, Geography, Piece, Position, geography

from sealed.engine.value import copy_with
from sealed.games.south_front.board.countries import COUNTRIES, SPACES_OF, activate
from sealed.games.south_front.board.geography import ADRIATIC, playing
from sealed.games.south_front.board.pieces import LAND, pieces_in, put, put_aboard, take_control, with_place
from sealed.games.south_front.pack import load
from sealed.games.south_front.setup import stand_starting_pieces
from sealed.games.south_front.state import (
    ABOARD,
    BULGARIA,
    CARRIER,
    CONVOY,
    DEPOT,
    FACTION,
    FLEET,
    KIND,
    NOBODY,
    OFF,
    SIDE,
    Terms,
    blank,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from sealed.games.south_front.state import State

PACK = load()
NAMES = [space.name for space in PACK.spaces]


class _Remembered(Geography):
    """A map that looks up the neighbours of a space once for each holding of the anchors."""

    __hash__ = object.__hash__

    def near(self, space, held=frozenset()):
        return self._near(space, frozenset(anchor for anchor, _ in self.straits if anchor in held))

    @cache  # noqa: B019 - there are four maps
    def _near(self, space, anchors):
        return frozenset(super().near(space, anchors))


def _map(option):
    found = geography(egypt_border=bool(option & 1), adriatic=bool(option & 2))
    return _Remembered(found.land, found.water, found.links, found.straits, found.flags, found.deserts)


MAPS = [_map(option) for option in range(4)]
"""The maps of the second model by the options of the table."""
_SPACE = {name: number for number, name in enumerate(NAMES)}
_START = [blank(Terms(7, option, 0, 1)) for option in range(4)]


def members(spaces):
    """The numbers in a set of spaces."""
    return [space for space in range(spaces.bit_length()) if spaces >> space & 1]


def names(spaces):
    """The names of a set of spaces."""
    return {NAMES[space] for space in members(spaces)}


def number(space):
    """The number of a space."""
    return _SPACE[space]


def board(
    pieces: Mapping[str, str],
    *,
    start: bool = False,
    options: int = ADRIATIC,
    axis: str = "",
    allies: str = "",
) -> State:
    """Return a board with these pieces by space, alone or in place of those of the set-up in these spaces.

    `axis` and `allies` name spaces and countries that the sides control besides; names are parted by commas.
    """
    s = blank(Terms(7, options, 0, 1))
    s = stand_starting_pieces(s) if start else s
    for side, text in enumerate((axis, allies)):
        for name in filter(None, text.split(", ")):
            if name in COUNTRIES:
                s = activate(s, COUNTRIES.index(name), side, [])
            else:
                s = take_control(s, side, _SPACE[name], [])
    for piece, place in enumerate(s.where):
        if place < ABOARD and NAMES[place] in pieces:
            s = with_place(s, piece, OFF)
    for name, text in pieces.items():
        for one in filter(None, text.split(", ")):
            s = _stood(s, name, *one.split(" carrying "))
    return s


def _stood(s: State, space: str, text: str, cargo: str = "") -> State:
    s, piece = _taken(s, text, space)
    if cargo:
        s, carried = _taken(s, cargo, space)
        s = put_aboard(s, carried, piece)
    return s


def _taken(s: State, text: str, space: str) -> tuple[State, int]:
    faction, kind = text.split()
    pair = PACK.factions.index(faction), PACK.kinds.index(kind)
    piece = next(piece for piece, found in enumerate(PACK.pieces) if found == pair and s.where[piece] == OFF)
    return put(s, piece, _SPACE[space], []), piece


def at(s: State, text: str, space: str) -> int:
    """Return the first piece of a type in a space."""
    number = _SPACE[space]
    return next(piece for piece in pieces_in(s, number) if _type(piece) == text)


def _type(piece: int) -> str:
    return f"{PACK.factions[FACTION[piece]]} {PACK.kinds[KIND[piece]]}"


def scattered(rng: Random) -> State:
    """Return a board that may come up: options, control, forces, pieces, cargo and markers at random."""
    s = _START[rng.randrange(4)]
    neutral, forces = 0, bytearray(s.forces)
    for spaces in SPACES_OF:
        peace = rng.random() < 1 / 3
        for space in spaces:
            neutral |= peace << space
            forces[space] -= 0 if peace else rng.randint(0, forces[space])
    bias = rng.choice((rng.getrandbits(64), -1, 0))
    allied = (s.held[1] ^ rng.getrandbits(64) & rng.getrandbits(64)) & LAND & ~neutral
    allied = allied & bias if rng.random() < 1 / 4 else allied
    s = copy_with(s, neutral=neutral, forces=bytes(forces), held=(LAND & ~neutral & ~allied, allied))
    where = _peopled(rng, s)
    axis = [piece for piece, place in enumerate(where) if place != OFF and SIDE[piece] == 0]
    reserves = rng.choice(axis) if axis and rng.random() < 1 / 4 else NOBODY
    return copy_with(s, where=where, reserves=reserves, markers=rng.getrandbits(5))


def _peopled(rng: Random, s: State) -> bytes:
    """Stand pieces on own land and in seas shared out between the sides; some go aboard ships."""
    seas = playing(s) & ~LAND
    allied = rng.getrandbits(64) & seas
    room = [
        (members(s.held[0]), members(seas & ~allied)),
        (members(s.held[1]), members(allied)),
    ]
    where = bytearray([OFF]) * len(KIND)
    share = rng.choice((0.2, 0.5, 0.9))
    for piece in sorted(range(len(KIND)), key=lambda piece: -KIND[piece]):
        places = room[SIDE[piece]][KIND[piece] >= FLEET]
        ships = [ship for ship in range(len(KIND)) if where[ship] < ABOARD and bears(ship, piece)]
        free = [ABOARD + ship for ship in ships if ABOARD + ship not in where]
        if free and rng.random() < 1 / 4:
            where[piece] = rng.choice(free)
        elif places and rng.random() < share:
            where[piece] = rng.choice(places)
    return bytes(where)


def bears(ship: int, piece: int) -> bool:
    """Whether a ship is one that takes a piece aboard."""
    if KIND[ship] == CARRIER:
        return PACK.kinds[KIND[piece]] == "airplane" and FACTION[ship] == FACTION[piece]
    factions = PACK.factions
    return (
        KIND[ship] == FLEET
        and KIND[piece] < FLEET
        and factions[FACTION[piece]] in CARGO[factions[FACTION[ship]]]
    )


def plain(s: State) -> tuple[Position, dict[int, int]]:
    """Return a board as the second model sees it, and the place of each piece in its list."""
    standing = [piece for piece, place in enumerate(s.where) if place != OFF]
    place_of = {piece: place for place, piece in enumerate(standing)}
    pieces = []
    for piece in standing:
        place = s.where[piece]
        ship = place - ABOARD if place >= ABOARD else None
        space = NAMES[s.where[ship] if ship is not None else place]
        aboard = None if ship is None else place_of[ship]
        pieces.append(Piece(PACK.factions[FACTION[piece]], PACK.kinds[KIND[piece]], space, aboard))
    position = Position(
        MAPS[s.terms.geography],
        pieces,
        {AXIS: names(s.held[0]), ALLIES: names(s.held[1])},
        frozenset(
            NAMES[space] for space, count in enumerate(s.forces) if count and not s.neutral >> space & 1
        ),
        bulgaria=bool(s.markers & BULGARIA),
        depot=bool(s.markers & DEPOT),
        convoy=bool(s.markers & CONVOY),
        reserves=place_of.get(s.reserves),
    )
    return position, place_of


__all__ = [
    "MAPS",
    "NAMES",
    "PACK",
    "at",
    "bears",
    "board",
    "members",
    "names",
    "number",
    "plain",
    "scattered",
]
