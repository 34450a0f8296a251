"""A player of South Front that seeks what is rare: for coverage runs, and no opponent for anybody.

It likes cards, reactions, contingencies, attacks, ships and wars better than quiet answers, and of all these
the ones that it has given least often. Players that share a `given` count share this memory. Its pieces often
move as the steady bot would move them, since armies that starve meet nobody.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sealed.engine.kernel import legal_actions, question
from sealed.games.south_front.notation import CARD_KIND, CONTINGENCY, COUNTRY, FACTION_KIND, NOTATION, TYPE
from sealed_client.bots.south_front import SteadyBot

if TYPE_CHECKING:
    from random import Random

    from sealed.engine.action import Action
    from sealed.engine.frames import State

_RARE = frozenset({CARD_KIND, CONTINGENCY, COUNTRY, FACTION_KIND, TYPE})
"""Kinds of arguments that make an answer another one; places and pieces do not."""

_KEEN = 20.0
_KEENNESS = {
    "done": 2.0,
    "stop": 1.0,
    "decline": 1.0,
    "skip": 1.0,
    "pass": 0.1,
    "production": 2.0,
    "conscript": 1.0,
    "forced-march": 0.7,
    "desperate-attack": 2.5,
    "attack": 80.0,
    "attack-with-french": 80.0,
    "stay": 3.0,
    "move": 3.0,
    "board": 8.0,
    "remove": 0.02,
    "declare-war": 0.3,
    "lose": 3.0,
    "lose-force": 3.0,
    "concede": 3.0,
}
"""How gladly it gives answers of a verb; those that are not named here gladly indeed."""
_MOVEMENT = frozenset({"first-movement", "second-movement"})
_CALM = 0.75
"""How often a movement answer is the steady bot's."""


class BoldPlayer:
    """Draws a verb by how keen it is on that, then an answer by how rare it is."""

    def __init__(self, rng: Random, given: Counter[tuple[object, ...]] | None = None) -> None:
        """Takes the source of its choices, and the count of answers given that it goes on with."""
        self._rng = rng
        self._steady = SteadyBot(rng)
        self.given = Counter() if given is None else given

    def answer(self, s: State, seat: int) -> Action:
        """Return a legal answer."""
        asked = question(s)
        if asked is not None and asked.id in _MOVEMENT and self._rng.random() < _CALM:
            return self._steady.answer(s, seat)
        by_verb: dict[str, list[Action]] = {}
        for action in legal_actions(s, seat):
            by_verb.setdefault(action.verb, []).append(action)
        verb = self._rng.choices(list(by_verb), [_KEENNESS.get(verb, _KEEN) for verb in by_verb])[0]
        action = self._rng.choices(by_verb[verb], [self._rarity(one) for one in by_verb[verb]])[0]
        self.given[sort_of(action)] += 1
        return action

    def _rarity(self, action: Action) -> float:
        """Return how welcome an answer is among those of its verb; cards often played are spent first."""
        if action.verb == "spend":
            return 0.1 + self.given["play", *action.args]
        return 1 / (1 + self.given[sort_of(action)]) ** 2


def sort_of(action: Action) -> tuple[object, ...]:
    """Return the verb with the cards, countries, factions and types that an answer names."""
    kinds = NOTATION.verbs[action.verb].kinds
    named = [arg for kind, arg in zip(kinds, action.args, strict=True) if kind in _RARE]
    return (action.verb, *named)
