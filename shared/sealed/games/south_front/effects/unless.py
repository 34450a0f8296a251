"""Unless: the other player may avert what follows, if he is able to and gives what the text demands.

It is no action of his and allows no reactions. Whether he is asked depends on public facts only: on the
board and on how many cards he holds, never on which.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import count, move
from sealed.engine.frames import RuleBugError, Tell, pop, push
from sealed.engine.message import Refusal, happened
from sealed.engine.zones import HIDDEN
from sealed.games.south_front.actions.spending import spend, too_few_cards
from sealed.games.south_front.board.pieces import lift
from sealed.games.south_front.cards import CARD
from sealed.games.south_front.effects.eliminating import RULE as _ELIMINATE
from sealed.games.south_front.effects.eliminating import piece_reasons
from sealed.games.south_front.effects.program import Asked, Effect, Part, effect_of, leave_out
from sealed.games.south_front.notation import CONCEDE, ELIMINATE, ELIMINATE_ALL, PAY, make
from sealed.games.south_front.question import Question, hand_cards, missing_card
from sealed.games.south_front.said import QUESTIONS
from sealed.games.south_front.state import FACTION, HAND, NOBODY, SHOWN, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.games.south_front.effects.places import Pieces

_RULE = "Special Card Cases"
_NO_FACTION = 255


class Way:
    """A way to avert it."""

    __slots__ = ()
    verb: ClassVar[str]

    @abstractmethod
    def conceivable(self, s: State, part: Part) -> bool:
        """Tell whether it may be open to the other player, as far as everybody knows."""

    @abstractmethod
    def candidates(self, s: State, part: Part) -> Iterator[Action]:
        """Yield the answers that may be legal."""

    @abstractmethod
    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield what stands against one."""

    @abstractmethod
    def take(self, s: State, part: Part, action: Action, tell: Tell) -> State:
        """Give what it demands."""


@dataclass(frozen=True, slots=True)
class Sacrifice(Way):
    """Eliminate one of some pieces."""

    verb: ClassVar[str] = "eliminate"
    which: Pieces

    def conceivable(self, s: State, part: Part) -> bool:
        """Tell whether there is such a piece."""
        return bool(self.which.found(s, part))

    def candidates(self, s: State, part: Part) -> Iterator[Action]:
        """Yield the pieces."""
        return (ELIMINATE[piece] for piece in self.which.choices(s, part))

    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield why a piece is not among them."""
        return piece_reasons(s, part, self.which, action.args[0])

    def take(self, s: State, part: Part, action: Action, tell: Tell) -> State:
        """Take it off the board."""
        del part
        return lift(s, action.args[0], tell, "eliminated")


@dataclass(frozen=True, slots=True)
class SacrificeAll(Way):
    """Eliminate all of some pieces, at least one (S-56)."""

    verb: ClassVar[str] = "eliminate-all"
    which: Pieces

    def conceivable(self, s: State, part: Part) -> bool:
        """Tell whether there is such a piece."""
        return bool(self.which.found(s, part))

    def candidates(self, s: State, part: Part) -> Iterator[Action]:
        """Yield the answer."""
        del s, part
        yield ELIMINATE_ALL

    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield that there is none."""
        del action
        if not self.which.found(s, part):
            yield Refusal("nothing-to-eliminate", (), "S-56")

    def take(self, s: State, part: Part, action: Action, tell: Tell) -> State:
        """Take them off the board."""
        del action
        for piece in self.which.found(s, part):
            s = lift(s, piece, tell, "eliminated")
        return s


