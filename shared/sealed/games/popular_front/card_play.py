"""Card play: cards are laid face-down in turn until somebody passes (rules, Card Play; F-30, F-40)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import move_on
from sealed.engine.eye import seat_audience
from sealed.engine.frames import Node, Tell, top_node
from sealed.engine.message import Refusal, happened
from sealed.engine.value import plain
from sealed.games.popular_front.battle import Battle
from sealed.games.popular_front.deploy import go_on
from sealed.games.popular_front.logistics import empty_hand_draws
from sealed.games.popular_front.notation import COMMIT, PASS
from sealed.games.popular_front.question import PREDICATES, Faces, Question, held_closed
from sealed.games.popular_front.state import HAND, RESERVE, State, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action

_COMMIT, _COMMIT_OR_PASS = Faces(COMMIT), Faces(COMMIT, PASS)


@dataclass(frozen=True, slots=True)
class CardPlay(Question):
    """Another card, or pass? The attacker's first card comes with the declaration and is not optional."""

    id: ClassVar[str] = "commit"
    rule: ClassVar[str] = "Card Play"
    verbs: ClassVar[frozenset[str]] = frozenset({"commit", "pass"})
    colour: int
    battle: Battle
    first: bool = False

    def details(self, s: State) -> tuple[int, ...]:
        """Return origin and target."""
        del s
        return self.battle.origin, self.battle.target

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the cards of the hand, and the pass where there is one."""
        del seat
        return (_COMMIT if self.first else _COMMIT_OR_PASS).closed(s.zones[HAND + self.colour])

    def audience(self, s: State, action: Action) -> int:
        """Return the seat that lays the card: it lies face-down."""
        del action
        return seat_audience(s.terms.runs[self.colour])

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Lay the card and ask the other side, or close the card play."""
        del seat
        colour, battle = self.colour, self.battle
        if action is PASS:
            happened(tell, "passed", (number(s, colour),))
            return go_on(s, battle, battle.defender, tell)
        if colour != battle.attacker and not battle.defended:
            battle = Battle(battle.attacker, battle.defender, battle.origin, battle.target, defended=True)
        stack = Node(CardPlay(battle.enemy_of(colour), battle), top_node(s).below)
        s = move_on(s, action.args, HAND + colour, RESERVE + colour, stack, tell)
        return s if colour == battle.attacker else empty_hand_draws(s, colour, tell)

    def stated(self, s: State, seat: int) -> Action | None:
        """Return `pass`, unless the first card is due."""
        del s, seat
        return None if self.first else PASS


plain(CardPlay)


def _commit_reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    (card,) = args
    if not held_closed(s.zones[HAND + colour], card):
        yield Refusal("not-held", (card,), "Card Play")


def _pass_reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    del args
    if s.stack is None:
        return
    frame = top_node(s).frame
    if isinstance(frame, CardPlay) and frame.first and frame.colour == colour:
        yield Refusal("must-commit", (), "Combat Declaration")


PREDICATES["commit"] = _commit_reasons
PREDICATES["pass"] = _pass_reasons
