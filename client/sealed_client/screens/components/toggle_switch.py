"""A switch: a knob and a tick tell that it is on."""

from __future__ import annotations

from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

import sealed_client.screens.components.pictures  # noqa: F401 - the kv rule uses them
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.components.pressable import Pressable
from sealed_client.screens.kv_files import load_kv

__all__ = ["Framed", "ToggleSwitch"]


class ToggleSwitch(Pressable, Widget):
    """Is `active` or not; touched it dispatches `on_switch` with what it should become, and waits for it."""

    active = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        self.register_event_type("on_switch")
        super().__init__(**properties)

    def on_switch(self, wanted: bool) -> None:
        """Is called with what the player wants."""

    def on_release(self) -> None:
        """Asks for the other state."""
        self.dispatch("on_switch", not self.active)


load_kv(__file__)
