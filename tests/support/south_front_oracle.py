"""A second, plain model of the map of South Front: control, straits, interdiction, supply and flight.

It is written from the rules with names, sets and searches only and shares nothing with the engine, so that
the engine can be compared with it. Every adjacency is measured for a side: a strait counts for the side that
controls its anchor, also when that side interdicts (ruling 16 of the facts, E).

A `Geography` is the map of a table (which options hold), a `Position` what stands on it. A piece is
(faction, kind, space, aboard): `aboard` is None, or the place in the same list of the ship that it is on.
Spaces, factions and kinds are the names of the pack, sides are "Axis" and "Allies".
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sealed.games.south_front.pack import load

AXIS, ALLIES = "Axis", "Allies"
SIDE = {"Pact": AXIS, "Germany": AXIS, "UK": ALLIES, "USA": ALLIES, "France": ALLIES}
CARGO = {"UK": {"UK", "France"}, "USA": {"USA", "France"}, "Pact": {"Pact", "Germany"}}
"""Whom the fleets of a faction carry (rules, Naval Transport)."""
SHIPS = {"fleet", "carrier"}
TROOPS = {"infantry", "tank"}


def other(side):
    """The enemy of a side."""
    return ALLIES if side == AXIS else AXIS


class Piece(NamedTuple):
    """A piece on the board; `aboard` is the place of its ship in the list of pieces."""

    faction: str
    kind: str
    space: str
    aboard: int | None = None


@dataclass(frozen=True)
class Geography:
    """Spaces, links (pairs as frozen sets), straits (anchor and pair), flags and deserts, all by name."""

    land: frozenset
    water: frozenset
    links: frozenset
    straits: tuple
    flags: tuple
    deserts: frozenset

    def near(self, space, held=frozenset()):
        """Spaces adjacent to a space for the side that controls the land spaces `held`."""
        pairs = self.links | {seas for anchor, seas in self.straits if anchor in held}
        return {end for pair in pairs if space in pair for end in pair if end != space}

    def adjacent(self, a, b):
        """Whether two spaces touch whoever asks: no strait counts."""
        return frozenset((a, b)) in self.links

    def without(self, a, b):
        """The same map with one link less."""
        return replace(self, links=self.links - {frozenset((a, b))})


def geography(*, adriatic=True, egypt_border=False):
    """The map of the pack under the options of a table."""
    pack = load()
    name = [space.name for space in pack.spaces]
    chosen = {"": True, "adriatic": adriatic, "egypt-border": egypt_border}
    return Geography(
        land=frozenset(space.name for space in pack.spaces if space.land),
        water=frozenset(space.name for space in pack.spaces if not space.land),
        links=frozenset(
            frozenset((name[link.a], name[link.b])) for link in pack.links if chosen[link.option]
        ),
        straits=tuple((name[way.anchor], frozenset((name[way.a], name[way.b]))) for way in pack.straits),
        flags=tuple(
            (name[flag.space], frozenset(pack.factions[f] for f in flag.factions), flag.when)
            for flag in pack.flags
        ),
        deserts=frozenset(space.name for space in pack.spaces if space.desert),
    )


@dataclass(frozen=True)
class Position:
    """What stands on the map.

    `held` are the land spaces of each side (land of neither is neutral), `forces` the land spaces with active
    Minor Country Forces. `convoy` says that Axis pieces in deserts count as supplied, `reserves` is the
    place of a piece that does (or None).
    """

    map: Geography
    pieces: list
    held: dict
    forces: frozenset = frozenset()
    bulgaria: bool = False
    depot: bool = False
    convoy: bool = False
    reserves: int | None = None
    landing: dict = field(default_factory=dict)
    """Land spaces that each side controlled when the step began; those of `held` where nothing is said."""

    def find(self, faction, kind, space):
        """The place in the list of the one piece of this description."""
        (found,) = [n for n, piece in enumerate(self.pieces) if piece[:3] == (faction, kind, space)]
        return found

    def moved(self, number, space, aboard=None):
        """A piece in another space with all it carries; infantry and tanks take control of land.

        As a piece leaves before supply is asked for, nothing is left behind (ruling 20).
        """
        pieces = list(self.pieces)
        pieces[number] = pieces[number]._replace(space=space, aboard=aboard)
        for cargo, piece in enumerate(pieces):
            if piece.aboard == number:
                pieces[cargo] = piece._replace(space=space)
        return replace(self, pieces=pieces, held=self._taken(pieces[number]))

    def placed(self, faction, kind, space, aboard=None):
        """The position with one piece more, the last of the list."""
        piece = Piece(faction, kind, space, aboard)
        return replace(self, pieces=[*self.pieces, piece], held=self._taken(piece))

    def lost(self, number):
        """The position without a piece that carries nothing; later pieces move up in the list."""
        pieces = [
            piece._replace(aboard=piece.aboard - 1) if (piece.aboard or 0) > number else piece
            for place, piece in enumerate(self.pieces)
            if place != number
        ]
        return replace(self, pieces=pieces)

    def controlled_by(self, side, *spaces):
        """The position with these land spaces in the hands of a side."""
        held = {side: self.held[side] | set(spaces), other(side): self.held[other(side)] - set(spaces)}
        return replace(self, held=held)

    def _taken(self, piece):
        if piece.aboard is not None or piece.kind not in TROOPS or piece.space not in self.map.land:
            return self.held
        return self.controlled_by(SIDE[piece.faction], piece.space).held


def transported(position, piece):
    """Whether a piece is the cargo of a fleet: it neither occupies nor interdicts (ruling 23)."""
    return piece.aboard is not None and position.pieces[piece.aboard].kind == "fleet"


def occupied(position, side):
    """Spaces where a side has a piece or an active Minor Country Force (ruling 7)."""
    standing = {
        piece.space
        for piece in position.pieces
        if SIDE[piece.faction] == side and not transported(position, piece)
    }
    return standing | (position.forces & position.held[side])


def controlled(position, side):
    """Spaces that a side controls: its land, and water without an enemy ship (rules, Control)."""
    hostile = {
        piece.space for piece in position.pieces if piece.kind in SHIPS and SIDE[piece.faction] == other(side)
    }
    return set(position.held[side]) | (position.map.water - hostile)


def interdicted(position, side):
    """Spaces next to an enemy piece that could interdict the supply of a side there (rules, Supply Paths)."""
    enemy, found = other(side), set()
    for piece in position.pieces:
        if SIDE[piece.faction] != enemy or piece.kind == "carrier" or transported(position, piece):
            continue
        near = position.map.near(piece.space, position.held[enemy])
        if piece.kind in TROOPS:
            found |= near & position.map.land
        elif piece.kind == "fleet":
            found |= near & position.map.water
        else:
            found |= near
    return found


def open_spaces(position, side):
    """Spaces that a supply path of a side may include."""
    return (controlled(position, side) - occupied(position, other(side))) & (
        occupied(position, side) | (position.map.land | position.map.water) - interdicted(position, side)
    )


def flag_spaces(position, faction):
    """Spaces with a supply flag of a faction now."""
    return {
        space
        for space, factions, when in position.map.flags
        if faction in factions and (not when or position.bulgaria)
    }


def reached_by_supply(position, faction):
    """Spaces from which a supply path of a faction leads to one of its flags."""
    side = SIDE[faction]
    way = open_spaces(position, side)
    reached = flag_spaces(position, faction) & way
    border = set(reached)
    while border:
        near = set().union(*(position.map.near(space, position.held[side]) for space in border))
        border = (near & way) - reached
        reached |= border
    return reached


def is_supplied(position, number):
    """Whether one piece is supplied, by a path or by one of the exceptions."""
    piece = position.pieces[number]
    if position.depot and piece.space == "Malta" and SIDE[piece.faction] == ALLIES:
        return True
    if position.convoy and piece.space in position.map.deserts and SIDE[piece.faction] == AXIS:
        return True
    return position.reserves == number or piece.space in reached_by_supply(position, piece.faction)


def supplied(position):
    """Whether each piece is supplied, in the order of the list."""
    return [is_supplied(position, number) for number in range(len(position.pieces))]


def within(position, side, space, steps):
    """Spaces at most so many steps from a space over any spaces, straits as for the side (ruling 46)."""
    found = {space}
    for _ in range(steps):
        found |= set().union(*(position.map.near(end, position.held[side]) for end in found))
    return found


def airplane_reach(position, number):
    """Where an airplane may move in a step: pairs of a space and the ship it ends on (None on land).

    Two spaces to land that its side held when the step began or to an empty carrier of its faction, with a
    jump over anything but a neutral space; one space onto a fleet, or from a fleet to land (rules, Airplane
    Movement).
    """
    plane = position.pieces[number]
    side = SIDE[plane.faction]
    near = position.map.near(plane.space, position.held[side])
    by_air = set(near)
    if not transported(position, plane):
        neutral = position.map.land - position.held[AXIS] - position.held[ALLIES]
        by_air |= set().union(*(position.map.near(space, position.held[side]) for space in near - neutral))
    landing = position.landing.get(side, position.held[side]) & position.held[side]
    wished = [(space, None) for space in by_air & landing - occupied(position, other(side)) - {plane.space}]
    if not transported(position, plane):
        wished += _decks(position, number, near, by_air)
    return {end for end in wished if is_supplied(position.moved(number, *end), number)}


def _decks(position, number, near, by_air):
    faction, from_land = position.pieces[number].faction, position.pieces[number].space in position.map.land
    full = {piece.aboard for piece in position.pieces}
    for ship, piece in enumerate(position.pieces):
        if ship in full:
            continue
        if piece.kind == "carrier" and piece.faction == faction and piece.space in by_air:
            yield piece.space, ship
        # From a carrier nothing loads onto a fleet (rules, Transported Airplanes).
        boards = piece.kind == "fleet" and faction in CARGO[piece.faction] and from_land
        if boards and piece.space in near:
            yield piece.space, ship


def start(table):
    """The position of the set-up on a map."""
    pack = load()
    pieces = [Piece(pack.factions[f], pack.kinds[k], pack.spaces[s].name) for s, f, k in pack.starting]
    held = {side: {space.name for space in pack.spaces if space.start == side} for side in (AXIS, ALLIES)}
    return Position(table, pieces, held)
