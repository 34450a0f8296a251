"""One piece moves: what stands against it, and how it is done (rules, Movement; Naval Transport).

Every condition that fails is told, with the words of the rulebook. `moves_of` finds what nothing stands
against.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import Refusal, happened
from sealed.games.south_front.board.countries import COUNTRY_OF
from sealed.games.south_front.board.geography import borders_of, playing
from sealed.games.south_front.board.pieces import (
    LAND,
    at_war,
    cargo_of,
    put,
    put_aboard,
    representative,
    ship_of,
    space_of,
    transported,
)
from sealed.games.south_front.board.presence import occupied
from sealed.games.south_front.movement.destinations import (
    ADVANCE,
    ANYWHERE,
    CARD,
    FIRST,
    LOADING,
    RETREAT,
    SECOND,
    STEPS,
    WITHDRAW,
    can_move,
    list_moves,
)
from sealed.games.south_front.movement.flight import flight_reasons, flights, strait_reasons
from sealed.games.south_front.movement.transport import end_of_transport, may_carry
from sealed.games.south_front.state import AIRPLANE, FACTION, FLEET, INFANTRY, KIND, OFF, SIDE, State
from sealed.games.south_front.supply.supplied import supplied, supply_reasons, would_be_supplied

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

_MOVEMENT, _AIRPLANES, _TRANSPORT, _SUPPLY = (
    "Movement",
    "Airplane Movement",
    "Naval Transport",
    "Supply Effects",
)


def moves_of(s: State, piece: int, mode: int, within: int = ANYWHERE) -> list[Action]:
    """Return what one piece may do to destinations within a set: `move` and `board`, never `stay`."""
    return list_moves(s, SIDE[piece], (piece,), mode, within)


def move_reasons(s: State, piece: int, space: int, mode: int) -> Iterator[Refusal]:
    """Yield what stands against moving a piece to a space; from aboard a ship that is to leave it."""
    yield from _may_move(s, piece, mode)
    start = space_of(s, piece)
    if start is None:
        return
    if start == space:
        yield Refusal("already-there", (piece, space), _MOVEMENT)
        return
    on_foot = KIND[piece] != AIRPLANE or transported(s, piece) or mode == RETREAT
    yield from _way_reasons(s, piece, start, space, 1 if on_foot else 2)
    barred = list(_entry_reasons(s, piece, space, mode))
    yield from barred
    if not barred and playing(s) >> space & 1:
        yield from _supply_reasons(s, piece, space)


def boarding_reasons(s: State, piece: int, ship: int, mode: int) -> Iterator[Refusal]:
    """Yield what stands against loading a piece onto a fleet or landing it on a carrier."""
    yield from _may_move(s, piece, mode)
    if mode not in LOADING:
        yield Refusal("second-loading", (piece,), "Loading")
    elif transported(s, piece):
        yield Refusal("must-unload", (piece,), "Unloading")
    elif ship_of(s, piece) is not None and KIND[ship] == FLEET:
        yield Refusal("loads-from-land", (piece,), "Transported Airplanes")
    yield from _ship_reasons(s, piece, ship)
    start, sea = space_of(s, piece), space_of(s, ship)
    if start is None or sea is None or not may_carry(ship, piece):
        return
    if start == sea:
        yield Refusal("already-there", (piece, sea), _MOVEMENT)
        return
    yield from _way_reasons(s, piece, start, sea, 1 if KIND[ship] == FLEET else 2)
    if not would_be_supplied(s, piece, sea):
        yield from supply_reasons(put_aboard(s, piece, ship), FACTION[piece], sea, _SUPPLY)


def piece_reasons(s: State, side: int, piece: int) -> Iterator[Refusal]:
    """Yield why a piece is none that a side may name: another's, off the board, or equal to a lower one."""
    if SIDE[piece] != side:
        yield Refusal("not-yours", (piece,), "Pieces")
    elif s.where[piece] == OFF:
        yield Refusal("not-on-board", (piece,), "Pieces")
    elif (same := representative(s, piece)) != piece:
        yield Refusal("equal-piece", (piece, same), "S-75")


def carry_out(s: State, action: Action, tell: Tell) -> State:
    """Carry out a `move` or `board` and report it; the stack stays, and nothing is marked as moved."""
    piece, target = action.args
    start = space_of(s, piece)
    if action.verb == "board":
        happened(tell, "boarded", (piece, target, s.where[target]))
        return put_aboard(s, piece, target)
    happened(tell, "went", (piece, OFF if start is None else start, target))
    return put(s, piece, target, tell)


