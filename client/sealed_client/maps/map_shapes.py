"""A board map as layers of triangles and strips in drawing order, for a shader that widens lines by dp.

Everything is in units and stays the same at every zoom, in every theme and for every holder of a city; a
layer's ``paint`` names its colour, which `paints` knows.
"""

from __future__ import annotations

import math
from array import array
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sealed_client.maps.compass import rose_halves
from sealed_client.maps.map_colours import MapColours, mixed
from sealed_client.maps.strips import Strip, joined, strip_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sealed_client.maps.board_map import Area, BoardMap, Bridge

RIM = 3.5
_PEAK = ((-1.0, 0.0), (-0.42, 0.62), (-0.05, 1.15), (0.32, 0.6), (1.0, 0.0))
_SHADE = ((-0.05, 1.15), (0.32, 0.6), (1.0, 0.0), (0.25, 0.0), (0.12, 0.5))
_SHADE_TRIANGLES = ((0, 4, 1), (4, 3, 1), (3, 2, 1))

Point = tuple[float, float]


class Layer(NamedTuple):
    """Triangles of one colour.

    ``form`` tells what a vertex holds: ``area`` x, y, 0 and which of a paint's two colours if ``toned``;
    ``line`` the six numbers of a strip; ``sign`` a strip in dp around a point: those six, then the point
    in units. ``width`` is a line's in dp, ``dash`` its dashes and gaps in dp (0, 0 for a whole line); what is
    ``inward`` lies on the left of its line only.
    """

    form: str
    paint: str
    vertices: array[float]
    indices: array[int]
    width: float = 0.0
    dash: tuple[float, float] = (0.0, 0.0)
    inward: bool = False
    toned: bool = False


def paint_of(space: int, what: str) -> str:
    """Return the paint of a city's ground (``cell``) or of the rim along its border (``rim``)."""
    return f"{what}-{space}"


def paints(board: BoardMap, colours: MapColours, tints: Sequence[int]) -> dict[str, tuple[str, ...]]:
    """Return the colours of every paint; ``tints`` tells for each space 0 or the side that holds it."""
    found: dict[str, tuple[str, ...]] = {
        name: (getattr(colours, name),)
        for name in ("neutral", "coast", "frontier", "foreign", "river", "lane", "lane_halo", "bridge")
    }
    found |= {name: (getattr(colours, name),) for name in ("road", "road_edge", "road_halo", "sea_halo")}
    found["ridge"] = (colours.mountain_edge,)
    found["mountain"] = (colours.mountain, colours.mountain_shade)
    depths, shallows = iter(colours.depths[1:]), iter(colours.shallows)
    for band in board.bands:
        colour = next(shallows if band.name.startswith("shallow") else depths)
        found[band.name] = (colour,)
        found[f"{band.name}-edge"] = (mixed(colour, colours.waterline, 0.3),)
    for city in board.cities:
        side = tints[city.index] if city.index < len(tints) else 0
        tint = colours.sides[side - 1] if side else colours.cell
        found[paint_of(city.index, "cell")] = (mixed(colours.land, tint, colours.tint),)
        found[paint_of(city.index, "rim")] = (mixed(colours.land, tint, colours.rim),)
    return found


@cache
def map_shapes(title: str) -> tuple[Layer, ...]:
    """Return the layers of the installed map of a title, made once."""
    from sealed_client.maps.board_map import read_map

    return tuple(shapes_of(read_map(title)))


def shapes_of(board: BoardMap) -> Iterator[Layer]:
    """Yield the layers of a map, the lowest first."""
    yield from _water(board)
    yield from _land(board)
    streams = [(stream.great, stream.line) for stream in board.streams]
    yield from _lines((line for great, line in streams if not great), "river", 0.9)
    yield from _lines((line for great, line in streams if great), "river", 1.5)
    yield from _mountains(board)
    yield from _rose(board)
    for kind, width, dash in (("coast", 1.0, 0.0), ("frontier", 1.1, 0.0), ("foreign", 0.8, 4.0)):
        lines = (border.line for border in board.borders if border.kind == kind)
        yield from _lines(lines, kind, width, (dash, 3.0 if dash else 0.0))
    yield from _roads(board)


def _water(board: BoardMap) -> Iterator[Layer]:
    for band in board.bands:
        yield _area((band.area,), band.name)
    for band in board.bands:
        shallow = band.name.startswith("shallow")
        edges = ((*ring, ring[0]) for rings in band.area.polygons for ring in rings)
        yield from _lines(edges, f"{band.name}-edge" if shallow else band.name, 0.7)
    lanes = [way.line for way in board.ways if way.kind == "sea"]
    yield from _lines(lanes, "lane_halo", 4.2, (3.4, 5.0))
    yield from _lines(lanes, "lane", 2.4, (3.4, 5.0))


