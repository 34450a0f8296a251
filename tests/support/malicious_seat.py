"""A seat that cheats, on top of an honest one; for tests only.

Against an honest referee: `Cheat` stands between a client's seat and the table, and changes what goes up.
Together with its referee: `conniving` changes its drafts before they are signed and logged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from malicious_referee import Hook

from sealed.wire.v1 import fairness_pb2 as wire
from sealed.wire.v1.referee_pb2 import Link, Submit

if TYPE_CHECKING:
    from collections.abc import Callable

    from match import InMemoryMatch
    from scribe import Scribe


class Cheat:
    """Changes the first message of a kind that a seat of a match in memory sends: Submit or Link."""

    def __init__(self, match: InMemoryMatch, number: int, kind: type, change: Callable[..., object]) -> None:
        self.match, self.number, self.kind, self.change = match, number, kind, change
        self.outputs: list[object] = []
        self._honest = match._send
        match._send = self._send

    def _send(self, number: int, sending: object) -> object:
        mine = number == self.number and isinstance(sending, self.kind) and not self.outputs
        if not mine:
            return self._honest(number, sending)
        changed = self.change(sending)
        output = self._honest(number, changed if isinstance(changed, (Submit, Link)) else sending)
        self.outputs.append(output)
        return output

    @property
    def answer(self) -> str:
        """Is the code with which the referee answered; empty if it took the message."""
        (output,) = self.outputs
        if output.refusal is not None:
            return output.refusal.code
        return output.problem.code if output.problem is not None else ""


def conniving(scribe: Scribe, change: Callable[..., object], when=lambda draft: True, *, often=False) -> Hook:
    """Lets a seat and its referee agree on a false draft: the first that fits is changed."""
    hook = Hook(change, when, often)

    def alter(seat: int, draft: wire.Draft) -> wire.Draft:
        if (hook.done and not often) or not when(draft):
            return draft
        changed = change(draft)
        hook.done.append(seat)
        return changed if isinstance(changed, wire.Draft) else draft

    scribe.alter_draft = alter
    return hook


def has_act(kind: str) -> Callable[[wire.Draft], bool]:
    """Returns whether a draft has a card act of a kind."""
    return lambda draft: any(act.HasField(kind) for step in draft.steps for act in step.cards)


def act_of(draft: wire.Draft, kind: str):
    """Returns the first card act of a kind."""
    return next(getattr(a, kind) for step in draft.steps for a in step.cards if a.HasField(kind))
