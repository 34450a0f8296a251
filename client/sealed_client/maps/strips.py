"""Lines as strips of triangles that a shader widens by dp: width and dashes are the same at every zoom.

A vertex is six numbers: x and y in units; the direction in which it is moved by half the line's width (the
normal, lengthened at corners); which edge of the line it is (1 left, -1 right), for a feathered edge; and the
way along the line in units, for dashes.
"""

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

VERTEX = 6
"""Numbers in a vertex."""
MOST_VERTICES = 65_535
"""As many as a mesh with indices of sixteen bits can have."""
_SHARPEST = 0.45
"""Below this cosine a corner is not lengthened any more, or a spike would stick out."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Strip:
    """Vertices as a flat sequence, and three indices for each triangle."""

    vertices: tuple[float, ...]
    indices: tuple[int, ...]


def strip_of(line: Sequence[Point], *, left: float = 1.0, right: float = 1.0) -> Strip:
    """The strip of a line; a line whose ends are one point is closed, its ends meet in a corner.

    ``left`` and ``right`` are the shares of half the width that lie on that side of the line: (1, 1) for a
    stroke, (1, 0) for the rim along the inside of a space's ring.
    """
    points = [point for number, point in enumerate(line) if number == 0 or point != line[number - 1]]
    if len(points) < 2:
        return Strip((), ())
    vertices: list[float] = []
    way = 0.0
    for number, ((x, y), (across, upwards)) in enumerate(zip(points, _corners(points), strict=True)):
        way += math.dist(points[number - 1], (x, y)) if number else 0.0
        vertices += (x, y, across * left, upwards * left, 1.0, way)
        vertices += (x, y, -across * right, -upwards * right, -1.0, way)
    indices: list[int] = []
    for first in range(0, 2 * (len(points) - 1), 2):
        indices += (first, first + 1, first + 2, first + 1, first + 3, first + 2)
    return Strip(tuple(vertices), tuple(indices))


def _corners(points: list[Point]) -> list[Point]:
    # The mitre of each point: the mean of the normals before and after, as long as the width needs.
    normals = []
    for (x1, y1), (x2, y2) in itertools.pairwise(points):
        length = math.dist((x1, y1), (x2, y2))
        normals.append(((y1 - y2) / length, (x2 - x1) / length))
    closed = points[0] == points[-1]
    before = [normals[-1] if closed else normals[0], *normals]
    after = [*normals, normals[0] if closed else normals[-1]]
    return [_mitre(one, other) for one, other in zip(before, after, strict=True)]


def _mitre(one: Point, other: Point) -> Point:
    x, y = one[0] + other[0], one[1] + other[1]
    length = math.hypot(x, y)
    if length < 1e-9:  # the line turns back on itself
        return one
    x, y = x / length, y / length
    cosine = max(x * one[0] + y * one[1], _SHARPEST)
    return x / cosine, y / cosine


def joined(strips: Iterable[Strip], most: int = MOST_VERTICES) -> Iterator[Strip]:
    """Joins strips in their order into meshes of at most ``most`` vertices, which is a draw call each.

    Raises:
        ValueError: for a single strip that has more.
    """
    vertices: list[float] = []
    indices: list[int] = []
    for strip in strips:
        if len(strip.vertices) > most * VERTEX:
            raise ValueError(f"one line has more than {most} vertices; make it simpler")
        if len(vertices) + len(strip.vertices) > most * VERTEX:
            yield Strip(tuple(vertices), tuple(indices))
            vertices, indices = [], []
        base = len(vertices) // VERTEX
        vertices += strip.vertices
        indices += [base + index for index in strip.indices]
    if vertices:
        yield Strip(tuple(vertices), tuple(indices))
