"""Draws shapes with soft edges in a widget: a mesh for each layer, made anew only when it looks different."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.graphics import Color, Mesh, PopMatrix, PushMatrix, Translate
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

if TYPE_CHECKING:
    from sealed_client.screens.components.coat_shapes import Layer

_STEPS = 256
FEATHER = 1.0
"""A soft edge is a pixel wide."""


@cache
def _covers() -> Texture:
    # From clear to full along x: a vertex that covers a share looks the share up here.
    texture = Texture.create(size=(_STEPS, 1), colorfmt="rgba")

    def fill(picture: Texture) -> None:
        pixels = bytes(part for step in range(_STEPS) for part in (255, 255, 255, step))
        picture.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")

    fill(texture)
    texture.add_reload_observer(fill)
    return texture


def soft_mesh(layer: Layer) -> Mesh:
    """Return a layer's shape as a mesh to be drawn after a `Color`."""
    flat = layer.soft.vertices
    vertices: list[float] = []
    for place in range(0, len(flat), 3):
        vertices += (flat[place], flat[place + 1], (0.5 + flat[place + 2] * (_STEPS - 1)) / _STEPS, 0.5)
    return Mesh(vertices=vertices, indices=layer.soft.indices, mode="triangles", texture=_covers())


class SoftPicture(Widget):
    """Shows the layers that a subclass makes in `layers`, around its middle."""

    def __init__(self, **properties: object) -> None:
        self._shown: tuple[Layer, ...] | None = None
        self._middle = Translate()
        self.redraw = Clock.create_trigger(self._draw, -1)
        super().__init__(**properties)
        self.bind(size=self.redraw, pos=self._move, center=self._move)
        self._move()
        self.redraw()

    def layers(self) -> tuple[Layer, ...]:
        """Return what to draw, in pixels around the origin."""
        raise NotImplementedError

    def _move(self, *_: object) -> None:
        self._middle.xy = round(self.center_x), round(self.center_y)

    def _draw(self, *_: object) -> None:
        layers = self.layers() if min(self.size) > 0 else ()
        if layers == self._shown:
            return
        self._shown = layers
        ground = self.canvas.before  # the canvas itself holds those of the children
        ground.clear()
        with ground:
            PushMatrix()
            ground.add(self._middle)
            for layer in layers:
                Color(*get_color_from_hex(layer.colour)[:3], layer.opacity)
                soft_mesh(layer)
            PopMatrix()
