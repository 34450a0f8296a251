"""Clips public-domain layers of Natural Earth to a theatre; run once by hand, its result is committed.

Inputs: ``countries-10m.json`` of the npm package world-atlas 2.0.2 (coasts and frontiers as one topology) and
a clipped set of Natural Earth 1:10m rivers, sea depths and mountain ranges as flat deltas of millidegrees.
Whole arcs and rings are kept when they touch the box: nothing is cut, so shared lines stay shared.
"""

import gzip
import json
import sys
from itertools import accumulate
from pathlib import Path

BOX = (-15.0, 33.0, 9.0, 47.0)
"""West, south, east, north of the Iberian theatre, in degrees."""
DEPTHS = ("d200", "d1000", "d2000", "d3000")
WIDEST = 60.0
"""Degrees; a ring wider than this goes around the antimeridian and is no neighbour of any theatre."""


def extract(countries: Path, layers: Path, output: Path) -> None:
    """Writes the extract as gzip of JSON with sorted keys and no time of day, so that it is reproducible."""
    with gzip.open(layers, "rt", encoding="utf-8") as stream:
        physical = json.load(stream)
    content = {
        "box": BOX,
        **_countries(json.loads(countries.read_text("utf-8"))),
        "depths": {name: [_kept(ring) for ring in physical[name]] for name in DEPTHS},
        "rivers": [river for river in physical["rivers"] if _touches(_degrees(river[2]))],
        "ranges": [
            [name, ring]
            for name, kind, ring in physical["regions"]
            if kind == "Range/mtn" and _touches(_degrees(ring))
        ],
    }
    content["depths"] = {
        name: [rings for rings in found if rings] for name, found in content["depths"].items()
    }
    text = json.dumps(content, separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    output.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def _kept(rings: list[list[int]]) -> list[list[int]]:
    return rings if _touches(_degrees(rings[0])) else []


def _degrees(flat: list[int]) -> list[tuple[float, float]]:
    xs, ys = accumulate(flat[0::2]), accumulate(flat[1::2])
    return [(x / 1000, y / 1000) for x, y in zip(xs, ys, strict=True)]


def _touches(points: list[tuple[float, float]]) -> bool:
    west, south, east, north = BOX
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if max(xs) - min(xs) > WIDEST:
        return False
    return min(xs) < east and max(xs) > west and min(ys) < north and max(ys) > south


def _countries(topology: dict) -> dict:
    scale, translate = topology["transform"]["scale"], topology["transform"]["translate"]

    def placed(arc: int) -> list[tuple[float, float]]:
        steps = topology["arcs"][max(arc, ~arc)]
        xs, ys = accumulate(step[0] for step in steps), accumulate(step[1] for step in steps)
        return [
            (x * scale[0] + translate[0], y * scale[1] + translate[1]) for x, y in zip(xs, ys, strict=True)
        ]

    polygons: dict[str, list[list[list[int]]]] = {}
    for country in topology["objects"]["countries"]["geometries"]:
        shapes = country.get("arcs", [])
        for rings in shapes if country["type"] == "MultiPolygon" else [shapes]:
            if rings and _touches([point for arc in rings[0] for point in placed(arc)]):
                polygons.setdefault(country["properties"]["name"], []).append(rings)
    used = sorted(
        {max(arc, ~arc) for shapes in polygons.values() for rings in shapes for ring in rings for arc in ring}
    )
    number = {arc: index for index, arc in enumerate(used)}
    number |= {~arc: ~index for arc, index in number.items()}
    return {
        "scale": scale,
        "translate": translate,
        "arcs": [topology["arcs"][arc] for arc in used],
        "countries": {
            name: [[[number[arc] for arc in ring] for ring in rings] for rings in shapes]
            for name, shapes in polygons.items()
        },
    }


if __name__ == "__main__":
    extract(*map(Path, sys.argv[1:4]))