@dataclass(frozen=True, slots=True)
class Pay(Way):
    """Discard some cards face-down; with fewer in hand there is no such way (S-57)."""

    verb: ClassVar[str] = "pay"
    cards: int

    def conceivable(self, s: State, part: Part) -> bool:
        """Tell whether he holds as many."""
        return count(s, HAND + 1 - part.colour) >= self.cards

    def candidates(self, s: State, part: Part) -> Iterator[Action]:
        """Yield the answer."""
        del s, part
        yield PAY

    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield that he holds too few."""
        del action
        return too_few_cards(s, 1 - part.colour, self.cards, _RULE)

    def take(self, s: State, part: Part, action: Action, tell: Tell) -> State:
        """Ask for the cards."""
        del action, tell
        return spend(s, 1 - part.colour, self.cards)


@dataclass(frozen=True, slots=True)
class Show(Way):
    """Discard a card with a reaction openly; it is of a faction, or of that of the piece named."""

    verb: ClassVar[str] = "show"
    reaction: str
    faction: int = _NO_FACTION

    def conceivable(self, s: State, part: Part) -> bool:
        """Tell whether he holds any card: which, only he knows."""
        return count(s, HAND + 1 - part.colour) > 0

    def candidates(self, s: State, part: Part) -> Iterator[Action]:
        """Yield the cards that he may hold and that fit."""
        cards = hand_cards(s, 1 - part.colour)
        return (make("show", card) for card in cards if self.fits(part, card))

    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield that he does not hold it, or that it is not demanded."""
        (card,) = action.args
        yield from missing_card(s, 1 - part.colour, card, _RULE)
        if card != HIDDEN and not self.fits(part, card):
            yield Refusal("not-demanded", (card,), _RULE)

    def fits(self, part: Part, card: int) -> bool:
        """Tell whether a card has the reaction and the faction."""
        faction = FACTION[part.it] if self.faction == _NO_FACTION else self.faction
        return CARD[card].reaction == self.reaction and CARD[card].faction == faction

    def take(self, s: State, part: Part, action: Action, tell: Tell) -> State:
        """Lay it with the open discards."""
        side, (card,) = 1 - part.colour, action.args
        happened(tell, "shown", (side, card))
        return move(s, card, HAND + side, SHOWN + side, tell)


@dataclass(frozen=True, slots=True)
class Unless(Effect):
    """The other player may avert the next parts of the text, as many as `parts`, in one of some ways."""

    ways: tuple[Way, ...]
    parts: int

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Ask him, if some way is conceivable; it is not where no piece was named for which it would be."""
        del tell
        if self.named(part) and any(way.conceivable(s, part) for way in self.ways):
            return push(s, Averting(1 - part.colour, part.code, part.step, part.it))
        return s

    def named(self, part: Part) -> bool:
        """Tell whether the piece that a way asks for was named."""
        asks = any(isinstance(way, Show) and way.faction == _NO_FACTION for way in self.ways)
        return not asks or part.it != NOBODY


def unless(*ways: Way, then: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Return the parts of "unless he does this or that, this happens"."""
    return Unless(ways, len(then)), *then


@dataclass(frozen=True, slots=True)
class Averting(Asked, Question):
    """Do you avert it, or concede?"""

    id: ClassVar[str] = "unless"
    rule: ClassVar[str] = _RULE
    verbs: ClassVar[frozenset[str]] = frozenset({"concede", "eliminate", "eliminate-all", "pay", "show"})
    colour: int
    code: int
    step: int
    it: int

    def effect(self) -> Unless:
        """Return the part of the text. Raises `RuleBugError` if it is no "unless"."""
        effect = effect_of(self.code, self.step)
        if not isinstance(effect, Unless):
            message = f"part {self.step} of card {self.code} says no unless"
            raise RuleBugError(message)
        return effect

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return `concede` and what he is able to do."""
        del seat
        part = self.part()
        candidates = (action for way in self.effect().ways for action in way.candidates(s, part))
        return [CONCEDE, *self.allowed(s, candidates)]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a way; every way of another kind is not demanded."""
        if action is CONCEDE:
            return
        ways = [way for way in self.effect().ways if way.verb == action.verb]
        told = [list(way.against(s, self.part(), action)) for way in ways]
        if not ways:
            yield _no_such_way(action)
        elif all(told):
            yield from told[0]

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Avert it: the text goes on behind what it threatens. Or let it happen."""
        del seat
        s, effect, part = pop(s), self.effect(), self.part()
        if action is CONCEDE:
            happened(tell, "conceded", (self.colour,))
            return s
        way = next(
            way
            for way in effect.ways
            if way.verb == action.verb and next(way.against(s, part, action), None) is None
        )
        return way.take(leave_out(s, effect.parts), part, action, tell)

    def stated(self, s: State, seat: int) -> Action:
        """Return `concede`."""
        del s, seat
        return CONCEDE


def _no_such_way(action: Action) -> Refusal:
    if action.verb == "eliminate":
        return Refusal("not-that-piece", action.args, _ELIMINATE)
    if action.verb == "show":
        return Refusal("not-demanded", action.args, _RULE)
    return Refusal("not-now", (QUESTIONS.index("unless") + 1,), _RULE)
