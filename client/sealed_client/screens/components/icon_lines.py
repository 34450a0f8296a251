"""Icons as strokes on a grid of 24 by 24 with y up, made into triangles at any size. No toolkit."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from sealed_client.screens.components.soft_shapes import Point, Soft, band, circle, filled, merged, moved

if TYPE_CHECKING:
    from collections.abc import Iterable

GRID = 24
_STROKE = 2.0
Line = tuple[Point, ...]


def _arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 14) -> Line:
    # Degrees against the clock from east.
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


def _ring(x: float, y: float, radius: float) -> Line:
    return _arc(x, y, radius, 0, 360, 28)


def _box(left: float, bottom: float, right: float, top: float) -> Line:
    return ((left, bottom), (right, bottom), (right, top), (left, top), (left, bottom))


def _spokes(x: float, y: float, inner: float, outer: float, count: int, turn: float = 0) -> Iterable[Line]:
    for number in range(count):
        angle = turn + math.tau * number / count
        across, upwards = math.cos(angle), math.sin(angle)
        yield (x + inner * across, y + inner * upwards), (x + outer * across, y + outer * upwards)


_EYE = (*_arc(12, 8.25, 9.75, 157.4, 22.6), *_arc(12, 15.75, 9.75, 337.4, 202.6)[1:])
ICONS: dict[str, tuple[Line, ...]] = {
    "menu": (((4, 17.5), (20, 17.5)), ((4, 12), (20, 12)), ((4, 6.5), (20, 6.5))),
    "back": (((15, 19), (8, 12), (15, 5)),),
    "chevron": (((9.5, 18), (15.5, 12), (9.5, 6)),),
    "down": (((5, 15), (12, 8), (19, 15)),),
    "close": (((6, 6), (18, 18)), ((6, 18), (18, 6))),
    "cross": (((6, 6), (18, 18)), ((6, 18), (18, 6))),
    "undo": (((9, 19.5), (4.5, 15), (9, 10.5)), ((4.5, 15), *_arc(14, 10.25, 4.75, 90, -90), (10, 5.5))),
    "clock": (_ring(12, 12, 8.5), ((12, 17), (12, 12), (15.5, 10))),
    "centre": (_ring(12, 12, 6.5), *_spokes(12, 12, 4.2, 10, 4)),
    "fit": (
        ((4, 9), (4, 4), (9, 4)),
        ((15, 4), (20, 4), (20, 9)),
        ((20, 15), (20, 20), (15, 20)),
        ((9, 20), (4, 20), (4, 15)),
    ),
    "layers": (
        ((12, 20), (21, 15), (12, 10), (3, 15), (12, 20)),
        ((3, 10.8), (12, 5.8), (21, 10.8)),
    ),
    "plus": (((5, 12), (19, 12)), ((12, 5), (12, 19))),
    "minus": (((5, 12), (19, 12)),),
    "gear": (_ring(12, 12, 3.7), *_spokes(12, 12, 6.8, 9.8, 8)),
    "lock": (_box(6, 4, 18, 13.5), ((8.5, 13.5), *_arc(12, 16, 3.5, 180, 0), (15.5, 13.5))),
    "check": (((5, 12), (10, 7), (19.5, 17.5)),),
    "eye": (_EYE, _ring(12, 12, 2.8)),
    "monitor": (_box(3.5, 8.5, 20.5, 19.5), ((12, 8.5), (12, 4.5)), ((8, 4.5), (16, 4.5))),
    "speaker": (
        ((4, 9.5), (7.5, 9.5), (12, 5.5), (12, 18.5), (7.5, 14.5), (4, 14.5), (4, 9.5)),
        _arc(12, 12, 4.2, -45, 45),
        _arc(12, 12, 7.8, -45, 45),
    ),
    "log": (
        *(((9, y), (20, y)) for y in (17.5, 12, 6.5)),
        *(((4, y), (4.6, y)) for y in (17.5, 12, 6.5)),
    ),
    "cards": (_box(4, 4.5, 13, 17.5), ((8, 20), (17.5, 20), (17.5, 8))),
    "flag": (((6, 3.5), (6, 20.5)), ((6, 19.5), (18.5, 19.5), (15, 15.25), (18.5, 11), (6, 11))),
    "play": (((7, 4.5), (18.5, 12), (7, 19.5), (7, 4.5)),),
    "text": (((5, 19), (19, 19)), ((12, 19), (12, 4.5)), ((5, 19), (5, 16.5)), ((19, 19), (19, 16.5))),
    "reticle": (_ring(12, 12, 6), *_spokes(12, 12, 3.6, 10, 4)),
}
"""The strokes of each icon by name; a stroke that ends where it begins is closed."""


@cache
def icon_shape(name: str, side: float, feather: float, weight: float = 1.0) -> Soft:
    """Return an icon around the origin, so wide; ``weight`` thickens its strokes. Raises `KeyError`."""
    scale = side / GRID
    width = max(_STROKE * weight * scale, feather)
    parts: list[Soft] = []
    for line in ICONS[name]:
        points = [((x - GRID / 2) * scale, (y - GRID / 2) * scale) for x, y in line]
        closed = math.dist(points[0], points[-1]) < feather * 0.01
        parts.append(band(points[:-1] if closed else points, width, feather, closed=closed))
        if not closed:
            cap = filled(circle(width / 2, 12), feather)
            parts += [moved(cap, *points[0]), moved(cap, *points[-1])]
    return merged(parts)
