"""The buttons that lie on the map: the question, the whole map, nearer and farther."""

from __future__ import annotations

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout

from sealed_client.screens.components.icon_button import IconButton
from sealed_client.screens.kv_files import load_kv

_STEP = 1.4
"""How much larger or smaller a touch makes the map."""


class MapButtons(BoxLayout):
    """Dispatches ``on_centre``, ``on_fit`` and ``on_zoom(factor)``; `zooms` adds the buttons for it."""

    zooms = BooleanProperty(defaultvalue=False)

    __events__ = ("on_centre", "on_fit", "on_zoom")

    def on_centre(self) -> None:
        """Is called when the question shall be seen."""

    def on_fit(self) -> None:
        """Is called when all of the map shall be seen."""

    def on_zoom(self, factor: float) -> None:
        """Is called when the map shall be so many times as large."""

    def on_zooms(self, *_: object) -> None:
        """Adds the buttons, or takes them away."""
        while len(self.children) > 2:
            self.remove_widget(self.children[-1])
        if self.zooms:
            for nearer, icon, factor in ((False, "minus", 1 / _STEP), (True, "plus", _STEP)):
                button = ZoomButton(icon=icon, nearer=nearer, floating=True)
                button.bind(on_release=lambda _button, factor=factor: self.dispatch("on_zoom", factor))
                self.add_widget(button, index=len(self.children))


class ZoomButton(IconButton):
    """Makes the map larger or smaller."""

    nearer = BooleanProperty(defaultvalue=False)


load_kv(__file__)
