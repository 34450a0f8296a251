"""How the steady bot judges the decisions of a battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.cards import count
from sealed.engine.zones import cards
from sealed.games.popular_front.battle import Battle, battle_of, powers
from sealed.games.popular_front.board import NEIGHBOUR_MASK
from sealed.games.popular_front.cards import CARD, VALUE, Destroy, Place
from sealed.games.popular_front.notation import STACK, colour_of
from sealed.games.popular_front.state import DEPLOYED, HAND, RESERVE, State, army_disks
from sealed_client.bots.steady_turn import KEPT, city_worth, expected_defence, strength

if TYPE_CHECKING:
    from sealed.engine.action import Action

_PER_CLOSED_CARD = 2.0
"""What a face-down card of the enemy is expected to add."""


def against(s: State, colour: int, action: Action) -> float:
    """Judges a defender: the fewer cards the better."""
    del colour
    return -float(count(s, HAND + colour_of(action.args[0])))


def commit(s: State, colour: int, action: Action) -> float:
    """Judges another card, or passing (worth 0): is the battle still to be won at a fair price?"""
    if action.verb == "pass":
        return 0.0
    battle = _battle(s)
    missing = _missing(s, battle, colour)
    held = count(s, HAND + colour)
    attacking = colour == battle.attacker
    keep = KEPT - 1 if attacking else 0
    value = VALUE[action.args[0]] + (0.5 if CARD[action.args[0]].effects else 0.0)
    first = attacking and not s.zones[RESERVE + colour]
    if first:
        return 1.0 + _thrift(value, missing)
    if held <= keep or missing <= 0 or strength(s.zones[HAND + colour], held - keep) < missing:
        return -1.0
    stakes = city_worth(battle.target) + army_disks(s, battle.defender & 1, battle.target)
    return 1.0 + _thrift(value, missing) if stakes >= missing - 1 else -1.0


def _thrift(value: float, missing: float) -> float:
    """Returns more for the smallest card that is enough, else for the greatest."""
    return 1.0 - value / 20 if value >= missing else value / 20


def _missing(s: State, battle: Battle, colour: int) -> float:
    """Returns how much a side still needs to win, as far as it can tell."""
    attack, defence = powers(s, battle)
    enemy = battle.enemy_of(colour)
    own = sum(VALUE[card] for card in cards(s.zones[RESERVE + colour]))
    closed = _PER_CLOSED_CARD * count(s, RESERVE + enemy)
    if colour == battle.attacker:
        coming = 0.0 if battle.defended else expected_defence(s, enemy)
        return defence + closed + coming - attack - own + 1
    return attack + closed - defence - own


def deploy(s: State, colour: int, action: Action) -> float:
    """Judges a card to reveal: effects while they find a victim, plain values last."""
    card = CARD[action.args[0]]
    enemy = _battle(s).enemy_of(colour)
    for effect in card.effects:
        if isinstance(effect, Destroy):
            zone = RESERVE if effect.place is Place.RESERVE else DEPLOYED
            return 2.0 + VALUE[card.code] / 10 if count(s, zone + enemy) else -1.0
    return 1.0 - VALUE[card.code] / 10


def give_up(s: State, colour: int, action: Action) -> float:
    """Judges an own card to lose: the lowest value."""
    del s, colour
    return -float(VALUE[action.args[0]])


def destroy(s: State, colour: int, action: Action) -> float:
    """Judges an enemy card to destroy: the highest value."""
    del s, colour
    return float(VALUE[action.args[0]])


def withdraw(s: State, colour: int, action: Action) -> float:
    """Judges a haven for a disk; every disk saved is better than none."""
    if action.verb == "done":
        return 0.0
    city = action.args[0]
    enemies = s.held[1 - (colour & 1)] & NEIGHBOUR_MASK[city]
    return 1.0 + city_worth(city) / 10 + (0.5 if enemies else 0.0)


def occupy(s: State, colour: int, action: Action) -> float:
    """Judges how many disks move in: all, unless the origin is threatened too."""
    battle, disks = _battle(s), action.args[0]
    enemies = s.held[1 - (colour & 1)] & NEIGHBOUR_MASK[battle.origin] & ~(1 << battle.target)
    wanted = STACK if not enemies else 2
    return -abs(wanted - disks)


def _battle(s: State) -> Battle:
    battle = battle_of(s)
    if battle is None:
        message = "a question of a battle without a battle"
        raise ValueError(message)
    return battle


__all__ = ["against", "commit", "deploy", "destroy", "give_up", "occupy", "withdraw"]
