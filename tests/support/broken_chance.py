"""Rolls and shuffles wrongly, as real programs have done: what the tests of protocol section 5 must see.

All draw from the product's own stream of bytes, so that only the form is wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.slots import Stream

if TYPE_CHECKING:
    from collections.abc import Iterable


class UnrejectingStream(Stream):
    """Takes a word of `width` bytes modulo n and rejects nothing."""

    def __init__(self, prk: bytes, width: int) -> None:
        super().__init__(prk)
        self._width = width

    def below(self, n: int) -> int:
        """Returns the next word modulo n."""
        return int.from_bytes(self.take(self._width), "big") % n


def unrejecting_dice(prk: bytes, count: int, sides: int) -> list[int]:
    """Rolls with one byte modulo the sides."""
    stream = UnrejectingStream(prk, 1)
    return [stream.below(sides) + 1 for _ in range(count)]


def unrejecting_shuffle(prk: bytes, items: Iterable[int], width: int = 1) -> list[int]:
    """Shuffles rightly but for words modulo n."""
    order, stream = sorted(items), UnrejectingStream(prk, width)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def unrejecting_wide_shuffle(prk: bytes, items: Iterable[int]) -> list[int]:
    """Does the same with words of two bytes, whose bias is some 256 times smaller."""
    return unrejecting_shuffle(prk, items, width=2)


def _swap_with_any(prk: bytes, items: Iterable[int], never_chosen: int) -> list[int]:
    order, stream = sorted(items), Stream(prk)
    for place in range(len(order)):
        other = stream.below(len(order) - never_chosen)
        order[place], order[other] = order[other], order[place]
    return order


def naive_shuffle(prk: bytes, items: Iterable[int]) -> list[int]:
    """Swaps every place with any place: n^n equally likely ways onto n! orders."""
    return _swap_with_any(prk, items, never_chosen=0)


def planet_poker_shuffle(prk: bytes, items: Iterable[int]) -> list[int]:
    """Swaps every place with any but the last, as the program broken in 1999 did."""
    return _swap_with_any(prk, items, never_chosen=1)


def sattolo_shuffle(prk: bytes, items: Iterable[int]) -> list[int]:
    """Never leaves a card where it is: `below(i)` for `below(i + 1)`."""
    order, stream = sorted(items), Stream(prk)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last)
        order[last], order[other] = order[other], order[last]
    return order


def byte_keys_shuffle(prk: bytes, items: Iterable[int]) -> list[int]:
    """Sorts by random keys of eight bits; equal keys keep their order."""
    cards = sorted(items)
    keys = Stream(prk).take(len(cards))
    return [card for _, card in sorted(zip(keys, cards, strict=True), key=lambda pair: pair[0])]
