"""Where things stand in the board picture: the projection, the cities, the curves of links, the labels.

Lengths are pixels of the finished picture, from its upper left corner; nothing here needs Pillow.
"""

import json
import math
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from sealed.games.popular_front.board import CITIES
from sealed.games.popular_front.pack import Link, load

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

WIDTH = 1600
HEIGHT = 1200
HEADER = 112
FOOTER = 128
COUNTER = 25
"""Radius of a counter that stands alone in its city."""
SMALL_COUNTER = 17.5
"""Radius of a counter that shares its city with allies."""
PAIR = 2

_WEST = -12.25
_NORTH = 44.22
_SOUTH = 35.92
_SCALE = (HEIGHT - HEADER - FOOTER) / (_NORTH - _SOUTH)
# One degree of longitude in the middle of Spain, measured in degrees of latitude.
_NARROWING = math.cos(math.radians(40.2))
_LABEL_GAP = 7
_STEPS = 48


@dataclass(frozen=True, slots=True)
class CityPlace:
    """A city's centre and the side on which its label stands (n, ne, e ... of the counter)."""

    centre: Point
    label: str


@dataclass(frozen=True, slots=True)
class SeaName:
    """A sea's word, its middle, its type size and its slope in degrees."""

    word: str
    middle: Point
    size: int
    turn: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything placed: cities by index, link curves in the pack's order, outlines, rivers, sea names."""

    cities: tuple[CityPlace, ...]
    curves: tuple[tuple[Point, ...], ...]
    home: tuple[tuple[Point, ...], ...]
    neutral: tuple[tuple[Point, ...], ...]
    rivers: tuple[tuple[Point, ...], ...]
    seas: tuple[SeaName, ...]


def project(place: tuple[float, float]) -> Point:
    """Picture point of a longitude and latitude in degrees."""
    longitude, latitude = place
    return ((longitude - _WEST) * _NARROWING * _SCALE, HEADER + (_NORTH - latitude) * _SCALE)


@cache
def layout() -> Layout:
    """Reads the picture's data files once and places everything."""
    folder = resources.files("sealed_client") / "assets" / "popular_front"
    placed = tomllib.loads(folder.joinpath("layout.toml").read_text("utf-8"))
    outline = json.loads(folder.joinpath("spain_outline.json").read_text("utf-8"))
    cities = tuple(
        CityPlace(project(tuple(placed["cities"][city.name]["at"])), placed["cities"][city.name]["label"])
        for city in CITIES
    )
    controls = {
        name: (project(tuple(first)), project(tuple(second)))
        for name, (first, second) in placed["curves"].items()
    }
    return Layout(
        cities=cities,
        curves=tuple(_curve(link, cities, controls) for link in load().links),
        home=_lines(outline["home"]),
        neutral=_lines(outline["neutral"]),
        rivers=_lines(outline["rivers"]),
        seas=tuple(
            SeaName(word, project(tuple(sea["at"])), sea["size"], sea["turn"])
            for word, sea in placed["seas"].items()
        ),
    )


def _lines(lines: list[list[tuple[float, float]]]) -> tuple[tuple[Point, ...], ...]:
    return tuple(tuple(map(project, line)) for line in lines)


def _curve(
    link: Link, cities: tuple[CityPlace, ...], controls: dict[str, tuple[Point, Point]]
) -> tuple[Point, ...]:
    start, end = cities[link.a].centre, cities[link.b].centre
    named = controls.get(f"{CITIES[link.a].name} - {CITIES[link.b].name}")
    return bezier(start, *(named or _slight_bend(start, end)), end)


def _slight_bend(start: Point, end: Point) -> tuple[Point, Point]:
    # A road that bows by a thirtieth of its length looks drawn, not ruled.
    (x1, y1), (x2, y2) = start, end
    aside = ((y1 - y2) / 30, (x2 - x1) / 30)
    first = (x1 + (x2 - x1) / 3 + aside[0], y1 + (y2 - y1) / 3 + aside[1])
    second = (x1 + (x2 - x1) * 2 / 3 + aside[0], y1 + (y2 - y1) * 2 / 3 + aside[1])
    return first, second


def bezier(a: Point, b: Point, c: Point, d: Point) -> tuple[Point, ...]:
    """Points of a cubic curve from ``a`` to ``d`` with the control points ``b`` and ``c``."""
    points = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x = sum(weight * point[0] for weight, point in zip(weights, (a, b, c, d), strict=True))
        y = sum(weight * point[1] for weight, point in zip(weights, (a, b, c, d), strict=True))
        points.append((x, y))
    return tuple(points)


def counter_centres(city: int, counters: int) -> tuple[tuple[Point, float], ...]:
    """Centre and radius of each of a city's counters: one, two side by side, or three in a triangle."""
    x, y = layout().cities[city].centre
    if counters == 1:
        return (((x, y), COUNTER),)
    half = SMALL_COUNTER + 0.5
    offsets = ((-half, 0.0), (half, 0.0)) if counters == PAIR else ((-half, 13.0), (half, 13.0), (0.0, -17.5))
    return tuple(((x + dx, y + dy), SMALL_COUNTER) for dx, dy in offsets)


def counters_box(city: int, counters: int) -> Box:
    """The box around a city's counters."""
    spots = counter_centres(city, max(counters, 1))
    return (
        min(x - radius for (x, _), radius in spots),
        min(y - radius for (_, y), radius in spots),
        max(x + radius for (x, _), radius in spots),
        max(y + radius for (_, y), radius in spots),
    )


def label_box(city: int, counters: int, width: float, height: float) -> Box:
    """The box of a label of the given size beside a city's counters."""
    place = layout().cities[city]
    left, top, right, bottom = counters_box(city, counters)
    x, y = place.centre
    x0, y0 = x - width / 2, y - height / 2
    inner = COUNTER * 0.55
    if place.label == "e":
        x0 = right + _LABEL_GAP
    elif place.label == "w":
        x0 = left - _LABEL_GAP - width
    elif place.label.endswith("e"):
        x0 = x - inner
    elif place.label.endswith("w"):
        x0 = x + inner - width
    if place.label.startswith("n"):
        y0 = top - _LABEL_GAP / 2 - height
    elif place.label.startswith("s"):
        y0 = bottom + _LABEL_GAP / 2
    return x0, y0, x0 + width, y0 + height
