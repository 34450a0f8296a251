"""A player of SHAEF that seeks what is rare: for coverage runs and laws, and no opponent for anybody.

It knows its own replica only. It likes attacks, reactions, tactics, landings, drops and reassignment better
than quiet answers and much better than what may be done at any time, and of all these the ones that it has
given least often. Players that share a `given` count share this memory. Its units march at the enemy, since
armies that never meet never fire.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sealed.engine.kernel import legal_actions, question
from sealed.engine.notation import CARD, UNSAID
from sealed.games.shaef.board.geography import AROUND
from sealed.games.shaef.board.presence import contested, occupied
from sealed.games.shaef.notation import FORCE, NOTATION
from sealed.games.shaef.state import ALLIES, N_REGIONS, State
from sealed.games.shaef.units.cards import REACT, has, is_land_force

if TYPE_CHECKING:
    from random import Random

    from sealed.engine import frames
    from sealed.engine.action import Action

_RARE = frozenset({CARD, UNSAID, FORCE})
"""Kinds of arguments that make an answer another one; places and units do not."""

_KEEN = 10.0
_KEENNESS = {
    "done": 1.5,
    "pass": 3.0,
    "decline": 1.0,
    "flip": 0.2,
    "discard": 0.02,
    "disband": 0.004,
    "leave-fortress": 0.02,
    "use": 12.0,
    "return": 0.2,
    "move": 8.0,
    "muster": 10.0,
    "sail": 6.0,
    "fire-blind": 10.0,
    "announce": 4.0,
    "detach": 20.0,
    "slip": 3.0,
    "attach": 1.0,
    "raise": 4.0,
    "redeploy": 3.0,
    "organise": 4.0,
    "take": 12.0,
    "give-up": 0.3,
    "none": 2.0,
    "react": 20.0,
}
"""How gladly it gives answers of a verb; those that are not named here gladly indeed."""
_OWN = {
    ("collect", "done"): 2.0,
    ("organise", "done"): 40.0,
    ("before-roll", "flip"): 0.4,
    ("must-flip", "flip"): 1.0,
    ("overcrowded", "disband"): 1.0,
    ("markers", "done"): 0.5,
    ("attach", "done"): 3.0,
    ("deploy", "done"): 2.0,
    ("slip", "done"): 6.0,
    ("fire", "done"): 0.4,
    ("array", "done"): 1.0,
    ("react", "done"): 0.5,
}
"""Where a question makes a verb another thing."""
_CLOSER, _AWAY = 8.0, 0.4


class BoldPlayer:
    """Draws a verb by how keen it is on that, then an answer by how rare it is."""

    def __init__(self, rng: Random, given: Counter[tuple[object, ...]] | None = None) -> None:
        """Takes the source of its choices, and the count of answers given that it goes on with."""
        self._rng = rng
        self.given = Counter() if given is None else given

    def answer(self, s: frames.State, seat: int) -> Action:
        """Return a legal answer; `s` is the seat's own replica."""
        assert isinstance(s, State)
        asking = question(s)
        by_verb: dict[str, list[Action]] = {}
        for action in legal_actions(s, seat):
            by_verb.setdefault(action.verb, []).append(action)
        keenness = [_keenness(asking.id if asking else "", verb) for verb in by_verb]
        verb = self._rng.choices(list(by_verb), keenness)[0]
        among = by_verb[verb]
        action = self._rng.choices(among, [self._rarity(one) * _worth(s, one, seat - 1) for one in among])[0]
        self.given[sort_of(action)] += 1
        return action

    def _rarity(self, action: Action) -> float:
        """Return how welcome an answer is among those of its verb."""
        return 1 / (1 + self.given[sort_of(action)])


def _keenness(asking: str, verb: str) -> float:
    return _OWN.get((asking, verb), _KEENNESS.get(verb, _KEEN))


def _worth(s: State, action: Action, side: int) -> float:
    """Return how much an answer helps the armies to meet, and cards to be where they act."""
    if action.verb in {"move", "redeploy"}:
        return _nearer(s, action.args[1], side)
    if action.verb == "take" and len(action.args) > 1:
        return 3.0 if is_land_force(action.args[1]) or has(action.args[1], REACT) else 1.0
    if action.verb == "join":
        return 1.0
    return 1.0


def _nearer(s: State, place: int, side: int) -> float:
    """Return how welcome a place is: full of enemies, next to them, or neither."""
    if place >= N_REGIONS:
        return _AWAY
    enemies = occupied(s, 1 - side) & ~contested(s)
    if enemies >> place & 1:
        return _CLOSER
    theirs = ~s.held if side == ALLIES else s.held
    return 2.0 if AROUND[place] & enemies or theirs >> place & 1 else _AWAY


def sort_of(action: Action) -> tuple[object, ...]:
    """Return the verb with the cards that an answer names."""
    verb = NOTATION.verbs[action.verb]
    kinds = verb.kinds[: len(action.args)]
    return (action.verb, *(arg for kind, arg in zip(kinds, action.args, strict=True) if kind in _RARE))
