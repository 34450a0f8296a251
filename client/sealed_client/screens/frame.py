"""The root of the window: one padding for the device's edges, the screen in it, and what lies over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.core.window import Window
from kivy.metrics import Metrics
from kivy.properties import ObjectProperty, OptionProperty
from kivy.uix.floatlayout import FloatLayout

import sealed_client.screens.components.toast  # noqa: F401 - the kv rule uses it
from sealed_client.screens.device.edges import Edges, device_edges
from sealed_client.screens.kv_files import load_kv
from sealed_client.screens.width_class import WidthClass, width_class

if TYPE_CHECKING:
    from kivy.uix.widget import Widget


class Frame(FloatLayout):
    """Holds one screen at a time inside the safe area; `layout` is the class of the room that is left.

    `covers` are widgets over the screen: dialogs, an incident, the cover of a pause.
    """

    edges = ObjectProperty(Edges(), rebind=True)
    layout = OptionProperty(WidthClass.UPRIGHT, options=list(WidthClass))

    def __init__(self, **properties: object) -> None:
        """Starts empty, with the edges of the device."""
        super().__init__(**properties)
        self.edges = device_edges()
        self.bind(size=self._measure, edges=self._measure)
        Metrics.bind(density=self._measure)

    def _measure(self, *_: object) -> None:
        left, bottom, right, top = self.edges
        density = Metrics.density
        self.layout = width_class(
            (self.width - left - right) / density, (self.height - bottom - top) / density
        )

    def look_again(self) -> None:
        """Asks the device for its edges, after a turn or a pause."""
        self.edges = device_edges()

    @property
    def screen(self) -> Widget | None:
        """Returns the screen that is shown."""
        shown = self.ids.place.children
        return shown[0] if shown else None

    def show(self, screen: Widget) -> None:
        """Shows another screen."""
        if screen is not self.screen:
            self.ids.place.clear_widgets()
            self.ids.place.add_widget(screen)

    @property
    def covers(self) -> list[Widget]:
        """Returns what lies over the screen, the topmost first."""
        return list(self.ids.covers.children)

    def cover(self, widget: Widget) -> None:
        """Lays something over the screen."""
        if widget not in self.ids.covers.children:
            self.ids.covers.add_widget(widget)

    def uncover(self, widget: Widget) -> None:
        """Takes it away."""
        self.ids.covers.remove_widget(widget)

    def tell(self, sentence: str) -> None:
        """Says something in one line, for four seconds."""
        self.ids.toast.show(sentence)


def low_keyboard() -> None:
    """Makes a keyboard on the screen push up what it would cover, and only that."""
    Window.softinput_mode = "below_target"


load_kv(__file__)
