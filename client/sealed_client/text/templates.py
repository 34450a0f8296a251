"""Ready-made answers of a title, such as a whole set-up: named by the player, given as drafts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sealed.engine.action import Action
    from sealed.engine.message import Refusal
    from sealed_client.draft import Draft
    from sealed_client.words.phrases import Phrases


_TOLD = 16
"""So many answers are told one by one: a unit and its Army Reserve fire with no more."""


def given(draft: Draft, templates: Mapping[str, Sequence[Action]], name: str, phrases: Phrases) -> list[str]:
    """Adds the answers of a template to a draft, as many as it takes; returns what is said of it.

    Without the name of one it returns which there are, and the draft is unchanged.
    """
    if not templates:
        return ["There is no template for what is asked now."]
    if name not in templates:
        return [
            f"template {one}: {len(answers)} answers are left of it." for one, answers in templates.items()
        ]
    answers = templates[name]
    count, refusal = _add(draft, answers)
    if refusal is not None:
        return [
            f"Template {name}: {count} of {len(answers)} answers given; the next one cannot be given.",
            phrases.refusal(refusal, draft.state),
        ]
    if count < len(answers):
        return [f"Template {name}: {count} of {len(answers)} answers given; say it again for the rest."]
    return [f"Template {name}: {count} answers given, that is all of it."]


def told(steps: Sequence[Sequence[str]]) -> list[str]:
    """Returns what the answers of a template have done; of a whole set-up, which is long, the last one."""
    return [line for step in (steps if len(steps) <= _TOLD else steps[-1:]) for line in step]


def _add(draft: Draft, answers: Sequence[Action]) -> tuple[int, Refusal | None]:
    """Adds answers to a draft until it takes no more; returns how many, and what stands against the next."""
    for count, answer in enumerate(answers):
        if draft.done:
            return count, None
        refusal = draft.add(answer)
        if refusal is not None:
            return count, refusal
    return len(answers), None
