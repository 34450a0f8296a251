"""Shapes as triangles with soft edges: smooth without multisampling, at any density.

A vertex is x, y and how much it covers (1 inside, 0 beyond the edge); whoever draws multiplies that into the
colour's opacity. A soft edge is ``feather`` wide (a pixel, in the caller's unit), half of it on either side.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Point = tuple[float, float]
_SHARPEST = 0.4
"""Below this cosine a corner is not lengthened any more, or its soft edge would become a spike."""


@dataclass(frozen=True, slots=True)
class Soft:
    """Vertices as a flat sequence of x, y, cover; and three indices for each triangle."""

    vertices: tuple[float, ...]
    indices: tuple[int, ...]


def merged(parts: Iterable[Soft]) -> Soft:
    """Return several shapes as one, in their order."""
    vertices: list[float] = []
    indices: list[int] = []
    for part in parts:
        base = len(vertices) // 3
        vertices += part.vertices
        indices += [base + index for index in part.indices]
    return Soft(tuple(vertices), tuple(indices))


def moved(shape: Soft, x: float, y: float) -> Soft:
    """Return a shape at another place."""
    triples = zip(shape.vertices[0::3], shape.vertices[1::3], shape.vertices[2::3], strict=True)
    return Soft(tuple(itertools.chain(*((a + x, b + y, cover) for a, b, cover in triples))), shape.indices)


def circle(radius: float, corners: int = 36) -> list[Point]:
    """Return the outline of a disc around the origin, against the clock."""
    angles = [math.tau * corner / corners for corner in range(corners)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def filled(outline: Sequence[Point], feather: float) -> Soft:
    """Return a filled outline (against the clock) of which every point is seen from its middle."""
    normals = _corner_normals(outline, closed=True)
    middle_x = sum(x for x, _ in outline) / len(outline)
    middle_y = sum(y for _, y in outline) / len(outline)
    vertices: list[float] = [middle_x, middle_y, 1.0]
    for (x, y), (across, upwards) in zip(outline, normals, strict=True):
        half_x, half_y = across * feather / 2, upwards * feather / 2
        vertices += (x - half_x, y - half_y, 1.0, x + half_x, y + half_y, 0.0)
    indices: list[int] = []
    for number in range(len(outline)):
        inner, following = 1 + 2 * number, 1 + 2 * ((number + 1) % len(outline))
        indices += (0, inner, following)
        indices += (inner, inner + 1, following, inner + 1, following + 1, following)
    return Soft(tuple(vertices), tuple(indices))


def band(outline: Sequence[Point], width: float, feather: float, *, closed: bool = True) -> Soft:
    """Return a stroke of ``width`` along an outline, or along an open line with flat ends."""
    normals = _corner_normals(outline, closed=closed)
    solid, soft = max(width - feather, 0.0) / 2, (width + feather) / 2
    cover = min(1.0, width / feather) if feather else 1.0
    vertices: list[float] = []
    for (x, y), (across, upwards) in zip(outline, normals, strict=True):
        for reach, covers in ((-soft, 0.0), (-solid, cover), (solid, cover), (soft, 0.0)):
            vertices += (x + across * reach, y + upwards * reach, covers)
    indices: list[int] = []
    for number in range(len(outline) if closed else len(outline) - 1):
        here, following = 4 * number, 4 * ((number + 1) % len(outline))
        for lane in range(3):
            a, b = here + lane, following + lane
            indices += (a, a + 1, b, a + 1, b + 1, b)
    return Soft(tuple(vertices), tuple(indices))


def dashes(outline: Sequence[Point], width: float, feather: float, count: int) -> Soft:
    """Return ``count`` equal dashes of ``width`` along a closed outline with shorter gaps."""
    line = [*outline, outline[0]]
    whole = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
    pitch = whole / count
    return merged(
        band(_piece(line, number * pitch, number * pitch + pitch * 0.6), width, feather, closed=False)
        for number in range(count)
    )


def star(radius: float) -> list[Point]:
    """Return the outline of a five-pointed star, one point up."""
    reaches = [radius if point % 2 == 0 else radius * 0.42 for point in range(10)]
    angles = [math.pi / 2 + math.tau * point / 10 for point in range(10)]
    return [(r * math.cos(a), r * math.sin(a)) for r, a in zip(reaches, angles, strict=True)]


def pill(width: float, height: float, corners: int = 10) -> list[Point]:
    """Return the outline of a rectangle with round ends around the origin."""
    return rounded(width, height, height / 2, corners)


def rounded(width: float, height: float, radius: float, corners: int = 6) -> list[Point]:
    """Return the outline of a rectangle with rounded corners around the origin."""
    points: list[Point] = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        x, y = sx * (width / 2 - radius), sy * (height / 2 - radius)
        for step in range(corners + 1):
            angle = (quarter + step / corners) * math.pi / 2
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return [p for number, p in enumerate(points) if math.dist(p, points[number - 1]) > 1e-6]


def _piece(line: Sequence[Point], start: float, end: float) -> list[Point]:
    # The part of a line between two ways along it.
    points: list[Point] = []
    way = 0.0
    for (x1, y1), (x2, y2) in itertools.pairwise(line):
        length = math.dist((x1, y1), (x2, y2))
        for cut in (max(start, way), min(end, way + length)):
            if way <= cut <= way + length and start <= cut <= end and length:
                share = (cut - way) / length
                point = (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)
                if not points or math.dist(points[-1], point) > 1e-6:
                    points.append(point)
        way += length
    return points


def _corner_normals(points: Sequence[Point], *, closed: bool) -> list[Point]:
    # Outward normals of an outline against the clock, lengthened at corners.
    line = [*points, points[0]] if closed else list(points)
    sides = []
    for (x1, y1), (x2, y2) in itertools.pairwise(line):
        length = math.dist((x1, y1), (x2, y2)) or 1.0
        sides.append(((y2 - y1) / length, (x1 - x2) / length))
    before = [sides[-1] if closed else sides[0], *sides][: len(points)]
    after = sides if closed else [*sides, sides[-1]]
    return [_mitre(one, other) for one, other in zip(before, after, strict=True)]


def _mitre(one: Point, other: Point) -> Point:
    x, y = one[0] + other[0], one[1] + other[1]
    length = math.hypot(x, y)
    if length < 1e-9:
        return one
    x, y = x / length, y / length
    cosine = max(x * one[0] + y * one[1], _SHARPEST)
    return x / cosine, y / cosine
