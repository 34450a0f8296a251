"""Spending: cards that are discarded face-down, one after the other (rules, Actions; Card Anatomy; S-63)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import count, move_on
from sealed.engine.eye import seat_audience
from sealed.engine.frames import Frame, Node, RuleBugError, Tell, pop, push, replace_top, top_node
from sealed.engine.message import Refusal, happened
from sealed.engine.value import plain
from sealed.engine.zones import HIDDEN, copies, types
from sealed.games.south_front.cards import CARD
from sealed.games.south_front.notation import DECLINE, make
from sealed.games.south_front.question import PREDICATES, Question
from sealed.games.south_front.said import QUESTIONS
from sealed.games.south_front.state import HAND, UNSHOWN, State, seat_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action

_SPEND = tuple(make("spend", card) for card in (HIDDEN, *CARD))
"""The discards by card code; the first is the one whose card this reader does not know."""


def spend(
    s: State,
    side: int,
    cards: int,
    may: bool = False,
    then: Frame[State] | None = None,
    otherwise: Frame[State] | None = None,
) -> State:
    """Let a side discard cards from its hand; `then` follows when all are paid.

    With `may` the side can decline before the first card, and `otherwise` follows instead; with too few cards
    in hand, which everybody can count, nobody is asked. Raises `RuleBugError` if cards that must be discarded
    are not there: who demands them has to count first.
    """
    if not cards:
        return push(s, then) if then else s
    if count(s, HAND + side) >= cards:
        return push(s, Spending(side, cards, 0, may, then, otherwise))
    if not may:
        message = f"side {side} must discard {cards} cards and has {count(s, HAND + side)}"
        raise RuleBugError(message)
    return push(s, otherwise) if otherwise else s


@dataclass(frozen=True, slots=True)
class Spending(Question):
    """Which card goes next? `paid` of `cards` lie face-down already."""

    id: ClassVar[str] = "spend"
    rule: ClassVar[str] = "Cards"
    verbs: ClassVar[frozenset[str]] = frozenset({"spend", "decline"})
    colour: int
    cards: int
    paid: int
    may: bool
    then: Frame[State] | None
    otherwise: Frame[State] | None

    def details(self, s: State) -> tuple[int, ...]:
        """Return how many cards are still due."""
        del s
        return (self.cards - self.paid,)

    def optional(self) -> bool:
        """Tell whether the side can still decline: it cannot after the first card."""
        return self.may and not self.paid

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the cards of the hand, the unknown one included, after `decline` where that is free."""
        del seat
        offered = [_SPEND[card] for card in types(s.zones[HAND + self.colour])]
        return [DECLINE, *offered] if self.optional() else offered

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a card or a refusal to pay."""
        if action.verb == "spend":
            yield from _spend_reasons(s, self.colour, action.args)
        elif not self.optional():
            yield Refusal("not-now", (QUESTIONS.index(self.id) + 1,), self.rule)

    def audience(self, s: State, action: Action) -> int:
        """Return the seat that discards: the card stays face-down (Card Anatomy)."""
        del s, action
        return seat_audience(seat_of(self.colour))

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Discard the card and go on, or leave it."""
        del seat
        if action is DECLINE:
            return _followed(s, self.otherwise)
        side, paid = self.colour, self.paid + 1
        rest = Spending(side, self.cards, paid, self.may, self.then, self.otherwise)
        stack = Node(rest, top_node(s).below)
        s = move_on(s, action.args, HAND + side, UNSHOWN + side, stack, tell)
        if paid < self.cards:
            return s
        happened(tell, "spent", (side, self.cards))
        return _followed(s, self.then)

    def stated(self, s: State, seat: int) -> Action | None:
        """Return `decline` where it is free."""
        del s, seat
        return DECLINE if self.optional() else None


plain(Spending)


def _followed(s: State, frame: Frame[State] | None) -> State:
    return replace_top(s, frame) if frame else pop(s)


def _spend_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    (card,) = args
    if card != HIDDEN and CARD[card].side != side:
        yield Refusal("other-side", (card,), "Cards")
    elif not copies(s.zones[HAND + side], card):
        yield Refusal("not-in-hand", (card,), "Cards")


def too_few_cards(s: State, side: int, needed: int, rule: str) -> Iterator[Refusal]:
    """Yield the refusal that a side cannot discard as many cards as an action costs."""
    if (held := count(s, HAND + side)) < needed:
        yield Refusal("too-few-cards", (needed, held), rule)


PREDICATES["spend"] = _spend_reasons
