"""Makes scenario documents that are nearly right: real ones with parts lost, renamed or exchanged."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    Document = dict[str, object]
    Path = tuple[object, ...]

_TELLING: Final = (
    "", "none", "?", "\0", "lost", "Ⅴ Corps", "V Corps", "V\N{NO-BREAK SPACE}Corps", "Normandy", "Britain",
    "Axis", "Allies", "Ultra", "June 1944", -1, 0, 1, 64, 120, 254, 255, 256, 10**30, 1.5, float("nan"),
    True, [], {}, [[]], [{}], ["?"],
)  # fmt: skip
"""Values on which readers fall: of another type, nearly a name, at the ends of what numbers mean."""
_HEAD: Final = ("title", "name", "source")


def _paths(part: object, above: Path = ()) -> Iterator[Path]:
    inside = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in inside:
        yield (*above, key)
        yield from _paths(value, (*above, key))


def _at(document: Document, path: Path):
    part = document
    for key in path:
        part = part[key]
    return part


def mangled_document(rng: Random, samples: Sequence[Document]) -> Document:
    """Returns one of the samples after one to three changes below its head."""
    document = copy.deepcopy(rng.choice(samples))
    for _ in range(rng.choice((1, 1, 2, 3))):
        paths = [path for path in _paths(document) if path[0] not in _HEAD]
        if paths:
            _change(rng, document, rng.choice(paths), rng.choice(samples))
    return document


def _change(rng: Random, document: Document, path: Path, other: Document) -> None:
    parent, key = _at(document, path[:-1]), path[-1]
    match rng.randrange(6):
        case 0:
            parent.pop(key)
        case 1 | 2:
            parent[key] = copy.deepcopy(rng.choice(_TELLING))
        case 3 if isinstance(parent, dict):
            names = [name for name in (*_TELLING, *parent) if isinstance(name, str)]
            value = parent.pop(key)
            parent[rng.choice(names)] = value
        case 4:
            parent[key] = copy.deepcopy(_at(document, rng.choice(list(_paths(document)))))
        case _:
            alike = [each for each in _paths(other) if each[:1] == path[:1] and len(each) == len(path)]
            parent[key] = copy.deepcopy(_at(other, rng.choice(alike))) if alike else parent[key]


__all__ = ["mangled_document"]
