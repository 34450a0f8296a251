"""What holds the parts of a table: columns that scroll, panels, the track, the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

import sealed_client.screens.components.icon_button
import sealed_client.screens.components.panel
import sealed_client.screens.components.track_view
import sealed_client.screens.table.log_list  # noqa: F401 - the kv rules use them
from sealed_client.screens.components.clipping import ClippingScroll
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent


class Column(ClippingScroll):
    """Holds parts one below the other in `inside`; it is as high as they are, up to `cap`, or fills (0)."""

    cap = NumericProperty(0)
    inside = ObjectProperty(None, allownone=True, rebind=True)
    margin = NumericProperty(0)


class Surface(Framed, BoxLayout):
    """Is paper with a line around it, which takes the touches that fall on it."""

    lining = StringProperty("left")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Lets nothing through to the map."""
        taken = bool(super().on_touch_down(touch))
        return taken or bool(self.collide_point(*touch.pos))


class TrackStrip(Framed, BoxLayout):
    """Is the track under the bar of a phone; ``on_tap()`` shows all of it."""

    track = ObjectProperty(None, allownone=True, rebind=True)

    __events__ = ("on_tap",)

    def on_tap(self) -> None:
        """Is called when it is touched."""


class TrackBlock(BoxLayout):
    """Is the track in a side panel, with its name; ``on_tap()`` shows all of it."""

    track = ObjectProperty(None, allownone=True, rebind=True)

    __events__ = ("on_tap",)

    def on_tap(self) -> None:
        """Is called when it is touched."""


class LogBox(BoxLayout):
    """Is the log with its heading; as a page of its own it can be closed (`closable`)."""

    closable = BooleanProperty(defaultvalue=False)
    lines = ObjectProperty(())
    lit = StringProperty()

    __events__ = ("on_close", "on_choose")

    def on_close(self) -> None:
        """Is called when the page shall go."""

    def on_choose(self, key: str) -> None:
        """Is called with the key of the line that was touched."""


load_kv(__file__)
