"""What comes of an answer: the kernel carries it out, and the bot looks at the board that it leads to.

Nothing that the bot's seat cannot see is used: states are masked, and cards yet to be drawn are unknown. Own
questions that follow are answered at once by the value of the next board; a combat or a demand on the enemy
is estimated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine import chance, kernel
from sealed.engine.cards import count
from sealed.games.south_front.combat.battle import battle_of
from sealed.games.south_front.free import FREE
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.state import HAND, State, seat_of
from sealed_client.bots.south_front.odds import prospects
from sealed_client.bots.south_front.prices import ACTION, card_worth
from sealed_client.bots.south_front.worth import worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action

_LONGEST = 12
"""Answers that are looked ahead; no card has as many parts."""
_STEPS = ("first-movement", "act", "second-movement")
IDLE, _HELD = frozenset({"skip", "stay", "decline", "pass"}), 0.02
"""Answers that do nothing, and what that has over changes that change nothing."""
_SHOWS = 0.3
"""How likely the enemy can show a card that is demanded."""


class Foresight:
    """The view of one side in one turn."""

    def __init__(self, s: State, side: int) -> None:
        """Takes the position that is asked about, as the side sees it."""
        self.side = side
        self._mover = side_on_turn(s, side)
        asked = kernel.question(s)
        self._ending = asked is None or asked.id != "first-movement"
        self._boards: dict[tuple[object, ...], float] = {}

    def board(self, s: State) -> float:
        """Returns what the board is worth now; different answers lead to the same boards again and again."""
        hands = count(s, HAND), count(s, HAND + 1)
        land = s.held, s.neutral, s.forces, s.markers
        key = (s.where, *land, s.points, hands, s.moved, s.faces, s.reserves, s.round, s.winner)
        found = self._boards.get(key)
        if found is None:
            found = self._boards[key] = worth(s, self.side, self._mover, ending=self._ending)
        return found

    def after(self, s: State, action: Action, seat: int) -> State:
        """Returns the state after an answer."""
        step = kernel.apply(s, action, seat)
        if not isinstance(step, kernel.Step) or not isinstance(step.state, State):
            message = f"{action} was offered and is refused"
            raise TypeError(message)
        return step.state

    def glance(self, s: State) -> float:
        """Returns what a state is worth without following questions, estimates of combats included."""
        battle, asked = battle_of(s), kernel.question(s)
        value = self.board(s)
        if asked is not None and asked.id == "act" and asked.args[0] == self.side:
            return value + ACTION
        if battle is None or asked is None:
            return value
        return value + prospects(s, battle, asked.id, self.side, self.board)

    def outlook(self, s: State) -> float:
        """Returns what a state is worth when all own questions up to the next step have been answered."""
        s = self.settled(s)
        asked = kernel.question(s)
        if asked is None or battle_of(s) is not None:
            return self.glance(s)
        if asked.id not in _STEPS and asked.args[0] != self.side:
            return self._demand(s)
        return self.glance(s)

    def settled(self, s: State) -> State:
        """Returns the state at the next step, combat or demand on the enemy, own questions answered."""
        for _ in range(_LONGEST):
            s = self._past_draws(s)
            asked = kernel.question(s)
            fought = battle_of(s) is not None
            if asked is None or fought or asked.id in _STEPS or asked.args[0] != self.side:
                break
            s = self.after(s, self.best(s), seat_of(self.side))
        return self._past_draws(s)

    def best(self, s: State) -> Action:
        """Returns the own answer that leads to the best board, the first of equal ones."""
        return max(self.offered(s, self.side), key=lambda action: self._quick(s, action))

    def _quick(self, s: State, action: Action) -> float:
        """Returns what an answer is worth at a glance; whether to buy with cards, after all that follows."""
        after = self.after(s, action, seat_of(self.side))
        asked = kernel.question(s)
        if asked is not None and asked.id == "spend":
            return self.outlook(after)
        return self.glance(after) + (_HELD if action.verb in IDLE else 0.0)

    def offered(self, s: State, side: int, but: frozenset[str] = FREE) -> Sequence[Action]:
        """Returns the answers that are thought of: no free verbs, and of the cards to spend the least."""
        legal = kernel.legal_actions(s, seat_of(side))
        spent = [action for action in legal if action.verb == "spend"]
        least = min(spent, key=lambda action: card_worth(action.args[0]), default=None)
        thought = [action for action in legal if action.verb not in but and action.verb != "spend"]
        return [*thought, least] if least else thought or legal

    def _demand(self, s: State) -> float:
        """Returns what a demand on the enemy comes to: it does what hurts it least, and may hold the card."""
        enemy = 1 - self.side
        answers = [action for action in self.offered(s, enemy) if action.verb not in ("show", "spend")]
        before = self.board(s)
        if not answers:
            return before
        worst = min(
            self.glance(self._past_draws(self.after(s, action, seat_of(enemy)))) for action in answers
        )
        shown = any(action.verb == "show" for action in self.offered(s, enemy))
        return before * _SHOWS + worst * (1 - _SHOWS) if shown else worst

    def _past_draws(self, s: State) -> State:
        while kernel.requests(s):
            s = self._drawn(s)
        return s

    def _drawn(self, s: State) -> State:
        """Returns the state after chance: the first card that it could be stands for all of them."""
        request = kernel.requests(s)[0]
        args, _ = next(iter(chance.possible(s, request)))
        return self.after(s, NOTATION.action(chance.outcome_verb(request), *args), chance.CHANCE)


def side_on_turn(s: State, otherwise: int) -> int:
    """Returns the side whose turn it is: the lowest frame that names one is the turn's."""
    found, node = otherwise, s.stack
    while node is not None:
        found = getattr(node.frame, "colour", found)
        node = node.below
    return found


__all__ = ["IDLE", "Foresight", "side_on_turn"]
