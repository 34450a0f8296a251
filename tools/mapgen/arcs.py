"""Borders as shared arcs: each is stored once, rounded once, and used by both of its owners.

An arc is a maximal line of whole-unit points with the same owners on its two sides. A ring names its arcs in
order; ``~n`` is arc ``n`` walked backwards. Two owners of one arc therefore never overlap and leave no gap.
"""

import itertools
from collections import defaultdict
from dataclasses import dataclass

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.polygon import orient

from mapgen.ground import Coverage, lines_of, segments

Whole = tuple[int, int]
OUTSIDE = ""
"""The owner beyond the frame."""

_COAST_ROUNDS = 1
_BORDER_ROUNDS = 3
_SLACK = 1.5


@dataclass(frozen=True, slots=True)
class Arc:
    """A line between its two owners, in alphabetical order (`OUTSIDE` first); closed if its ends are one."""

    owners: tuple[str, str]
    points: tuple[Whole, ...]


@dataclass(frozen=True, slots=True)
class Borders:
    """All arcs, the areas that they enclose, and each owner's polygons as rings of arc numbers."""

    arcs: tuple[Arc, ...]
    areas: Coverage
    rings: dict[str, list[list[list[int]]]]


def borders_of(coverage: Coverage, cells: set[str]) -> Borders:
    """Finds the arcs of a coverage, rounds them, and rebuilds every area from the rounded arcs.

    Borders between two ``cells`` are rounded more than shores and frontiers, which keep their teeth.
    """
    arcs = tuple(sorted(_rounded_arcs(coverage, cells), key=lambda arc: (arc.owners, arc.points)))
    areas = {name: _rebuilt(name, area, arcs) for name, area in coverage.items()}
    number = _numbered(arcs)
    rings = {
        name: [[_walked(ring, number) for ring in (shape.exterior, *shape.interiors)] for shape in area.geoms]
        for name, area in areas.items()
    }
    return Borders(arcs, areas, rings)


def _rounded_arcs(coverage: Coverage, cells: set[str]) -> list[Arc]:
    sides: dict[tuple[Whole, Whole], list[str]] = defaultdict(list)
    for name, area in sorted(coverage.items()):
        for shape in area.geoms:
            for first, second in segments(shape):
                ends = sorted((_whole(first), _whole(second)))
                sides[ends[0], ends[1]].append(name)
    runs: dict[tuple[str, str], list[LineString]] = defaultdict(list)
    for ends, names in sides.items():
        owners = (OUTSIDE, names[0]) if len(names) == 1 else (names[0], names[1])
        runs[owners].append(LineString(ends))
    return [
        Arc(owners, _rounded(line, _rounds(owners, cells)))
        for owners, lines in runs.items()
        for line in lines_of(shapely.line_merge(shapely.MultiLineString(lines)))
    ]


def _whole(point: tuple[float, ...]) -> Whole:
    return round(point[0]), round(point[1])


def _rounds(owners: tuple[str, str], cells: set[str]) -> int:
    if OUTSIDE in owners:
        return 0
    return _BORDER_ROUNDS if cells.issuperset(owners) else _COAST_ROUNDS


def _rounded(line: LineString, rounds: int) -> tuple[Whole, ...]:
    points = list(line.coords)
    if rounds:
        points = smooth(points, rounds, closed=line.is_ring)
        points = list(LineString(points).simplify(_SLACK).coords)
    whole = [_whole(point) for point in points]
    kept = tuple(point for number, point in enumerate(whole) if number == 0 or point != whole[number - 1])
    return kept if kept[0] == kept[-1] else min(kept, kept[::-1])


def smooth(points: list, rounds: int, *, closed: bool = False) -> list[tuple[float, float]]:
    """Cuts the corners of a line (Chaikin); an open line keeps its ends, a closed one its closing point."""
    line = [(point[0], point[1]) for point in points]
    for _ in range(rounds):
        cut = []
        for (x1, y1), (x2, y2) in itertools.pairwise(line):
            cut.append((x1 * 0.75 + x2 * 0.25, y1 * 0.75 + y2 * 0.25))
            cut.append((x1 * 0.25 + x2 * 0.75, y1 * 0.25 + y2 * 0.75))
        line = [*cut, cut[0]] if closed else [line[0], *cut, line[-1]]
    return line


def _rebuilt(name: str, old: MultiPolygon, arcs: tuple[Arc, ...]) -> MultiPolygon:
    lines = [LineString(arc.points) for arc in arcs if name in arc.owners]
    shapely.prepare(old)
    faces = shapely.get_parts(shapely.polygonize(lines))
    kept = [face for face in faces if old.contains(face.representative_point())]
    return MultiPolygon(sorted((orient(face) for face in kept), key=lambda face: (-face.area, face.bounds)))


def _numbered(arcs: tuple[Arc, ...]) -> dict[tuple[Whole, Whole], tuple[int, int]]:
    # Every directed segment with the number of its arc (~n backwards) and its place along the way.
    found = {}
    for number, arc in enumerate(arcs):
        for step, ends in enumerate(zip(arc.points[:-1], arc.points[1:], strict=True)):
            found[ends] = (number, step)
            found[ends[::-1]] = (~number, len(arc.points) - 2 - step)
    return found


def _walked(ring: shapely.LinearRing, number: dict[tuple[Whole, Whole], tuple[int, int]]) -> list[int]:
    points = [_whole(point) for point in ring.coords]
    steps = [number[ends] for ends in itertools.pairwise(points)]
    start = next(place for place, (_, step) in enumerate(steps) if step == 0)
    return [arc for arc, step in steps[start:] + steps[:start] if step == 0]


def ring_points(arcs: tuple[Arc, ...], ring: list[int]) -> list[Whole]:
    """The points of a ring, its first point not repeated at the end."""
    points: list[Whole] = []
    for number in ring:
        line = arcs[number].points if number >= 0 else arcs[~number].points[::-1]
        points.extend(line[:-1])
    return points


def shape_of(arcs: tuple[Arc, ...], rings: list[list[int]]) -> Polygon:
    """The polygon of a list of rings."""
    outer, *holes = (ring_points(arcs, ring) for ring in rings)
    return Polygon(outer, holes)
