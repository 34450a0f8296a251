"""Reads the hand data of a map and the pack facts that it draws; nothing is computed here."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from mapgen.naturalearth import Point
from mapgen.plane import Plane, Stretch
from sealed.games.popular_front.pack import Link, load

DESIGN = Path(__file__).parent / "popular_front.toml"


@dataclass(frozen=True, slots=True)
class Screen:
    """A class of screens: its dp for a unit when the map fits, and the size of its labels in sp."""

    name: str
    scale: float
    letters: float


@dataclass(frozen=True, slots=True)
class PlacedCity:
    """A city of the pack where the map puts it, in whole units."""

    name: str
    display: str
    value: int
    star: bool
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Design:
    """A map's plane, its hand data by table of the file, its cities and links in the pack's order."""

    plane: Plane
    table: dict
    cities: tuple[PlacedCity, ...]
    links: tuple[Link, ...]
    screens: tuple[Screen, ...]

    def units(self, kilometres: float) -> float:
        """Units for a length in kilometres."""
        return kilometres / self.plane.kilometres

    def place(self, degrees: list[float]) -> Point:
        """The point of a place of the hand data."""
        return self.plane.point((degrees[0], degrees[1]))

    def focus(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top of what a fitted map shows, along the frame's middle lines."""
        west, south, east, north = self.table["focus"]
        frame = self.table["frame"]
        meridian, parallel = (frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2
        point = self.plane.point
        return (
            point((west, parallel))[0],
            point((meridian, south))[1],
            point((east, parallel))[0],
            point((meridian, north))[1],
        )


def read_design(path: Path = DESIGN) -> Design:
    """Reads a map's hand data; raises KeyError for a city of the pack that has no place on the map."""
    table = tomllib.loads(path.read_text("utf-8"))
    stretches = [Stretch(**stretch) for stretch in table["stretches"]]
    first, second = table["parallels"]
    plane = Plane(table["width"], table["frame"], (first, second), stretches)
    pack = load()

    def placed(name: str) -> tuple[int, int]:
        x, y = plane.point(tuple(table["cities"][name]))
        return round(x), round(y)

    return Design(
        plane=plane,
        table=table,
        cities=tuple(
            PlacedCity(city.name, city.display, city.value, city.star, placed(city.name))
            for city in pack.cities
        ),
        links=pack.links,
        screens=tuple(Screen(**screen) for screen in table["screens"]),
    )
