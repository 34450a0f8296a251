"""Turning cards over at the clean-up, and mixing them again (14b, 14c; spec 2.16)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import count, move, move_all
from sealed.engine.frames import pop, push
from sealed.engine.message import happened
from sealed.engine.zones import cards
from sealed.games.shaef.notation import make
from sealed.games.shaef.question import Question
from sealed.games.shaef.state import BOUND, DEAD, DOWN, GONE, N_UNITS, RESERVE, SHOWN, SIDE, UP
from sealed.games.shaef.tactics.table import KEYS
from sealed.games.shaef.units.cards import CARD, TACTIC, TYPE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

TURN_DOWN = make("turn-down")
BACK_TO_DECK = KEYS.index("BACK_TO_DECK")
"""The key of what lasts about a card that has fired and goes back to its deck; `about` is its code."""


def turn_over(s: State, tell: Tell) -> State:
    """Clear the face-up cards of both sides away (14b, 14c).

    Tactics go to the Discard Pile or out of the game as their text says; cards that return to the
    Reinforcement Deck are bound for it; all others lie face-down, known to everybody until their owner mixes
    them.
    """
    returning = {one.about for one in s.lasting if one.key == BACK_TO_DECK}
    for unit in range(N_UNITS):
        for card in cards(s.zones[UP + unit]):
            s = _turned_over(s, unit, card, card in returning, tell)
    return s


def _turned_over(s: State, unit: int, card: int, returning: bool, tell: Tell) -> State:
    side = SIDE[unit]
    if TYPE[card] == TACTIC:
        removed = CARD[card].end == "remove"
        happened(tell, "gone" if removed else "discarded", (unit, card))
        return move(s, card, UP + unit, (GONE if removed else DEAD) + side, tell)
    if returning:
        happened(tell, "to-deck", (unit, card))
        return move(s, card, UP + unit, BOUND + side, tell)
    return move(s, card, UP + unit, SHOWN + unit, tell)


def turn_down_owed(s: State, side: int) -> State:
    """Ask a side to lay down what everybody knows of its face-down cards, if there is any; public.

    Face-up cards are none of them: they stay so until the clean-up (2.6b).
    """
    shown = any(s.zones[SHOWN + unit] for unit in range(N_UNITS) if SIDE[unit] == side)
    return push(s, TurningDown(side)) if shown or s.zones[BOUND + side] else s


@dataclass(frozen=True, slots=True)
class TurningDown(Question):
    """The side mixes its known face-down cards with the others of their units, all in one step (spec 2.16).

    Cards that are bound for the Reinforcement Deck enter it in the same step.
    """

    id: ClassVar[str] = "turn-down"
    rule: ClassVar[str] = "14c"
    verbs: ClassVar[frozenset[str]] = frozenset({"turn-down"})
    owes: ClassVar[bool] = True
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the only answer."""
        del s, seat
        return (TURN_DOWN,)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Lay all of it face-down."""
        del action, seat
        turned = count(s, BOUND + self.colour)
        s = move_all(s, BOUND + self.colour, RESERVE + self.colour, tell)
        for unit in range(N_UNITS):
            if SIDE[unit] == self.colour:
                turned += count(s, SHOWN + unit)
                s = move_all(s, SHOWN + unit, DOWN + unit, tell)
        happened(tell, "turned-down", (self.colour, turned))
        return pop(s)


__all__ = ["BACK_TO_DECK", "TurningDown", "turn_down_owed", "turn_over"]
