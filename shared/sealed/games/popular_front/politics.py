"""Political: commitment in a turn, resolution at the end of the round (rules, Political; F-16 to F-18)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.engine.cards import count, move, move_all, move_on
from sealed.engine.chance import ALL, Open, Request
from sealed.engine.frames import Chance, Node, Procedure, Tell, pop, push, top_node
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with, plain
from sealed.engine.zones import cards
from sealed.games.popular_front.cards import political_value
from sealed.games.popular_front.logistics import draws, with_top
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.question import PREDICATES, held_closed
from sealed.games.popular_front.state import (
    BOX,
    DEPLOYED,
    DISCARD,
    HAND,
    NATIONALISTS,
    REPUBLIC,
    State,
    number,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action

_AID = load().numbers.foreign_aid
_STEP = load().numbers.political_step


def commit_to_politics(s: State, colour: int, card: int, tell: Tell) -> State:
    """Lay a card face-down in the political box (Political; F-17: only the number of cards is known)."""
    s = move(s, card, HAND + colour, BOX + colour, tell)
    happened(tell, "committed-politics", (number(s, colour),))
    return s


def _politics_reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    (card,) = args
    if not held_closed(s.zones[HAND + colour], card):
        yield Refusal("not-held", (card,), "Political")


PREDICATES["politics"] = _politics_reasons


def resolve_political(s: State) -> State:
    """Have the boxes opened; then they are compared, rewarded and discarded (Resolve Political, F-43)."""
    if closed := _boxes(s):
        return push(s, DiscardVotes(), CompareVotes(), Opening(closed))
    return push(s, DiscardVotes(), CompareVotes())


def _boxes(s: State) -> tuple[tuple[int, int], ...]:
    """Return the boxes that hold cards, in the order of the colours, with the number of cards."""
    counts = [(zone, count(s, zone)) for zone in range(BOX, BOX + len(s.terms.runs))]
    return tuple([box for box in counts if box[1]])


@dataclass(frozen=True, slots=True)
class Opening(Chance[State]):
    """Political boxes are opened in the order of the colours; an empty one needs no opening (F-18).

    `closed` are the boxes that are still closed, each with the number of its cards.
    """

    closed: tuple[tuple[int, int], ...]

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return one disclosure for each box that is still closed."""
        del s
        return tuple([Open(zone, cards_in, ALL) for zone, cards_in in self.closed])

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Lay the cards of the first closed box face-up on the table."""
        box, rest = self.closed[0][0], self.closed[1:]
        below = top_node(s).below
        stack = Node(Opening(rest), below) if rest else below
        return move_on(s, outcome.args, box, box - BOX + DEPLOYED, stack, tell)


plain(Opening)


def totals(s: State) -> tuple[int, int]:
    """Return the political value that lies open, of each army."""
    lying = s.zones[DEPLOYED : DEPLOYED + len(s.terms.runs)]
    return sum(map(_value, lying[NATIONALISTS::2])), sum(map(_value, lying[REPUBLIC::2]))


@lru_cache(maxsize=1 << 12)
def _value(zone: int) -> int:
    return political_value(cards(zone))


@dataclass(frozen=True, slots=True)
class CompareVotes(Procedure[State]):
    """The marker moves for the army with the higher total, and each of its colours draws (foreign aid)."""

    def run(self, s: State, tell: Tell) -> State:
        """Compare; a tie changes nothing."""
        s = pop(s)
        nationalists, republic = totals(s)
        happened(tell, "political-total", (nationalists, republic))
        if nationalists == republic:
            return s
        winner = NATIONALISTS if nationalists > republic else REPUBLIC
        s = _move_marker(s, winner, tell)
        return draws(s, tuple((colour, _AID) for colour in range(winner, len(s.terms.runs), 2)))


def _move_marker(s: State, winner: int, tell: Tell) -> State:
    """Move the political marker towards the end where the winner's marker started; it stays there (F-16)."""
    wanted = s.political - _STEP if winner == NATIONALISTS else s.political + _STEP
    space = min(max(wanted, 0), s.terms.spaces - 1)
    if space != s.political:
        happened(tell, "political-moved", (space,))
    return copy_with(s, political=space)


@dataclass(frozen=True, slots=True)
class DiscardVotes(Procedure[State]):
    """The cards of the boxes are discarded last of all: foreign aid is never drawn from among them (F-43)."""

    def run(self, s: State, tell: Tell) -> State:
        """Discard them."""
        s = pop(s)
        for colour in range(len(s.terms.runs)):
            if lying := cards(s.zones[DEPLOYED + colour]):
                s = with_top(move_all(s, DEPLOYED + colour, DISCARD + colour, tell), colour, lying[-1])
        return s
