"""Zones of cards as packed multisets: one int, eight bits for each card type, type 0 being *hidden*.

A card is its code, 1 upwards; `HIDDEN` is a card whose identity this state does not know. Because the digits
are base 256, their sum is the number modulo 255, so the size of a zone of at most 254 cards is one operation.
No order exists here: order belongs to the dealer and the tape, and equal cards are equal (spec 2.6).

A title may have any number of types. Where a deck holds few of them, sets of types are few and what they
allow is remembered; where each card is there once, sets are more than any table should hold, so every table
here is bounded and the lists of large zones are worked out from their bytes.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import chain, compress, repeat
from typing import TypeVar

HIDDEN = 0
MOST_CARDS = 254
"""Cards that a zone can hold."""
BITS_A_TYPE = 8
"""How wide a type's digit is; it is part of what the canonical encoding writes of a zone."""
_BITS, _DIGIT = BITS_A_TYPE, 255
_LARGE = 1 << 24 * _BITS
"""Zones from here on hold a type above 23; their lists are not remembered."""
_CODES = range(1 << 16)
"""All card codes and `HIDDEN` (spec 2.5)."""
_MOST_SETS = 1 << 13
"""Sets of types that a table keeps; 13 types have no more sets."""
V = TypeVar("V")


def zone_of(cards: Iterable[int]) -> int:
    """Return the zone that holds these card codes, copies repeated.

    Raises `ValueError` for more than 254 cards.
    """
    held = tuple(cards)
    _fits(len(held))
    return sum([1 << _BITS * card for card in held])


def zone_of_counts(counts: Mapping[int, int]) -> int:
    """Return the zone that holds `counts[card]` copies of each card.

    Raises `ValueError` for more than 254 cards.
    """
    _fits(sum(counts.values()))
    return sum(copies << _BITS * card for card, copies in counts.items())


def _fits(number: int) -> None:
    if number > MOST_CARDS:
        message = f"a zone holds at most {MOST_CARDS} cards, not {number}"
        raise ValueError(message)


def size(zone: int) -> int:
    """Return how many cards lie in the zone (at most 254)."""
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


_LOWEST = int.from_bytes(b"\1" * (1 << 16))
"""The lowest bit of the digit of every card code; codes are 16 bits wide (spec 2.5)."""


def kinds(zone: int) -> int:
    """Return which types lie in the zone as a set: the lowest bit of each digit that is not zero."""
    halves = zone | zone >> 4
    pairs = halves | halves >> 2
    return (pairs | pairs >> 1) & _LOWEST


class ByKinds(dict[int, V]):
    """A table of what a set of types allows, filled as sets are met; look up `kinds(zone)`.

    It begins anew when it is full, so a title of many unique cards does not fill the memory.
    """

    def __init__(self, of_types: Callable[[tuple[int, ...]], V]) -> None:
        """Keep the function from the types of a zone, ascending, to what they allow."""
        super().__init__()
        self._of_types = of_types

    def __missing__(self, kinds_there: int) -> V:
        """Work it out for one more set."""
        found = self._of_types(_types(kinds_there))
        if len(self) >= _MOST_SETS:
            self.clear()
        self[kinds_there] = found
        return found


def _digits(zone: int) -> bytes:
    """Return the copies of each type as bytes, the hidden cards first."""
    return zone.to_bytes(zone.bit_length() + 7 >> 3, "little")


def _types(zone: int) -> tuple[int, ...]:
    return tuple(compress(_CODES, _digits(zone)))


def _cards(zone: int) -> tuple[int, ...]:
    found = _types(zone)
    if len(found) == zone % _DIGIT:  # no card lies there twice, so the types are the cards
        return found
    return tuple(chain.from_iterable(map(repeat, _CODES, _digits(zone))))


_TYPES: ByKinds[tuple[int, ...]] = ByKinds(lambda there: there)
_CARDS = lru_cache(maxsize=1 << 14)(_cards)


def types(zone: int) -> tuple[int, ...]:
    """Return the types in the zone, ascending; `HIDDEN` first if some card is unknown."""
    return _TYPES[kinds(zone)] if zone < _LARGE else _types(zone)


def cards(zone: int) -> tuple[int, ...]:
    """Return the cards of the zone, ascending, copies repeated, hidden ones first."""
    return _CARDS(zone) if zone < _LARGE else _cards(zone)


def card_at(zone: int, index: int) -> int:
    """Return the card at an index of `cards(zone)`, for zones that are too many to remember their lists."""
    if zone >= _LARGE:
        # As in `_cards`: found without a loop here.
        found = _types(zone)
        if len(found) == zone % _DIGIT:
            return found[index]
    left = index
    for card, number in enumerate(_digits(zone)):
        left -= number
        if left < 0:
            return card
    message = "the zone holds fewer cards"
    raise IndexError(message)


def could_be(zone: int, shown: Iterable[int]) -> bool:
    """Tell whether the zone may hold all of these cards at once (a disclosure, never enumerated)."""
    rest = zone
    try:
        for card in shown:
            rest = take(rest, card)
    except ValueError:
        return False
    return True
