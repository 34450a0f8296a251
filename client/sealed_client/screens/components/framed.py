"""A surface with rounded corners and a line around it, as a part of other widgets."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import ColorProperty, ListProperty, NumericProperty
from kivy.uix.widget import Widget

from sealed_client.screens.kv_files import load_kv


class Framed(Widget):
    """Draws its ground: ``fill``, and an ``edge`` of ``edge_width`` within its box.

    ``corners``, if given, are four radii (top left, top right, bottom right, bottom left).
    """

    fill = ColorProperty("#ffffff")
    edge = ColorProperty("#000000")
    edge_width = NumericProperty(dp(1))
    radius = NumericProperty(dp(12))
    corners = ListProperty()


load_kv(__file__)
