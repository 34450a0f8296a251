"""The arrows of attacks and moves in question, as layers in pixels from the plane's origin."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sealed_client.screens.board.overlay_plan import bow
from sealed_client.screens.components.coat_shapes import Layer
from sealed_client.screens.components.soft_shapes import band, filled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed_client.presenters.scene import Arrow
    from sealed_client.screens.board.overlay_plan import Setting
    from sealed_client.screens.board.recipes import Ink

_WIDTH, _EDGE, _HEAD = 5.0, 1.8, 9.5

Point = tuple[float, float]


def arrow_layers(arrows: Sequence[Arrow], setting: Setting, ink: Ink, dot: float) -> Iterator[Layer]:
    """Yield every arrow, each with a light edge; hostile ones in the colour of attack."""
    for arrow in arrows:
        clear = setting.radius + 4
        line = bow(setting.middle(arrow.origin), setting.middle(arrow.target), clear)
        if line:
            points = [(x * dot, y * dot) for x, y in line]
            yield from _arrow(points, ink.bad if arrow.hostile else ink.sea, ink.board.pill, dot)


def _arrow(points: list[Point], colour: str, paper: str, dot: float) -> Iterator[Layer]:
    tip, before = points[-1], points[-3]
    length = math.dist(tip, before) or 1.0
    x, y = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    head = _HEAD * dot
    shaft = [point for point in points if math.dist(point, tip) > head * 0.9]
    for grown, paint in ((_EDGE * dot, paper), (0.0, colour)):
        if len(shaft) > 1:  # between near neighbours there is room for the head alone
            yield Layer(paint, 1.0, band(shaft, _WIDTH * dot + 2 * grown, 1.0, closed=False))
        reach, half = head * 1.5 + grown, head * 0.78 + grown * 1.6
        foot = (tip[0] - x * reach, tip[1] - y * reach)
        end = (tip[0] + x * grown * 1.6, tip[1] + y * grown * 1.6)
        corners = [end, (foot[0] - y * half, foot[1] + x * half), (foot[0] + y * half, foot[1] - x * half)]
        yield Layer(paint, 1.0, filled(corners, 1.0))
