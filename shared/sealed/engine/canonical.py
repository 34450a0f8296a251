"""The canonical encoding of a state, for the digest of the public state (spec 2.8).

One value has one encoding: a tag byte, then a length or count as four bytes, then the content. Integers are
the shortest two's complement big-endian bytes; a dataclass is its class name and its fields in order. No
floats, no sets, no maps.

States share most of their parts with the states before them, so the bytes of tuples and frames are
remembered by the identity of the value; values are immutable, and a remembered one is kept alive so that its
identity stays its own.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING

from sealed.engine.eye import PUBLIC
from sealed.engine.kernel import view

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.engine.frames import State


@lru_cache(maxsize=1 << 14)
def _int(value: int) -> bytes:
    magnitude = value if value >= 0 else ~value
    body = value.to_bytes(magnitude.bit_length() // 8 + 1, "big", signed=True)
    return b"i" + len(body).to_bytes(4, "big") + body


def _bytes(value: bytes) -> bytes:
    return b"b" + len(value).to_bytes(4, "big") + value


def _text(value: str) -> bytes:
    body = value.encode()
    return b"t" + len(body).to_bytes(4, "big") + body


_KEPT: dict[int, tuple[object, bytes]] = {}
_MOST_KEPT = 4096
_MANY_FIELDS = 8


def _keep(value: object, body: bytes) -> bytes:
    if len(_KEPT) >= _MOST_KEPT:
        _KEPT.clear()
    _KEPT[id(value)] = (value, body)
    return body


def _tuple(value: tuple[object, ...]) -> bytes:
    kept = _KEPT.get(id(value))
    if kept is not None:
        return kept[1]
    parts = [_int(part) if part.__class__ is int else encode(part) for part in value]
    return _keep(value, b"l" + len(value).to_bytes(4, "big") + b"".join(parts))


_ENCODERS: dict[type, Callable[..., bytes]] = {
    int: _int,
    bool: lambda value: b"T" if value else b"F",
    bytes: _bytes,
    str: _text,
    tuple: _tuple,
    type(None): lambda _: b"n",
}


def encode(value: object) -> bytes:
    """Return the canonical bytes of a value made of ints, bools, bytes, text, tuples, None and dataclasses.

    Raises `TypeError` for anything else: such a field has no place in a state.
    """
    encoder = _ENCODERS.get(value.__class__)
    if encoder is None:
        encoder = _ENCODERS[value.__class__] = _encoder_of(value.__class__)
    return encoder(value)


def _encoder_of(cls: type) -> Callable[..., bytes]:
    if issubclass(cls, tuple):
        return _tuple
    if not is_dataclass(cls):
        message = f"{cls.__name__} has no canonical encoding"
        raise TypeError(message)
    names = tuple(field.name for field in fields(cls))
    name = cls.__name__.encode()
    start = b"d" + len(name).to_bytes(4, "big") + name + len(names).to_bytes(4, "big")
    if len(names) < _MANY_FIELDS:
        return lambda value: _remembered(value, start, names)
    return _changing(start, attrgetter(*names))


def _remembered(value: object, start: bytes, names: tuple[str, ...]) -> bytes:
    kept = _KEPT.get(id(value))
    if kept is not None:
        return kept[1]
    return _keep(value, start + b"".join([encode(getattr(value, name)) for name in names]))


def _changing(start: bytes, parts_of: Callable[[object], tuple[object, ...]]) -> Callable[[object], bytes]:
    """Return the encoder of a class of which one value after the other comes, most parts being the same."""
    last: tuple[tuple[object, ...], list[bytes]] | None = None

    def encoder(value: object) -> bytes:
        nonlocal last
        parts = parts_of(value)
        if last is None:
            written = [encode(part) for part in parts]
        else:
            written = [
                old if part is was else encode(part) for part, was, old in zip(parts, *last, strict=True)
            ]
        last = (parts, written)
        return start + b"".join(written)

    return encoder


def public_bytes(s: State) -> bytes:
    """Return the canonical bytes of what everybody knows of a state; equal at every replica."""
    return encode(s if s.eye == PUBLIC else view(s, PUBLIC))
