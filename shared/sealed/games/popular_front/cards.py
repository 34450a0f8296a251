"""The ten cards as the rules use them: printed facts and an effect program (rules, Cards and Deploy).

A deploy effect is composed of two moves: *look* at the cards of a place and *destroy* one card there. Who
chooses the card makes Infantry, Armor, Partisan, Artillery and Aircraft of the same few words. Withdrawal is
no deploy effect (F-4): `resolution` names it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from sealed.games.popular_front.pack import load

if TYPE_CHECKING:
    from collections.abc import Mapping


class Place(Enum):
    """Where an effect finds its victim: among the deployed cards or in the reserve of the enemy."""

    DEPLOYED = "deployed"
    RESERVE = "reserve"


class Chooser(Enum):
    """Who chooses the card that an effect destroys: its owner, who has deployed the effect, or chance."""

    OWNER = "owner"
    FIRER = "firer"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Look:
    """The player who deploys sees all cards of a place."""

    place: Place


@dataclass(frozen=True, slots=True)
class Destroy:
    """One enemy card of a place is destroyed."""

    place: Place
    chooser: Chooser


Effect: TypeAlias = Look | Destroy


@dataclass(frozen=True, slots=True)
class Card:
    """A printed card. `value` counts in combat, `muster` in Musters, `political` in the box (F-27)."""

    code: int
    name: str
    copies: int
    value: int
    muster: int
    political: int
    effects: tuple[Effect, ...]
    needs_supply: bool


_EFFECTS: Mapping[str, tuple[Effect, ...]] = {
    "Infantry": (Destroy(Place.DEPLOYED, Chooser.OWNER),),
    "Partisan": (Destroy(Place.RESERVE, Chooser.OWNER),),
    "Armor": (Destroy(Place.DEPLOYED, Chooser.FIRER),),
    "Artillery": (Destroy(Place.RESERVE, Chooser.LOT),),
    "Aircraft": (Look(Place.RESERVE), Destroy(Place.RESERVE, Chooser.FIRER)),
}
_NEED_NO_SUPPLY = frozenset({"Partisan"})


def _cards() -> tuple[Card, ...]:
    return tuple(
        Card(
            fact.code,
            fact.name,
            fact.copies,
            fact.value,
            fact.muster,
            fact.political,
            _EFFECTS.get(fact.name, ()),
            fact.name not in _NEED_NO_SUPPLY,
        )
        for fact in load().cards
    )


CARDS: tuple[Card, ...] = _cards()
"""The cards in the order of their codes (1 upwards)."""

CARD_BY_NAME: Mapping[str, Card] = {card.name: card for card in CARDS}
"""The cards by printed name."""

CARD: tuple[Card, ...] = (CARDS[0], *CARDS)
"""The cards by code; index 0 is never asked for."""

CODES: tuple[int, ...] = tuple(card.code for card in CARDS)
"""Every card code, ascending."""

WITHDRAWAL = CARD_BY_NAME["Withdrawal"].code
"""The card that saves disks of a lost defence."""

FIFTH_COLUMN = CARD_BY_NAME["5th Column"].code
"""The card that may recruit instead of counting its value."""

VALUE: tuple[int, ...] = (0, *(card.value for card in CARDS))
"""Combat values by code."""


def total_value(line: tuple[int, ...]) -> int:
    """Return the combat value of deployed cards."""
    return sum([VALUE[code] for code in line])


def political_value(codes: tuple[int, ...]) -> int:
    """Return what cards count in the political box (F-27)."""
    return sum(CARD[code].political for code in codes)
