"""Who is supplied, and where a piece would be (rules, Supply; Malta Depot; the Pact's contingency cards).

A piece that moves is judged after its move (S-20): it has left its space, stands in the new one and controls
it. One flood over the board that it has left answers for all destinations at once: where paths may pass
already the flood must have come by; any other space is opened by the piece that stands there, and needs a
neighbour that is reached. Only the anchor of a strait, newly taken, changes more; it is judged on its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.south_front.board.geography import ANCHORS, neighbours
from sealed.games.south_front.board.pieces import DESERT, on_board, space_of
from sealed.games.south_front.board.presence import ground, survey
from sealed.games.south_front.notation import TYPES
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import (
    ABOARD,
    ALLIES,
    AXIS,
    CONVOY,
    DEPOT,
    FACTION,
    SIDE,
    SIDE_OF_FACTION,
    State,
)
from sealed.games.south_front.supply.path import supply_reasons
from sealed.games.south_front.supply.reach import flags_of, reached, supplied_spaces

if TYPE_CHECKING:
    from collections.abc import Iterator

_MALTA = next(1 << space.index for space in load().spaces if space.name == "Malta")
_EVERYWHERE = -1


def supplied(s: State, piece: int) -> bool:
    """Tell whether a piece is supplied where it is; cargo is in the sea of its ship (S-22)."""
    space = space_of(s, piece)
    if space is None:
        return False
    return bool((_always(s, piece) | supplied_spaces(s, FACTION[piece])) >> space & 1)


def unsupplied_pieces(s: State, side: int) -> list[int]:
    """Return the pieces of a side that are unsupplied, all judged on the same board (S-18)."""
    return [piece for piece in on_board(s, side) if not supplied(s, piece)]


def would_be_supplied(s: State, piece: int, space: int) -> bool:
    """Tell whether a piece would be supplied in a space after moving there (see `destinations_supplied`)."""
    return bool(destinations_supplied(s, piece, 1 << space))


def destinations_supplied(s: State, piece: int, candidates: int) -> int:
    """Return those of a set of spaces in which a piece would be supplied, had it moved there (S-20).

    It has left its space and controls the land it stands on; a land piece in a sea is aboard an own ship
    there, and a ship that it leaves stays. What a ship bears is judged after the move, by `supplied` (S-21).
    Spaces with enemies in them or out of play are never in the answer; the way there is not asked for.
    """
    place, left = s.where[piece], 0
    if place < ABOARD and s.where.count(place) == 1:
        left = 1 << place & ~ground(s, SIDE[piece]).forces
    return _among(s, FACTION[piece], left, candidates, _always(s, piece))


def deploy_supplied(s: State, kind_of_piece: int, space: int) -> bool:
    """Tell whether a new piece of a type would be supplied in a space, standing or aboard (S-52, S-55)."""
    faction = TYPES[kind_of_piece][0]
    return bool(_among(s, faction, 0, 1 << space, _marked(s, SIDE_OF_FACTION[faction])))


def deployable_spaces(s: State, faction: int) -> int:
    """Return the spaces that its side controls where a new piece of a faction would be supplied."""
    side = SIDE_OF_FACTION[faction]
    return _among(s, faction, 0, ground(s, side).controlled, _marked(s, side))


def _always(s: State, piece: int) -> int:
    """Return the spaces where a piece is supplied without a path."""
    return _EVERYWHERE if piece == s.reserves else _marked(s, SIDE[piece])


def _marked(s: State, side: int) -> int:
    """Return the spaces where all pieces of a side are supplied by a marker or an effect (S-52 to S-54)."""
    if side == ALLIES:
        return _MALTA if s.markers & DEPOT else 0
    return DESERT if s.markers & CONVOY else 0


def _among(s: State, faction: int, left: int, candidates: int, always: int) -> int:
    """Return the candidates in which a piece of a faction would be supplied when a space has been left."""
    side = SIDE_OF_FACTION[faction]
    here = ground(s, side)
    flags, lines = flags_of(s, faction), here.lines
    candidates &= here.free
    reach = reached(lines, here.passable & ~(left & here.cut), flags)
    gained = candidates & ANCHORS & ~s.held[side]
    found = candidates & (reach | neighbours(lines, reach) | flags | always)
    return found & ~gained | _at_gained_anchors(s, faction, left, gained, always) if gained else found


def _at_gained_anchors(s: State, faction: int, left: int, anchors: int, always: int) -> int:
    """Return those of some enemy anchors where a piece would be supplied: the strait is its side's."""
    side = SIDE_OF_FACTION[faction]
    found = anchors & always
    for anchor in _members(anchors & ~always):
        held = [s.held[AXIS] & ~anchor, s.held[ALLIES] & ~anchor]
        held[side] |= anchor
        there = survey(s, side, (held[AXIS], held[ALLIES]))
        passable = there.passable & ~(left & there.cut) | anchor
        found |= anchor & reached(there.lines, passable, flags_of(s, faction))
    return found


def _members(spaces: int) -> Iterator[int]:
    """Yield the spaces of a set, each as a set."""
    while spaces:
        lowest = spaces & -spaces
        yield lowest
        spaces ^= lowest


__all__ = [
    "deploy_supplied",
    "deployable_spaces",
    "destinations_supplied",
    "flags_of",
    "supplied",
    "supplied_spaces",
    "supply_reasons",
    "unsupplied_pieces",
    "would_be_supplied",
]
