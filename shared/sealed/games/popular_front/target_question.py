"""Questions of a battle that are put about its target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.popular_front.question import Question

if TYPE_CHECKING:
    from sealed.games.popular_front.battle import Battle
    from sealed.games.popular_front.state import State


class TargetQuestion(Question):
    """A question that names the city which is attacked."""

    __slots__ = ()
    battle: Battle

    def details(self, s: State) -> tuple[int, ...]:
        """Return the target."""
        del s
        return (self.battle.target,)
