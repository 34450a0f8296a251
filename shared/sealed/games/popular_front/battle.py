"""What a battle is about, and the strength of its sides (rules, Establish Power and Supply)."""

from __future__ import annotations

from dataclasses import dataclass

from sealed.engine.value import plain
from sealed.games.popular_front.board import across_water
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.state import State, army_disks, friendly_neighbours

_WATER = load().numbers.water_bonus


@dataclass(frozen=True, slots=True)
class Battle:
    """An attack: two colours, two cities, and whether the defender has played a card. All of it is public."""

    attacker: int
    defender: int
    origin: int
    target: int
    defended: bool = False

    def enemy_of(self, colour: int) -> int:
        """Return the other colour of the battle."""
        return self.defender if colour == self.attacker else self.attacker


plain(Battle)


def powers(s: State, battle: Battle) -> tuple[int, int]:
    """Return the initial power of attacker and defender.

    Of the attackers only the own disks count, of the defenders all; water helps these (Establish Power).
    """
    attack = s.disks[battle.attacker][battle.origin]
    defence = army_disks(s, battle.defender & 1, battle.target)
    return attack, defence + _WATER * across_water(battle.origin, battle.target)


def in_supply(s: State, battle: Battle, colour: int) -> bool:
    """Tell whether a side may use deploy effects: its city has a friendly neighbour (Supply, F-2, F-3)."""
    city = battle.origin if colour == battle.attacker else battle.target
    return friendly_neighbours(s, colour & 1, city) != 0


def battle_of(s: State) -> Battle | None:
    """Return the battle that is being fought, if there is one."""
    node = s.stack
    while node is not None:
        battle = getattr(node.frame, "battle", None)
        if isinstance(battle, Battle):
            return battle
        node = node.below
    return None
