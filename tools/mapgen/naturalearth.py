"""Reads the committed extract of Natural Earth: every point is (longitude, latitude) in degrees."""

import gzip
import json
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

EXTRACT = Path(__file__).parent / "data" / "iberia.json.gz"

Point = tuple[float, float]
Ring = list[Point]
Shape = list[Ring]
"""A polygon: its outer ring, then its holes."""


@dataclass(frozen=True, slots=True)
class River:
    """A river's line with its local name ("" where unnamed) and its rank; smaller is greater."""

    name: str
    rank: int
    line: Ring


@dataclass(frozen=True, slots=True)
class NaturalEarth:
    """The layers of a theatre; ``depths`` from the 200 m contour downwards, ``ranges`` with their names."""

    countries: dict[str, list[Shape]]
    rivers: list[River]
    depths: dict[str, list[Shape]]
    ranges: list[tuple[str, Ring]]


def read_extract(path: Path = EXTRACT) -> NaturalEarth:
    """Reads an extract that `mapgen.extract` wrote."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        content = json.load(stream)
    arcs = [_placed(arc, content["scale"], content["translate"]) for arc in content["arcs"]]
    return NaturalEarth(
        countries={
            name: [[_joined(arcs, ring) for ring in rings] for rings in shapes]
            for name, shapes in sorted(content["countries"].items())
        },
        rivers=[River(name, rank, _degrees(flat)) for name, rank, flat in content["rivers"]],
        depths={
            name: [[_degrees(ring) for ring in rings] for rings in shapes]
            for name, shapes in content["depths"].items()
        },
        ranges=[(name, _degrees(ring)) for name, ring in content["ranges"]],
    )


def _placed(steps: list[list[int]], scale: list[float], translate: list[float]) -> Ring:
    xs, ys = accumulate(step[0] for step in steps), accumulate(step[1] for step in steps)
    return [(x * scale[0] + translate[0], y * scale[1] + translate[1]) for x, y in zip(xs, ys, strict=True)]


def _joined(arcs: list[Ring], numbers: list[int]) -> Ring:
    # ~n is arc n backwards; consecutive arcs share the point where they meet.
    ring: Ring = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        ring.extend(arc[1:] if ring else arc)
    return ring


def _degrees(flat: list[int]) -> Ring:
    xs, ys = accumulate(flat[0::2]), accumulate(flat[1::2])
    return [(x / 1000, y / 1000) for x, y in zip(xs, ys, strict=True)]
