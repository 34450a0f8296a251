"""A player of no law: answers that the rules forbid are carried out like any other; for tests only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.kernel import Step, run
from sealed_client.draft import Draft, DraftStep

if TYPE_CHECKING:
    from sealed.engine.action import Action
    from sealed.engine.frames import State


def carried_out(s: State, action: Action, seat: int) -> Step:
    """Returns what an answer to the open question does, legal or not."""
    told = []
    state = run(s.stack.frame.take(s, action, seat, told), told)
    return Step(state, tuple(told))


class LawlessDraft(Draft):
    """A draft that takes any answer; the card acts that go with it are as they should be."""

    __slots__ = ()

    @classmethod
    def of(cls, draft: Draft, action: Action) -> LawlessDraft:
        """Returns a draft of one answer, at the position of another draft."""
        made = cls(draft._title, draft._places, draft.base, draft.seat)
        step = carried_out(draft.base, action, draft.seat)
        made._steps.append(DraftStep(draft.base, action, step.events, step.state))
        return made
