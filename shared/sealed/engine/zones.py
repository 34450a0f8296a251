"""Zones of cards as packed multisets: one int, five bits for each card type, type 0 being *hidden*.

A card is its code, 1 upwards; `HIDDEN` is a card whose identity this state does not know. Because the digits
are base 32, their sum is the number modulo 31, so the size of a zone of at most 30 cards is one operation. No
order exists here: order belongs to the dealer and the tape, and equal cards are equal (spec 2.6).
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

HIDDEN = 0
_BITS, _DIGIT = 5, 31
_MOST_TYPES = 24
V = TypeVar("V")


def zone_of(cards: Iterable[int]) -> int:
    """Return the zone that holds these card codes, copies repeated."""
    return sum(1 << _BITS * card for card in cards)


def zone_of_counts(counts: Mapping[int, int]) -> int:
    """Return the zone that holds `counts[card]` copies of each card."""
    return sum(copies << _BITS * card for card, copies in counts.items())


def size(zone: int) -> int:
    """Return how many cards lie in the zone (at most 30)."""
    return zone % _DIGIT


def copies(zone: int, card: int) -> int:
    """Return how many cards of one type lie in the zone, as far as this state knows."""
    return zone >> _BITS * card & _DIGIT


def hide(zone: int) -> int:
    """Return the zone as somebody sees it who may not see it: the count alone."""
    return zone % _DIGIT


def has_hidden(zone: int) -> bool:
    """Tell whether some card of the zone is unknown to this state."""
    return zone & _DIGIT != 0


def could_hold(zone: int, card: int) -> bool:
    """Tell whether the card is, or may be, in the zone. `HIDDEN` asks for any unknown card."""
    return (zone >> _BITS * card & _DIGIT) != 0 or zone & _DIGIT != 0


def take(zone: int, card: int) -> int:
    """Return the zone without the card; if it is not known to be there, a hidden card turns out to be it.

    Raises `ValueError` if it cannot be there.
    """
    if zone >> _BITS * card & _DIGIT:
        return zone - (1 << _BITS * card)
    if zone & _DIGIT:
        return zone - 1
    message = "the zone does not hold that card"
    raise ValueError(message)


def put(zone: int, card: int) -> int:
    """Return the zone with one card more."""
    return zone + (1 << _BITS * card)


_LOWEST = sum(1 << _BITS * card for card in range(_MOST_TYPES))


def kinds(zone: int) -> int:
    """Return which types lie in the zone as a set: the lowest bit of each digit that is not zero.

    Zones are many and sets of types few, so tables of what a zone allows are kept by this. Up to 24 types.
    """
    pairs = zone | zone >> 1
    return (pairs | pairs >> 2 | zone >> 4) & _LOWEST


class ByKinds(dict[int, V]):
    """A table of what a set of types allows, filled as sets are met; look up `kinds(zone)`."""

    def __init__(self, of_types: Callable[[tuple[int, ...]], V]) -> None:
        """Keep the function from the types of a zone, ascending, to what they allow."""
        super().__init__()
        self._of_types = of_types

    def __missing__(self, kinds_there: int) -> V:
        """Work it out for one more set."""
        there = tuple(card for card in range(_MOST_TYPES) if kinds_there >> _BITS * card & 1)
        found = self[kinds_there] = self._of_types(there)
        return found


_TYPES: ByKinds[tuple[int, ...]] = ByKinds(lambda there: there)


def types(zone: int) -> tuple[int, ...]:
    """Return the types in the zone, ascending; `HIDDEN` first if some card is unknown."""
    return _TYPES[kinds(zone)]


@lru_cache(maxsize=1 << 16)
def cards(zone: int) -> tuple[int, ...]:
    """Return the cards of the zone, ascending, copies repeated, hidden ones first."""
    return tuple(card for card in types(zone) for _ in range(copies(zone, card)))


def card_at(zone: int, index: int) -> int:
    """Return the card at an index of `cards(zone)`, for zones that are too many to remember their lists."""
    card, left = 0, index - (zone & _DIGIT)
    while left >= 0:
        zone >>= _BITS
        card += 1
        left -= zone & _DIGIT
    return card


def could_be(zone: int, shown: Iterable[int]) -> bool:
    """Tell whether the zone may hold all of these cards at once (a disclosure, never enumerated)."""
    rest = zone
    try:
        for card in shown:
            rest = take(rest, card)
    except ValueError:
        return False
    return True
