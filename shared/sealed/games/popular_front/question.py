"""What all questions of this title have in common: one colour is asked, and every refusal finds its words.

The rule modules register one predicate for each verb: it yields every condition of the board that fails. A
question names the verbs that answer it; any other verb is `not-now`, followed by what the board would say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from sealed.engine.cards import count as cards_in
from sealed.engine.frames import Decision
from sealed.engine.message import Question as Asked
from sealed.engine.message import Refusal
from sealed.engine.zones import HIDDEN, ByKinds, copies, could_hold, has_hidden, kinds
from sealed.games.popular_front.board import NEIGHBOUR_MASK
from sealed.games.popular_front.notation import CITY, NOTATION, QUESTIONS
from sealed.games.popular_front.state import State, number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sealed.engine.action import Action

    Predicate: TypeAlias = Callable[[State, int, tuple[int, ...]], Iterator[Refusal]]

PREDICATES: dict[str, Predicate] = {}
"""The failing conditions of each verb: (state, colour that tries, arguments)."""


class Question(Decision[State]):
    """A decision of one colour, answered by the seat that runs it (F-14)."""

    __slots__ = ()
    id: ClassVar[str]
    rule: ClassVar[str]
    verbs: ClassVar[frozenset[str]]
    colour: int

    def seats(self, s: State) -> tuple[int, ...]:
        """Return the seat that runs the colour."""
        return s.terms.asked[self.colour]

    def question(self, s: State) -> Asked:
        """Return the id of the question with the colour that is asked and what else it names."""
        return Asked(self.id, (number(s, self.colour), *self.details(s)), self.rule)

    def details(self, s: State) -> tuple[int, ...]:
        """Return the arguments of the question after the colour."""
        del s
        return ()

    def reasons(self, s: State, action: Action, seat: int) -> Iterator[Refusal]:
        """Yield every failing condition, timing first; nothing exactly for what `legal` offers."""
        if action.verb not in self.verbs:
            yield Refusal("not-now", (QUESTIONS.index(self.id) + 1,), self.rule)
            yield from board_reasons(s, action, self.colour)
            return
        near: Action | None = None
        searched = False
        for refusal in board_reasons(s, action, self.colour):
            if not searched:
                near, searched = nearest(action, self.legal(s, seat)), True
            yield refusal._replace(nearest=near)


def board_reasons(s: State, action: Action, colour: int) -> Iterator[Refusal]:
    """Yield what the board has against an action of a colour, whatever the open question is."""
    predicate = PREDICATES.get(action.verb)
    if predicate is not None:
        yield from predicate(s, colour, action.args)


def nearest(action: Action, offered: Sequence[Action]) -> Action | None:
    """Return the offered action of the same verb that comes nearest, or nothing if none is near.

    Near is: another number with the same cities, another end of the same pair, a city next to the one named.
    """
    best: tuple[int, int] = (0, 0)
    found: Action | None = None
    for other in offered:
        if other.verb == action.verb:
            closeness = _closeness(action, other)
            if closeness > best:
                best, found = closeness, other
    return found


def _closeness(action: Action, other: Action) -> tuple[int, int]:
    kinds = NOTATION.verbs[action.verb].kinds
    if kinds == (CITY,):
        return int(NEIGHBOUR_MASK[action.args[0]] >> other.args[0] & 1), 0
    pairs = list(zip(kinds, action.args, other.args, strict=True))
    same = sum(a == b for kind, a, b in pairs if kind == CITY)
    numbers = [abs(a - b) for kind, a, b in pairs if kind == "number"]
    if not numbers:
        return same, 0
    cities_agree = same == len(pairs) - len(numbers)
    return (int(cities_agree), -sum(numbers)) if cities_agree else (0, -1)


def held(zone: int, card: int) -> bool:
    """Tell whether a card that will be shown can be in a zone, as far as this state knows."""
    return card != HIDDEN and could_hold(zone, card)


def held_closed(zone: int, card: int) -> bool:
    """Tell whether a card that stays face-down is in a zone; `HIDDEN` is one unknown to this state."""
    return copies(zone, card) > 0


class Faces:
    """The actions of one verb by card code, and the lists of them that zones allow."""

    def __init__(self, actions: tuple[Action, ...], *before: Action) -> None:
        """Keep the actions, index 0 is the hidden card, and what `closed` offers before them."""
        self._actions = actions
        self._lists = ByKinds(lambda there: (*before, *[actions[card] for card in there]))

    def closed(self, zone: int) -> tuple[Action, ...]:
        """Return one action for each type that lies in a zone, the unknown one included."""
        return self._lists[kinds(zone)]

    def shown(self, zone: int) -> tuple[Action, ...]:
        """Return one action for each type that may be shown: all of them where some card is unknown."""
        return self._actions[1:] if has_hidden(zone) else self.closed(zone)


def missing_card(zone: int, card: int, code: str, rule: str) -> Iterator[Refusal]:
    """Yield the refusal that a card to be shown is not in a zone."""
    if not held(zone, card):
        yield Refusal(code, (card,), rule)


__all__ = [
    "PREDICATES",
    "Faces",
    "Question",
    "board_reasons",
    "cards_in",
    "held",
    "held_closed",
    "missing_card",
    "nearest",
]
