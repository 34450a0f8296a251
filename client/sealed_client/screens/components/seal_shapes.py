"""The seal as triangles: a scalloped disc whose rim and sign say how far a check has come. No toolkit."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sealed_client.screens.components.coat_shapes import Layer
from sealed_client.screens.components.soft_shapes import (
    Point,
    Soft,
    band,
    circle,
    dashes,
    filled,
    merged,
    moved,
)

if TYPE_CHECKING:
    from sealed_client.presenters.scene import SealState

_SCALLOPS = 14
_DEPTH = 0.055


class SealInks(NamedTuple):
    """The colours of a seal: of its wax when good, of a bad one, of open rims, and of what is on wax."""

    good: str
    bad: str
    open: str
    light: str


def scalloped(radius: float) -> list[Point]:
    """Return the outline of a disc with a waving edge, against the clock."""
    count = _SCALLOPS * 8
    points = []
    for step in range(count):
        angle = math.tau * step / count
        reach = radius * (1 - _DEPTH + _DEPTH * math.cos(_SCALLOPS * angle))
        points.append((reach * math.cos(angle), reach * math.sin(angle)))
    return points


@cache
def seal_layers(state: SealState, radius: float, feather: float, inks: SealInks) -> tuple[Layer, ...]:
    """Return the seal of a state around the origin."""
    if state == "checking":
        rim = dashes(circle(radius * 0.86), max(radius * 0.13, feather), feather, 12)
        dots = merged(
            moved(filled(circle(radius * 0.13, 16), feather), x * radius, 0) for x in (-0.4, 0, 0.4)
        )
        return (Layer(inks.open, 1, merged((rim, dots))),)
    if state == "practice":
        rim = band(scalloped(radius * 0.94), max(radius * 0.12, feather), feather)
        return Layer(inks.open, 1, rim), Layer(inks.open, 1, _stroke(radius, feather, ((-0.4, 0), (0.4, 0))))
    wax = inks.good if state == "verified" else inks.bad
    sign = _tick(radius, feather) if state == "verified" else _cross(radius, feather)
    return (
        Layer(wax, 1, filled(scalloped(radius), feather)),
        Layer(inks.light, 0.75, band(circle(radius * 0.7), max(radius * 0.07, feather), feather)),
        Layer(inks.light, 1, sign),
    )


def _tick(radius: float, feather: float) -> Soft:
    return _stroke(radius, feather, ((-0.34, 0.0), (-0.09, -0.26), (0.36, 0.26)))


def _cross(radius: float, feather: float) -> Soft:
    one = _stroke(radius, feather, ((-0.3, -0.3), (0.3, 0.3)))
    return merged((one, _stroke(radius, feather, ((-0.3, 0.3), (0.3, -0.3)))))


def _stroke(radius: float, feather: float, line: tuple[Point, ...]) -> Soft:
    points = [(x * radius, y * radius) for x, y in line]
    width = max(radius * 0.2, feather)
    cap = filled(circle(width / 2, 12), feather)
    return merged(
        (band(points, width, feather, closed=False), moved(cap, *points[0]), moved(cap, *points[-1]))
    )