def _may_move(s: State, piece: int, mode: int) -> Iterator[Refusal]:
    """Yield why a piece may not move now, wherever to."""
    if s.where[piece] == OFF:
        yield Refusal("not-on-board", (piece,), "Pieces")
        return
    if not at_war(s, FACTION[piece]):
        yield Refusal("not-at-war", (FACTION[piece],), "Game Rounds")
    if mode in STEPS and s.moved >> piece & 1:
        yield Refusal("already-moved", (piece,), "First Movement Step")
    if mode == SECOND and KIND[piece] in {INFANTRY, AIRPLANE} and not transported(s, piece):
        carried = ship_of(s, piece) is not None
        yield Refusal("no-leaving-carrier" if carried else "no-second-move", (piece,), "Second Movement Step")


def _way_reasons(s: State, piece: int, start: int, end: int, steps: int) -> Iterator[Refusal]:
    """Yield why a space is out of reach: too far, over neutral land, through a strait that is closed."""
    side = SIDE[piece]
    if steps == 2:
        if not flights(s, side)[start] >> end & 1:
            yield from flight_reasons(s, piece, start, end, _AIRPLANES)
        return
    around = borders_of(s, side).around
    if not around[start] >> end & 1:
        closed = list(strait_reasons(around, start, end))
        yield from closed or (Refusal("too-far", (piece, end), _MOVEMENT),)


def _entry_reasons(s: State, piece: int, space: int, mode: int) -> Iterator[Refusal]:
    """Yield what about a space keeps a piece out of it, supply apart."""
    side, kind, here = SIDE[piece], KIND[piece], 1 << space
    if bool(LAND & here) == (kind >= FLEET):
        yield Refusal("wrong-terrain", (piece, space), _MOVEMENT)
        return
    if s.neutral & here:
        yield Refusal("neutral-space", (space, COUNTRY_OF[space]), "Minor Countries")
        return
    if occupied(s, 1 - side) & here:
        yield Refusal("enemy-there", (space,), _MOVEMENT)
    if kind == AIRPLANE and mode != RETREAT and not s.landing & here:
        yield Refusal("not-held-at-start", (space,), _AIRPLANES)
    elif kind < FLEET and not s.held[side] & here:
        if kind == AIRPLANE:
            yield Refusal("not-held", (space,), _AIRPLANES)
        elif mode == RETREAT:
            yield Refusal("not-held", (space,), "Retreat")
        elif mode == SECOND and kind == INFANTRY:
            yield Refusal("not-held", (space,), "Unloading")


def _supply_reasons(s: State, piece: int, space: int) -> Iterator[Refusal]:
    """Yield why a piece, or what it bears, would be unsupplied where it goes (S-20, S-21)."""
    after = put(s, piece, space, [])
    told = []
    if not would_be_supplied(s, piece, space):
        told = [*supply_reasons(after, FACTION[piece], space, _SUPPLY)]
        yield from told
    cargo = cargo_of(s, piece)
    if cargo is not None and not supplied(after, cargo):
        yield Refusal("cargo-unsupplied", (cargo, space), _SUPPLY)
        causes = supply_reasons(after, FACTION[cargo], space, _SUPPLY)
        yield from (cause for cause in causes if cause.code != "unsupplied-there" and cause not in told)


def _ship_reasons(s: State, piece: int, ship: int) -> Iterator[Refusal]:
    """Yield why a ship is none for a piece."""
    if SIDE[ship] != SIDE[piece]:
        yield Refusal("not-yours", (ship,), "Pieces")
    if not may_carry(ship, piece):
        yield Refusal("wrong-ship", (piece, ship), _TRANSPORT)
    elif s.where[ship] == OFF:
        yield Refusal("not-on-board", (ship,), "Pieces")
    elif cargo_of(s, ship) is not None:
        yield Refusal("ship-full", (ship,), _TRANSPORT)
    elif (same := representative(s, ship)) != ship:
        yield Refusal("equal-piece", (ship, same), "S-75")


__all__ = [
    "ADVANCE",
    "ANYWHERE",
    "CARD",
    "FIRST",
    "RETREAT",
    "SECOND",
    "WITHDRAW",
    "boarding_reasons",
    "can_move",
    "carry_out",
    "end_of_transport",
    "list_moves",
    "move_reasons",
    "moves_of",
    "piece_reasons",
]
