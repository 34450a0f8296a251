"""The set-up: starting pieces, shuffled Mid War decks, first hands and the mulligan (rules, Setup)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import move_all, move_on
from sealed.engine.chance import Deal, Request, Shuffle
from sealed.engine.frames import Chance, Procedure, Tell, pop, push, replace_top, top_node
from sealed.engine.message import happened
from sealed.engine.zones import size
from sealed.games.south_front.actions.production import draw
from sealed.games.south_front.board.pieces import available, with_place
from sealed.games.south_front.notation import KEEP, MULLIGAN, TYPE_NUMBER
from sealed.games.south_front.pack import load
from sealed.games.south_front.question import Question
from sealed.games.south_front.state import ALLIES, AXIS, DECK, FIRST, HAND, State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sealed.engine.action import Action

_HAND = load().numbers.opening_hand


def stand_starting_pieces(s: State) -> State:
    """Return the board with the pieces of the set-up; control is as printed."""
    for space, faction, kind in load().starting:
        piece = available(s, TYPE_NUMBER[faction, kind])
        if piece is None:
            message = "the pack starts with more pieces than it has"
            raise ValueError(message)
        s = with_place(s, piece, space)
    return s


@dataclass(frozen=True, slots=True)
class SetUp(Procedure[State]):
    """The set-up in the order of the rulebook."""

    step: int = 0

    def run(self, s: State, tell: Tell) -> State:
        """Do the next step."""
        last = self.step == len(SET_UP) - 1
        return SET_UP[self.step](pop(s) if last else replace_top(s, SetUp(self.step + 1)), tell)


def _shuffle_mid_war_cards(s: State, tell: Tell) -> State:
    del tell
    return push(s, MidWarCards(AXIS))


def _draw_first_hands(s: State, tell: Tell) -> State:
    """Deal the first hands: the recommended ones, or five cards each."""
    if s.terms.first_hand:
        return push(s, FirstHands(AXIS))
    return draw(draw(s, ALLIES, _HAND, tell), AXIS, _HAND, tell)


def _offer_mulligans(s: State, tell: Tell) -> State:
    """Let both sides decide on their own hand; a chosen first hand is kept (S-58)."""
    del tell
    if s.terms.first_hand or not s.terms.mulligan:
        return s
    return push(s, Mulligan(ALLIES), Mulligan(AXIS))


SET_UP: tuple[Callable[[State, Tell], State], ...] = (
    _shuffle_mid_war_cards,
    _draw_first_hands,
    _offer_mulligans,
)
"""The steps of the set-up that need somebody."""


@dataclass(frozen=True, slots=True)
class MidWarCards(Chance[State]):
    """The Mid War decks are shuffled; `side` is the next one."""

    side: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the shuffles that are left."""
        del s
        return tuple(Shuffle(DECK + side, (DECK + side,)) for side in range(self.side, ALLIES + 1))

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Wait for the other deck, or go on."""
        del outcome, tell
        return replace_top(s, MidWarCards(ALLIES)) if self.side == AXIS else pop(s)


@dataclass(frozen=True, slots=True)
class FirstHands(Chance[State]):
    """The cards recommended for a first game are taken openly; `side` takes next."""

    side: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the open deal."""
        return (Deal(FIRST + self.side, HAND + self.side, size(s.zones[FIRST + self.side])),)

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Take the cards; then the other side."""
        node, side = top_node(s), self.side
        s = move_on(s, outcome.args, FIRST + side, HAND + side, node, tell)
        if s.zones[FIRST + side]:
            return s
        return replace_top(s, FirstHands(ALLIES)) if side == AXIS else pop(s)


@dataclass(frozen=True, slots=True)
class Mulligan(Question):
    """Will you play this hand, or shuffle it back and take a new one, once (Mulligan)?"""

    id: ClassVar[str] = "mulligan"
    rule: ClassVar[str] = "Mulligan"
    verbs: ClassVar[frozenset[str]] = frozenset({"keep", "mulligan"})
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return both answers."""
        del s, seat
        return KEEP, MULLIGAN

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Keep the hand, or have it shuffled into the deck and five new cards dealt."""
        del seat
        happened(tell, "kept" if action is KEEP else "mulligan", (self.colour,))
        return pop(s) if action is KEEP else replace_top(s, NewHand(self.colour))

    def stated(self, s: State, seat: int) -> Action:
        """Return `keep`."""
        del s, seat
        return KEEP


@dataclass(frozen=True, slots=True)
class NewHand(Chance[State]):
    """A hand goes back into the Mid War cards, which are shuffled; five cards follow."""

    side: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the shuffle of the deck and the whole hand."""
        del s
        return (Shuffle(DECK + self.side, (DECK + self.side, HAND + self.side)),)

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Put the hand back and draw."""
        del outcome
        side = self.side
        return draw(move_all(pop(s), HAND + side, DECK + side, tell), side, _HAND, tell)
