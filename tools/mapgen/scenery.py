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
from mapgen.naturalearth import NaturalEarth

SHALLOWS = (24.0, 15.0, 8.5, 3.6)
"""Kilometres from the shore, the farthest first: bands of ever paler water, each with its engraved line."""
DEPTHS = ("d200", "d1000", "d2000", "d3000")
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
        water = [
            shapely.make_valid(
                Polygon(design.plane.points(rings[0]), [design.plane.points(hole) for hole in rings[1:]])
            )
            for rings in earth.depths[name]
        ]
        merged = shapely.unary_union(water).intersection(frame(design).buffer(4 * soft))
        bands.append(_band(design, name, merged.buffer(soft).buffer(-2 * soft).buffer(soft)))
    return bands


def _shallows(design: Design, land: BaseGeometry) -> list[Band]:
    return [
        _band(design, f"shallow{number}", land.buffer(design.units(reach)))
        for number, reach in enumerate(SHALLOWS, 1)
    ]


def _band(design: Design, name: str, water: BaseGeometry) -> Band:
    thin = water.simplify(design.units(_SEA_SLACK)).intersection(frame(design))
    speck = _SPECK * design.units(1) ** 2
    shapes = []
    for shape in sorted(map(orient, polygons_of(thin)), key=lambda one: (-one.area, one.bounds)):
        holes = [hole for hole in shape.interiors if Polygon(hole).area >= speck]
        if shape.area >= speck:
            shapes.append([_flowing(ring) for ring in (shape.exterior, *holes)])
    sound = [rings for rings in shapes if Polygon(rings[0], rings[1:]).is_valid]
    return Band(name, sound)


def _flowing(ring: shapely.LinearRing) -> list[Whole]:
    points = smooth(list(ring.coords), 1, closed=True)
    line = LineString(points).simplify(2.0)
    whole = [(round(x), round(y)) for x, y in line.coords]
    return [point for number, point in enumerate(whole[:-1]) if number == 0 or point != whole[number - 1]]


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