def _land(board: BoardMap) -> Iterator[Layer]:
    yield _area([space.area for space in board.spaces if space.kind == "neutral"], "neutral")
    numbers = {city.name: city.index for city in board.cities}
    cells = [(numbers[space.name], space.area) for space in board.spaces if space.kind == "city"]
    for number, area in cells:
        yield _area((area,), paint_of(number, "cell"))
    for number, area in cells:
        rims = [strip_of((*ring, ring[0]), left=1.0, right=0.0) for rings in area.polygons for ring in rings]
        for strip in joined(rims):
            paint = paint_of(number, "rim")
            yield Layer(
                "line", paint, array("f", strip.vertices), array("H", strip.indices), RIM, inward=True
            )


def _mountains(board: BoardMap) -> Iterator[Layer]:
    vertices, indices = array("f"), array("H")
    for x, y, half in board.mountains:
        for tone, points, triangles in (
            (0, _PEAK, ((0, 4, 1), (1, 4, 3), (1, 3, 2))),
            (1, _SHADE, _SHADE_TRIANGLES),
        ):
            base = len(vertices) // 4
            for across, upwards in points:
                vertices.extend((x + across * half, y + upwards * half, 0, tone))
            for triangle in triangles:
                indices.extend([base + corner for corner in triangle])
    yield Layer("area", "mountain", vertices, indices, toned=True)
    ridges = ([(x + across * half, y + up * half) for across, up in _PEAK] for x, y, half in board.mountains)
    yield from _lines(ridges, "ridge", 0.5)


def _rose(board: BoardMap) -> Iterator[Layer]:
    halves = rose_halves(board.rose)
    for paint, wanted in (("sea_halo", False), ("coast", True)):
        points = [point for triangle, dark in halves if dark == wanted for point in triangle]
        flat = array("f", [number for x, y in points for number in (x, y, 0, 0)])
        yield Layer("area", paint, flat, array("H", range(len(points))))
    yield from _lines(((*triangle, triangle[0]) for triangle, _ in halves), "coast", 0.6)


def _roads(board: BoardMap) -> Iterator[Layer]:
    roads = [way.line for way in board.ways if way.kind != "sea"]
    bridges = [way.bridge for way in board.ways if way.bridge]
    yield _signs(((bridge, (_wave(bridge),)) for bridge in bridges if not bridge.wet), "river", 1.8)
    for paint, width in (("road_halo", 6.2), ("road_edge", 4.4), ("road", 2.2)):
        yield from _lines(roads, paint, width)
    yield _signs(((bridge, _rails(bridge)) for bridge in bridges), "bridge", 1.9)


def _wave(bridge: Bridge) -> list[Point]:
    return [_turned(bridge, 1.6 * math.sin(step / 3.4), step) for step in range(-15, 16)]


def _rails(bridge: Bridge) -> tuple[list[Point], ...]:
    return tuple(
        [_turned(bridge, step, side * (4.6 + step * step / 14)) for step in range(-7, 8)] for side in (-1, 1)
    )


def _turned(bridge: Bridge, along: float, aside: float) -> Point:
    cosine, sine = math.cos(math.radians(bridge.turn)), math.sin(math.radians(bridge.turn))
    return along * cosine - aside * sine, along * sine + aside * cosine


def _area(areas: Iterable[Area], paint: str) -> Layer:
    vertices, indices = array("f"), array("H")
    for area in areas:
        base = len(vertices) // 4
        vertices.extend([number for x, y in area.points for number in (x, y, 0, 0)])
        indices.extend([base + index for index in area.triangles])
    return Layer("area", paint, vertices, indices)


def _lines(
    lines: Iterable[Sequence[Point]], paint: str, width: float, dash: tuple[float, float] = (0.0, 0.0)
) -> Iterator[Layer]:
    for strip in joined(strip_of(line) for line in lines):
        yield Layer("line", paint, array("f", strip.vertices), array("H", strip.indices), width, dash)


def _signs(signs: Iterable[tuple[Bridge, Sequence[list[Point]]]], paint: str, width: float) -> Layer:
    vertices, indices = array("f"), array("H")
    for bridge, lines in signs:
        for line in lines:
            strip: Strip = strip_of(line)
            base = len(vertices) // 8
            for start in range(0, len(strip.vertices), 6):
                vertices.extend((*strip.vertices[start : start + 6], *bridge.at))
            indices.extend([base + index for index in strip.indices])
    return Layer("sign", paint, vertices, indices, width)
