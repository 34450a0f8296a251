"""The map of a table as a widget, for any title: it gets a `BoardMap` and scenes, and reports touches.

It draws nothing while nothing changes: every change asks for one refresh before the next frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import Metrics
from kivy.properties import ObjectProperty

from sealed_client.maps.camera import Insets, camera_of
from sealed_client.maps.place import Place
from sealed_client.presenters.scene import Board, Motions
from sealed_client.screens.board.arrows import arrow_layers
from sealed_client.screens.board.atlas import text_width
from sealed_client.screens.board.board_canvas import BoardCanvas
from sealed_client.screens.board.board_gestures import BoardGestures
from sealed_client.screens.board.inks import ink_of_theme
from sealed_client.screens.board.map_picture import MapPicture
from sealed_client.screens.board.overlay_plan import OverlayPlan, Setting
from sealed_client.screens.board.recipes import ITALIC
from sealed_client.screens.theme import theme

if TYPE_CHECKING:
    from sealed_client.maps.camera import Camera

_EMPTY = Board(tints=(), counters=())
_LEAST = 16
"""Pixels: below this a widget has not been laid out yet."""


class BoardView(BoardGestures):
    """Shows a map, its pieces and the question; spaces are the indexes of the map's cities.

    Events: ``on_space(space)`` a space or piece was touched, ``on_hold(space)`` touched for long,
    ``on_sea()`` a place where nothing is.
    """

    board_map = ObjectProperty(None, allownone=True)
    """The `BoardMap`."""
    scene = ObjectProperty(None, allownone=True)
    """The `presenters.scene.Board`."""
    motions = ObjectProperty(Motions())
    """The `presenters.scene.Motions` that led to the scene; a serial is shown once."""
    places = ObjectProperty(())
    """A `maps.place.Place` for each city: name, value, star. Without it the map's own names are written."""
    sea_words = ObjectProperty({})
    """The seas' words by the keys of the map; without a word a sea has none."""
    insets = ObjectProperty(Insets())
    """Left, bottom, right, top in dp: what sheets and panels cover."""
    focused = ObjectProperty(None, allownone=True)
    """The space that the keyboard is on, or None."""

    __events__ = ("on_space", "on_hold", "on_sea")

    def __init__(self, **properties: object) -> None:
        """Takes any of the properties."""
        self._picture: MapPicture | None = None
        self._setting: Setting | None = None
        self._stale: set[str] = set()
        self._dot = float(Metrics.density)
        self._ask = Clock.create_trigger(self._refresh_now, -1)
        super().__init__(**properties)
        self._drawing = BoardCanvas(self.canvas)
        theme.bind(dark=self._recolour, hues=self._recolour, text_scale=self._reletter)
        Metrics.bind(density=self._redensify, fontscale=self._reletter)
        self.bind(pos=lambda *_: self._stir("place"), size=lambda *_: self._stir("place", "camera"))
        self._stir("place", "camera", "map")

    # What the table may ask.

    def centre(self, *, only_if_hidden: bool = False) -> None:
        """Brings the spaces of the question into the free part, upright closer."""
        self.refresh()
        if self._camera is None or self.board_map is None:
            return
        points = [self.board_map.cities[space].at for space in (self.scene or _EMPTY).focus]
        if not (only_if_hidden and self._camera.shows(points)):
            self._glide_to(self._camera.centred(points))

    def fit(self) -> None:
        """Shows the whole map."""
        self.refresh()
        if self._camera is not None:
            self._glide_to(self._camera.whole())

    def zoom(self, factor: float) -> None:
        """Zooms in (above 1) or out, about the middle of the free part."""
        self.refresh()
        if self._camera is not None:
            left, bottom, width, height = self._camera.free
            self._glide_to(self._camera.zoomed(factor, (left + width / 2, bottom + height / 2)))

    def where(self, space: int) -> tuple[float, float]:
        """Return the window's coordinates of the middle of a space's hit circle, wherever it lies."""
        self.refresh()
        if self._camera is None or self._plan is None:
            raise RuntimeError("the board has no map or no size yet; ask again after the first frame")
        spots = self._plan.spots[space]
        heap = self._plan.heaps.get(space)
        x, y = heap.lays[-1].at if heap and heap.lays and not heap.tray else spots[0]
        view = self._camera.view
        at = (x - view.left * view.scale) * self._dot, (y - view.bottom * view.scale) * self._dot
        window = self.to_window(self.x + at[0], self.y + at[1])
        return float(window[0]), float(window[1])

    def rebuild(self) -> None:
        """Draws everything anew, after the system took the textures away; forgets fingers that were down."""
        self.forget_fingers()
        self._drawing.atlas.empty()
        if self._picture is not None:
            self._picture.again()
        self._stir("view", "plan", "veil")

    @property
    def redraws(self) -> tuple[int, int]:
        """How often the map's texture was drawn and pieces were laid out: for tests of idleness."""
        return (self._picture.drawn if self._picture else 0), self._drawing.built

    # What changes.

    def on_board_map(self, *_: object) -> None:
        """Takes another map."""
        self._camera = self._picture = None
        self._stir("map", "camera", "setting")

    def on_scene(self, *_: object) -> None:
        """Takes another moment of the game."""
        self._stir("scene")

    def on_motions(self, *_: object) -> None:
        """Takes the movements that led to the scene."""
        self._stir("scene")

    def on_places(self, *_: object) -> None:
        """Takes the names of the spaces."""
        self._stir("setting")

    def on_sea_words(self, *_: object) -> None:
        """Takes the names of the seas."""
        self._stir("setting")

    def on_insets(self, *_: object) -> None:
        """Keeps the question where it can be seen."""
        self._stir("camera")

    def on_focused(self, *_: object) -> None:
        """Moves the ring of the keyboard."""
        self._stir("plan")

    def on_space(self, space: int) -> None:
        """Is what happens by default: nothing."""

    def on_hold(self, space: int) -> None:
        """Is what happens by default: nothing."""

    def on_sea(self) -> None:
        """Is what happens by default: nothing."""

    def _recolour(self, *_: object) -> None:
        self._drawing.atlas.empty()
        self._stir("paint", "plan", "veil")

    def _reletter(self, *_: object) -> None:
        self._drawing.atlas.empty()
        self._stir("setting")

    def _redensify(self, *_: object) -> None:
        self._dot = float(Metrics.density)
        self._drawing.atlas.empty()
        self._picture = None
        self._stir("map", "place", "camera", "setting")

    # One refresh before the next frame.

    def _stir(self, *parts: str) -> None:
        self._stale.update(parts)
        self._ask()

    def _refresh_now(self, _seconds: float) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Brings the picture up to date now instead of before the next frame."""
        if not self._stale or self.board_map is None or min(self.size) < _LEAST:
            return
        stale, self._stale = self._stale, set()
        if self._picture is None:
            self._picture = MapPicture(self.board_map, self._dot)
            self._drawing.use(self._picture)
            stale |= {"paint", "camera", "setting", "scene"}
        if "place" in stale:
            self._drawing.place(self.pos, self.size)
            stale.add("view")
        if "camera" in stale:
            self._fit_camera()
            stale.add("view")
        if "scene" in stale:
            self._take_scene()
            stale |= {"paint", "plan", "veil"}
        self._paint(stale)
        self._draw(stale)

    def _fit_camera(self) -> None:
        size = (self.width / self._dot, self.height / self._dot)
        insets = Insets(*self.insets)
        if self._camera is None:
            fresh = camera_of(self.board_map, size, insets)
            points = [self.board_map.cities[space].at for space in (self.scene or _EMPTY).focus]
            self._camera = fresh.centred(points)
        else:
            self._stop_glide()
            self._camera = self._camera.resized(size, insets)

    def _paint(self, stale: set[str]) -> None:
        scene = self.scene or _EMPTY
        if "paint" in stale and self._picture is not None:
            self._picture.paint(theme.board, scene.tints)
        if "veil" in stale:
            self._drawing.veil(theme.board.halo, down=bool(scene.marks))

    def _draw(self, stale: set[str]) -> None:
        camera = self._camera
        if camera is None or self._picture is None:
            return
        if self._setting is None or "setting" in stale or self._setting.scale != camera.scale:
            self._setting = self._new_setting(camera)
            stale |= {"view", "plan"}
        if "view" in stale:
            self._look(camera)
        if "plan" in stale:
            self._lay_out(camera)

    def _new_setting(self, camera: Camera) -> Setting:
        return Setting(
            board=self.board_map,
            places=self.places or [Place(city.name) for city in self.board_map.cities],
            scale=camera.scale,
            zoom=camera.zoom,
            text=theme.text_scale * Metrics.fontscale,
            width_of=text_width,
            sea_width_of=lambda word, size: text_width(word, size, ITALIC),
            sea_words=self.sea_words,
        )

    def _look(self, camera: Camera) -> None:
        view, dot = camera.view, self._dot
        scale = view.scale * dot
        corner = (round(view.left * scale), round(view.bottom * scale))
        size = (self.width, self.height)
        if self._picture is None:
            return
        part = self._picture.cover(corner, size, scale, exact=not self.zooming)
        self._drawing.look_at((round(self.x), round(self.y)), corner, self._picture.texture, part)

    def _lay_out(self, camera: Camera) -> None:
        if self._setting is None:
            return
        scene = self.scene or _EMPTY
        self._plan = OverlayPlan(
            self._setting, scene, self._fan, self.focused, self._room(camera), self._pieces_now()
        )
        ink = ink_of_theme()
        self._items = self._plan.items
        self._drawing.draw(self._moving_items(self._plan), ink, self._dot)
        self._drawing.draw_shapes(arrow_layers(scene.arrows, self._setting, ink, self._dot))

    def _room(self, camera: Camera) -> tuple[float, float, float, float]:
        left, bottom, width, height = camera.free
        x, y = camera.view.left * camera.scale + left, camera.view.bottom * camera.scale + bottom
        return x + 4, y + 4, x + width - 4, y + height - 4
