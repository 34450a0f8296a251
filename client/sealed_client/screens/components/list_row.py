"""Rows of a list: one that leads somewhere, and one with a switch."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

import sealed_client.screens.components.pictures
import sealed_client.screens.components.texts
import sealed_client.screens.components.toggle_switch  # noqa: F401 - the kv rules use them
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.components.pressable import Pressable
from sealed_client.screens.kv_files import load_kv


class RoundIcon(Framed, Widget):
    """Is an icon on a disc."""

    name = StringProperty()
    ground = ColorProperty("#000000")
    ink = ColorProperty("#ffffff")


class RowWords(BoxLayout):
    """Is a heading and a small line about it."""

    heading = StringProperty()
    about = StringProperty()


class ListRow(Pressable, Framed, BoxLayout):
    """Is a row with an `icon`, a `heading`, a line `about` it, a `value`, and a chevron if it `leads` on."""

    icon = StringProperty()
    heading = StringProperty()
    about = StringProperty()
    value = StringProperty()
    leads = BooleanProperty(True)
    strong = BooleanProperty(False)


class SettingRow(BoxLayout):
    """Is a row with a switch; `on_switch` is called with what the player wants."""

    heading = StringProperty()
    about = StringProperty()
    active = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        self.register_event_type("on_switch")
        super().__init__(**properties)

    def on_switch(self, wanted: bool) -> None:
        """Is called with what the player wants."""


load_kv(__file__)
