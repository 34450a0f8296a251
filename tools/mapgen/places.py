"""Where labels stand on each screen, and where disks lie: slots inside the cell or on a tray."""

import math
import random
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO

import shapely
from PIL import ImageFont
from shapely.affinity import rotate
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot

from mapgen.arcs import Borders, Whole
from mapgen.design import Design, PlacedCity, Screen
from mapgen.ground import SEED
from mapgen.links import Way
from sealed_client.maps.label_places import SIDES, Box, label_box, label_size, overlaps, stack_box
from sealed_client.pictures.picture_words import sea_word

_MEASURED_AT = 200
"""Pixels: large enough for widths without the rounding of hinting."""
_TURNS = 8
_SHIFTS = (0.0, 0.4, 0.8, 1.2)
"""Distances from the city to the middle of its slots, in slots."""
_WAYS = 12
_SPREAD = 0.6
_TRAY = 1.25

_STARTS = 24
_PASSES = 30
_CLASH = 1000.0
_BRIDGE = 9.0
_SAMPLE = 5.0
_BRIDGE_HALF = 8.0


@dataclass(frozen=True, slots=True)
class Slots:
    """The three places of a city for disks, and its tray (middle, radius) where its land is too narrow."""

    centres: list[Whole]
    tray: tuple[int, int, int] | None


def slots_of(design: Design, borders: Borders, city: PlacedCity) -> Slots:
    """Turns and shifts the triangle of slots until all lie on the city's own land; else gives it a tray."""
    size = design.units(design.table["slot"])
    cell = borders.areas[city.name]
    shapely.prepare(cell)
    for shift in _SHIFTS:
        for way in range(_WAYS if shift else 1):
            angle = math.tau * way / _WAYS
            middle = (
                city.at[0] + shift * size * math.cos(angle),
                city.at[1] + shift * size * math.sin(angle),
            )
            for turn in range(_TURNS):
                centres = _triangle(middle, size, turn)
                if all(cell.contains(Spot(centre).buffer(size / 2)) for centre in centres):
                    return Slots(centres, None)
    return Slots(_triangle(city.at, size, 0), (*city.at, round(size * _TRAY)))


def _triangle(middle: tuple[float, float], size: float, turn: int) -> list[Whole]:
    angles = [math.pi / 2 + math.tau * (turn / _TURNS + corner) / 3 for corner in range(3)]
    x, y = middle
    reach = size * _SPREAD
    return [(round(x + reach * math.cos(angle)), round(y + reach * math.sin(angle))) for angle in angles]


@cache
def _font(face: str = "BarlowCondensed-SemiBold") -> ImageFont.FreeTypeFont:
    file = resources.files("sealed_client") / "assets" / "fonts" / f"{face}.ttf"
    return ImageFont.truetype(BytesIO(file.read_bytes()), _MEASURED_AT)


def label_sizes(design: Design, letters: float) -> tuple[tuple[float, float], ...]:
    """Width and height in dp of every city's label at a size in sp, in the type of the board."""
    return tuple(
        label_size(
            _font().getlength(city.display.upper()) / _MEASURED_AT * letters,
            letters,
            city.value,
            star=city.star,
        )
        for city in design.cities
    )


def label_sides(design: Design, ways: list[Way], screen: Screen) -> list[str]:
    """The side of each city's label at a screen's scale, in the pack's order.

    Raises:
        ValueError: if labels collide wherever they stand; move a city or make the letters smaller.
    """
    boxes = _candidates(design, screen)
    own = _own_costs(design, ways, screen, boxes)
    chance = random.Random(SEED)
    found = min((_settled(boxes, own, chance) for _ in range(_STARTS)), key=lambda one: one[0])
    if found[0] >= _CLASH:
        collisions = _collisions(design, boxes, found[1], screen.scale)
        raise ValueError(f"labels collide on the screen {screen.name}: {collisions}")
    return [SIDES[side] for side in found[1]]


def _candidates(design: Design, screen: Screen) -> list[list[Box]]:
    sizes = label_sizes(design, screen.letters)
    return [
        [
            label_box(stack_box((city.at[0] * screen.scale, city.at[1] * screen.scale)), side, size)
            for side in SIDES
        ]
        for city, size in zip(design.cities, sizes, strict=True)
    ]


