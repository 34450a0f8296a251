"""The attacker between two rounds: what an Exchange costs, and whether the attack goes on (rules, Combat)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import push
from sealed.engine.message import Refusal
from sealed.engine.value import copy_with, plain
from sealed.games.south_front.board.alike import representatives
from sealed.games.south_front.board.pieces import lift
from sealed.games.south_front.combat.battle import (
    AFTERWARDS,
    CONTINUE,
    COUNTER,
    FORFEIT,
    OVER,
    STEPS,
    Battle,
    answered,
    attacking,
    close_by,
    defended,
    force,
    fresh,
    go_on,
    new_round,
)
from sealed.games.south_front.combat.losses import gift_reasons
from sealed.games.south_front.combat.reactions import reaction_cards, reaction_reasons, use
from sealed.games.south_front.notation import GIVE, STOP, make
from sealed.games.south_front.question import Question
from sealed.games.south_front.state import AIRPLANE, FLEET, KIND, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

_CARDS = ("sustain", "anti-air", "naval-combat")


@dataclass(frozen=True, slots=True)
class Continuing(Question):
    """Do you continue the attack, and with what?"""

    id: ClassVar[str] = "continue"
    rule: ClassVar[str] = "Continuing the Attack"
    verbs: ClassVar[frozenset[str]] = frozenset({"stop", "give", *_CARDS})
    colour: int
    battle: Battle

    def details(self, s: State) -> tuple[int, ...]:
        """Return the attacking faction, origin and target."""
        del s
        return self.battle.place

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return `stop`, the pieces that suffice, and the reactions that the hand may hold."""
        del seat
        cards = [make(verb, card) for verb in _CARDS for card in reaction_cards(s, self.colour, verb)]
        return self.allowed(s, [STOP, *_gifts(s, self.battle), *cards])

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a piece or a card."""
        b = self.battle
        if action.verb == "give":
            yield from gift_reasons(s, b, action.args[0], forced=False)
        elif action is not STOP:
            (card,) = action.args
            yield from reaction_reasons(
                s, b.side, action.verb, card, factions=attacking(s, b), target=b.target
            )
            yield from self._in_vain(action.verb, card)

    def _in_vain(self, verb: str, card: int) -> Iterator[Refusal]:
        """Yield why a reaction continues nothing in this kind of combat, or after this loss."""
        b = self.battle
        if verb == "sustain" and not b.on_land:
            yield Refusal("reaction-place", (card, b.target), "Sustain Attack")
        if verb == "anti-air" and b.lost != AIRPLANE:
            yield Refusal("nothing-countered", (card,), "Anti-Air")
        if verb == "naval-combat" and b.on_land and b.lost != FLEET:
            yield Refusal("nothing-countered", (card,), "Naval Combat")

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Stop, or pay for the next round; what was given may be countered first."""
        del seat
        b = self.battle
        if action is STOP:
            return answered(s, b, OVER)
        if action.verb == "give":
            return _given(s, b, action.args[0], tell)
        return answered(use(s, b.side, action.args[0], tell), fresh(b), new_round(b))

    def stated(self, s: State, seat: int) -> Action:
        """Return `stop`."""
        del s, seat
        return STOP


@dataclass(frozen=True, slots=True)
class Forfeiting(Question):
    """Which piece do you remove because of the Exchange?"""

    id: ClassVar[str] = "forfeit"
    rule: ClassVar[str] = "Exchange"
    verbs: ClassVar[frozenset[str]] = frozenset({"give"})
    colour: int
    battle: Battle

    def details(self, s: State) -> tuple[int, ...]:
        """Return the attacking faction, origin and target."""
        del s
        return self.battle.place

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the pieces of the force and its supports, of any rank."""
        del seat
        return self.allowed(s, _gifts(s, self.battle))

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a piece."""
        return gift_reasons(s, self.battle, action.args[0], forced=True)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Remove the piece, which may be countered."""
        del seat
        return _given(s, self.battle, action.args[0], tell)


plain(Continuing, Forfeiting)


def _gifts(s: State, b: Battle) -> list[Action]:
    """Return the pieces that the attacker might remove."""
    return [
        GIVE[piece]
        for piece in representatives(s, b.side)
        if b.force >> piece & 1 or close_by(s, b.side, piece, b.target)
    ]


def _given(s: State, b: Battle, piece: int, tell: Tell) -> State:
    return answered(lift(s, piece, tell, "given"), copy_with(b, given=KIND[piece]), COUNTER)


def _ask_forfeit(s: State, b: Battle, tell: Tell) -> State:
    """Let the attacker pay; without anything left to attack with, the combat is over (S-38)."""
    del tell
    return push(s, Forfeiting(b.side, b)) if force(s, b) else go_on(s, b, OVER)


def _ask_continue(s: State, b: Battle, tell: Tell) -> State:
    """Ask whether the attack goes on while there is somebody to attack, and somebody who does."""
    del tell
    if not force(s, b):
        return go_on(s, b, OVER)
    return push(s, Continuing(b.side, b)) if defended(s, b) else go_on(s, b, AFTERWARDS)


STEPS[FORFEIT] = _ask_forfeit
STEPS[CONTINUE] = _ask_continue
