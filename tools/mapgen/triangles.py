"""Triangles of areas, found at build time: on a phone nothing is ever tessellated."""

import shapely
from shapely.geometry import Polygon

from mapgen.arcs import Whole

Triangle = tuple[int, int, int]


def triangles_of(shapes: list[list[list[Whole]]]) -> list[Triangle]:
    """Index triples into the points of all rings in order; ``shapes`` are polygons as rings of points.

    Constrained Delaunay: no point is added, so the triangles use the shared border points and nothing else.
    """
    found: list[Triangle] = []
    base = 0
    for rings in shapes:
        points = [point for ring in rings for point in ring]
        index = {point: base + place for place, point in enumerate(points)}
        for face in shapely.get_parts(shapely.constrained_delaunay_triangles(Polygon(rings[0], rings[1:]))):
            corners = [index[round(x), round(y)] for x, y in face.exterior.coords[:-1]]
            least = corners.index(min(corners))
            first, second, third = corners[least:] + corners[:least]
            found.append((first, second, third))
        base += len(points)
    return sorted(found)
