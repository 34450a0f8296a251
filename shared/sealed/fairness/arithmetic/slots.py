"""Turns what a slot was fed into dice, orders, picks and shuffles (spec 2.4)."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.layout import MAC, T, u8, u32, u64

if TYPE_CHECKING:
    from collections.abc import Iterable


class Purpose(IntEnum):
    """Numbers what a slot is for; the field number of its request (spec 2.17)."""

    DICE = 1
    SHUFFLE = 2
    ORDER = 3
    PICK = 4


def slot_prk(
    table_id: bytes, k: int, purpose: int, secret: bytes, contributors: Iterable[tuple[int, bytes]]
) -> bytes:
    """Returns the key of slot k from s_k and the links (seat, c_k) of its contributors (spec 2.4).

    The order of `contributors` does not matter: seats are taken ascending.
    """
    links = sorted(contributors)
    context = T("slot-context") + table_id + u32(k) + u8(purpose) + u8(len(links))
    return MAC(secret, context + b"".join(u8(seat) + link for seat, link in links))


class Stream:
    """Draws uniform integers from the key of a slot by rejection (spec 2.4)."""

    __slots__ = ("_block", "_buffer", "_prk")

    def __init__(self, prk: bytes) -> None:
        """Starts at the first byte of block 0."""
        self._prk = prk
        self._block = 0
        self._buffer = b""

    def take(self, size: int) -> bytes:
        """Returns the next `size` bytes."""
        while len(self._buffer) < size:
            self._buffer += MAC(self._prk, T("draw-stream") + u64(self._block))
            self._block += 1
        piece, self._buffer = self._buffer[:size], self._buffer[size:]
        return piece

    def below(self, n: int) -> int:
        """Returns a uniform integer in [0, n), 1 <= n <= 65536. Raises ValueError for another n."""
        if not 1 <= n <= 0x10000:
            raise ValueError(f"below({n}) is not defined; n is 1 to 65536")
        if n == 1:
            return 0
        width = 1 if n <= 0x100 else 2
        limit = 256**width // n * n
        while True:
            word = int.from_bytes(self.take(width), "big")
            if word < limit:
                return word % n

    def __repr__(self) -> str:
        """Shows nothing: the key decides what comes."""
        return "<stream>"


def dice(prk: bytes, count: int, sides: int) -> list[int]:
    """Returns `count` faces 1..sides in the order they fall (spec 2.4)."""
    stream = Stream(prk)
    return [stream.below(sides) + 1 for _ in range(count)]


def shuffle(prk: bytes, items: Iterable[int]) -> list[int]:
    """Returns the items in a random order, index 0 on top; how they come in does not matter (spec 2.4)."""
    order, stream = sorted(items), Stream(prk)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def order(prk: bytes, items: Iterable[int]) -> list[int]:
    """Returns a public list of numbers in a random order; the same shuffle (spec 2.4)."""
    return shuffle(prk, items)


def pick(prk: bytes, m: int) -> int:
    """Returns the index picked among m things in their public order, 0 <= index < m (spec 2.4)."""
    return Stream(prk).below(m)