def _own_costs(design: Design, ways: list[Way], screen: Screen, boxes: list[list[Box]]) -> list[list[float]]:
    # What a label pays by itself: other cities' disks, seas, the edge, bridges and roads under it.
    scale = screen.scale
    disks = [stack_box((city.at[0] * scale, city.at[1] * scale)) for city in design.cities]
    bridges = [
        (x - _BRIDGE_HALF, y - _BRIDGE_HALF, x + _BRIDGE_HALF, y + _BRIDGE_HALF)
        for way in ways
        if way.bridge
        for x, y in [(way.bridge.at[0] * scale, way.bridge.at[1] * scale)]
    ]
    seas = [_sea_word(design, sea, key, scale) for key, sea in design.table["seas"].items()]
    left, bottom, right, top = (edge * scale for edge in design.focus())
    roads = [spot for way in ways for spot in _samples(way, scale)]

    def cost(number: int, side: int, box: Box) -> float:
        strangers = sum(overlaps(box, disk) for other, disk in enumerate(disks) if other != number)
        crossed = sum(overlaps(box, bridge) for bridge in bridges)
        under = sum(box[0] < x < box[2] and box[1] < y < box[3] for x, y in roads)
        cut = box[0] < left or box[1] < bottom or box[2] > right or box[3] > top
        strangers += sum(word.intersects(shapely.box(*box)) for word in seas)
        return _CLASH * (strangers + cut) + _BRIDGE * crossed + under + 0.4 * side

    return [[cost(number, side, box) for side, box in enumerate(one)] for number, one in enumerate(boxes)]


def _sea_word(design: Design, sea: dict, key: str, scale: float) -> Polygon:
    # The longer of both languages' words, turned as it is written.
    face = _font("CormorantGaramond-BoldItalic")
    words = [sea_word(key, language) for language in ("en", "es")]
    width = max(face.getlength(word) for word in words) / _MEASURED_AT * sea["size"]
    x, y = (place * scale for place in design.place(sea["at"]))
    half = sea["size"] * 0.5
    return rotate(shapely.box(x - width / 2, y - half, x + width / 2, y + half), sea["turn"])


def _samples(way: Way, scale: float) -> list[tuple[float, float]]:
    line = LineString([(x * scale, y * scale) for x, y in way.points])
    return [line.interpolate(step * _SAMPLE).coords[0] for step in range(int(line.length / _SAMPLE) + 1)]


def _settled(
    boxes: list[list[Box]], own: list[list[float]], chance: random.Random
) -> tuple[float, list[int]]:
    # Each label in turn takes its cheapest side beside the others, until none would move.
    sides = [chance.randrange(len(SIDES)) for _ in boxes]
    order = list(range(len(boxes)))
    chance.shuffle(order)

    def price(number: int, side: int) -> float:
        mine = boxes[number][side]
        clashes = sum(
            overlaps(mine, boxes[other][sides[other]]) for other in range(len(boxes)) if other != number
        )
        return own[number][side] + _CLASH * clashes

    for _ in range(_PASSES):
        before = list(sides)
        for number in order:
            sides[number] = min(range(len(SIDES)), key=lambda side: price(number, side))
        if sides == before:
            break
    return sum(price(number, side) for number, side in enumerate(sides)), sides


def _collisions(design: Design, boxes: list[list[Box]], sides: list[int], scale: float) -> str:
    chosen = [boxes[number][side] for number, side in enumerate(sides)]
    disks = [stack_box((city.at[0] * scale, city.at[1] * scale)) for city in design.cities]
    names = [city.name for city in design.cities]
    pairs = [
        f"{names[one]} and {names[other]}"
        for one in range(len(chosen))
        for other in range(one)
        if overlaps(chosen[one], chosen[other])
    ]
    covered = [
        f"{names[one]} over the disks of {names[other]}"
        for one, box in enumerate(chosen)
        for other, disk in enumerate(disks)
        if one != other and overlaps(box, disk)
    ]
    return ", ".join(pairs + covered) or "labels over seas or the edge"
