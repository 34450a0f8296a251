"""Combat declaration (rules, Combat Declaration and Establish Power; F-8, F-21)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import Tell, push, replace_top
from sealed.engine.message import Refusal, happened
from sealed.games.popular_front.battle import Battle, battle_of, powers
from sealed.games.popular_front.board import CITIES, NEIGHBOUR_MASK, NEIGHBOURS
from sealed.games.popular_front.card_play import CardPlay
from sealed.games.popular_front.notation import AGAINST, ATTACK, colour_of
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.question import PREDICATES, cards_in
from sealed.games.popular_front.state import HAND, STACK_BITS, State, army_disks, holds, number, strong_cities
from sealed.games.popular_front.target_question import TargetQuestion

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action

_MINIMUM = load().numbers.attack_minimum


class _Attacks(dict[int, tuple["Action", ...]]):
    """Attacks out of a city by the set of enemy neighbours; filled as they are met, at most 64 of them."""

    def __init__(self, origin: int) -> None:
        """Keep the city."""
        super().__init__()
        self.origin = origin

    def __missing__(self, enemies: int) -> tuple[Action, ...]:
        """List the attacks on these neighbours."""
        origin = self.origin
        found = self[enemies] = tuple(
            ATTACK[origin, target] for target in NEIGHBOURS[origin] if enemies >> target & 1
        )
        return found


_ATTACKS: tuple[_Attacks, ...] = tuple(_Attacks(city.index) for city in CITIES)


def attacks(s: State, colour: int) -> list[Action]:
    """Return every attack that a colour with a card may declare now."""
    offered: list[Action] = []
    side = colour & 1
    army, enemy, own = s.army[side], s.held[1 - side], s.disks[colour]
    strong = strong_cities(army)
    while strong:
        bit = strong & -strong
        strong ^= bit
        city = bit.bit_length() // STACK_BITS
        if own[city] and (enemies := enemy & NEIGHBOUR_MASK[city]):
            offered += _ATTACKS[city][enemies]
    return offered


def _attack_reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    origin, target = args
    side = colour & 1
    if not s.disks[colour][origin]:
        yield Refusal("no-own-disk", (origin,), "F-21")
    if army_disks(s, side, origin) < _MINIMUM:
        yield Refusal("lone-disk", (origin,), "Combat Declaration")
    if not NEIGHBOUR_MASK[origin] >> target & 1:
        yield Refusal("not-adjacent", (origin, target), "Combat Declaration")
    if not holds(s, 1 - side, target):
        yield Refusal("not-enemy", (target,), "Combat Declaration")
    if not cards_in(s, HAND + colour):
        yield Refusal("no-card", (), "Combat Declaration")


PREDICATES["attack"] = _attack_reasons


def declare(s: State, colour: int, cities: tuple[int, ...], tell: Tell) -> State:
    """Declare an attack out of one city on another: power is established, then cards are played."""
    origin, target = cities
    defenders = defending_colours(s, colour, target)
    battle = Battle(colour, defenders[0], origin, target)
    happened(tell, "declared", (number(s, colour), origin, target, *powers(s, battle)))
    return push(s, Defenders(colour, battle) if len(defenders) > 1 else CardPlay(colour, battle, first=True))


def defending_colours(s: State, attacker: int, target: int) -> tuple[int, ...]:
    """Return the enemy colours with disks in a city, ascending."""
    enemies = range(1 - (attacker & 1), len(s.terms.runs), 2)
    return tuple([colour for colour in enemies if s.disks[colour][target]])


@dataclass(frozen=True, slots=True)
class Defenders(TargetQuestion):
    """Which of several defenders plays the cards? The attacker decides (Card Play)."""

    id: ClassVar[str] = "against"
    rule: ClassVar[str] = "Card Play"
    verbs: ClassVar[frozenset[str]] = frozenset({"against"})
    colour: int
    battle: Battle

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the colours with disks in the target."""
        del seat
        return [AGAINST[colour] for colour in defending_colours(s, self.colour, self.battle.target)]

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Begin the card play with this defender."""
        del seat
        battle = self.battle
        happened(tell, "against", action.args)
        chosen = Battle(battle.attacker, colour_of(action.args[0]), battle.origin, battle.target)
        return replace_top(s, CardPlay(self.colour, chosen, first=True))


def _against_reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    (named_colour,) = args
    battle = battle_of(s)
    if battle is None:
        return
    if args[0] > len(s.terms.runs) or colour_of(named_colour) not in defending_colours(
        s, colour, battle.target
    ):
        yield Refusal("not-a-defender", args, "Card Play")


PREDICATES["against"] = _against_reasons
