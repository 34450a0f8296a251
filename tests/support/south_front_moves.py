"""Moves of South Front for tests: a board in a movement step, and what stands against moves on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from south_front_boards import shuffled, written

from sealed.engine.value import copy_with
from sealed.games.south_front.board.pieces import LAND
from sealed.games.south_front.movement.moving import FIRST, boarding_reasons, carry_out, move_reasons
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.position import space_named as space
from sealed.games.south_front.state import ABOARD, AXIS, OFF, SIDE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from sealed.engine.frames import Tell
    from sealed.games.south_front.state import State


def board(
    stands: Mapping[str, str],
    side: str = "Axis",
    number: int = 8,
    step: str = "first-movement",
    **tables: object,
) -> State:
    """Return a position with these pieces in a step of a side."""
    return written(board=stands, turn={"step": step, "side": side, "round": number}, **tables)


def told(s: State, line: str, mode: int = FIRST) -> list[tuple[str, tuple[int, ...]]]:
    """Return codes and arguments of what stands against a move."""
    action = NOTATION.parse(line)
    reasons = move_reasons if action.verb == "move" else boarding_reasons
    return [(refusal.code, refusal.args) for refusal in reasons(s, *action.args, mode)]


def codes(s: State, line: str, mode: int = FIRST) -> list[str]:
    """Return the codes of what stands against a move."""
    return [code for code, _ in told(s, line, mode)]


def moved(s: State, *lines: str) -> tuple[State, list[str]]:
    """Return the board after some moves, and the ids of the events."""
    events: Tell = []
    for line in lines:
        s = carry_out(s, NOTATION.parse(line), events)
    return s, [event.id for event in events]


def quiet(rng: Random, step: str = "act") -> tuple[State, int]:
    """Return a random board on which a side has most of the land and meets few enemies, and that side.

    On a board that is shuffled evenly nearly everything is out of supply.
    """
    side = rng.randrange(2)
    s = shuffled(rng, step, side)
    where = bytearray(s.where)
    for piece, place in enumerate(s.where):
        if place != OFF and SIDE[piece] != side and rng.random() < 3 / 4:
            where[piece] = OFF
    for piece, place in enumerate(where):
        if ABOARD <= place < OFF and where[place - ABOARD] == OFF:
            where[piece] = OFF
    enemies = sum({1 << place for piece, place in enumerate(where) if place < ABOARD and SIDE[piece] != side})
    land = LAND & ~s.neutral
    theirs = land & (enemies | s.held[1 - side] & rng.getrandbits(36) & rng.getrandbits(36))
    held = (land & ~theirs, theirs) if side == AXIS else (theirs, land & ~theirs)
    landing = held[side] & ~(rng.getrandbits(36) & rng.getrandbits(36))
    return copy_with(s, where=bytes(where), held=held, landing=landing), side


__all__ = ["board", "codes", "moved", "quiet", "space", "told"]
