"""How the steady bot judges set-up and the actions of its turn."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.engine.cards import count
from sealed.engine.zones import cards
from sealed.games.popular_front.battle import Battle, powers
from sealed.games.popular_front.board import CITIES, NEIGHBOUR_MASK, NEIGHBOURS, STARS_MASK, VALUES
from sealed.games.popular_front.cards import CARD, CARD_BY_NAME, VALUE
from sealed.games.popular_front.notation import STACK
from sealed.games.popular_front.state import BOX, HAND, State, army_disks

if TYPE_CHECKING:
    from sealed.engine.action import Action

KEPT = 2
"""Cards held back for the enemy's turns."""

_STAR = 2.0
_PER_ENEMY_CARD = 1.2
"""What an enemy hand card is expected to add to a defence, for each of the two he will likely spend."""
_SPENT_IN_DEFENCE = 2
_MARGIN = 1.0
_ELECTION = CARD_BY_NAME["Election"].code
_MARCH = CARD_BY_NAME["March"].code


def city_worth(city: int) -> float:
    """Returns how much the bot wants a city."""
    return VALUES[city] + (_STAR if STARS_MASK >> city & 1 else 0.0)


_WORTH = tuple(city_worth(city) for city in range(len(CITIES)))


def place(s: State, colour: int, action: Action) -> float:
    """Judges a city for a first disk: its worth, then friends around it."""
    city = action.args[0]
    friends = (s.held[colour & 1] & NEIGHBOUR_MASK[city]).bit_count()
    enemies = (s.held[1 - (colour & 1)] & NEIGHBOUR_MASK[city]).bit_count()
    return 2 * _WORTH[city] + friends - 0.5 * enemies


def act(s: State, colour: int, action: Action) -> float:
    """Judges an action of the turn; ending it is worth 0."""
    match action.verb:
        case "attack":
            return _attack(s, colour, action.args[0], action.args[1])
        case "muster":
            return _play_for_muster(s, colour, action.args[0])
        case "politics":
            return _play_for_politics(s, colour, action.args[0])
        case "fifth-column":
            return 2.0 + _front(s, colour & 1, action.args[0]) if count(s, HAND + colour) > KEPT else -1.0
        case _:
            return 0.0


@lru_cache(maxsize=1 << 14)
def strength(hand: int, spend: int) -> int:
    """Returns the combat value of the best `spend` cards of a hand (a packed zone that the eye sees)."""
    return sum(sorted((VALUE[card] for card in cards(hand)), reverse=True)[: max(spend, 0)])


def expected_defence(s: State, defender: int) -> float:
    """Returns what the cards of a defender are expected to add; only their number is known."""
    return _PER_ENEMY_CARD * min(count(s, HAND + defender), _SPENT_IN_DEFENCE)


def _attack(s: State, colour: int, origin: int, target: int) -> float:
    defender = next(c for c in range(1 - (colour & 1), len(s.disks), 2) if s.disks[c][target])
    attack, defence = powers(s, Battle(colour, defender, origin, target))
    hand = s.zones[HAND + colour]
    spare = max(count(s, HAND + colour) - KEPT + 1, 1)
    margin = attack + strength(hand, spare) - defence - expected_defence(s, defender)
    if margin < _MARGIN:
        return -1.0
    return 10.0 + 3 * _WORTH[target] + min(margin, 4.0)


def _play_for_muster(s: State, colour: int, card: int) -> float:
    if count(s, HAND + colour) <= KEPT:
        return -1.0
    return 4.0 + CARD[card].muster - VALUE[card]


def _play_for_politics(s: State, colour: int, card: int) -> float:
    if count(s, HAND + colour) <= KEPT or count(s, BOX + colour):
        return -1.0
    return 4.5 + CARD[card].political - VALUE[card]


def _front(s: State, side: int, city: int) -> float:
    """Returns how much a city at the front deserves another disk: threats to it, targets next to it."""
    enemies = s.held[1 - side] & NEIGHBOUR_MASK[city]
    if not enemies:
        return -1.0
    standing = army_disks(s, side, city)
    threat, target = 0.0, 0.0
    for near in NEIGHBOURS[city]:
        if enemies >> near & 1:
            disks = army_disks(s, 1 - side, near)
            threat = max(threat, disks - standing)
            target = max(target, _WORTH[near] - disks)
    return 1.0 + 0.5 * threat + 0.4 * target + 0.3 * _WORTH[city]


def muster(s: State, colour: int, action: Action) -> float:
    """Judges one Muster: a recruit at the front, disks from the rear to the front, or nothing more."""
    side = colour & 1
    match action.verb:
        case "recruit":
            return 0.5 + _front(s, side, action.args[0])
        case "move":
            disks, origin, target = action.args
            if s.held[1 - side] & NEIGHBOUR_MASK[origin]:
                return -1.0
            front = _front(s, side, target)
            crowded = army_disks(s, side, target) + disks > STACK - 1
            return front + 0.4 * disks - 0.3 * crowded if front > 0 else 0.01 * disks
        case _:
            return 0.0
