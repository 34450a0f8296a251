"""Pieces on the board: where they stand, what they carry, how they come and go (rules, Pieces; Control)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.engine.message import happened
from sealed.engine.value import copier
from sealed.games.south_front.notation import TYPE_NUMBER, TYPE_OF
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import (
    ABOARD,
    ALLIES,
    AXIS,
    CARRIER,
    FACTION,
    FLEET,
    KIND,
    NOBODY,
    OFF,
    PIECES,
    SIDE,
    USA,
    State,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.frames import Tell

LAND = sum(1 << space.index for space in load().spaces if space.land)
"""The set of land spaces."""
DESERT = sum(1 << space.index for space in load().spaces if space.desert)
"""The set of Desert Climate spaces."""

_OF_TYPE = tuple(
    tuple(piece for piece, number in enumerate(TYPE_OF) if number == wanted)
    for wanted in range(len(TYPE_NUMBER))
)

_DESCENDING = range(len(PIECES) - 1, -1, -1)

_with_where = copier(State, "where")
_without = copier(State, "where", "moved", "reserves")
_with_control = copier(State, "held")
with_points = copier(State, "points")
"""Return a copy with other Victory Points."""


def space_of(s: State, piece: int) -> int | None:
    """Return the space a piece is in, its ship's if it is aboard; nothing off the board."""
    place = s.where[piece]
    if place < ABOARD:
        return place
    return None if place == OFF else s.where[place - ABOARD]


def ship_of(s: State, piece: int) -> int | None:
    """Return the ship that a piece is aboard of."""
    place = s.where[piece]
    return place - ABOARD if ABOARD <= place < OFF else None


def cargo_of(s: State, ship: int) -> int | None:
    """Return the piece aboard a ship: one at most, transported by a fleet or carried by a carrier."""
    found = s.where.find(ABOARD + ship)
    return None if found < 0 else found


def transported(s: State, piece: int) -> bool:
    """Tell whether a piece is aboard a fleet (an airplane on a carrier is carried, not transported)."""
    ship = ship_of(s, piece)
    return ship is not None and KIND[ship] == FLEET


def pieces_in(s: State, space: int) -> list[int]:
    """Return the pieces in a space, those aboard ships there included, ascending."""
    where = s.where
    return [
        piece
        for piece, place in enumerate(where)
        if place == space or (ABOARD <= place < OFF and where[place - ABOARD] == space)
    ]


def on_board(s: State, side: int) -> Iterator[int]:
    """Yield the pieces of a side that are on the board, ascending."""
    for piece, place in enumerate(s.where):
        if place != OFF and SIDE[piece] == side:
            yield piece


def available(s: State, kind_of_piece: int) -> int | None:
    """Return the lowest piece of a type that is off the board, if one is left."""
    return available_by_type(s.where)[kind_of_piece]


@lru_cache(maxsize=1 << 8)
def available_by_type(where: bytes) -> tuple[int | None, ...]:
    """Return for each type the lowest piece that is off the board."""
    found: list[int | None] = [None] * len(_OF_TYPE)
    for piece in _DESCENDING:
        if where[piece] == OFF:
            found[TYPE_OF[piece]] = piece
    return tuple(found)


def representative(s: State, piece: int) -> int:
    """Return the lowest piece that is equal to this one: same type, place, cargo and movement.

    Equal pieces are one choice, so answers name the lowest (`equal-piece`).
    """
    key = _likeness(s, piece)
    for other in _OF_TYPE[TYPE_OF[piece]]:
        if other == piece or _likeness(s, other) == key:
            return other
    return piece


def _likeness(s: State, piece: int) -> tuple[object, ...]:
    ship, cargo = ship_of(s, piece), cargo_of(s, piece)
    return (
        space_of(s, piece),
        s.moved >> piece & 1,
        piece == s.reserves,
        None if ship is None else (TYPE_OF[ship], s.moved >> ship & 1),
        None if cargo is None else (TYPE_OF[cargo], s.moved >> cargo & 1, cargo == s.reserves),
    )


def at_war(s: State, faction: int) -> bool:
    """Tell whether a faction may move and deploy: the USA from its round on (USA at War, S-62)."""
    return faction != USA or s.round >= s.terms.usa_at_war


def with_place(s: State, piece: int, place: int) -> State:
    """Return the state with one byte of `where` changed, and nothing else."""
    where = bytearray(s.where)
    where[piece] = place
    return _with_where(s, bytes(where))


def put(s: State, piece: int, space: int, tell: Tell) -> State:
    """Stand a piece in a space; on land its side takes control (Control; Deploy vs. Recruit)."""
    s = with_place(s, piece, space)
    return take_control(s, SIDE[piece], space, tell) if LAND >> space & 1 else s


def put_aboard(s: State, piece: int, ship: int) -> State:
    """Put a piece aboard a ship."""
    return with_place(s, piece, ABOARD + ship)


def take_control(s: State, side: int, space: int, tell: Tell) -> State:
    """Give a side the control of a land space, and report it if that is new."""
    bit = 1 << space
    if s.held[side] & bit:
        return s
    held = [s.held[AXIS] & ~bit, s.held[ALLIES] & ~bit]
    held[side] |= bit
    happened(tell, "controlled", (side, space))
    return _with_control(s, (held[AXIS], held[ALLIES]))


def lift(s: State, piece: int, tell: Tell, event: str) -> State:
    """Take a piece off the board and report it under `event` with the space it leaves.

    A carrier that carries an airplane stays, the airplane goes instead (Carriers); a fleet's cargo goes with
    it (Transported Pieces in Combat).
    """
    cargo = cargo_of(s, piece)
    space = space_of(s, piece)
    if space is None:
        return s
    if cargo is not None and KIND[piece] == CARRIER:
        return lift(s, cargo, tell, event)
    s = _off(s, piece, space, tell, event)
    return s if cargo is None else _off(s, cargo, space, tell, event)


def _off(s: State, piece: int, space: int, tell: Tell, event: str) -> State:
    """Take one piece off; what was remembered of it goes with it, so that equal positions are equal."""
    happened(tell, event, (piece, space))
    where = bytearray(s.where)
    where[piece] = OFF
    reserves = NOBODY if s.reserves == piece else s.reserves
    return _without(s, bytes(where), s.moved & ~(1 << piece), reserves)


def gain(s: State, side: int, points: int, tell: Tell) -> State:
    """Give a side Victory Points and report the new total; none is not reported."""
    if not points:
        return s
    totals = list(s.points)
    totals[side] += points
    happened(tell, "points", (side, points, totals[side]))
    return with_points(s, (totals[AXIS], totals[ALLIES]))


__all__ = [
    "DESERT",
    "FACTION",
    "LAND",
    "PIECES",
    "at_war",
    "available",
    "available_by_type",
    "cargo_of",
    "gain",
    "lift",
    "on_board",
    "pieces_in",
    "put",
    "put_aboard",
    "representative",
    "ship_of",
    "space_of",
    "take_control",
    "transported",
    "with_place",
    "with_points",
]
