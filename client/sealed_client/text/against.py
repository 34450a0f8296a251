"""What stands against an answer, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Refusal
    from sealed_client.words.phrases import Phrases

_NOT_NOW: Final = "not-now"
"""The code by which titles say that an answer is none to the open question."""


def against(phrases: Phrases, action: Action, refusals: Sequence[Refusal], state: State | None) -> list[str]:
    """Returns every reason, and how one comes to the answer where it is not asked for now.

    The nearest legal answer is mostly the same for all reasons: it is read once, at the last of them.
    """
    later = [refusal.nearest for refusal in refusals[1:]] + [None]
    lines = [
        phrases.refusal(one._replace(nearest=None) if one.nearest == after else one, state)
        for one, after in zip(refusals, later, strict=False)
    ]
    advice = phrases.advice(action) if any(one.code == _NOT_NOW for one in refusals) else ""
    return [*lines, advice] if advice else lines
