"""The still part of the map, drawn into a texture larger than the view; panning moves one rectangle.

The texture is drawn again when zoom, theme or size change, or when a pan leaves its margin; when the holders
of some spaces change, only where these lie.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from kivy.graphics import (
    Callback,
    ChangeState,
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    Mesh,
    RenderContext,
    ScissorPop,
    ScissorPush,
)
from kivy.utils import get_color_from_hex

from sealed_client.maps.map_shapes import map_shapes, paints
from sealed_client.screens.board.shaders import AREA_FRAGMENT, MAP_FRAGMENT, MAP_VERTEX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed_client.maps import BoardMap, MapColours
    from sealed_client.maps.map_shapes import Layer

_FORMATS = {
    "area": [(b"v_pos", 2, "float"), (b"v_more", 2, "float")],
    "line": [(b"v_pos", 4, "float"), (b"v_more", 2, "float")],
    "sign": [(b"v_pos", 4, "float"), (b"v_more", 4, "float")],
}
_MARGIN = 0.18
"""Share of the view's width and height that the texture holds beyond each edge."""
_STRETCH = 1.3
"""How far a pinch may stretch the texture before it is drawn again."""

_BESIDE = 6
"""Pixels by which borders and their soft edges reach beyond the land of a space."""

Rect = tuple[float, float, float, float]
Painted = tuple["MapColours", tuple[int, ...]]
Window = tuple[int, int, int, int]
"""Left and lower edge, width and height in pixels of the texture."""


def _changed(before: Painted | None, now: Painted) -> list[int]:
    """Returns the cities that only have another holder now; none if more than that is different."""
    if before is None or before[0] != now[0] or len(before[1]) != len(now[1]):
        return []
    return [city for city, (was, is_now) in enumerate(zip(before[1], now[1], strict=True)) if was != is_now]


def _is_plain(layer: Layer) -> bool:
    return layer.form == "area" and not layer.toned


