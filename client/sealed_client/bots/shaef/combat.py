"""Answers inside a combat: places, battles, fire, casualties, React (Section 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.shaef.combat.battle import force_card, unit_of
from sealed.games.shaef.combat.declaring import Declaring
from sealed.games.shaef.combat.flip_window import BeforeRoll
from sealed.games.shaef.combat.forces import forces_there, fought, side_of, slipped_away
from sealed.games.shaef.combat.modifiers import Shot
from sealed.games.shaef.combat.modifiers import strength as fire_strength
from sealed.games.shaef.notation import make
from sealed.games.shaef.state import ALLIES, HQ_CARD, IS_ARMY, N_UNITS, NOWHERE, SIDE, UNIT_OF_HQ
from sealed.games.shaef.units.cards import (
    AIRCRAFT,
    ANTI_AIRCRAFT,
    ANTI_TANK,
    ARMORED,
    ATTACK,
    ATTACK_ENEMY_REAR,
    DEFENCE,
    TYPE,
    has,
)
from sealed.games.shaef.units.holdings import lies_up
from sealed_client.bots.shaef.assaults import defenders_of
from sealed_client.bots.shaef.front import unmarked
from sealed_client.bots.shaef.prices import card_worth
from sealed_client.bots.shaef.strengths import strength, unit_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.games.shaef.state import State

_CORPS_HQ, _ARMY_HQ = 6.0, 14.0
_KEPT = 3
"""Points that a side keeps for its reorganisation when cards may React."""


def fight(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the combat that is resolved next: where the enemy is weakest."""
    return min(_of(legal, "fight"), key=lambda action: defenders_of(s, 1 - side, action.args[0]).first)


def reconnoitre(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the use of the least of the cards that can reconnoitre."""
    del s, side
    scouts = _of(legal, "reconnoitre")
    return min(scouts, key=lambda action: card_worth(action.args[1]), default=make("decline"))


def array(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the next place: whoever can strikes at the enemy's rear, where nobody fires back."""
    combat = fought(s)
    if side == combat.attacker and combat.phase == 1:
        for action in _of(legal, "detach"):
            if has(action.args[1], ATTACK_ENEMY_REAR):
                return action
    front = _of(legal, "front")
    strikes = _of(legal, "strike")
    if strikes and (len(front) > 1 or combat.front or any(a.args[0] >= N_UNITS for a in strikes)):
        return strikes[0]
    return max(front, key=lambda action: _power(s, action.args[0]), default=make("done"))


def _power(s: State, force: int) -> float:
    card = force_card(force)
    if card:
        return float(ATTACK[card])
    one = strength(s, force)
    return one.attack if SIDE[force] == fought(s).attacker else one.defence


def pair(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the next pair: the own best at the enemy's weakest, or the enemy's best at the own best."""
    mine = [action for action in legal if side_of(action.args[0]) == side]
    if mine:
        return max(mine, key=lambda a: (_power(s, a.args[0]), -_power(s, a.args[1])))
    return max(legal, key=lambda a: (_power(s, a.args[0]), _power(s, a.args[1])))


def secondary(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the Army that has less in the combat: its cards fire worse."""
    region = fought(s).region

    def there(action: Action) -> float:
        army = action.args[0]
        units = [unit for unit in range(N_UNITS) if s.army[unit] == army and s.where[unit] == region]
        return sum(strength(s, unit).attack for unit in units if SIDE[unit] == side)

    return min(legal, key=there)


def fire(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the next fire: at the enemy that is nearest to being wiped out; blind fire last."""
    if not forces_there(s, 1 - side) and not slipped_away(s):
        return make("done")

    def order(action: Action) -> tuple[float, float]:
        if action.verb == "fire-blind":
            return (-9.0, _power(s, action.args[0]))
        target = action.args[1]
        cards = 1.0 if target >= N_UNITS else len(unit_cards(s, target)) + 1.0
        return (-cards, _power(s, action.args[0]))

    shots = [action for action in legal if action.verb in {"fire", "fire-blind"}]
    return max(shots, key=order, default=make("done"))


def declare(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the next card that fires: the best first, as long as it can hit."""
    del side
    frame = s.stack.frame if s.stack else None
    joins = _of(legal, "join")
    if not isinstance(frame, Declaring) or not joins:
        return make("announce")
    volley = frame.volley

    def fires(action: Action) -> int:
        unit, card = action.args
        fresh = int(not lies_up(s, unit, card))
        return fire_strength(s, card, Shot(volley.force, volley.target, unit, fresh))

    best = max(joins, key=fires)
    return best if fires(best) > 0 or make("announce") not in legal else make("announce")


def before_roll(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the flip of what hampers the fire that is announced, else a pass."""
    frame = s.stack.frame if s.stack else None
    if not isinstance(frame, BeforeRoll) or side_of(frame.volley.force) == side:
        return make("pass")
    volley = frame.volley
    if volley.target == NOWHERE:
        return make("pass")
    fired = [one.card for one in volley.cards]
    planes = any(has(card, AIRCRAFT) for card in fired)
    tanks = any(TYPE[card] == ARMORED for card in fired)
    home = unit_of(fought(s), volley.target)
    for action in _of(legal, "flip"):
        unit, card = action.args
        if unit == home and ((planes and has(card, ANTI_AIRCRAFT)) or (tanks and has(card, ANTI_TANK))):
            return action
    return make("pass")


def casualty(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the casualty that costs least: an HQ costs its unit. The last levy saves what it can."""
    del side
    uses = _of(legal, "use")
    if uses:
        return uses[0]

    def cost(action: Action) -> float:
        unit, card = action.args
        if card not in UNIT_OF_HQ or card != HQ_CARD[unit]:
            return card_worth(card)
        rest = sum(card_worth(one) for one in unit_cards(s, unit) if one)
        return rest + (_ARMY_HQ if IS_ARMY[unit] else _CORPS_HQ)

    return min(_of(legal, "lose"), key=cost)


def react(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the next card that reacts, while points are left over."""
    attacks = fought(s).attacker == side
    table = ATTACK if attacks else DEFENCE
    offers = [a for a in _of(legal, "react") if table[a.args[0]] > 1]
    if not offers or s.points[side] <= _KEPT + (unmarked(s) if side == ALLIES else 0):
        return make("done")
    return max(offers, key=lambda action: (table[action.args[0]], strength(s, action.args[1]).cards))


def must_flip(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the flip of the first card that is due."""
    del s, side
    return legal[0]


def hand_over(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns that there is no Aircraft card, or the least of them."""
    del s, side
    given = [action for action in legal if len(action.args) > 1]
    return min(given, key=lambda action: card_worth(action.args[-1]), default=legal[0])


def _of(legal: Sequence[Action], verb: str) -> list[Action]:
    return [action for action in legal if action.verb == verb]


__all__ = [
    "array", "before_roll", "casualty", "declare", "fight", "fire", "hand_over", "must_flip", "pair", "react",
    "reconnoitre", "secondary",
]  # fmt: skip
