"""Puts a map together and writes it: the form is described in FORMAT.md, equal input gives equal bytes."""

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from mapgen.arcs import Borders, Whole, borders_of, ring_points
from mapgen.design import DESIGN, Design
from mapgen.ground import SEA, cover
from mapgen.links import Way, ways_of
from mapgen.naturalearth import EXTRACT, NaturalEarth
from mapgen.places import label_sides, slots_of
from mapgen.scenery import Band, Scenery, scenery_of
from mapgen.triangles import triangles_of
from sealed.games.popular_front.pack import load

FORMAT = 1
CREDIT = "Made with Natural Earth."


def made_from() -> str:
    """SHA-256 (hex) over the hand data, the extract, and the places and links of the pack."""
    pack = load()
    facts = [(city.name, city.display, city.value, city.star) for city in pack.cities]
    links = [(link.a, link.b, link.kind, link.river) for link in pack.links]
    content = DESIGN.read_bytes() + EXTRACT.read_bytes() + repr((facts, links)).encode()
    return sha256(content).hexdigest()


def written_map(design: Design, earth: NaturalEarth) -> str:
    """The text of the map file that the client reads."""
    borders = borders_of(cover(design, earth), {city.name for city in design.cities})
    scenery = scenery_of(design, earth, borders)
    ways = ways_of(design, earth, borders)
    plane = design.plane
    rose = design.table["rose"]
    return _laid_out(
        {
            "format": FORMAT,
            "title": design.table["title"],
            "credit": CREDIT,
            "made_from": made_from(),
            "size": [plane.width, plane.height],
            "focus": _rounded(design.focus()),
            "slot": round(design.units(design.table["slot"])),
            "rose": [*_rounded(design.place(rose["at"])), round(design.units(rose["radius"]))],
            "screens": [
                {"name": screen.name, "scale": screen.scale, "letters": screen.letters}
                for screen in design.screens
            ],
            "seas": [
                {
                    "key": key,
                    "at": _rounded(design.place(sea["at"])),
                    "size": sea["size"],
                    "turn": sea["turn"],
                }
                for key, sea in design.table["seas"].items()
            ],
            "cities": _cities(design, borders, ways),
            "ways": [_way(way) for way in ways],
            "arcs": [[*arc.owners, _steps(arc.points)] for arc in borders.arcs],
            "spaces": _spaces(design, borders),
            "bands": [_band(band) for band in scenery.bands],
            **_small_things(scenery),
        }
    )


def _rounded(numbers: Iterable[float]) -> list[int]:
    return [round(number) for number in numbers]


def _steps(points: Iterable[Whole]) -> list[int]:
    # x, y of the first point, then differences from point to point.
    flat: list[int] = []
    x0 = y0 = 0
    for x, y in points:
        flat += [x - x0, y - y0]
        x0, y0 = x, y
    return flat


def _differences(triangles: Iterable[tuple[int, int, int]]) -> list[int]:
    flat = [corner for triangle in triangles for corner in triangle]
    return [corner - before for before, corner in zip([0, *flat], flat, strict=False)]


def _cities(design: Design, borders: Borders, ways: list[Way]) -> list[dict[str, Any]]:
    sides = {screen.name: label_sides(design, ways, screen) for screen in design.screens}
    ranked = sorted(
        range(len(design.cities)),
        key=lambda number: (-design.cities[number].star, -design.cities[number].value, number),
    )
    entries = []
    for number, city in enumerate(design.cities):
        slots = slots_of(design, borders, city)
        entries.append(
            {
                "name": city.name,
                "rank": ranked.index(number),
                "at": city.at,
                "slots": slots.centres,
                **({"tray": slots.tray} if slots.tray else {}),
                "sides": {name: chosen[number] for name, chosen in sides.items()},
            }
        )
    return entries


def _way(way: Way) -> dict[str, Any]:
    sign = way.bridge
    return {
        "cities": [way.first, way.second],
        "kind": way.kind,
        "line": _steps(way.points),
        **({"bridge": [*sign.at, sign.turn, int(sign.wet)]} if sign else {}),
    }


def _spaces(design: Design, borders: Borders) -> dict[str, dict[str, Any]]:
    cities = {city.name for city in design.cities}
    spaces = {}
    for name, polygons in borders.rings.items():
        kind = SEA if name == SEA else "city" if name in cities else "neutral"
        points = [[ring_points(borders.arcs, ring) for ring in rings] for rings in polygons]
        # The sea is the ground of the picture, so it needs no triangles.
        triangles = [] if kind == SEA else _differences(triangles_of(points))
        spaces[name] = {"kind": kind, "rings": polygons, "triangles": triangles}
    return spaces


def _band(band: Band) -> dict[str, Any]:
    return {
        "name": band.name,
        "shapes": [[_steps(ring) for ring in rings] for rings in band.shapes],
        "triangles": _differences(triangles_of(band.shapes)),
    }


def _small_things(scenery: Scenery) -> dict[str, Any]:
    return {
        "streams": [[int(stream.great), _steps(stream.points)] for stream in scenery.streams],
        "mountains": scenery.mountains,
    }


def _laid_out(content: dict[str, Any]) -> str:
    # One line for each item, so that a change of one border is a change of a few lines.
    return "{\n" + ",\n".join(f'"{key}": {_block(value)}' for key, value in content.items()) + "\n}\n"


def _block(value: object) -> str:
    if isinstance(value, dict):
        return "{\n" + ",\n".join(f'"{key}": {_compact(one)}' for key, one in value.items()) + "\n}"
    if isinstance(value, list) and value and isinstance(value[0], list | dict):
        return "[\n" + ",\n".join(map(_compact, value)) + "\n]"
    return _compact(value)


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