class MapPicture:
    """Draws a map's layers on demand; lengths and places are pixels at a scale."""

    def __init__(self, board: BoardMap, dot_size: float) -> None:
        """Makes the meshes; ``dot_size`` is pixels for a dp."""
        self.board = board
        self.drawn = 0
        self._dot_size = dot_size
        self._scale = 0.0
        self._origin = (0, 0)
        self._size = (0, 0)
        self._waits = False
        self._boxes = {space.name: space.box for space in board.spaces}
        self._painted: Painted | None = None
        self._colours: dict[str, list[Color]] = {}
        self._seconds: dict[str, list[ChangeState]] = {}
        self.fbo = Fbo(size=(8, 8))
        self._clear = ClearColor(0, 0, 0, 1)
        self._window = ScissorPush(x=0, y=0, width=8, height=8)
        self._pens: list[RenderContext] = []
        for instruction in (self._window, self._clear, ClearBuffers()):
            self.fbo.add(instruction)
        plain = None
        for layer in map_shapes(board.title):
            if plain != _is_plain(layer):
                plain = _is_plain(layer)
                fragment = AREA_FRAGMENT if plain else MAP_FRAGMENT
                self._take_pen(fragment)
            self._add(layer)
        self.fbo.add(ScissorPop())
        self.fbo.add(Callback(self._is_drawn))

    def _take_pen(self, fragment: str) -> None:
        pen = RenderContext(vs=MAP_VERTEX, fs=fragment, use_parent_projection=True, use_parent_modelview=True)
        self._pens.append(pen)
        self.fbo.add(pen)

    @property
    def texture(self) -> object:
        """The texture as last drawn."""
        return self.fbo.texture

    def _add(self, layer: Layer) -> None:
        colour = Color(1, 1, 1, 1)
        width = layer.width * self._dot_size
        line = layer.form in {"line", "sign"}
        inner = 1.0 if layer.inward else 0.0
        reach = (width if layer.inward else width / 2) + 0.5 if line else 1.0
        state = ChangeState(
            reach=reach,
            grow=reach if line else 0.0,
            toned=1.0 if layer.toned else 0.0,
            as_sign=1.0 if layer.form == "sign" else 0.0,
            inward=inner,
            opacity=min(1.0, width * 1.25) if line else 1.0,
            dash=[layer.dash[0] * self._dot_size, layer.dash[1] * self._dot_size],
            second=[0.0, 0.0, 0.0, 1.0],
        )
        if layer.toned:
            self._seconds.setdefault(layer.paint, []).append(state)
        self._colours.setdefault(layer.paint, []).append(colour)
        mesh = Mesh(
            vertices=layer.vertices, indices=layer.indices, mode="triangles", fmt=_FORMATS[layer.form]
        )
        for instruction in (colour, state, mesh):
            self._pens[-1].add(instruction)

    def paint(self, colours: MapColours, tints: Sequence[int]) -> None:
        """Takes the theme's colours and the holders of all spaces; draws only if they are others."""
        before, self._painted = self._painted, (colours, tuple(tints))
        if before == self._painted:
            return
        changed = _changed(before, self._painted)
        self._clear.rgba = get_color_from_hex(colours.depths[0])
        for name, tones in paints(self.board, colours, tints).items():
            for colour in self._colours.get(name, ()):
                wanted = get_color_from_hex(tones[0])
                if list(colour.rgba) != wanted:
                    colour.rgba = wanted
            for state in self._seconds.get(name, ()):
                second = get_color_from_hex(tones[1])
                if state.changes["second"] != second:
                    state.changes = {**state.changes, "second": second}
        self._ask(self._around(changed) if changed else None)

    def _is_drawn(self, *_: object) -> None:
        self._waits = False

    def _around(self, cities: Sequence[int]) -> Window:
        """Returns the pixels of the texture in which the land of these cities lies."""
        boxes = [self._boxes[self.board.cities[city].name] for city in cities]
        edges = (min, min, max, max)
        box = [edge(one[side] for one in boxes) * self._scale for side, edge in enumerate(edges)]
        left, bottom, right, top = (box[side] - self._origin[side % 2] for side in range(4))
        x, y = math.floor(left) - _BESIDE, math.floor(bottom) - _BESIDE
        return x, y, math.ceil(right) + _BESIDE - x, math.ceil(top) + _BESIDE - y

    def again(self) -> None:
        """Draws everything again, after the textures were lost."""
        self._size = (0, 0)
        self._ask()

    def _ask(self, window: Window | None = None) -> None:
        """Asks for a drawing of the whole texture, or of a part of it; parts that wait become the whole."""
        whole = (0, 0, *self._size)
        if window is None or self._waits:
            window = whole
        self._window.x, self._window.y, self._window.width, self._window.height = window
        self._waits = True
        self.drawn += 1
        self.fbo.ask_update()

    def cover(
        self, corner: tuple[float, float], size: tuple[float, float], scale: float, *, exact: bool
    ) -> Rect:
        """Return which part of the texture (left, bottom, right, top, 0 to 1) shows a view; draws if it must.

        ``corner`` is the view's lower left one at ``scale`` (pixels for a unit). Unless ``exact``, as while
        fingers pinch, a texture of nearly that scale is good enough.
        """
        ratio = self._scale / scale if scale else 0.0
        fits = 1 / _STRETCH <= ratio <= _STRETCH and (not exact or abs(ratio - 1) < 1e-6)
        if not fits or not self._holds(corner, size, ratio):
            self._draw_around(corner, size, scale)
            ratio = 1.0
        left = (corner[0] * ratio - self._origin[0]) / self._size[0]
        bottom = (corner[1] * ratio - self._origin[1]) / self._size[1]
        return left, bottom, left + size[0] * ratio / self._size[0], bottom + size[1] * ratio / self._size[1]

    def _holds(self, corner: tuple[float, float], size: tuple[float, float], ratio: float) -> bool:
        return all(
            self._origin[axis] - 1 <= corner[axis] * ratio
            and (corner[axis] + size[axis]) * ratio <= self._origin[axis] + self._size[axis] + 1
            for axis in (0, 1)
        )

    def _draw_around(self, corner: tuple[float, float], size: tuple[float, float], scale: float) -> None:
        plane = (self.board.width * scale, self.board.height * scale)
        wanted, origin = [], []
        for axis in (0, 1):
            # No pixel is spent beyond the frame while the whole view lies within it.
            first, last = min(0.0, corner[axis]), max(plane[axis], corner[axis] + size[axis])
            length = math.ceil(min(size[axis] * (1 + 2 * _MARGIN), last - first))
            start = corner[axis] - (length - size[axis]) / 2
            wanted.append(length)
            origin.append(math.floor(max(min(start, last - length), first)))
        self._origin, self._scale = (origin[0], origin[1]), scale
        if (wanted[0], wanted[1]) != self._size:
            self._size = (wanted[0], wanted[1])
            self.fbo.size = self._size
        for pen in self._pens:
            pen["origin"] = [origin[0] / scale, origin[1] / scale]
            pen["scale"] = float(scale)
            pen["dot_size"] = float(self._dot_size)
        self._ask()
