"""A board map as read from its file: spaces with their triangles, borders, water, ways, cities.

The file's form is written down in ``tools/mapgen/FORMAT.md``. Numbers are whole units, y up; lines and
triangles are stored as running differences.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import accumulate
from typing import Literal, cast

Whole = tuple[int, int]
Line = tuple[Whole, ...]
Kind = Literal["sea", "neutral", "city"]

FORMAT = 1
SEA = "sea"


class MapFileError(ValueError):
    """The installed map cannot be used; says which map and what to do."""


@dataclass(frozen=True, slots=True)
class Area:
    """Polygons by their rings (first the outer one, against the clock; then holes, with the clock).

    ``points`` are those of all rings in order, no ring repeating its first point; ``triangles`` are indices
    into them, three for each triangle, and cover the polygons exactly.
    """

    polygons: tuple[tuple[Line, ...], ...]
    points: Line
    triangles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Space:
    """The sea, a neutral country, or the cell of a city; the inside is on the left of every ring.

    The sea has no triangles: it is the ground on which everything else is drawn. ``box`` is left, bottom,
    right, top.
    """

    name: str
    kind: Kind
    area: Area
    box: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Border:
    """A line between two spaces by name; ``kind`` is coast, cell, frontier (of home), foreign or edge.

    An edge lies on the frame and is never drawn.
    """

    owners: tuple[str, str]
    kind: Literal["coast", "frontier", "foreign", "cell", "edge"]
    line: Line


@dataclass(frozen=True, slots=True)
class Band:
    """A patch of water: depths (``d200`` to ``d3000``), then shallows from the farthest to the nearest."""

    name: str
    area: Area


@dataclass(frozen=True, slots=True)
class Stream:
    """A piece of a river."""

    great: bool
    line: Line


@dataclass(frozen=True, slots=True)
class Bridge:
    """The sign of a river road; ``turn`` is the road's direction, degrees against the clock from east.

    Where it is not ``wet`` no drawn river passes, and the sign brings a short stream of its own.
    """

    at: Whole
    turn: int
    wet: bool


@dataclass(frozen=True, slots=True)
class Way:
    """The drawn link of two cities by index; sea lanes are drawn under the land."""

    first: int
    second: int
    kind: Literal["road", "river", "sea"]
    line: Line
    bridge: Bridge | None


@dataclass(frozen=True, slots=True)
class City:
    """A city by its index in the pack; ``rank`` 0 is the most important, whose label stays longest.

    ``slots`` are the middles of its three places for disks, used from about three times the fitted zoom.
    With a ``tray`` they do not all fit on the city's own land and stand on a paper disc (its middle and
    radius). ``sides`` tells for each screen on which side of the city its label stands (``n``, ``ne`` ...).
    """

    index: int
    name: str
    rank: int
    at: Whole
    slots: tuple[Whole, Whole, Whole]
    tray: tuple[int, int, int] | None
    sides: dict[str, str]


@dataclass(frozen=True, slots=True)
class SeaName:
    """The place of a sea's word; ``size`` in sp, ``turn`` in degrees against the clock."""

    key: str
    at: Whole
    size: float
    turn: int


@dataclass(frozen=True, slots=True)
class Rose:
    """The compass."""

    at: Whole
    radius: int


@dataclass(frozen=True, slots=True)
class Screen:
    """The dp for a unit at which a class of screens shows the whole map, and its label size in sp."""

    name: str
    scale: float
    letters: float


@dataclass(frozen=True, slots=True)
class BoardMap:
    """A whole map; ``focus`` (left, bottom, right, top) is what a screen shows when the map is fitted."""

    title: str
    width: int
    height: int
    focus: tuple[int, int, int, int]
    slot: int
    spaces: tuple[Space, ...]
    borders: tuple[Border, ...]
    bands: tuple[Band, ...]
    streams: tuple[Stream, ...]
    mountains: tuple[tuple[int, int, int], ...]
    ways: tuple[Way, ...]
    cities: tuple[City, ...]
    seas: tuple[SeaName, ...]
    rose: Rose
    screens: tuple[Screen, ...]


@cache
def read_map(title: str) -> BoardMap:
    """Reads the installed map of a title (``popular-front``) once.

    Raises:
        MapFileError: if there is none, or if another version of the program wrote it.
    """
    name = title.replace("-", "_") + ".json"
    try:
        text = (resources.files("sealed_client") / "assets" / "maps" / name).read_text("utf-8")
    except FileNotFoundError as error:
        raise MapFileError(f"there is no map of {title}; install the program again") from error
    return decoded(json.loads(text))


