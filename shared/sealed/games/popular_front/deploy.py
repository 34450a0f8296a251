"""Deploy: cards are revealed in turn, their effects resolved (rules, Deploy and Supply; F-2, F-19, F-20)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from sealed.engine.cards import count, moved
from sealed.engine.frames import Frame, Procedure, Tell, replace_top
from sealed.engine.message import happened
from sealed.engine.value import plain
from sealed.games.popular_front.battle import Battle, battle_of, in_supply
from sealed.games.popular_front.cards import CARD, Card, Look, Place
from sealed.games.popular_front.notation import DEPLOY
from sealed.games.popular_front.question import PREDICATES, Faces, Question, missing_card
from sealed.games.popular_front.resolution import resolve
from sealed.games.popular_front.state import DEPLOYED, RESERVE, State, number, with_deployment
from sealed.games.popular_front.strike import QUESTIONS_OF_EFFECTS, Looking

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.message import Refusal

Lines: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]

_ZONE = {Place.DEPLOYED: DEPLOYED, Place.RESERVE: RESERVE}


_DEPLOY = Faces(DEPLOY)


def go_on(s: State, battle: Battle, turn: int, tell: Tell) -> State:
    """Ask the colour whose turn it is for its next card, or the other one if it has none left.

    When both reserves are empty the battle is resolved instead.
    """
    colour = turn
    if not s.zones[RESERVE + colour]:
        colour = battle.enemy_of(colour)
        if not s.zones[RESERVE + colour]:
            return resolve(s, battle, tell)
    return replace_top(s, Deploying(colour, battle))


@dataclass(frozen=True, slots=True)
class Deployment(Procedure[State]):
    """Deployment goes on when the effect above it has been resolved; `turn` is whose turn it is."""

    battle: Battle
    turn: int

    def run(self, s: State, tell: Tell) -> State:
        """Go on."""
        return go_on(s, self.battle, self.turn, tell)


@dataclass(frozen=True, slots=True)
class Deploying(Question):
    """Which card of the reserve is revealed next? Both sides take turns, the defender first."""

    id: ClassVar[str] = "deploy"
    rule: ClassVar[str] = "Deploy"
    verbs: ClassVar[frozenset[str]] = frozenset({"deploy"})
    colour: int
    battle: Battle

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the types of the own reserve."""
        del seat
        return _DEPLOY.shown(s.zones[RESERVE + self.colour])

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Reveal the card, then resolve its effect."""
        del seat
        colour, battle = self.colour, self.battle
        card = CARD[action.args[0]]
        zones = moved(s, action.args, RESERVE + colour, DEPLOYED + colour, tell)
        happened(tell, "deployed", (number(s, colour), card.code))
        s = with_deployment(s, zones, _longer(s.lines, colour & 1, card.code))
        enemy = battle.enemy_of(colour)
        if not card.effects or not _has_effect(s, battle, colour, card, tell):
            return go_on(s, battle, enemy, tell)
        return replace_top(s, Deployment(battle, enemy), *_resolving(colour, enemy, card))


plain(Deployment, Deploying)


def _longer(lines: Lines, side: int, card: int) -> Lines:
    first, second = lines
    return (first, (*second, card)) if side else ((*first, card), second)


def _has_effect(s: State, battle: Battle, colour: int, card: Card, tell: Tell) -> bool:
    """Tell whether an effect does anything: not out of supply or without a target (Supply, P-25, P-26)."""
    target = _ZONE[card.effects[0].place] + battle.enemy_of(colour)
    if count(s, target) and (in_supply(s, battle, colour) or not card.needs_supply):
        return True
    happened(tell, "no-effect", (number(s, colour), card.code))
    return False


def _resolving(colour: int, enemy: int, card: Card) -> list[Frame[State]]:
    """Return what the effect asks, its first part last because it goes on top."""
    return [
        Looking(colour, enemy)
        if isinstance(effect, Look)
        else QUESTIONS_OF_EFFECTS[effect.place, effect.chooser](colour, enemy)
        for effect in reversed(card.effects)
    ]


def _deploy_reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    if battle_of(s) is not None:
        yield from missing_card(s.zones[RESERVE + colour], args[0], "not-in-reserve", "Deploy")


PREDICATES["deploy"] = _deploy_reasons
