"""The defender counters an airplane or fleet just removed (rules, Anti-Air; Naval Combat)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import count
from sealed.engine.frames import push
from sealed.engine.message import Refusal
from sealed.engine.value import copy_with, plain
from sealed.games.south_front.combat.battle import (
    CONTINUE,
    COUNTER,
    FORFEIT,
    NOTHING,
    STEPS,
    Battle,
    answered,
    force,
    fresh,
    go_on,
    new_round,
    reacting,
)
from sealed.games.south_front.combat.reactions import reaction_cards, reaction_reasons, rule_of, use
from sealed.games.south_front.notation import DECLINE, make
from sealed.games.south_front.question import Question
from sealed.games.south_front.state import AIRPLANE, FLEET, HAND, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

_COUNTERS = {"anti-air": AIRPLANE, "naval-combat": FLEET}
"""The kind of piece that each reaction counters."""


@dataclass(frozen=True, slots=True)
class Countering(Question):
    """Do you counter what the attacker has removed?"""

    id: ClassVar[str] = "counter"
    rule: ClassVar[str] = "Anti-Air"
    verbs: ClassVar[frozenset[str]] = frozenset({"decline", *_COUNTERS})
    colour: int
    battle: Battle

    def details(self, s: State) -> tuple[int, ...]:
        """Return the attacking faction, origin and target."""
        del s
        return self.battle.place

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return `decline` and the reactions that the hand may hold."""
        del seat
        cards = [make(verb, card) for verb in _COUNTERS for card in reaction_cards(s, self.colour, verb)]
        return self.allowed(s, [DECLINE, *cards])

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a card.

        After an Exchange it must be of the faction that lost the piece, though none may be left (Anti-Air).
        """
        if action is DECLINE:
            return
        b, (card,) = self.battle, action.args
        factions = b.exchange or reacting(s, b)
        yield from reaction_reasons(s, b.defender, action.verb, card, factions=factions, target=b.target)
        if b.given != _COUNTERS[action.verb]:
            yield Refusal("nothing-countered", (card,), rule_of(action.verb))

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Use the card: what was given does not count, the attacker is asked again (S-33, S-34)."""
        del seat
        b = self.battle
        if action is DECLINE:
            return answered(s, *_uncountered(b))
        s = use(s, b.defender, action.args[0], tell)
        if b.exchange:
            return answered(s, copy_with(b, given=NOTHING), FORFEIT)
        return answered(s, copy_with(b, given=NOTHING, lost=NOTHING), CONTINUE)

    def stated(self, s: State, seat: int) -> Action:
        """Return `decline`."""
        del s, seat
        return DECLINE


plain(Countering)


def _uncountered(b: Battle) -> tuple[Battle, int]:
    """Return how it goes on when what was given counts: an Exchange alone continues no attack (Exchange)."""
    if b.exchange:
        return copy_with(b, given=NOTHING, exchange=0), CONTINUE
    return fresh(b), new_round(b)


def _ask(s: State, b: Battle, tell: Tell) -> State:
    """Ask where a card could counter: an airplane, or a fleet on land, and a hand (its number is public)."""
    del tell
    counterable = b.given == AIRPLANE or (b.given == FLEET and b.on_land)
    if counterable and force(s, b) and count(s, HAND + b.defender):
        return push(s, Countering(b.defender, b))
    return go_on(s, *_uncountered(b))


STEPS[COUNTER] = _ask
