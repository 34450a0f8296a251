"""What goes with the open question for who sees no board: month, points, the combat, the unit concerned."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sealed.engine.kernel import legal_actions
from sealed.games.shaef.combat.casualties import Casualty
from sealed.games.shaef.combat.retreating import Retreating
from sealed.games.shaef.free import FREE
from sealed.games.shaef.notation import FORCE
from sealed.games.shaef.question import DONE, Free
from sealed.games.shaef.state import NOWHERE
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
    if isinstance(frame, Casualty):
        lines.append(_borne(s, said, frame))
    elif isinstance(frame, Free) and _only_done(s, frame):
        lines.append(said.say("lines.only-done"))
    elif isinstance(frame, Retreating):
        lines += (said.reason(refusal, s) for refusal in frame.why(s, DONE))
    unit = getattr(frame, "unit", None)
    if isinstance(unit, int):
        lines.append(unit_line(s, said, unit))
    if ready := templates(s):
        lines.append(said.say("lines.templates", names=", ".join(f"template {name}" for name in ready)))
    return lines


def _borne(s: State, said: Phrases, casualty: Casualty) -> str:
    """Return at whom the fire was directed, and who bears its next hit (12.4d)."""
    forces = ", ".join(said.name(FORCE, force) for force in casualty.exposed(s))
    if casualty.target == NOWHERE:
        return said.say("lines.hit-blind", forces=forces)
    return said.say("lines.hit", target=said.name(FORCE, casualty.target), forces=forces)


def _only_done(s: State, frame: Free) -> bool:
    """Tell whether a phase offers nothing of its own, so that it is only waited for."""
    return {answer for answer in legal_actions(s, frame.colour + 1) if answer.verb not in _SELDOM} == {DONE}


def besides(state: frames.State) -> frozenset[str]:
    """Return the verbs that the open question offers only besides: they can be given almost any time."""
    node = state.stack
    return _SELDOM if node is not None and isinstance(node.frame, Free) else frozenset()


__all__ = ["besides", "question_lines"]
