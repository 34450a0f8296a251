"""The coverage of the frame: sea, neutral countries and one cell for each city, without gap or overlap.

Cells grow from their cities over a fine mesh of ground and pay a toll to cross a great river, so that their
borders follow rivers where there are any and look surveyed elsewhere.
"""

import heapq
import itertools
import math
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator

import shapely
from shapely.geometry import LineString, MultiPoint, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from mapgen.design import Design
from mapgen.naturalearth import NaturalEarth

SEA = "sea"
SEED = 1936
_JITTER = 0.42
_BLEED = 3000
"""Units beyond the frame that still count while the shores are buffered."""

Coverage = dict[str, MultiPolygon]
"""The land and water of each owner: `SEA`, a neutral country by its name, a city by its name."""


def polygons_of(geometry: BaseGeometry) -> list[Polygon]:
    """The polygons of a geometry, however deep its collections are nested."""
    found = shapely.get_parts(shapely.get_parts(shapely.get_parts(geometry)))
    return [part for part in found if isinstance(part, Polygon) and not part.is_empty]


def lines_of(geometry: BaseGeometry) -> list[LineString]:
    """The lines of a geometry, however deep its collections are nested."""
    found = shapely.get_parts(shapely.get_parts(shapely.get_parts(geometry)))
    return [part for part in found if isinstance(part, LineString) and not part.is_empty]


def countries(design: Design, earth: NaturalEarth) -> dict[str, BaseGeometry]:
    """Home and neutral land by name, projected and without islets; home is "home"."""
    members = {"home": design.table["home"], **design.table["neutral"]}
    smallest = design.units(1) ** 2 * design.table["min_island"]
    near = frame(design).buffer(_BLEED, join_style="mitre")
    found: dict[str, BaseGeometry] = {}
    enclaves: list[Polygon] = []
    for group, names in members.items():
        shapes = [shape for name in names for shape in earth.countries[name]]
        land = [shapely.make_valid(_projected(design, shape)).intersection(near) for shape in shapes]
        pieces = polygons_of(shapely.unary_union(land))
        found[group] = shapely.unary_union([piece for piece in pieces if piece.area >= smallest])
        enclaves += [piece for piece in pieces if piece.area < smallest]
    for enclave in enclaves:
        # A small piece with a land border would leave a hole there; its neighbour takes it.
        host = next((name for name, land in found.items() if land.distance(enclave) == 0), None)
        if host is not None:
            found[host] = shapely.unary_union([found[host], enclave])
    return {name: land for name, land in found.items() if not land.is_empty}


def frame(design: Design) -> Polygon:
    """The rectangle of the plane."""
    return shapely.box(0, 0, design.plane.width, design.plane.height)


def _projected(design: Design, shape: list) -> Polygon:
    # The finest islets of the source have too few points to be an area.
    rings = [design.plane.points(ring) for ring in shape if len(ring) > 3]
    return Polygon(rings[0], rings[1:]) if rings else Polygon()


def rivers(design: Design, earth: NaturalEarth, names: Iterable[str]) -> dict[str, BaseGeometry]:
    """The projected lines of the named rivers, by name."""
    wanted = set(names)
    found: dict[str, list[LineString]] = defaultdict(list)
    for river in earth.rivers:
        if river.name in wanted:
            found[river.name].append(LineString(design.plane.points(river.line)))
    return {name: shapely.unary_union(lines) for name, lines in sorted(found.items())}


def cover(design: Design, earth: NaturalEarth) -> Coverage:
    """Divides the frame among its owners; every border is on whole units and shared by both sides."""
    land = countries(design, earth)
    water = shapely.unary_union(list(rivers(design, earth, design.table["rivers"]["great"]).values()))
    home = land["home"].intersection(frame(design))
    mesh = shapely.voronoi_polygons(MultiPoint(_mesh_points(design)), only_edges=True)
    lines = [mesh.intersection(home), water.intersection(home), frame(design).boundary]
    lines += [shore.boundary.intersection(frame(design)) for shore in land.values()]
    faces = shapely.get_parts(shapely.polygonize([shapely.unary_union(lines, grid_size=1)]))
    owners: dict[str, list[Polygon]] = defaultdict(list)
    ground: list[Polygon] = []
    for shore in land.values():
        shapely.prepare(shore)
    for face in faces:
        inside = face.representative_point()
        country = next((name for name, shore in land.items() if shore.contains(inside)), SEA)
        if country == "home":
            ground.append(face)
        else:
            owners[country].append(face)
    for name, cell in zip(_grown(design, ground, water), ground, strict=True):
        owners[name].append(cell)
    return _simplified(design, owners)


