"""What a written position must be like: the law of the board, one plain sentence for each way to break it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.south_front.board.geography import playing
from sealed.games.south_front.board.pieces import LAND, cargo_of, ship_of
from sealed.games.south_front.notation import NOTATION, PIECE, SPACE
from sealed.games.south_front.state import ABOARD, AIRPLANE, ALLIES, FLEET, KIND, NOBODY, OFF, SIDE, State
from sealed.games.written import PositionError

if TYPE_CHECKING:
    from collections.abc import Iterator


def require_sound(s: State) -> None:
    """Raise `PositionError` with the first thing that cannot be so on a board."""
    for fault in _faults(s):
        raise PositionError(fault)


def _faults(s: State) -> Iterator[str]:
    if s.reserves != NOBODY and SIDE[s.reserves] == ALLIES:
        yield f"{_piece(s.reserves)} is no Axis piece, and Supply Reserves are the Axis player's"
    first: dict[int, int] = {}
    for piece, place in enumerate(s.where):
        if place == OFF:
            yield from _gone(s, piece)
        elif place < ABOARD:
            if SIDE[first.setdefault(place, piece)] != SIDE[piece]:
                yield f"pieces of both sides stand in {_space(place)}"
        else:
            yield from _carried(s, piece)
    for piece, place in enumerate(s.where):
        if place < ABOARD:
            yield from _standing(s, piece, place)


def _gone(s: State, piece: int) -> Iterator[str]:
    if s.moved >> piece & 1 or s.reserves == piece:
        yield f"{_piece(piece)} is not on the board; it has neither moved nor supply"


def _standing(s: State, piece: int, space: int) -> Iterator[str]:
    if not playing(s) >> space & 1:
        yield f"{_space(space)} is not in play at this table; choose the option or another space"
    if (KIND[piece] >= FLEET) == bool(LAND >> space & 1):
        yield f"{_piece(piece)} cannot stand in {_space(space)}; ships stand at sea, all others on land"
    if s.neutral >> space & 1:
        yield f"{_space(space)} is neutral; name its country in [countries] before pieces stand there"
    elif LAND >> space & 1 and not s.held[SIDE[piece]] >> space & 1:
        yield f"{_piece(piece)} stands in {_space(space)}, so its side controls it; [control] says otherwise"


def _carried(s: State, piece: int) -> Iterator[str]:
    ship = ship_of(s, piece)
    if ship is None:
        return
    fits = KIND[piece] == AIRPLANE or (KIND[piece] < AIRPLANE and KIND[ship] == FLEET)
    if KIND[ship] < FLEET or not fits or SIDE[ship] != SIDE[piece]:  # whose fleet takes it the rules say
        yield f"{_piece(piece)} cannot be carried by {_piece(ship)}"
    elif cargo_of(s, ship) != piece:
        yield f"{_piece(ship)} carries more than one piece"


def _piece(piece: int) -> str:
    return NOTATION.name(PIECE, piece)


def _space(space: int) -> str:
    return NOTATION.name(SPACE, space)
