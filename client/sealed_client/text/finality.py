"""Which answers are final once they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sealed.engine.action import Action
    from sealed_client.draft import Draft


def ends(draft: Draft, action: Action) -> bool:
    """Tells whether an answer would end the draft, so that it is sent and final."""
    if draft.add(action) is not None:
        return False
    found = draft.done
    draft.undo()
    return found
