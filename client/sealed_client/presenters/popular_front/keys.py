"""Cards by the place where they lie: the keys of their faces, and the picks that they are when touched.

Equal cards of one pile are one pick and have different keys; a card of the hand and an equal one of the
reserve are two picks.
"""

from __future__ import annotations

from typing import NamedTuple

from sealed.engine.zones import HIDDEN
from sealed_client.presenters.picks import Pick

HAND, RESERVE, DEPLOYED, GONE = "hand", "reserve", "deployed", "gone"


class CardKey(NamedTuple):
    """Where a card lies: place, colour (0-based), code (0: face down), which of its equals."""

    place: str
    colour: int
    card: int
    copy: int

    @property
    def text(self) -> str:
        """Return the key of its face."""
        return f"{self.place}-{self.colour}-{self.card}-{self.copy}"


def key_of(text: str) -> CardKey | None:
    """Return the key that a text spells, if it spells one."""
    place, *numbers = text.split("-")
    if place not in {HAND, RESERVE, DEPLOYED, GONE} or not all(number.isdecimal() for number in numbers):
        return None
    match [int(number) for number in numbers]:
        case [colour, card, copy]:
            return CardKey(place, colour, card, copy)
    return None


def card_in(place: str, colour: int, card: int) -> Pick:
    """Return the pick of a card of a pile."""
    return Pick("card", card, f"{place}-{colour}")


def pick_of(key: CardKey) -> Pick | None:
    """Return the pick of a card; none of one that lies face down or is destroyed."""
    if key.card == HIDDEN or key.place == GONE:
        return None
    return card_in(key.place, key.colour, key.card)


def place_of(pick: Pick) -> tuple[str, int]:
    """Return the place and the colour of the pick of a card."""
    place, _, colour = pick.text.partition("-")
    return place, int(colour or 0)
