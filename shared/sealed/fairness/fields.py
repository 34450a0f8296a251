"""Reads the fields of one JSON object strictly (spec 6.2): known keys only, none twice, one form each."""

from __future__ import annotations

import binascii
import json
from base64 import b64decode, b64encode
from typing import Final

_HEX: Final = frozenset("0123456789abcdef")
_TEXT_LIMIT: Final = 2000
MAX_UINT32: Final = 0xFFFF_FFFF


class FieldError(ValueError):
    """Says in one plain sentence what is wrong with an object."""


def base64_of(data: bytes) -> str:
    """Returns standard base64 with padding."""
    return b64encode(data).decode()


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise FieldError("a key stands twice in one object")
    return found


def _no_number(text: str) -> object:
    raise FieldError(f"{text[:20]} is not a whole number")


class Fields:
    """Is one object whose fields are taken one by one."""

    def __init__(self, content: object) -> None:
        """Takes a parsed JSON value. Raises FieldError unless it is an object."""
        if not isinstance(content, dict):
            raise FieldError("an object was expected")
        self._content: dict[str, object] = content

    @classmethod
    def parse(cls, data: bytes) -> Fields:
        """Parses a whole file. Raises FieldError."""
        try:
            found = json.loads(
                data.decode(), object_pairs_hook=_pairs, parse_float=_no_number, parse_constant=_no_number
            )
        except FieldError:
            raise
        except (ValueError, RecursionError):
            raise FieldError("this is no JSON text") from None
        return cls(found)

    @property
    def names(self) -> set[str]:
        """Is the keys that are there."""
        return set(self._content)

    def keys(self, *names: str, optional: tuple[str, ...] = ()) -> None:
        """Requires exactly these keys; the optional ones may be left out."""
        if self.names - set(optional) != set(names) - set(optional):
            raise FieldError(f"the keys are not {', '.join(names)}")

    def text(self, name: str) -> str:
        """Returns a string that a terminal shows as it is written."""
        value = self._content[name]
        if not isinstance(value, str) or len(value) > _TEXT_LIMIT or not (value.isprintable() or not value):
            raise FieldError(f"{name} is no plain text")
        return value

    def number(self, name: str, limit: int = MAX_UINT32) -> int:
        """Returns a whole number from 0 to `limit`."""
        value = self._content[name]
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= limit:
            raise FieldError(f"{name} is not a whole number in its range")
        return value

    def is_null(self, name: str) -> bool:
        """Tells whether a field is null."""
        return self._content[name] is None

    def hash(self, name: str) -> bytes:
        """Returns 32 bytes from lowercase hexadecimal."""
        return _hash(self._content[name], name)

    def hashes(self, name: str) -> tuple[bytes, ...]:
        """Returns a list of hashes."""
        return tuple(_hash(one, name) for one in self._list(name))

    def bytes(self, name: str) -> bytes:
        """Returns bytes from canonical base64."""
        value = self._content[name]
        if not isinstance(value, str):
            raise FieldError(f"{name} is not base64")
        try:
            data = b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            raise FieldError(f"{name} is not base64") from None
        if base64_of(data) != value:
            raise FieldError(f"{name} is not base64 in its one canonical form")
        return data

    def objects(self, name: str) -> list[Fields]:
        """Returns a list of objects."""
        return [Fields(one) for one in self._list(name)]

    def _list(self, name: str) -> list[object]:
        value = self._content[name]
        if not isinstance(value, list):
            raise FieldError(f"{name} is no list")
        return value


def _hash(value: object, name: str) -> bytes:
    if not isinstance(value, str) or len(value) != 64 or not _HEX.issuperset(value):
        raise FieldError(f"{name} is not 32 bytes in lowercase hexadecimal")
    return bytes.fromhex(value)
