"""Moves of South Front for tests: a board in a movement step, and what stands against moves on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from south_front_boards import written

from sealed.games.south_front.movement import FIRST, boarding_reasons, carry_out, move_reasons
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.position import space_named as space

if TYPE_CHECKING:
    from collections.abc import Mapping

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


__all__ = ["board", "codes", "moved", "space", "told"]
