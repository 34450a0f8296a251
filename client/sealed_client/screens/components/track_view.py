"""A track with its markers; touched it opens the whole of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.utils import get_hex_from_color

import sealed_client.screens.components.texts  # noqa: F401 - the kv rule uses them
from sealed_client.presenters.scene import Coat
from sealed_client.screens.components.coat_shapes import RIM, Layer
from sealed_client.screens.components.pictures import CoatPicture
from sealed_client.screens.components.pressable import Pressable
from sealed_client.screens.components.soft_picture import FEATHER, SoftPicture
from sealed_client.screens.components.soft_shapes import Soft, filled, merged, moved, pill, rounded
from sealed_client.screens.kv_files import load_kv
from sealed_client.screens.theme import theme

if TYPE_CHECKING:
    from kivy.event import EventDispatcher

    from sealed_client.presenters.scene import Track, TrackMarker

_BAR, _MARKER = 8, 26
_TICKS_EVERY = 5
_PLAIN = Coat("round", RIM, "#ffffff")


class TrackBar(SoftPicture):
    """Is the line of a track: filled from both ends to the outer markers, with a tick every five spaces."""

    track = ObjectProperty(None, allownone=True)
    ground = ColorProperty("#000000")
    edge = ColorProperty("#000000")
    hues = StringProperty("standard")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(track=self.redraw, ground=self.redraw, edge=self.redraw, hues=self.redraw)

    def length(self) -> float:
        """Returns how far markers travel."""
        return float(self.width - dp(_MARKER))

    def layers(self) -> tuple[Layer, ...]:
        """Returns line, filled parts and ticks."""
        ground, edge = (get_hex_from_color(colour[:3]) for colour in (self.ground, self.edge))
        layers = [
            Layer(edge, 1, filled(pill(self.width, dp(_BAR + 2)), FEATHER)),
            Layer(ground, 1, filled(pill(self.width - dp(2), dp(_BAR)), FEATHER)),
        ]
        if self.track is None:
            return tuple(layers)
        layers += [self._part(marker, left) for marker, left in _ends(self.track)]
        return (*layers, Layer(edge, 1, self._ticks(self.track.steps)))

    def _part(self, marker: TrackMarker, left: bool) -> Layer:
        at = marker.at * self.length() + dp(_MARKER) / 2
        wide = max(at if left else self.width - at, dp(_BAR))
        middle = (wide - self.width) / 2 if left else (self.width - wide) / 2
        return Layer(theme.coat(marker.coat).fill, 1, moved(filled(pill(wide, dp(_BAR)), FEATHER), middle, 0))

    def _ticks(self, steps: int) -> Soft:
        tick = filled(rounded(dp(1.2), dp(4), dp(0.4)), FEATHER)
        places = range(0, steps, _TICKS_EVERY) if steps > 1 else ()
        return merged(moved(tick, (place / (steps - 1) - 0.5) * self.length(), -dp(11)) for place in places)


class TrackSign(CoatPicture):
    """Repeats the shape and colour of a marker beside its words; without a `side` it is not there."""

    side = NumericProperty(0)


class TrackView(Pressable, BoxLayout):
    """Shows a `track` (none: an empty line); `worded` writes the numbers below it."""

    track = ObjectProperty(None, allownone=True)
    worded = BooleanProperty(True)
    signed = BooleanProperty(False)
    first = ObjectProperty(_PLAIN)
    last = ObjectProperty(_PLAIN)
    left_words = StringProperty()
    middle_words = StringProperty()
    right_words = StringProperty()

    def __init__(self, **properties: object) -> None:
        self._markers: list[CoatPicture] = []
        super().__init__(**properties)

    def on_kv_post(self, _base: EventDispatcher) -> None:
        """Shows the track as soon as its parts are there, wherever it was made."""
        self.ids.bar.bind(pos=self._place, size=self._place)
        self.on_track(self, self.track)

    def on_track(self, _view: EventDispatcher, track: Track | None) -> None:
        """Places the markers; those that are there are used again."""
        if "bar" not in self.ids:
            return
        words = (track.left, track.middle, track.right) if track else ("",) * 3
        self.left_words, self.middle_words, self.right_words = words
        ends = [marker.coat for marker, _ in _ends(track)] if track else []
        self.signed = len(ends) > 1 and self.worded
        if self.signed:
            self.first, self.last = ends
        bar, wanted = self.ids.bar, len(track.markers) if track else 0
        bar.track = track
        while len(self._markers) > wanted:
            bar.remove_widget(self._markers.pop())
        while len(self._markers) < wanted:
            self._markers.append(CoatPicture(size=(dp(_MARKER), dp(_MARKER)), shadow=False))
            bar.add_widget(self._markers[-1])
        self._place()

    def _place(self, *_: object) -> None:
        if self.track is None:
            return
        bar = self.ids.bar
        for picture, marker in zip(self._markers, self.track.markers, strict=True):
            picture.coat, picture.heading, picture.label = marker.coat, marker.heading, marker.coat.letter
            if marker.heading:
                picture.label = ""
            picture.center = bar.x + dp(_MARKER) / 2 + marker.at * bar.length(), bar.center_y


def _ends(track: Track) -> list[tuple[TrackMarker, bool]]:
    headed = sorted((marker for marker in track.markers if marker.heading), key=lambda marker: marker.at)
    if not headed:
        return []
    return [(headed[0], True)] if len(headed) == 1 else [(headed[0], True), (headed[-1], False)]


load_kv(__file__)
