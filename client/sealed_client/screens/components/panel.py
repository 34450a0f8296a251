"""Surfaces: a panel that is as high as what it holds, a rule, a chip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import NumericProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

import sealed_client.screens.components.pictures
import sealed_client.screens.components.texts  # noqa: F401 - the kv rules use both
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from collections.abc import Sequence

    Rgba = Sequence[float]


class Panel(Framed, BoxLayout):
    """Holds things one below the other on paper with rounded corners."""


class Rule(Widget):
    """Is a line across, from an inset on."""

    inset = NumericProperty(0)


class Chip(Widget):
    """Is a word on a round ground, with an icon before it if there is one."""

    text = StringProperty()
    icon = StringProperty()
    mood = OptionProperty("plain", options=["plain", "yours", "warns", "good", "bad"])

    def ground(self, mood: str, plain: Rgba, yours: Rgba, warns: Rgba, good: Rgba, bad: Rgba) -> Rgba:
        """Returns the colour that fits the mood."""
        return {"yours": yours, "warns": warns, "good": good, "bad": bad}.get(mood, plain)


load_kv(__file__)
