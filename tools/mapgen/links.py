"""Roads, river roads and sea lanes: a curve for each link of the pack, and each river road's bridge."""

import math
from dataclasses import dataclass

import shapely
from shapely.geometry import LineString
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry

from mapgen.arcs import Borders, Whole
from mapgen.design import Design
from mapgen.ground import SEA, rivers
from mapgen.naturalearth import NaturalEarth, Point

BENDS = (0.0, 0.06, -0.06, 0.12, -0.12, 0.2, -0.2)
"""Bows to try, as shares of a road's length."""
_STEPS = 40
_BERTH = 34.0
"""Kilometres that a road keeps from cities which it does not serve."""
_CLEAR = 42.0
"""Kilometres along the road between a city and a bridge, so that its sign is not under the disks."""
_APART = 36.0
"""Kilometres between two bridges, so that their signs read as two."""
_SLACK = 0.35


@dataclass(frozen=True, slots=True)
class Bridge:
    """Where a river road crosses, and the road's direction there, degrees against the clock from east."""

    at: Whole
    turn: int
    wet: bool
    """Whether the drawn river passes here; if not, the sign brings a little stream of its own."""


@dataclass(frozen=True, slots=True)
class Way:
    """A drawn link, from the lower city index to the higher."""

    first: int
    second: int
    kind: str
    points: list[Whole]
    bridge: Bridge | None


def ways_of(design: Design, earth: NaturalEarth, borders: Borders) -> list[Way]:
    """One way for each link, in the pack's order."""
    land = shapely.unary_union([area for name, area in borders.areas.items() if name != SEA])
    shapely.prepare(land)
    names = design.table["rivers"]["great"] + design.table["rivers"]["small"]
    water = rivers(design, earth, names)
    ways: list[Way] = []
    for link in design.links:
        line = _line(design, land, link.a, link.b)
        built = [way.bridge.at for way in ways if way.bridge]
        bridge = _bridge(design, line, water, link.river, built) if link.kind == "river" else None
        thin = LineString(line).simplify(design.units(_SLACK))
        ways.append(Way(link.a, link.b, link.kind, [(round(x), round(y)) for x, y in thin.coords], bridge))
    return ways


def _line(design: Design, land: BaseGeometry, first: int, second: int) -> list[Point]:
    one, other = design.cities[first], design.cities[second]
    controls = design.table["curves"].get(f"{one.name} - {other.name}")
    if controls is not None:
        return curve(one.at, *map(design.place, controls), other.at)
    strangers = [city.at for city in design.cities if city not in (one, other)]
    berth = design.units(_BERTH)

    def trouble(bend: float) -> float:
        line = LineString(_bent(one.at, other.at, bend))
        near = sum(max(0.0, berth - line.distance(Spot(city))) for city in strangers)
        return line.difference(land).length + 3 * near + abs(bend) * line.length * 0.2

    # A road that bows a little looks drawn, not ruled.
    chosen = min(BENDS, key=trouble)
    return _bent(one.at, other.at, chosen or 0.025)


def _bent(start: Point, end: Point, bend: float) -> list[Point]:
    aside = ((start[1] - end[1]) * bend * 4 / 3, (end[0] - start[0]) * bend * 4 / 3)
    controls = [
        (start[0] + (end[0] - start[0]) * share + aside[0], start[1] + (end[1] - start[1]) * share + aside[1])
        for share in (1 / 3, 2 / 3)
    ]
    return curve(start, controls[0], controls[1], end)


def curve(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    """Points of the cubic curve from ``a`` to ``d`` with the control points ``b`` and ``c``."""
    line = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x = sum(weight * point[0] for weight, point in zip(weights, (a, b, c, d), strict=True))
        y = sum(weight * point[1] for weight, point in zip(weights, (a, b, c, d), strict=True))
        line.append((x, y))
    return line


def _bridge(
    design: Design, line: list[Point], water: dict[str, BaseGeometry], river: str, built: list[Whole]
) -> Bridge:
    # The pack says that the road crosses and which river; the drawing only says where along the road.
    road = LineString(line)
    clear = min(design.units(_CLEAR), road.length * 0.4)
    apart = design.units(_APART)

    def crowding(place: float) -> float:
        spot = road.interpolate(place).coords[0]
        return sum(max(0.0, apart - math.dist(spot, other)) for other in built)

    def awkward(place: float) -> tuple[float, float]:
        return 2 * crowding(place) + abs(place - road.length / 2), place

    named = [water[name] for name in design.table["river_names"][river] if name in water]
    for candidates in (named, list(water.values())):
        crossings = shapely.unary_union(candidates).intersection(road)
        places = [road.project(spot) for spot in _spots(crossings)]
        inside = [place for place in places if clear <= place <= road.length - clear and crowding(place) == 0]
        if inside:
            return _sign(road, min(inside, key=awkward), wet=True)
    steps = [clear + (road.length - 2 * clear) * step / 10 for step in range(11)]
    return _sign(road, min(steps, key=awkward), wet=False)


def _spots(crossings: BaseGeometry) -> list[Spot]:
    return [part for part in shapely.get_parts(crossings) if isinstance(part, Spot)]


def _sign(road: LineString, place: float, *, wet: bool) -> Bridge:
    middle, before, after = (road.interpolate(place + step) for step in (0, -20, 20))
    turn = math.degrees(math.atan2(after.y - before.y, after.x - before.x))
    return Bridge((round(middle.x), round(middle.y)), round(turn), wet)
