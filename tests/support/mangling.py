"""Makes inputs that are nearly right: samples of real ones, cut, spliced, doubled and changed at random."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

_TELLING: Final = (
    b"",
    b"\0",
    b"\xff",
    b"\x80\x00",
    b"\xff\xff\xff\xff\x0f",
    b"-1",
    b"\n",
    b'"',
    b"]",
    b"?",
    b" ",
)
"""Pieces on which parsers fall: ends, empty and overlong numbers, quotes."""
_LONGEST: Final = 1 << 14


def mangled(rng: Random, samples: Sequence[bytes]) -> bytes:
    """Returns one of the samples after one to four changes; at times it is left as it was."""
    data = bytearray(rng.choice(samples))
    for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 4))):
        _change(rng, data, samples)
    return bytes(data[:_LONGEST])


def _change(rng: Random, data: bytearray, samples: Sequence[bytes]) -> None:
    at = rng.randrange(len(data) + 1)
    end = min(len(data), at + rng.choice((1, 1, 2, 4, 8, 32)))
    match rng.randrange(8):
        case 0 | 1 if data:
            data[at % len(data)] ^= 1 << rng.randrange(8)
        case 2:
            del data[at:end]
        case 3:
            data[at:at] = data[at:end]
        case 4:
            data[at:end] = rng.choice(_TELLING)
        case 5:
            other = rng.choice(samples)
            start = rng.randrange(len(other) + 1)
            data[at:end] = other[start : start + rng.choice((1, 4, 16, 64))]
        case 6:
            data[at:end] = rng.randbytes(end - at)
        case _:
            del data[at:]


@contextmanager
def no_hang(seconds: int, what: str) -> Iterator[None]:
    """Fails if the block does not end at all; the span is far beyond what the slowest machine needs."""

    def ring(_signal: int, _frame: object) -> None:
        message = f"{what} does not end"
        raise AssertionError(message)

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
