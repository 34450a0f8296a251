"""The shape of a title's states: the names that the canonical encoding writes, without any value.

State digests depend on the names and fields of states and frames. A title therefore takes its shape into the
digest of its edition: a change of the code that would change state digests changes the edition, and a game of
the older edition is then *not checked* where it would otherwise look false.

The width of a type's digit in a packed zone belongs to the shape, too. No name tells of it, but it decides
which integer a zone is, so the same position has another digest at another width.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from sealed.engine.canonical import encode
from sealed.engine.frames import Frame
from sealed.engine.zones import BITS_A_TYPE

if TYPE_CHECKING:
    from collections.abc import Iterator


def shape(package: str, *values: type) -> bytes:
    """Return the canonical bytes of the width of zones and of class and field names.

    The names are those of every frame of a package and of these values.
    """
    frames = {
        frame.__name__: frame for frame in _subclasses(Frame) if frame.__module__.startswith(f"{package}.")
    }
    shapes = [(name, *_names(cls)) for name, cls in sorted(frames.items())]
    shapes += [(value.__name__, *_names(value)) for value in values]
    return encode((("zone", BITS_A_TYPE), *shapes))


def _subclasses(cls: type[Any]) -> Iterator[type[Any]]:
    for one in cls.__subclasses__():
        yield one
        yield from _subclasses(one)


def _names(cls: type[Any]) -> tuple[str, ...]:
    """Return the names of what the encoding writes of a value: fields of a dataclass or a named tuple."""
    if is_dataclass(cls):
        return tuple(field.name for field in fields(cls))
    names: tuple[str, ...] = getattr(cls, "_fields", ())
    return names
