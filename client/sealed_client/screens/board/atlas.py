"""Bakes looks into one texture, so that everything that stands on the map is drawn by one call."""

from __future__ import annotations

import math
from array import array
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from kivy.core.text import Label as CoreLabel
from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Mesh, Rectangle, RenderContext
from kivy.utils import get_color_from_hex

from sealed_client.screens.board.recipes import BOLD, Recipe, Writing
from sealed_client.screens.board.shaders import SHAPE_FRAGMENT, SHAPE_VERTEX

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed_client.screens.components.coat_shapes import Layer

SHAPE_FORMAT = [(b"v_pos", 2, "float"), (b"v_colour", 4, "float")]
_FIRST, _LARGEST = 1024, 4096
_APART = 2
_CAPITAL = 0.7
"""Height of a capital in the sizes of these faces."""
_MEASURED_AT = 100


class AtlasFullError(RuntimeError):
    """The texture has no room for another picture: bake into a larger one."""


class Baked(NamedTuple):
    """Where a picture lies in the texture (0 to 1) and its half width and height in pixels."""

    left: float
    bottom: float
    right: float
    top: float
    half_width: float
    half_height: float


@cache
def font_file(face: str) -> str:
    """Return the path of an installed face."""
    return str(resources.files("sealed_client") / "assets" / "fonts" / f"{face}.ttf")


@cache
def text_width(text: str, size: float, face: str = BOLD) -> float:
    """Return the width of a text, in the unit of its size."""
    label = CoreLabel(font_size=_MEASURED_AT, font_name=font_file(face))
    return float(label.get_extents(text)[0]) / _MEASURED_AT * size


def coloured(layers: Iterable[Layer], x: float = 0.0, y: float = 0.0) -> tuple[array[float], array[int]]:
    """Return layers as vertices (x, y, red, green, blue, opacity) and indices of one mesh."""
    vertices, indices = array("f"), array("H")
    for layer in layers:
        red, green, blue, _ = get_color_from_hex(layer.colour)
        base = len(vertices) // 6
        flat = layer.soft.vertices
        for px, py, cover in zip(flat[0::3], flat[1::3], flat[2::3], strict=True):
            vertices.extend((px + x, py + y, red, green, blue, cover * layer.opacity))
        indices.extend([base + index for index in layer.soft.indices])
    return vertices, indices


def shape_pen() -> RenderContext:
    """Return the program that draws coloured meshes."""
    return RenderContext(
        vs=SHAPE_VERTEX, fs=SHAPE_FRAGMENT, use_parent_projection=True, use_parent_modelview=True
    )


class Atlas:
    """The texture, and where each look lies in it."""

    def __init__(self) -> None:
        """Starts empty."""
        self._side = _FIRST
        self._pen = shape_pen()
        self._start()

    def _start(self) -> None:
        self._found: dict[object, Baked] = {}
        self._pen_x, self._pen_y, self._row = _APART, _APART, 0
        self._fbo = Fbo(size=(self._side, self._side))
        self._fbo.add(ClearColor(0, 0, 0, 0))
        self._fbo.add(ClearBuffers())
        self._fbo.draw()
        self._fbo.clear()
        self._waiting = False

    @property
    def texture(self) -> object:
        """The texture; another one after `larger` or `empty`."""
        return self._fbo.texture

    def empty(self) -> None:
        """Forgets all pictures: theme, density or the graphics context have changed."""
        self._start()

    def larger(self) -> bool:
        """Whether there is now an empty texture of twice the size."""
        if self._side >= _LARGEST:
            return False
        self._side *= 2
        self._start()
        return True

    def find(self, look: object) -> Baked | None:
        """Return where a look lies, None if it was never baked."""
        return self._found.get((type(look), look))

    def bake(self, look: object, recipe: Recipe) -> Baked:
        """Bakes a look; it can be drawn once `finish` was called.

        Raises:
            AtlasFullError: if there is no room.
        """
        width, height = 2 * math.ceil(recipe.half_width), 2 * math.ceil(recipe.half_height)
        if self._pen_x + width + _APART > self._side:
            self._pen_x, self._pen_y, self._row = _APART, self._pen_y + self._row + _APART, 0
        if self._pen_y + height + _APART > self._side or width + 2 * _APART > self._side:
            raise AtlasFullError("no room for another picture")
        x, y = self._pen_x, self._pen_y
        self._pen_x, self._row = x + width + _APART, max(self._row, height)
        if not self._waiting:
            self._fbo.add(self._pen)
            self._waiting = True
        self._draw(recipe, x + width // 2, y + height // 2)
        side = self._side
        baked = Baked(x / side, y / side, (x + width) / side, (y + height) / side, width / 2, height / 2)
        # Looks of two kinds may hold equal values.
        self._found[type(look), look] = baked
        return baked

    def finish(self) -> None:
        """Draws what was baked since the last time."""
        if self._waiting:
            self._fbo.draw()
            self._fbo.clear()
            self._pen.clear()
            self._waiting = False

    def _draw(self, recipe: Recipe, x: int, y: int) -> None:
        vertices, indices = coloured(recipe.layers, x, y)
        if indices:
            self._pen.add(Mesh(vertices=vertices, indices=indices, mode="triangles", fmt=SHAPE_FORMAT))
        for writing in recipe.writings:
            _write(self._fbo, writing, x, y)


def _write(fbo: Fbo, writing: Writing, x: float, y: float) -> None:
    size, face = max(round(writing.size), 1), font_file(writing.face)
    ink = get_color_from_hex(writing.colour)
    width = text_width(writing.text, writing.size, writing.face)
    passes: list[tuple[int, list[float]]] = [(0, ink)]
    if writing.halo:
        passes.insert(0, (max(round(writing.halo[1]), 1), get_color_from_hex(writing.halo[0])))
    for outline, colour in passes:
        label = CoreLabel(text=writing.text, font_size=size, font_name=face, color=colour)
        if outline:
            label = CoreLabel(
                text=writing.text,
                font_size=size,
                font_name=face,
                color=colour,
                outline_width=outline,
                outline_color=colour,
            )
        label.refresh()
        texture = label.texture
        baseline = texture.height - outline - label.get_ascent()
        left = round(x + writing.x - width * writing.anchor) - outline
        bottom = round(y + writing.y - size * _CAPITAL / 2 - baseline)
        fbo.add(Color(1, 1, 1, 1))
        fbo.add(Rectangle(texture=texture, pos=(left, bottom), size=texture.size))
