"""What goes with the open question for who sees no board: month, points, the combat, the unit concerned."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sealed.games.shaef.free import FREE
from sealed.games.shaef.question import Free
from sealed_client.presenters.shaef.board import status
from sealed_client.presenters.shaef.combat import combat_lines
from sealed_client.presenters.shaef.templates import templates
from sealed_client.presenters.shaef.units import unit_line

if TYPE_CHECKING:
    from sealed.engine import frames
    from sealed.games.shaef.state import State
    from sealed_client.words.phrases import Phrases

_SELDOM = FREE - {"use"}


def question_lines(state: frames.State, said: Phrases) -> list[str]:
    """Return the status line with both sides' Operation Points, and what the question is about."""
    s = cast("State", state)
    lines = [status(s, said), *combat_lines(s, said)]
    frame = s.stack.frame if s.stack else None
    unit = getattr(frame, "unit", None)
    if isinstance(unit, int):
        lines.append(unit_line(s, said, unit))
    if ready := templates(s):
        lines.append(said.say("lines.templates", names=", ".join(f"template {name}" for name in ready)))
    return lines


def besides(state: frames.State) -> frozenset[str]:
    """Return the verbs that the open question offers only besides: they can be given almost any time."""
    node = state.stack
    return _SELDOM if node is not None and isinstance(node.frame, Free) else frozenset()


__all__ = ["besides", "question_lines"]
