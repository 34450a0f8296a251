"""Defines the bytes of layer A: integers, length prefixes, labels, hash and MAC (spec, "Conventions").

The names are those of the protocol text, so that a formula there and a line here read alike.
"""

from __future__ import annotations

import hmac
from functools import cache
from hashlib import sha256
from typing import Final

from sealed.wire.strict import NOT_STRICT, EncodingError

HASH_SIZE: Final = 32
LABEL_PREFIX: Final = "fairtable/1 "


class LayoutError(EncodingError):
    """Says that bytes do not have the fixed layout they should have (spec 2.2, layer A)."""


def H(data: bytes) -> bytes:  # noqa: N802 - the name in the protocol text
    """Returns the SHA-256 of `data`, 32 bytes."""
    return sha256(data).digest()


def MAC(key: bytes, message: bytes) -> bytes:  # noqa: N802 - the name in the protocol text
    """Returns HMAC-SHA-256 of `message` under `key`, 32 bytes."""
    return hmac.digest(key, message, "sha256")


def u8(number: int) -> bytes:
    """Returns one byte. Raises OverflowError outside 0..255."""
    return number.to_bytes(1, "big")


def u16(number: int) -> bytes:
    """Returns two bytes, big-endian. Raises OverflowError if it does not fit."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Returns four bytes, big-endian. Raises OverflowError if it does not fit."""
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    """Returns eight bytes, big-endian. Raises OverflowError if it does not fit."""
    return number.to_bytes(8, "big")


def LV(data: bytes) -> bytes:  # noqa: N802 - the name in the protocol text
    """Returns `data` behind its length in four bytes."""
    return len(data).to_bytes(4, "big") + data


@cache
def T(name: str) -> bytes:  # noqa: N802 - the name in the protocol text
    """Returns the label `name` of this protocol behind its length in one byte.

    Raises ValueError unless the label is 16 to 255 bytes: so its first byte is never that of a Merkle leaf
    or node.
    """
    label = (LABEL_PREFIX + name).encode("ascii")
    if not 16 <= len(label) <= 255:
        raise ValueError(f"label {name!r} has {len(label)} bytes; it needs 16 to 255")
    return u8(len(label)) + label


class Reader:
    """Reads a fixed layout from front to back and insists on its end.

    `code` is the code of section 3 that its errors carry.
    """

    __slots__ = ("_code", "_data", "_pos")

    def __init__(self, data: bytes, code: str = NOT_STRICT) -> None:
        """Starts at the first byte of `data`."""
        self._data = data
        self._pos = 0
        self._code = code

    def fail(self, detail: str) -> LayoutError:
        """Returns the error that says what is wrong here."""
        return LayoutError(self._code, detail)

    def take(self, size: int) -> bytes:
        """Returns the next `size` bytes. Raises LayoutError if there are fewer."""
        end = self._pos + size
        if end > len(self._data):
            raise self.fail(f"{end - len(self._data)} bytes are missing at the end")
        piece = self._data[self._pos : end]
        self._pos = end
        return piece

    def number(self, size: int) -> int:
        """Returns the next `size` bytes as a number. Raises LayoutError if there are fewer."""
        return int.from_bytes(self.take(size), "big")

    def label(self, name: str) -> None:
        """Steps over a label. Raises LayoutError if another stands here."""
        expected = T(name)
        if self.take(len(expected)) != expected:
            raise self.fail(f"the label {name!r} does not stand where it should")

    def length_prefixed(self) -> bytes:
        """Returns what stands behind a four-byte length. Raises LayoutError if it is cut off."""
        return self.take(self.number(4))

    def end(self) -> None:
        """Raises LayoutError if anything is left."""
        left = len(self._data) - self._pos
        if left:
            raise self.fail(f"{left} bytes too many at the end")
