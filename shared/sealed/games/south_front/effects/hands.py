"""Parts of a text that concern the hand, and those that grant another action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.cards import count
from sealed.games.south_front.actions.acting import AnotherAction, another_action
from sealed.games.south_front.actions.production import draw
from sealed.games.south_front.actions.spending import spend, too_few_cards
from sealed.games.south_front.effects.points import Gaining
from sealed.games.south_front.effects.program import Effect
from sealed.games.south_front.state import HAND, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.frames import Tell
    from sealed.engine.message import Refusal
    from sealed.games.south_front.effects.program import Part


@dataclass(frozen=True, slots=True)
class Draw(Effect):
    """Draw cards, or as many as there are (Special Card Cases)."""

    cards: int

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Draw them."""
        return draw(s, part.colour, self.cards, tell)


@dataclass(frozen=True, slots=True)
class Discard(Effect):
    """Discard cards; with too few the card cannot be played."""

    cards: int

    def can_fail(self) -> bool:
        """Discarding is mandatory."""
        return True

    def outcomes(self, s: State, part: Part) -> Iterator[tuple[State, int]]:
        """Yield the board as it is, if the hand is large enough: nothing later depends on it."""
        if self.feasible(s, part):
            yield s, part.it

    def feasible(self, s: State, part: Part) -> bool:
        """Tell whether the hand is large enough."""
        return count(s, HAND + part.colour) >= self.cards

    def reasons(self, s: State, part: Part) -> Iterator[Refusal]:
        """Yield that there are too few cards."""
        return too_few_cards(s, part.colour, self.cards, "Special Card Cases")

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Ask for the cards."""
        del tell
        return spend(s, part.colour, self.cards)


@dataclass(frozen=True, slots=True)
class DiscardOrOtherGains(Effect):
    """Discard cards, or the other side gains Victory Points."""

    cards: int
    points: int

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Ask for the cards; whoever has too few is not asked."""
        del tell
        return spend(s, part.colour, self.cards, may=True, otherwise=Gaining(1 - part.colour, self.points))


@dataclass(frozen=True, slots=True)
class Again(Effect):
    """Then take another action, of any kind; with a round not before it has come."""

    from_round: int = 0

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Grant it."""
        del tell
        return another_action(s, part.colour) if s.round >= self.from_round else s


@dataclass(frozen=True, slots=True)
class DiscardForAgain(Effect):
    """Then one may discard cards to take another action."""

    cards: int

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Ask for the cards."""
        del tell
        return spend(s, part.colour, self.cards, may=True, then=AnotherAction(part.colour))
