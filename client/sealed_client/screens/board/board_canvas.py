"""The instructions of the map's widget: the map's texture, a veil, arrows, and one mesh of baked pictures."""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING

from kivy.graphics import (
    Color,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    RenderContext,
    ScissorPop,
    ScissorPush,
    Translate,
)
from kivy.utils import get_color_from_hex

from sealed_client.screens.board.atlas import (
    SHAPE_FORMAT,
    Atlas,
    AtlasFullError,
    coloured,
    shape_pen,
    text_width,
)
from sealed_client.screens.board.recipes import recipe_of
from sealed_client.screens.board.shaders import PICTURE_FRAGMENT, PICTURE_VERTEX

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kivy.graphics import Canvas

    from sealed_client.screens.board.atlas import Baked
    from sealed_client.screens.board.looks import Item, Look
    from sealed_client.screens.board.map_picture import MapPicture, Rect
    from sealed_client.screens.board.recipes import Ink
    from sealed_client.screens.components.coat_shapes import Layer

_PICTURE_FORMAT = [(b"v_pos", 2, "float"), (b"v_corner", 3, "float")]
_VEIL = 0.42
_MOST = 16_000
"""Pictures that one mesh can hold: its indices have sixteen bits."""


class BoardCanvas:
    """Draws on a widget's canvas. Lengths are pixels."""

    def __init__(self, canvas: Canvas) -> None:
        """Puts the instructions onto a canvas; nothing shows before there is a map."""
        self.atlas = Atlas()
        self.built = 0
        self._clip = ScissorPush(x=0, y=0, width=0, height=0)
        self._map, self._veil = Rectangle(size=(0, 0)), Rectangle(size=(0, 0))
        self._veil_colour = Color(0, 0, 0, 0)
        self._move = Translate(0, 0)
        self._shapes = Mesh(mode="triangles", fmt=SHAPE_FORMAT)
        self._pictures = Mesh(mode="triangles", fmt=_PICTURE_FORMAT)
        self._pen = RenderContext(
            vs=PICTURE_VERTEX, fs=PICTURE_FRAGMENT, use_parent_projection=True, use_parent_modelview=True
        )
        self._pen.add(self._pictures)
        self._drawing = shape_pen()
        self._drawing.add(self._shapes)
        self._canvas = canvas
        self._fbo: object = None
        for instruction in (self._clip, Color(1, 1, 1, 1), self._map):
            canvas.add(instruction)
        for instruction in (self._veil_colour, self._veil, PushMatrix(), self._move):
            canvas.add(instruction)
        for instruction in (
            self._drawing,
            self._pen,
            PopMatrix(),
            ScissorPop(),
        ):
            canvas.add(instruction)

    def use(self, picture: MapPicture) -> None:
        """Takes the map to show."""
        if self._fbo is not None:
            self._canvas.remove(self._fbo)
        self._fbo = picture.fbo
        self._canvas.insert(0, picture.fbo)

    def place(self, pos: tuple[float, float], size: tuple[float, float]) -> None:
        """Takes the widget's place."""
        for rectangle in (self._map, self._veil):
            rectangle.pos, rectangle.size = pos, size
        self._clip.x, self._clip.y = (round(part) for part in pos)
        self._clip.width, self._clip.height = (round(part) for part in size)

    def look_at(
        self, pos: tuple[float, float], corner: tuple[float, float], texture: object, part: Rect
    ) -> None:
        """Moves everything so that ``corner`` (pixels from the plane's origin) lies at the widget's place."""
        left, bottom, right, top = part
        self._map.texture = texture
        self._map.tex_coords = (left, bottom, right, bottom, right, top, left, top)
        self._move.xy = (pos[0] - corner[0], pos[1] - corner[1])

    def veil(self, colour: str, *, down: bool) -> None:
        """Lets a veil of a colour down over the map, or lifts it."""
        rgba = [*get_color_from_hex(colour)[:3], _VEIL if down else 0.0]
        if list(self._veil_colour.rgba) != rgba:
            self._veil_colour.rgba = rgba

    def draw_shapes(self, layers: Iterable[Layer]) -> None:
        """Draws shapes of any colour under the pieces."""
        vertices, indices = coloured(layers)
        if indices or self._shapes.indices:
            self._shapes.indices = indices
            if vertices:  # a mesh does not take none
                self._shapes.vertices = vertices

    def draw(self, items: Sequence[Item], ink: Ink, dot: float) -> None:
        """Draws items in their order; bakes the looks that are new."""
        self.built += 1
        try:
            vertices = self._quads(items, ink, dot)
        except AtlasFullError:
            # What is no longer shown also took room: keep only what is, in a larger texture if there is one.
            if not self.atlas.larger():
                self.atlas.empty()
            vertices = self._quads(items, ink, dot)
        self.atlas.finish()
        self._pictures.texture = self.atlas.texture
        if vertices:  # a mesh does not take none; without indices it draws nothing
            self._pictures.vertices = vertices
        count = len(vertices) // 20
        if count * 6 != len(self._pictures.indices):
            indices = array("H")
            for number in range(min(count, _MOST)):
                base = 4 * number
                indices.extend((base, base + 1, base + 2, base, base + 2, base + 3))
            self._pictures.indices = indices

    def _baked(self, look: Look, ink: Ink, dot: float) -> Baked:
        found = self.atlas.find(look)
        return found or self.atlas.bake(look, recipe_of(look, ink, dot, text_width))

    def _quads(self, items: Sequence[Item], ink: Ink, dot: float) -> array[float]:
        vertices = array("f")
        for look, across, upwards, opacity, turn in items:
            left, bottom, right, top, half_width, half_height = self._baked(look, ink, dot)
            x, y = across * dot, upwards * dot
            if turn:
                cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))
                wide_x, wide_y = half_width * cosine, half_width * sine
                high_x, high_y = -half_height * sine, half_height * cosine
            else:
                x, y = round(x), round(y)
                wide_x, wide_y, high_x, high_y = half_width, 0.0, 0.0, half_height
            vertices.extend((
                x - wide_x - high_x, y - wide_y - high_y, left, bottom, opacity,
                x + wide_x - high_x, y + wide_y - high_y, right, bottom, opacity,
                x + wide_x + high_x, y + wide_y + high_y, right, top, opacity,
                x - wide_x + high_x, y - wide_y + high_y, left, top, opacity,
            ))  # fmt: skip
        return vertices
