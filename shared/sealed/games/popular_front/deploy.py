"""Deploy: cards are revealed in turn, their effects resolved (rules, Deploy and Supply; F-2, F-19, F-20)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import count, move
from sealed.engine.eye import EVERYBODY
from sealed.engine.frames import Procedure, Tell, pop, push, replace_top
from sealed.engine.message import Event
from sealed.engine.value import copy_with
from sealed.games.popular_front.battle import Battle, battle_of, in_supply
from sealed.games.popular_front.cards import CARD, Card, Look, Place
from sealed.games.popular_front.notation import DEPLOY
from sealed.games.popular_front.question import PREDICATES, Question, missing_card, shown
from sealed.games.popular_front.resolution import Resolution
from sealed.games.popular_front.state import DEPLOYED, RESERVE, State, number
from sealed.games.popular_front.strike import QUESTIONS_OF_EFFECTS, Looking

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.message import Refusal

_ZONE = {Place.DEPLOYED: DEPLOYED, Place.RESERVE: RESERVE}


@dataclass(frozen=True, slots=True)
class Deployment(Procedure[State]):
    """Both sides deploy in turn, the defender first, until both reserves are empty."""

    battle: Battle
    turn: int

    def run(self, s: State, tell: Tell) -> State:
        """Ask whose turn it is, or the other side if he has no card left; after the last card resolve."""
        del tell
        battle, colour = self.battle, self.turn
        if not s.zones[RESERVE + colour]:
            colour = battle.enemy_of(colour)
            if not s.zones[RESERVE + colour]:
                return replace_top(s, Resolution(battle))
        return push(replace_top(s, Deployment(battle, battle.enemy_of(colour))), Deploying(colour, battle))


@dataclass(frozen=True, slots=True)
class Deploying(Question):
    """Which card of the reserve is revealed next?"""

    id: ClassVar[str] = "deploy"
    rule: ClassVar[str] = "Deploy"
    verbs: ClassVar[frozenset[str]] = frozenset({"deploy"})
    colour: int
    battle: Battle

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the types of the own reserve."""
        del seat
        return [DEPLOY[card] for card in shown(s.zones[RESERVE + self.colour])]

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Reveal the card, then resolve its effect."""
        del seat
        colour = self.colour
        card = CARD[action.args[0]]
        s = move(pop(s), card.code, RESERVE + colour, DEPLOYED + colour, tell)
        tell.append(Event("deployed", (number(s, colour), card.code), EVERYBODY))
        s = _add_to_line(s, colour & 1, card.code)
        return _resolve(s, self.battle, colour, card, tell) if card.effects else s


def _add_to_line(s: State, side: int, card: int) -> State:
    first, second = s.lines
    return copy_with(s, lines=(first, (*second, card)) if side else ((*first, card), second))


def _resolve(s: State, battle: Battle, colour: int, card: Card, tell: Tell) -> State:
    """Begin an effect; out of supply or without a target it does nothing (Supply, P-25, P-26)."""
    enemy = battle.enemy_of(colour)
    target = _ZONE[card.effects[0].place] + enemy
    if not count(s, target) or (card.needs_supply and not in_supply(s, battle, colour)):
        tell.append(Event("no-effect", (number(s, colour), card.code), EVERYBODY))
        return s
    for effect in reversed(card.effects):
        if isinstance(effect, Look):
            s = push(s, Looking(colour, enemy))
        else:
            s = push(s, QUESTIONS_OF_EFFECTS[effect.place, effect.chooser](colour, enemy))
    return s


def _deploy_reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    if battle_of(s) is not None:
        yield from missing_card(s.zones[RESERVE + colour], args[0], "not-in-reserve", "Deploy")


PREDICATES["deploy"] = _deploy_reasons
