"""The compass rose as triangles: eight points, each of a dark and a light half."""

import math

from sealed_client.maps.board_map import Rose

Triangle = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]

_WAIST = 0.19
_SHORT = 0.62


def rose_halves(rose: Rose) -> tuple[tuple[Triangle, bool], ...]:
    """Triangles in units, back to front, each with whether it is the dark half of its point."""
    halves = []
    for reach, first in ((_SHORT, math.pi / 4), (1.0, 0.0)):
        for quarter in range(4):
            angle = first + quarter * math.pi / 2
            halves += [(_half(rose, angle, reach, side), side > 0) for side in (1, -1)]
    return tuple(halves)


def _half(rose: Rose, angle: float, reach: float, side: int) -> Triangle:
    x, y = rose.at
    along, aside = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    waist = rose.radius * _WAIST
    corner = (x + (along[0] + side * aside[0]) * waist, y + (along[1] + side * aside[1]) * waist)
    tip = (x + along[0] * rose.radius * reach, y + along[1] * rose.radius * reach)
    return (x, y), corner, tip
