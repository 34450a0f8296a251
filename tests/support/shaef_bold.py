"""A player of SHAEF that seeks what is rare: for coverage runs and laws, and no opponent for anybody.

It knows its own replica only. It likes attacks, reactions, tactics, landings, drops and reassignment better
than quiet answers and much better than what may be done at any time, and of all these the ones that it has
given least often. Players that share a `given` count share this memory. Its units march at the enemy, since
armies that never meet never fire.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sealed.engine.kernel import Step, apply, legal_actions, question
from sealed.engine.notation import CARD, UNSAID
from sealed.games.shaef.board.geography import regions_in
from sealed.games.shaef.board.presence import OF_SIDE, contested, side_in_region
from sealed.games.shaef.notation import FORCE, NOTATION
from sealed.games.shaef.state import ALLIES, State, units_in
from sealed.games.shaef.supply.lines import supplied
from sealed.games.shaef.units.cards import REACT, TACTIC, TYPE, has, is_land_force
from sealed.games.shaef.units.holdings import assigned, whole
from sealed.games.shaef.units.organisation import MOST_CARDS, overfull

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
    "organise": 8.0,
    "take": 12.0,
    "give-up": 0.3,
    "none": 2.0,
    "react": 20.0,
}
"""How gladly it gives answers of a verb; those that are not named here gladly indeed."""
_OWN = {
    ("collect", "done"): 1.0,
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
_TRIED = 8
"""Of so many answers that change where things stand it takes the one after which it stands best."""
_CAREFUL = 0.8
"""How often it looks at that."""
_PLACING = frozenset({"move", "sail", "assault", "fly", "mark", "redeploy", "retreat", "slip"})
_SAVED = {"sail": 12, "fly": 5, "attach": 4, "deploy": 4, "collect": 4, "react": 4}
"""The Operation Points from which on the Allies save for their supply markers."""
_THRIFT = 25.0
_OVER = 0.05
"""How gladly it lays a fifth card in a unit."""
_MASS = 1.5
"""How much a fight is worth in which it brings more cards than the enemy."""
_SYMBOL = 0.7
"""And a region that it controls, next to a unit in supply."""


class BoldPlayer:
    """Draws a verb by how keen it is on that, then an answer by how rare it is and how well it leaves it."""

    def __init__(self, rng: Random, given: Counter[tuple[object, ...]] | None = None) -> None:
        """Takes the source of its choices, and the count of answers given that it goes on with."""
        self._rng = rng
        self.given = Counter() if given is None else given

    def answer(self, s: frames.State, seat: int) -> Action:
        """Return a legal answer; `s` is the seat's own replica."""
        assert isinstance(s, State)
        by_verb: dict[str, list[Action]] = {}
        for action in legal_actions(s, seat):
            by_verb.setdefault(action.verb, []).append(action)
        keenness = [_keenness(s, verb) for verb in by_verb]
        verb = self._rng.choices(list(by_verb), keenness)[0]
        among = by_verb[verb]
        if verb in _PLACING and len(among) > 1 and self._rng.random() < _CAREFUL:
            tried = self._rng.sample(among, min(_TRIED, len(among)))
            action = max(tried, key=lambda one: _standing(s, one, seat))
        else:
            action = self._rng.choices(among, [self._welcome(s, one) for one in among])[0]
        self.given[sort_of(action)] += 1
        return action

    def _welcome(self, s: State, action: Action) -> float:
        """Return how welcome an answer is among those of its verb: rare, and where cards are too many."""
        if action.verb == "discard":
            return 1.0 if assigned(s, action.args[0]) > MOST_CARDS else 0.001
        liked = action.verb == "take" and len(action.args) > 1 and _fights(action.args[1])
        return (3.0 if liked else 1.0) / (1 + self.given[sort_of(action)])


def _fights(card: int) -> bool:
    return is_land_force(card) or has(card, REACT) or TYPE[card] == TACTIC


def _keenness(s: State, verb: str) -> float:
    asking = question(s)
    asked = asking.id if asking else ""
    keen = _OWN.get((asked, verb), _KEENNESS.get(verb, _KEEN))
    if verb == "take" and asking is not None and assigned(s, asking.args[1]) >= MOST_CARDS:
        return _OVER
    if verb == "discard" and overfull(s, s.turn):
        return _KEEN
    saves = verb == "done" and s.turn == ALLIES and s.points[ALLIES] <= _SAVED.get(asked, -1)
    return keen * _THRIFT if saves else keen


def _standing(s: State, action: Action, seat: int) -> float:
    """Return how well a side stands after an answer: units in supply, fights in which it is stronger."""
    step = apply(s, action, seat)
    assert isinstance(step, Step)
    after, side = step.state, seat - 1
    assert isinstance(after, State)
    fed = (supplied(after) & OF_SIDE[side]).bit_count()
    held = after.held.bit_count() * (1 if side == ALLIES else -1)
    fights = contested(after)
    gained = sum(
        _MASS if _cards(after, side, region) > _cards(after, 1 - side, region) else -1
        for region in regions_in(fights)
    )
    return fed + gained + _SYMBOL * held


def _cards(s: State, side: int, region: int) -> int:
    return sum(whole(s, unit) for unit in units_in(side_in_region(s, side, region)))


def sort_of(action: Action) -> tuple[object, ...]:
    """Return the verb with the cards that an answer names."""
    verb = NOTATION.verbs[action.verb]
    kinds = verb.kinds[: len(action.args)]
    return (action.verb, *(arg for kind, arg in zip(kinds, action.args, strict=True) if kind in _RARE))