def decoded(content: dict) -> BoardMap:  # type: ignore[type-arg]
    """The map that a parsed file describes.

    Raises:
        MapFileError: if the file is of another version.
    """
    if content.get("format") != FORMAT:
        raise MapFileError("the map file is of another version; install the program again")
    lines = tuple(line_of(arc[2]) for arc in content["arcs"])
    spaces = tuple(_space(name, entry, lines) for name, entry in content["spaces"].items())
    kinds = {space.name: space.kind for space in spaces}
    return BoardMap(
        title=content["title"],
        width=content["size"][0],
        height=content["size"][1],
        focus=tuple(content["focus"]),
        slot=content["slot"],
        spaces=spaces,
        borders=tuple(
            Border((one, other), _border_kind(kinds, one, other), line)
            for (one, other, _), line in zip(content["arcs"], lines, strict=True)
        ),
        bands=tuple(Band(entry["name"], _patch(entry)) for entry in content["bands"]),
        streams=tuple(Stream(bool(great), line_of(flat)) for great, flat in content["streams"]),
        mountains=tuple((x, y, half) for x, y, half in content["mountains"]),
        ways=tuple(_way(entry) for entry in content["ways"]),
        cities=tuple(_city(index, entry) for index, entry in enumerate(content["cities"])),
        seas=tuple(
            SeaName(entry["key"], _pair(entry["at"]), entry["size"], entry["turn"])
            for entry in content["seas"]
        ),
        rose=Rose(_pair(content["rose"]), content["rose"][2]),
        screens=tuple(Screen(**entry) for entry in content["screens"]),
    )


def line_of(flat: list[int]) -> Line:
    """The points of a line stored as x, y and then differences."""
    return tuple(zip(accumulate(flat[0::2]), accumulate(flat[1::2]), strict=True))


def _pair(numbers: list[int]) -> Whole:
    return numbers[0], numbers[1]


def _ring(lines: tuple[Line, ...], numbers: list[int]) -> Line:
    points: list[Whole] = []
    for number in numbers:
        line = lines[number] if number >= 0 else lines[~number][::-1]
        points.extend(line[:-1])
    return tuple(points)


def _area(polygons: tuple[tuple[Line, ...], ...], triangles: list[int]) -> Area:
    points = tuple(point for rings in polygons for ring in rings for point in ring)
    return Area(polygons, points, tuple(accumulate(triangles)))


def _space(name: str, entry: dict, lines: tuple[Line, ...]) -> Space:  # type: ignore[type-arg]
    polygons = tuple(tuple(_ring(lines, ring) for ring in rings) for rings in entry["rings"])
    area = _area(polygons, entry["triangles"])
    xs, ys = [x for x, _ in area.points], [y for _, y in area.points]
    return Space(name, entry["kind"], area, (min(xs), min(ys), max(xs), max(ys)))


def _patch(entry: dict) -> Area:  # type: ignore[type-arg]
    polygons = tuple(tuple(line_of(ring) for ring in rings) for rings in entry["shapes"])
    return _area(polygons, entry["triangles"])


def _border_kind(
    kinds: dict[str, Kind], one: str, other: str
) -> Literal["coast", "frontier", "foreign", "cell", "edge"]:
    if not one:
        return "edge"
    met = {kinds[one], kinds[other]}
    if SEA in met:
        return "coast"
    if met == {"city"}:
        return "cell"
    return "frontier" if "city" in met else "foreign"


def _way(entry: dict) -> Way:  # type: ignore[type-arg]
    first, second = entry["cities"]
    sign = entry.get("bridge")
    bridge = Bridge(_pair(sign), sign[2], bool(sign[3])) if sign else None
    return Way(first, second, entry["kind"], line_of(entry["line"]), bridge)


def _city(index: int, entry: dict) -> City:  # type: ignore[type-arg]
    tray = entry.get("tray")
    return City(
        index=index,
        name=entry["name"],
        rank=entry["rank"],
        at=_pair(entry["at"]),
        slots=cast("tuple[Whole, Whole, Whole]", tuple(map(_pair, entry["slots"]))),
        tray=tuple(tray) if tray else None,
        sides=entry["sides"],
    )
