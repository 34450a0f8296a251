"""Production: drawing cards, by the action and for all that draws (rules, Actions; Running Out of Cards)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.cards import count, move_on
from sealed.engine.chance import Deal, Request
from sealed.engine.frames import Chance, Node, Tell, push, top_node
from sealed.engine.message import Refusal, happened
from sealed.engine.value import plain
from sealed.games.south_front.actions.acting import ACTS, Act
from sealed.games.south_front.notation import make
from sealed.games.south_front.pack import load
from sealed.games.south_front.question import PREDICATES
from sealed.games.south_front.state import DECK, HAND, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action

_PRODUCTION = make("production")
_CARDS = load().numbers.production
"""Cards that Production Initiative draws."""


def draw(s: State, side: int, cards: int, tell: Tell) -> State:
    """Let a side draw cards, as many as its deck still holds (Running Out of Cards; Special Card Cases)."""
    cards = min(cards, count(s, DECK + side))
    if cards <= 0:
        return s
    happened(tell, "drew", (side, cards))
    return push(s, Drawing(side, cards))


@dataclass(frozen=True, slots=True)
class Drawing(Chance[State]):
    """Cards on their way from a deck to a hand; the deck holds them all."""

    colour: int
    left: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the deal of what is left."""
        del s
        return (Deal(DECK + self.colour, HAND + self.colour, self.left),)

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Take the cards to hand."""
        side, left = self.colour, self.left - len(outcome.args)
        below = top_node(s).below
        stack = Node(Drawing(side, left), below) if left else below
        return move_on(s, outcome.args, DECK + side, HAND + side, stack, tell)


plain(Drawing)


def _production_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    del args
    if not s.zones[DECK + side]:
        yield Refusal("deck-empty", (), "Actions")


def _productions(s: State, side: int) -> tuple[Action, ...]:
    """Return the action while there are cards to draw."""
    return (_PRODUCTION,) if s.zones[DECK + side] else ()


def _produce(s: State, side: int, args: tuple[int, ...], tell: Tell) -> State:
    del args
    happened(tell, "production", (side,))
    return draw(s, side, _CARDS, tell)


PREDICATES["production"] = _production_reasons
ACTS["production"] = Act(_productions, _produce)
