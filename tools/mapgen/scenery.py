"""What makes the plane a map and decides nothing: sea depths, shallows, rivers, mountains, the compass."""

import random
from dataclasses import dataclass

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from mapgen.arcs import Borders, Whole, smooth
from mapgen.design import Design
from mapgen.ground import SEA, SEED, frame, lines_of, polygons_of, rivers
from mapgen.naturalearth import NaturalEarth, Point

SHALLOWS = (24.0, 15.0, 8.5, 3.6)
"""Kilometres from the shore, the farthest first: bands of ever paler water, each with its engraved line."""
DEPTHS = ("d200", "d1000", "d2000", "d3000")
_CUT = -16.0
"""Degrees of longitude at which the depths of the extract end."""
_MARGIN = 500.0
"""Units beyond the frame to which water is drawn before it is cut."""
_SOFTENING = 5.0
_SEA_SLACK = 2.2
_RIVER_SLACK = 0.8
_SPECK = 90.0
"""Square kilometres; smaller patches of depth are noise at the sizes of a screen."""


@dataclass(frozen=True, slots=True)
class Band:
    """A patch of water by its name (``d200`` ... ``shallow1`` ...) as polygons of rings of points."""

    name: str
    shapes: list[list[list[Whole]]]


@dataclass(frozen=True, slots=True)
class Stream:
    """A piece of a river on land; ``great`` rivers are drawn wider."""

    great: bool
    points: list[Whole]


@dataclass(frozen=True, slots=True)
class Scenery:
    """Water bands in drawing order, rivers, and mountains as (x, y, half width), the northern first."""

    bands: list[Band]
    streams: list[Stream]
    mountains: list[tuple[int, int, int]]


def scenery_of(design: Design, earth: NaturalEarth, borders: Borders) -> Scenery:
    """Draws the scenery around finished borders."""
    land = shapely.unary_union([area for name, area in borders.areas.items() if name != SEA])
    return Scenery(
        bands=_depths(design, earth) + _shallows(design, land),
        streams=_streams(design, earth, land),
        mountains=_mountains(design, earth, land),
    )


def _depths(design: Design, earth: NaturalEarth) -> list[Band]:
    soft = design.units(_SOFTENING)
    bands = []
    for name in DEPTHS:
        rings = [[design.plane.points(map(_beyond, ring)) for ring in shape] for shape in earth.depths[name]]
        water = [shapely.make_valid(Polygon(outer, holes)) for outer, *holes in rings]
        merged = shapely.unary_union(water).intersection(
            frame(design).buffer(2 * _MARGIN, join_style="mitre")
        )
        bands.append(_band(design, name, merged.buffer(soft).buffer(-2 * soft).buffer(soft)))
    return bands


def _beyond(place: Point) -> Point:
    # The source of the extract was cut in the open ocean, which goes on.
    return (_CUT - 5.0, place[1]) if place[0] <= _CUT else place


def _shallows(design: Design, land: BaseGeometry) -> list[Band]:
    return [
        _band(design, f"shallow{number}", land.buffer(design.units(reach)))
        for number, reach in enumerate(SHALLOWS, 1)
    ]


def _band(design: Design, name: str, water: BaseGeometry) -> Band:
    # Rounded before it is cut at the frame, in short steps: else its corners there would be cut off.
    around = frame(design).buffer(_MARGIN, join_style="mitre")
    thin = shapely.segmentize(water.simplify(design.units(_SEA_SLACK)).intersection(around), _MARGIN)
    flowing = [
        Polygon(_flowing(shape.exterior), [_flowing(hole) for hole in shape.interiors])
        for shape in polygons_of(thin)
    ]
    cut = shapely.unary_union([shapely.make_valid(shape) for shape in flowing]).intersection(frame(design))
    whole = shapely.set_precision(cut, 1.0)
    speck = _SPECK * design.units(1) ** 2
    shapes = []
    for shape in sorted(map(orient, polygons_of(whole)), key=lambda one: (-one.area, one.bounds)):
        holes = [hole for hole in shape.interiors if Polygon(hole).area >= speck]
        if shape.area >= speck:
            shapes.append([_ring(ring) for ring in (shape.exterior, *holes)])
    return Band(name, shapes)


def _flowing(ring: shapely.LinearRing) -> list[Point]:
    line = LineString(smooth(list(ring.coords), 1, closed=True)).simplify(2.0)
    return list(line.coords)


def _ring(ring: shapely.LinearRing) -> list[Whole]:
    return [(round(x), round(y)) for x, y in ring.coords[:-1]]


def _streams(design: Design, earth: NaturalEarth, land: BaseGeometry) -> list[Stream]:
    found = []
    for great, size in ((True, "great"), (False, "small")):
        water = rivers(design, earth, design.table["rivers"][size])
        for line in water.values():
            merged = shapely.line_merge(line.intersection(land.intersection(frame(design))))
            for piece in sorted(lines_of(merged), key=lambda one: one.bounds):
                thin = piece.simplify(design.units(_RIVER_SLACK))
                found.append(Stream(great, [(round(x), round(y)) for x, y in smooth(list(thin.coords), 1)]))
    return found


def _mountains(design: Design, earth: NaturalEarth, land: BaseGeometry) -> list[tuple[int, int, int]]:
    chance = random.Random(SEED)
    step = design.units(design.table["ranges"]["step"])
    ground = land.buffer(-step * 0.45)
    peaks = []
    for area in _ranges(design, earth):
        heights = area.intersection(ground)
        shapely.prepare(heights)
        west, south, east, north = heights.bounds if not heights.is_empty else (0, 0, 0, 0)
        for row in range(int((north - south) / (step * 0.62)) + 1):
            for column in range(int((east - west) / step) + 1):
                x = west + (column + 0.5 * (row % 2) + chance.uniform(-0.26, 0.26)) * step
                y = south + (row * 0.62 + chance.uniform(-0.16, 0.16)) * step
                half = step * chance.uniform(0.34, 0.52)
                if shapely.contains_xy(heights, x, y):
                    peaks.append((round(x), round(y), round(half)))
    return sorted(peaks, key=lambda peak: (-peak[1], peak[0]))


def _ranges(design: Design, earth: NaturalEarth) -> list[BaseGeometry]:
    table = design.table["ranges"]
    named = [
        shapely.make_valid(Polygon(design.plane.points(ring)))
        for name, ring in earth.ranges
        if name in table["names"]
    ]
    drawn = [
        LineString([design.place(place) for place in one["spine"]]).buffer(design.units(one["breadth"] / 2))
        for one in table["spines"]
    ]
    inside = [MultiPolygon(polygons_of(area.intersection(frame(design)))) for area in named + drawn]
    return [area for area in inside if not area.is_empty]