def _mesh_points(design: Design) -> list[tuple[float, float]]:
    chance = random.Random(SEED)
    step = design.units(design.table["grain"])
    columns, rows = int(design.plane.width / step) + 2, int(design.plane.height / step) + 2
    return [
        (
            (column + chance.uniform(-_JITTER, _JITTER)) * step,
            (row + chance.uniform(-_JITTER, _JITTER)) * step,
        )
        for row in range(-1, rows)
        for column in range(-1, columns)
    ]


def _grown(design: Design, ground: list[Polygon], water: BaseGeometry) -> list[str]:
    # Every face goes to the city from which it is nearest over land, rivers making the way longer.
    ways = _ways(design, ground, water)
    tree = shapely.STRtree(ground)
    waiting = [(0.0, city.name, int(tree.nearest(Point(city.at)))) for city in design.cities]
    heapq.heapify(waiting)
    owner: dict[int, str] = {}
    while waiting:
        length, name, here = heapq.heappop(waiting)
        if here in owner:
            continue
        owner[here] = name
        for there, cost in ways[here]:
            if there not in owner:
                heapq.heappush(waiting, (length + cost, name, there))
    places = {city.name: Point(city.at) for city in design.cities}
    return [
        owner.get(number) or min(places, key=lambda name: (face.distance(places[name]), name))
        for number, face in enumerate(ground)
    ]


def _ways(design: Design, ground: list[Polygon], water: BaseGeometry) -> dict[int, list[tuple[int, float]]]:
    sides: dict[tuple, list[int]] = defaultdict(list)
    for number, face in enumerate(ground):
        for first, second in segments(face):
            sides[min(first, second), max(first, second)].append(number)
    shared = [(ends, pair) for ends, pair in sorted(sides.items()) if len(pair) == 2]
    middles = [Point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for (a, b), _ in shared]
    shapely.prepare(water)
    wet = shapely.dwithin(water, middles, 1.5)
    centres = [face.centroid.coords[0] for face in ground]
    toll = design.units(design.table["river_toll"])
    cheapest: dict[tuple[int, int], float] = {}
    for (_, (one, other)), crossing in zip(shared, wet, strict=True):
        cost = math.dist(centres[one], centres[other]) + (toll if crossing else 0.0)
        cheapest[one, other] = min(cost, cheapest.get((one, other), math.inf))
    ways: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for (one, other), cost in cheapest.items():
        ways[one].append((other, cost))
        ways[other].append((one, cost))
    return ways


def segments(shape: Polygon) -> Iterator[tuple[tuple, tuple]]:
    """The segments of all rings of a polygon, in ring order."""
    for ring in (shape.exterior, *shape.interiors):
        points = list(ring.coords)
        yield from itertools.pairwise(points)


def _simplified(design: Design, owners: dict[str, list[Polygon]]) -> Coverage:
    # Between cells only the great turns stay; shores and frontiers keep their detail.
    areas = {name: shapely.unary_union(owners[name]) for name in sorted(owners)}
    cells = sorted(areas.keys() & {city.name for city in design.cities})
    calm = design.units(design.table["calm"])
    inner = shapely.coverage_simplify([areas[name] for name in cells], calm, simplify_boundary=False)
    areas |= dict(zip(cells, inner, strict=True))
    fine = design.units(design.table["tolerance"])
    thinned = shapely.coverage_simplify(list(areas.values()), fine, simplify_boundary=True)
    return {name: MultiPolygon(polygons_of(area)) for name, area in zip(areas, thinned, strict=True)}
