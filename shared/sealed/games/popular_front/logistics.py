"""Logistics: drawing, discarding and the reshuffle (rules, Cards and Logistics)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.cards import move_all, move_on, moved
from sealed.engine.chance import SHUFFLE, Deal, Request, Shuffle
from sealed.engine.frames import Chance, Node, Procedure, Tell, pop, push, replace_top, top_node
from sealed.engine.message import happened
from sealed.engine.value import plain
from sealed.engine.zones import size
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.state import (
    COLOURS,
    DECK,
    DISCARD,
    HAND,
    State,
    number,
    with_discard,
    with_top_discards,
)

if TYPE_CHECKING:
    from sealed.engine.action import Action

_EMPTY_HAND = load().numbers.empty_hand_draw


def draw(s: State, colour: int, wanted: int, tell: Tell) -> State:
    """Let a colour draw cards, as many as deck and discard pile hold together (F-23)."""
    cards = min(wanted, size(s.zones[DECK + colour]) + size(s.zones[DISCARD + colour]))
    if not cards:
        return s
    happened(tell, "drew", (number(s, colour), cards))
    return push(s, Drawing(colour, cards))


@dataclass(frozen=True, slots=True)
class Drawing(Chance[State]):
    """Cards on their way from a deck to a hand; an empty deck is made of the discard pile first."""

    colour: int
    left: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the deals that the deck allows, or the reshuffle that must come before (Logistics, P-47)."""
        colour, left = self.colour, self.left
        lying = size(s.zones[DECK + colour])
        return _DEALS[colour][min(left, lying)]

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Carry out a deal or a reshuffle."""
        if outcome.verb == SHUFFLE:
            return _reshuffle(s, self.colour, tell)
        colour, left = self.colour, self.left - len(outcome.args)
        below = top_node(s).below
        stack = Node(Drawing(colour, left), below) if left else below
        return move_on(s, outcome.args, DECK + colour, HAND + colour, stack, tell)


plain(Drawing)

_DEALS: tuple[tuple[tuple[Request, ...], ...], ...] = tuple(
    (
        (Shuffle(DECK + colour, (DISCARD + colour,)),),
        *((Deal(DECK + colour, HAND + colour, cards),) for cards in range(1, load().numbers.deck_size + 1)),
    )
    for colour in range(COLOURS)
)
"""What a colour needs of chance to draw so many cards off its deck; none means that it is shuffled first."""


def _reshuffle(s: State, colour: int, tell: Tell) -> State:
    s = move_all(s, DISCARD + colour, DECK + colour, tell)
    return with_top(s, colour, 0)


@dataclass(frozen=True, slots=True)
class Draws(Procedure[State]):
    """Draws of several colours one after the other: pairs of colour and cards."""

    due: tuple[tuple[int, int], ...]

    def run(self, s: State, tell: Tell) -> State:
        """Begin the next draw."""
        if not self.due:
            return pop(s)
        colour, cards = self.due[0]
        s = replace_top(s, Draws(self.due[1:])) if len(self.due) > 1 else pop(s)
        return draw(s, colour, cards, tell)


plain(Draws)


def draws(s: State, due: tuple[tuple[int, int], ...]) -> State:
    """Let colours draw in this order."""
    return push(s, Draws(due)) if due else s


def empty_hands(s: State, on_turn: int) -> tuple[tuple[int, int], ...]:
    """Return the draws of every colour that has no cards and is not on turn (Logistics, P-49)."""
    colours = len(s.terms.runs)
    if all(s.zones[HAND : HAND + colours]):
        return ()
    empty = (colour for colour in range(colours) if not s.zones[HAND + colour] and colour != on_turn)
    return tuple((colour, _EMPTY_HAND) for colour in empty)


def empty_hand_draws(s: State, colour: int, tell: Tell) -> State:
    """Let one colour that is not on turn draw if it has just played its last card (Logistics, P1-6)."""
    return s if s.zones[HAND + colour] else draw(s, colour, _EMPTY_HAND, tell)


def discard(s: State, colour: int, card: int, source: int, tell: Tell) -> State:
    """Put a card of a colour face-up on its discard pile."""
    return discard_all(s, colour, (card,), source, s.stack, tell)


def discard_all(
    s: State, colour: int, named: tuple[int, ...], source: int, stack: Node | None, tell: Tell
) -> State:
    """Put cards face-up on their pile, the last one on top, and another stack in place, in one copy."""
    top = list(s.top)
    top[colour] = named[-1]
    return with_discard(s, moved(s, named, source, DISCARD + colour, tell), tuple(top), stack)


def with_top(s: State, colour: int, card: int) -> State:
    """Return the state with another top card of a discard pile (0: the pile is empty)."""
    top = list(s.top)
    top[colour] = card
    return with_top_discards(s, tuple(top))
