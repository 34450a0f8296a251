"""What all questions of this title have in common: one side is asked, and every refusal finds its words.

A question yields for each of its verbs every condition that fails (`why`); its legal list is what nothing
stands against. Rule modules register in `PREDICATES` what the board has against a verb whatever is asked, so
that `why not` answers at any time.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from sealed.engine.frames import Decision
from sealed.engine.message import Question as Asked
from sealed.engine.message import Refusal
from sealed.engine.zones import HIDDEN, could_hold, has_hidden, types
from sealed.games.south_front.cards import CARD, CODES
from sealed.games.south_front.free import FREE, free_reasons, free_verbs, take_free
from sealed.games.south_front.nearest import nearest
from sealed.games.south_front.said import QUESTIONS
from sealed.games.south_front.state import HAND, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

    Predicate: TypeAlias = Callable[[State, int, tuple[int, ...]], Iterator[Refusal]]

PREDICATES: dict[str, Predicate] = {}
"""The failing conditions of the board for each verb: (state, side that tries, arguments)."""

_ASKED = ((1,), (2,))


class Question(Decision[State]):
    """A decision of one side (`colour`, 0 Axis, 1 Allies)."""

    __slots__ = ()
    id: ClassVar[str]
    rule: ClassVar[str]
    verbs: ClassVar[frozenset[str]]
    colour: int

    def seats(self, s: State) -> tuple[int, ...]:
        """Return the seat of the side."""
        del s
        return _ASKED[self.colour]

    def question(self, s: State) -> Asked:
        """Return the id of the question with the side that is asked and what else it names."""
        return Asked(self.id, (self.colour, *self.details(s)), self.rule)

    def details(self, s: State) -> tuple[int, ...]:
        """Return the arguments of the question after the side."""
        del s
        return ()

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against an answer whose verb belongs here; nothing for exactly the legal ones."""
        return board_reasons(s, action, self.colour)

    def reasons(self, s: State, action: Action, seat: int) -> Iterator[Refusal]:
        """Yield every failing condition, timing first; nothing exactly for what `legal` offers."""
        if action.verb not in self.verbs:
            yield Refusal("not-now", (QUESTIONS.index(self.id) + 1,), self.rule)
            yield from board_reasons(s, action, self.colour)
            return
        near: Action | None = None
        searched = False
        for refusal in self.why(s, action):
            if not searched:
                near, searched = nearest(s, action, self.legal(s, seat)), True
            yield refusal._replace(nearest=near)

    def allowed(self, s: State, candidates: Iterable[Action]) -> list[Action]:
        """Return the candidates that nothing stands against."""
        return [action for action in candidates if not any(True for _ in self.why(s, action))]


class OwnTurn(Question):
    """A question in the own turn outside combat: wars and removals are free besides (S-12, S-65).

    `verbs` holds the question's own verbs; `own` lists, `answer` carries out.
    """

    __slots__ = ()

    @abstractmethod
    def own(self, s: State) -> Sequence[Action]:
        """Return the question's own legal answers, the free ones apart."""

    @abstractmethod
    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Carry out one of the own answers."""

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the own answers and the free ones."""
        del seat
        return (*self.own(s), *free_verbs(s, self.colour))

    def permits(self, s: State, action: Action, seat: int) -> bool:
        """Tell whether a free verb or one of the own answers is legal."""
        del seat
        return action in free_verbs(s, self.colour) if action.verb in FREE else self.offers(s, action)

    def offers(self, s: State, action: Action) -> bool:
        """Tell whether `own` lists an answer; a question with a long list looks at less of it."""
        return action in self.own(s)

    def reasons(self, s: State, action: Action, seat: int) -> Iterator[Refusal]:
        """Yield what stands against a free verb, or against one of the own."""
        if action.verb in FREE:
            return free_reasons(s, self.colour, action)
        return super().reasons(s, action, seat)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Carry out a free verb and ask again, or the answer."""
        del seat
        if action.verb in FREE:
            return take_free(s, self.colour, action, tell)
        return self.answer(s, action, tell)


def board_reasons(s: State, action: Action, colour: int) -> Iterator[Refusal]:
    """Yield what the board has against an action of a side, whatever the open question is.

    No answer is named as the nearest: only the open question knows which ones are legal.
    """
    predicate = PREDICATES.get(action.verb)
    if action.verb in FREE:
        told = free_reasons(s, colour, action)
    elif predicate is not None:
        told = predicate(s, colour, action.args)
    else:
        return
    for refusal in told:
        yield refusal if refusal.nearest is None else refusal._replace(nearest=None)


def hand_cards(s: State, side: int) -> tuple[int, ...]:
    """Return the cards that a side may show from its hand: all that may lie there, as far as we know."""
    hand = s.zones[HAND + side]
    if has_hidden(hand):
        return CODES[side]
    return types(hand)


def missing_card(s: State, side: int, card: int, rule: str) -> Iterator[Refusal]:
    """Yield why a card that is to be shown cannot come from the hand of a side."""
    if card == HIDDEN or CARD[card].side != side:
        yield Refusal("other-side" if card else "not-in-hand", (card,), rule)
    elif not could_hold(s.zones[HAND + side], card):
        yield Refusal("not-in-hand", (card,), rule)


__all__ = ["PREDICATES", "OwnTurn", "Question", "board_reasons", "hand_cards", "missing_card"]
