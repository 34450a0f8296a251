"""How a coat looks as triangles around the origin: shape, rim, pattern; and the small signs beside pieces.

No toolkit: the map bakes these into its picture atlas, cards and tracks draw them as meshes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from sealed_client.screens.components.soft_shapes import (
    Point,
    Soft,
    band,
    circle,
    dashes,
    filled,
    merged,
    moved,
    rounded,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed_client.presenters.scene import Coat, Pattern, Shape, Sign

RIM = "#2f281d"
"""The dark edge of every piece, in both themes."""
RING = "#f6efdd"
"""The light line within it."""
_CLEAR = 0.58
"""Share of the radius that a pattern leaves free for what is written there."""


class Layer(NamedTuple):
    """A shape, its colour (``#rrggbb``) and opacity; layers are drawn in their order."""

    colour: str
    opacity: float
    soft: Soft


def outline(shape: Shape, radius: float) -> list[Point]:
    """Return the outline of a shape whose width is twice the radius, against the clock."""
    if shape == "octagon":
        reach = radius / math.cos(math.pi / 8)
        angles = [math.tau * (corner + 0.5) / 8 for corner in range(8)]
        return [(reach * math.cos(angle), reach * math.sin(angle)) for angle in angles]
    if shape == "rounded":
        return rounded(2 * radius, 2 * radius, radius * 0.3)
    if shape == "cut":
        near, far = radius * 0.62, radius
        quarter = ((far, -near), (far, near), (near, far), (-near, far))
        return [*quarter, *((-x, -y) for x, y in quarter)]
    return circle(radius, 40)


def coat_layers(coat: Coat, radius: float, feather: float, *, shadow: bool = True) -> tuple[Layer, ...]:
    """Return a piece without its writing; ``feather`` is a pixel in the radius' unit."""
    layers: list[Layer] = []
    if shadow:
        fall = moved(filled(outline(coat.shape, radius * 1.02), radius * 0.22), 0.0, -radius * 0.11)
        layers.append(Layer(RIM, 0.36, fall))
    layers.append(Layer(RIM, 1.0, filled(outline(coat.shape, radius), feather)))
    layers.append(Layer(coat.fill, 1.0, filled(outline(coat.shape, radius * 0.9), feather)))
    ring = band(outline(coat.shape, radius * 0.79), max(radius * 0.075, feather), feather)
    pattern = _PATTERNS[coat.pattern](radius, feather)
    if pattern.indices:
        layers.append(Layer(coat.ink, 1.0, pattern))
        if coat.pattern in {"slants", "dots"}:
            layers.append(Layer(coat.fill, 1.0, filled(circle(radius * _CLEAR), feather)))
    layers.append(Layer(RING, 0.92, ring))
    return tuple(layers)


def ring_layers(
    shape: Shape, radius: float, feather: float, *, gap: float, width: float, paper: str, colour: str
) -> tuple[Layer, ...]:
    """Return a coloured ring around a piece of that radius with a paper gap between."""
    inner = filled(outline(shape, radius + gap + width * 0.25), feather)
    ring = band(outline(shape, radius + gap + width / 2), width, feather)
    edge = band(outline(shape, radius + gap + width), feather, feather)
    return Layer(paper, 1.0, inner), Layer(paper, 0.7, edge), Layer(colour, 1.0, ring)


def dashed_layers(
    shape: Shape, radius: float, feather: float, *, width: float, paper: str, colour: str
) -> tuple[Layer, ...]:
    """Return a dashed ring around a piece of that radius, on a light band of its own."""
    path = outline(shape, radius + width)
    ground = band(path, width * 1.7, feather)
    return Layer(paper, 0.85, ground), Layer(colour, 1.0, dashes(path, width, feather, 12))


def sign_layers(
    sign: Sign, radius: float, feather: float, *, ground: str, ink: str, edge: str
) -> tuple[Layer, ...]:
    """Return a small round sign: plus to add, arrow to enter, cross to attack, tick to take."""
    return (
        Layer(edge, 1.0, filled(circle(radius * 1.14), feather)),
        Layer(ground, 1.0, filled(circle(radius), feather)),
        Layer(ink, 1.0, _SIGNS[sign](radius, feather)),
    )


def _plain(_radius: float, _feather: float) -> Soft:
    return Soft((), ())


def _slants(radius: float, feather: float) -> Soft:
    reach, diagonal = radius * 0.74, math.sqrt(0.5)
    parts = []
    for across in (-0.78, -0.26, 0.26, 0.78):
        aside = across * reach
        half = math.sqrt(reach * reach - aside * aside) * diagonal
        x, y = aside * diagonal, -aside * diagonal
        ends = [(x - half, y - half), (x + half, y + half)]
        parts.append(band(ends, max(radius * 0.09, feather), feather, closed=False))
    return merged(parts)


def _dots(radius: float, feather: float) -> Soft:
    reach = radius * 0.66
    angles = [math.tau * step / 8 for step in range(8)]
    dot = filled(circle(radius * 0.1, 12), feather)
    return merged(moved(dot, reach * math.sin(angle), reach * math.cos(angle)) for angle in angles)


def _bar(radius: float, feather: float) -> Soft:
    return _strokes(radius, feather, [((-0.55, 0.56), (0.55, 0.56))], 0.22)


def _uprights(radius: float, feather: float) -> Soft:
    places = [-0.5, -0.25, 0.0, 0.25, 0.5]
    return _strokes(radius, feather, [((x, 0.46), (x, 0.68)) for x in places], 0.1)


def _lines(radius: float, feather: float) -> Soft:
    return _strokes(radius, feather, [((-0.55, y), (0.55, y)) for y in (0.62, 0.42)], 0.09)


def _strokes(radius: float, feather: float, lines: list[tuple[Point, Point]], width: float) -> Soft:
    return merged(
        band([(x * radius, y * radius) for x, y in line], width * radius, feather, closed=False)
        for line in lines
    )


def _plus(radius: float, feather: float) -> Soft:
    return _strokes(radius, feather, [((-0.46, 0), (0.46, 0)), ((0, -0.46), (0, 0.46))], 0.22)


def _arrow(radius: float, feather: float) -> Soft:
    head = [(0.56 * radius, 0.0), (0.02 * radius, 0.46 * radius), (0.02 * radius, -0.46 * radius)]
    return merged((_strokes(radius, feather, [((-0.54, 0), (0.1, 0))], 0.24), filled(head, feather)))


def _attack(radius: float, feather: float) -> Soft:
    return _strokes(radius, feather, [((-0.4, -0.4), (0.4, 0.4)), ((-0.4, 0.4), (0.4, -0.4))], 0.22)


def _check(radius: float, feather: float) -> Soft:
    line = [(-0.46 * radius, 0.02 * radius), (-0.12 * radius, -0.34 * radius), (0.48 * radius, 0.38 * radius)]
    return band(line, 0.22 * radius, feather, closed=False)


_PATTERNS: dict[Pattern, Callable[[float, float], Soft]] = {
    "plain": _plain,
    "slants": _slants,
    "dots": _dots,
    "bar": _bar,
    "uprights": _uprights,
    "lines": _lines,
}
_SIGNS: dict[Sign, Callable[[float, float], Soft]] = {
    "plus": _plus,
    "arrow": _arrow,
    "attack": _attack,
    "check": _check,
}
