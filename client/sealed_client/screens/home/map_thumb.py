"""A small picture of a title's map, drawn once after the first frame, so that no start waits for it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.graphics import Color, Mesh, PopMatrix, PushMatrix, Translate
from kivy.metrics import Metrics, dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from sealed_client.presenters.scene import Coat
from sealed_client.presenters.title_coats import sides_of
from sealed_client.screens.components.coat_shapes import RIM, coat_layers
from sealed_client.screens.components.soft_picture import FEATHER, soft_mesh
from sealed_client.screens.kv_files import load_kv
from sealed_client.screens.theme import theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed_client.maps import BoardMap
    from sealed_client.screens.board.map_picture import MapPicture

_AFTER = 0.05
"""Seconds after a frame until it is drawn: whatever is asked first comes first."""
_LIGHTER = 0.62
"""Lines are thinner than on the table's map by this factor."""
_STEPS = 6
_NOBODY = Coat("round", "#f6efdd", RIM)


class MapThumb(Widget):
    """Shows a part of the map of a `title`, `zoom` times closer than the whole of it.

    A `dressed` one is an illustration: its western cities wear the coat of one side, the others the other's.
    """

    title = StringProperty()
    zoom = NumericProperty(3.6)
    dressed = BooleanProperty(False)
    corners = ListProperty([dp(9)] * 4)
    colours = ObjectProperty(None, allownone=True)

    def __init__(self, **properties: object) -> None:
        self._picture: MapPicture | None = None
        self._draw_soon = Clock.create_trigger(self._draw, _AFTER)
        self._later = Clock.create_trigger(self._draw_soon, 0)
        self._again = Clock.create_trigger(self._draw, -1)
        super().__init__(**properties)
        for name in ("title", "colours", "dressed", "corners", "zoom"):
            self.fbind(name, self._later)
        for name in ("pos", "size"):
            self.fbind(name, self._move)
        self._later()

    def _move(self, *_: object) -> None:
        """Goes along at once if there is a picture already: an old one would lie across the words."""
        (self._later if self._picture is None else self._again)()

    def _draw(self, *_: object) -> None:
        from sealed_client.maps.board_map import MapFileError, read_map  # late: home is there sooner

        try:
            board = read_map(self.title) if self.title else None
        except MapFileError:
            board = None
        self.canvas.clear()
        if board is None or self.width < 1 or self.height < 1:
            return
        scale = self.zoom * max(self.width / board.width, self.height / board.height)
        left, bottom, right, top = board.focus
        middle = ((left + right) / 2 * scale, (bottom + top) / 2 * scale)
        corner = (middle[0] - self.width / 2, middle[1] - self.height / 2)
        self._paint(board, corner, scale)
        self._place_coats(board, corner, scale)

    def _paint(self, board: BoardMap, corner: tuple[float, float], scale: float) -> None:
        from sealed_client.screens.board.map_picture import MapPicture  # late, as above

        if self._picture is None or self._picture.board is not board:
            self._picture = MapPicture(board, Metrics.density * _LIGHTER)
        self._picture.paint(theme.board, [0] * len(board.cities))
        u, v, right, top = self._picture.cover(corner, tuple(self.size), scale, exact=True)
        vertices: list[float] = []
        outline = _outline(self.width, self.height, self.corners)
        for x, y in outline:
            across, upwards = x / self.width, y / self.height
            vertices += (self.x + x, self.y + y, u + (right - u) * across, v + (top - v) * upwards)
        self.canvas.add(self._picture.fbo)
        with self.canvas:
            Color(1, 1, 1, 1)
            Mesh(
                vertices=vertices,
                indices=range(len(outline)),
                mode="triangle_fan",
                texture=self._picture.texture,
            )

    def _place_coats(self, board: BoardMap, corner: tuple[float, float], scale: float) -> None:
        radius = dp(9)
        coats = sides_of(self.title) if self.dressed else ()
        border = sorted(city.at[0] for city in board.cities)[len(board.cities) // 2]
        for city in board.cities:
            x, y = city.at[0] * scale - corner[0], city.at[1] * scale - corner[1]
            if not (radius < x < self.width - radius and radius < y < self.height - radius):
                continue
            coat = coats[int(city.at[0] > border)] if coats else _NOBODY
            with self.canvas:
                PushMatrix()
                Translate(round(self.x + x), round(self.y + y))
                size = radius if coats else dp(5)
                for layer in coat_layers(theme.coat(coat), size, FEATHER):
                    Color(*get_color_from_hex(layer.colour)[:3], layer.opacity)
                    soft_mesh(layer)
                PopMatrix()


def _outline(width: float, height: float, corners: Sequence[float]) -> list[tuple[float, float]]:
    """Return a rectangle's outline from (0, 0) on; radii of corners as in `Framed`."""
    top_left, top_right, bottom_right, bottom_left = corners
    turns = (
        (width, height, top_right, -1, -1, 0),
        (0.0, height, top_left, 1, -1, 90),
        (0.0, 0.0, bottom_left, 1, 1, 180),
        (width, 0.0, bottom_right, -1, 1, 270),
    )
    points = []
    for x, y, radius, across, upwards, start in turns:
        for step in range(_STEPS + 1):
            angle = math.radians(start + 90 * step / _STEPS)
            middle = x + across * radius, y + upwards * radius
            points.append((middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)))
    return points


load_kv(__file__)
