"""Makes the keys of the slots of a made-up table from a fixed seed, as the protocol does (2.3, 2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.layout import H, u32
from sealed.fairness.arithmetic.slots import slot_prk
from sealed.fairness.arithmetic.tape import tape_secret

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.fairness.arithmetic.slots import Purpose


def slot_keys(seed: str, count: int, purpose: Purpose) -> Iterator[bytes]:
    """Yields the keys of slots 1 to `count`: tape secrets of the referee, links of seats 1 and 2.

    Links are hashes of seed and number instead of a chain, which would be as long as the test.
    """
    table, tape, first, second = (
        H(f"{seed} {part}".encode()) for part in ("table", "tape", "seat1", "seat2")
    )
    for k in range(1, count + 1):
        number = u32(k)
        links = ((1, H(first + number)), (2, H(second + number)))
        yield slot_prk(table, k, purpose, tape_secret(tape, k), links)
