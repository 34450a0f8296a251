"""What questions inside a combat have in common: they name the region, and one look tells what is legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.shaef.combat.forces import fought
from sealed.games.shaef.question import Question

if TYPE_CHECKING:
    from sealed.engine.action import Action
    from sealed.games.shaef.state import State


class InCombat(Question):
    """A question of a combat; `why` knows all about its verbs, so no list is made for one answer."""

    __slots__ = ()

    def details(self, s: State) -> tuple[int, ...]:
        """Return the region."""
        return (fought(s).region,)

    def permits(self, s: State, action: Action, seat: int) -> bool:
        """Tell whether nothing stands against an answer."""
        del seat
        return action.verb in self.verbs and not any(True for _ in self.why(s, action))
