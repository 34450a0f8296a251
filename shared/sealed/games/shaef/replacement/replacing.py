"""Replacements: the Discard Pile is shuffled and cards of it come back to the Reinforcement Deck (8.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.cards import count, move_all, move_on
from sealed.engine.chance import Deal, Request, Shuffle
from sealed.engine.frames import Chance, Node, pop, push, top_node
from sealed.engine.message import happened
from sealed.engine.value import plain
from sealed.games.shaef.board.geography import PARIS
from sealed.games.shaef.board.presence import controls
from sealed.games.shaef.pack import load
from sealed.games.shaef.state import DEAD, DECK, LOST, RESERVE, State

if TYPE_CHECKING:
    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

_PILES = (DECK, LOST, DEAD)
_NUMBERS = load().numbers


def replacements(s: State, side: int) -> int:
    """Return how many cards a side is due: two or one, and one more for Paris; none on its first turn."""
    if s.month == 1:
        return 0
    return _NUMBERS.replacements[side] + _NUMBERS.paris_replacements * controls(s, side, PARIS)


def pile(s: State, side: int) -> int:
    """Return how many cards lie in a side's Discard Pile; public."""
    return sum([count(s, kind + side) for kind in _PILES])


def replace(s: State, side: int, tell: Tell) -> State:
    """Begin a side's Replacement Phase: push the shuffle and the deal, if anything is due and lies there."""
    del tell
    return push(s, Replacing(side)) if replacements(s, side) and pile(s, side) else s


def draw(s: State, side: int, cards: int, tell: Tell) -> State:
    """Deal a side so many cards of the shuffled pile, at most what lies there: nothing if it is empty."""
    cards = min(cards, count(s, DECK + side))
    if cards <= 0:
        return s
    happened(tell, "drew", (side, cards))
    return push(s, Drawing(side, cards))


@dataclass(frozen=True, slots=True)
class Replacing(Chance[State]):
    """A Discard Pile on its way to be shuffled, with what is left of the last shuffle."""

    colour: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the shuffle."""
        del s
        return (Shuffle(DECK + self.colour, tuple(kind + self.colour for kind in _PILES)),)

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Make the piles one and deal the Replacements."""
        del outcome
        side = self.colour
        for kind in _PILES[1:]:
            s = move_all(s, kind + side, DECK + side, tell)
        return draw(pop(s), side, replacements(s, side), tell)


@dataclass(frozen=True, slots=True)
class Drawing(Chance[State]):
    """Cards on their way from the shuffled pile to the Reinforcement Deck, unseen by the enemy."""

    colour: int
    left: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the deal of what is left."""
        del s
        return (Deal(DECK + self.colour, RESERVE + self.colour, self.left),)

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Put the cards into the Reinforcement Deck."""
        side, left = self.colour, self.left - len(outcome.args)
        below = top_node(s).below
        stack = Node(Drawing(side, left), below) if left else below
        return move_on(s, outcome.args, DECK + side, RESERVE + side, stack, tell)


plain(Replacing, Drawing)

__all__ = ["Drawing", "Replacing", "draw", "pile", "replace", "replacements"]
