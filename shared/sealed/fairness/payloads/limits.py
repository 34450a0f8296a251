"""States the limits of the protocol and the checks that values have in common (spec 2.2, "Limits")."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.layout import HASH_SIZE
from sealed.wire.strict import BAD_VALUE, TOO_LARGE, EncodingError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from google.protobuf.message import Message

VERSION: Final = 1
MAX_SEATS: Final = 6
MAX_COLOURS: Final = 6
MAX_OPTIONS: Final = 64
MAX_DECKS: Final = 16
MAX_EPOCH_CARDS: Final = 512
MIN_SLOTS: Final = 512
MAX_SLOTS: Final = 16384
MAX_REQUESTS: Final = 16
MAX_DICE: Final = 64
MAX_DIE_SIDES: Final = 0x10000
MAX_DRAFT_REFERENCES: Final = 256
MAX_DRAW_CARDS: Final = 16
MAX_PEEK_CARDS: Final = 0xFF
MAX_PAGE_REFERENCES: Final = 6000
LAID_ZONES: Final = (256, 256 + 4 * 4096 - 1)
"""The first and the last number of a laid zone: 4096 for each of a seat's four colours (2.6)."""


def require(holds: bool, detail: str) -> None:
    """Raises EncodingError ENC_BAD_VALUE with `detail` unless `holds`."""
    if not holds:
        raise EncodingError(BAD_VALUE, detail)


def at_most(number: int, limit: int, what: str) -> None:
    """Raises EncodingError ENC_TOO_LARGE if `number` is beyond a limit of the protocol."""
    if number > limit:
        raise EncodingError(TOO_LARGE, f"{number} {what} where {limit} are allowed")


def between(number: int, low: int, high: int, what: str) -> None:
    """Requires a number in a range, both ends included."""
    require(low <= number <= high, f"{what} is not between {low} and {high}")


def fixed_hash(value: bytes, what: str) -> None:
    """Requires 32 bytes."""
    require(len(value) == HASH_SIZE, f"{what} is not {HASH_SIZE} bytes")


def fixed_hashes(values: Iterable[bytes], what: str) -> None:
    """Requires 32 bytes of each."""
    for value in values:
        fixed_hash(value, what)


def ascending(numbers: Sequence[int], what: str) -> None:
    """Requires strictly ascending numbers."""
    require(all(one < other for one, other in pairwise(numbers)), f"{what} do not ascend")


def seat(number: int) -> None:
    """Requires the number of a seat."""
    between(number, 1, MAX_SEATS, "a seat")


def byte(number: int, what: str) -> None:
    """Requires a number that the fixed layouts give one byte."""
    between(number, 0, 0xFF, what)


def word(number: int, what: str) -> None:
    """Requires a number that the fixed layouts give two bytes."""
    between(number, 0, 0xFFFF, what)


def laid_zone(number: int) -> None:
    """Requires the number of a laid zone."""
    between(number, *LAID_ZONES, "a laid zone")


def card(number: int) -> None:
    """Requires a card code."""
    between(number, 1, 0xFFFF, "a card code")


def references(numbers: Sequence[int]) -> None:
    """Requires ascending reference numbers."""
    require(all(numbers), "references count from 1")
    ascending(numbers, "references")


def one_of(message: Message) -> None:
    """Requires that a message which is one oneof has its member."""
    require(message.WhichOneof("act") is not None, f"a {message.DESCRIPTOR.name} says nothing")
