"""A button that shows an icon, 48 dp wide and high."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

import sealed_client.screens.components.pictures  # noqa: F401 - the kv rule uses them
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.components.pressable import Pressable
from sealed_client.screens.kv_files import load_kv


class IconButton(Pressable, Framed, Widget):
    """Shows an `icon`; a `floating` one lies on the map and has a ground and a line. Set `spoken` too."""

    icon = StringProperty()
    floating = BooleanProperty(False)
    dim = BooleanProperty(False)


load_kv(__file__)
