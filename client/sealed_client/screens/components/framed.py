"""A surface with rounded corners and a line around it, as a part of other widgets."""

from __future__ import annotations

from kivy.graphics import Color, InstructionGroup, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.properties import ColorProperty, ListProperty, NumericProperty
from kivy.uix.widget import Widget

from sealed_client.screens.kv_files import load_kv


class Framed(Widget):
    """Draws its ground: ``fill``, and an ``edge`` of ``edge_width`` within its box.

    ``corners``, if given, are four radii (top left, top right, bottom right, bottom left). A ground without
    an edge is one rectangle and not two: without a graphics card each pixel counts.
    """

    fill = ColorProperty("#ffffff")
    edge = ColorProperty("#000000")
    edge_width = NumericProperty(dp(1))
    radius = NumericProperty(dp(12))
    corners = ListProperty()

    def __init__(self, **properties: object) -> None:
        self._edging: InstructionGroup | None = None
        super().__init__(**properties)
        self.bind(edge_width=self._draw_edge, edge=self._draw_edge, pos=self._draw_edge, size=self._draw_edge)
        self.bind(radius=self._draw_edge, corners=self._draw_edge)
        self._draw_edge()

    def _draw_edge(self, *_: object) -> None:
        """Puts the edge below the ground, where it belongs now, or takes it away."""
        if not self.edge_width:
            if self._edging is not None:
                self.canvas.before.remove(self._edging)
                self._edging = None
            return
        if self._edging is None:
            self._edging = InstructionGroup()
            self._colour, self._shape = Color(), SmoothRoundedRectangle()
            self._edging.add(self._colour)
            self._edging.add(self._shape)
            self.canvas.before.insert(0, self._edging)
        self._colour.rgba = self.edge
        self._shape.pos, self._shape.size = self.pos, self.size
        self._shape.radius = list(self.corners) or [self.radius]


load_kv(__file__)
