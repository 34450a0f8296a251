"""Combats of South Front for tests: a position, an attack, and the answers line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from south_front_boards import written

from sealed.engine.frames import pop
from sealed.engine.kernel import apply, asked, legal_actions, question
from sealed.engine.message import Refusal
from sealed.games.south_front.combat.attacks import attack_question
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.state import AXIS, State
from sealed.games.south_front.title import own_state, reasons

if TYPE_CHECKING:
    from collections.abc import Mapping

LINE = {"Ionian Sea": "Pact fleet 1", "Gulf of Sidra": "Pact fleet 2"}
"""Fleets that supply Axis pieces in Africa; of the spaces in dispute only Tobruk is next to them."""


def before(
    board: Mapping[str, str], *, side: int = AXIS, line: Mapping[str, str] | None = None, **tables: object
) -> State:
    """Return a position in which a side is asked for an attack; `line` stands besides (the Axis fleets)."""
    turn = {"step": "act", "side": ("Axis", "Allies")[side], **dict(tables.pop("turn", {}))}  # type: ignore[call-overload]
    s = written(board={**(LINE if line is None else line), **board}, turn=turn, **tables)
    return attack_question(pop(s), side)


def play(s: State, *lines: str) -> State:
    """Give these answers, each for the seat that is asked. Raises `AssertionError` for a refused one."""
    for line in lines:
        step = apply(s, NOTATION.parse(line), asked(s)[0])
        assert not isinstance(step, Refusal), f"{line}: {step}"
        s = own_state(step.state)
    return s


def told(s: State, line: str) -> list[tuple[str, tuple[int, ...]]]:
    """Return what happens at an answer, cards that move apart."""
    step = apply(s, NOTATION.parse(line), asked(s)[0])
    assert not isinstance(step, Refusal), f"{line}: {step}"
    return [(event.id, event.args) for event in step.events if event.id != "moved"]


def offered(s: State) -> set[str]:
    """Return what the seat that is asked may answer, but for wars and removals."""
    return {str(action) for action in legal_actions(s, asked(s)[0])} - _free(s)


def _free(s: State) -> set[str]:
    actions = map(str, legal_actions(s, asked(s)[0]))
    return {line for line in actions if line.startswith(("declare-war", "remove"))}


def refused(s: State, line: str) -> list[str]:
    """Return the codes of everything that stands against an answer of the seat that is asked."""
    return [refusal.code for refusal in reasons(s, NOTATION.parse(line), asked(s)[0])]


def asking(s: State) -> str:
    """Return the id of the question that is open."""
    found = question(s)
    return found.id if found else ""


__all__ = ["LINE", "asking", "before", "offered", "play", "refused", "told"]
