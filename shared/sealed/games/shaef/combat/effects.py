"""What tactics and cards have left for the fire of a combat: lasting effects (shaef-cards 6, 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.value import copy_with
from sealed.games.shaef.state import Lasting
from sealed.games.shaef.tactics.table import KEYS
from sealed.games.shaef.units.cards import RULE

if TYPE_CHECKING:
    from sealed.games.shaef.state import State

ANYTHING = -1
_NUMBER = {rule: number for number, rule in enumerate(KEYS)}


def lasts(s: State, rule: str, about: int = ANYTHING) -> bool:
    """Tell whether an effect lasts, about a thing or about any."""
    key = _NUMBER[rule]
    return any(one.key == key and about in {one.about, ANYTHING} for one in s.lasting)


def remember_shot(s: State, card: int) -> State:
    """Note that a card has fired which for that returns to the Reinforcement Deck at the clean-up."""
    rule = RULE[card]
    if rule != "BACK_TO_DECK" or lasts(s, rule, card):
        return s
    return copy_with(s, lasting=(*s.lasting, Lasting(_NUMBER[rule], card, 1)))


def use_up(s: State, rule: str) -> State:
    """Count one off an effect that is about a number of times; with the last it ends."""
    key = _NUMBER[rule]
    counted = [one._replace(about=one.about - 1) if one.key == key else one for one in s.lasting]
    return copy_with(s, lasting=tuple(one for one in counted if one.key != key or one.about > 0))
