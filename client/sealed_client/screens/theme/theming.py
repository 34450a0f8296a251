"""The theme that every widget is bound to: colours, sizes of text, calm, and the map's colours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kivy.event import EventDispatcher
from kivy.properties import (
    BooleanProperty,
    BoundedNumericProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
)

from sealed_client.maps import DARK as DARK_MAP
from sealed_client.maps import LIGHT as LIGHT_MAP
from sealed_client.screens.theme.hues import coat_under, hued
from sealed_client.screens.theme.tokens import DARK, LIGHT, sharpened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed_client.maps.map_colours import MapColours
    from sealed_client.presenters.scene import Coat

_LARGE = 1.5


class Theme(EventDispatcher):
    """Is how everything looks at the moment; kv rules bind to its properties.

    `text_scale` multiplies every size of text (0.85 to 1.6). With `calm` nothing slides. `hues` chooses the
    colours of pieces; shapes, letters and patterns are always on.
    """

    table = ColorProperty(LIGHT["table"])
    paper = ColorProperty(LIGHT["paper"])
    raised = ColorProperty(LIGHT["raised"])
    sunken = ColorProperty(LIGHT["sunken"])
    line = ColorProperty(LIGHT["line"])
    strong_line = ColorProperty(LIGHT["strong_line"])
    ink = ColorProperty(LIGHT["ink"])
    ink_2 = ColorProperty(LIGHT["ink_2"])
    ink_3 = ColorProperty(LIGHT["ink_3"])
    sea = ColorProperty(LIGHT["sea"])
    sea_ink = ColorProperty(LIGHT["sea_ink"])
    sea_soft = ColorProperty(LIGHT["sea_soft"])
    ok = ColorProperty(LIGHT["ok"])
    ok_soft = ColorProperty(LIGHT["ok_soft"])
    warn = ColorProperty(LIGHT["warn"])
    warn_soft = ColorProperty(LIGHT["warn_soft"])
    bad = ColorProperty(LIGHT["bad"])
    bad_soft = ColorProperty(LIGHT["bad_soft"])
    brass = ColorProperty(LIGHT["brass"])
    brass_text = ColorProperty(LIGHT["brass_text"])
    shade = ColorProperty(LIGHT["shade"])
    board = ObjectProperty(LIGHT_MAP)
    dark = BooleanProperty(False)
    calm = BooleanProperty(False)
    text_scale = BoundedNumericProperty(1.0, min=0.85, max=1.6)
    hues = OptionProperty("standard", options=["standard", "deuteranopia", "contrast"])
    pressed = NumericProperty(0.08)

    def on_dark(self, _theme: Theme, _dark: bool) -> None:
        """Changes every colour at once."""
        self._recolour()

    def on_hues(self, _theme: Theme, _hues: str) -> None:
        """Changes the colours of pieces and of their land; high contrast strengthens texts and lines too."""
        self._recolour()

    def coat(self, coat: Coat) -> Coat:
        """Returns a coat in the hues of the setting."""
        return coat_under(coat, self.hues)

    def shaded(self, colour: Sequence[float], down: bool) -> list[float]:
        """Returns the colour of a ground, a little darker while it is pressed."""
        red, green, blue, opacity = colour
        keep = 1 - self.pressed if down else 1
        return [red * keep, green * keep, blue * keep, opacity]

    def is_large(self, text_scale: float) -> bool:
        """Tells whether texts are so large that cards in the hand leave out their words of effect."""
        return text_scale >= _LARGE

    def _recolour(self) -> None:
        self.board = self._map_colours()
        plain = DARK if self.dark else LIGHT
        for token, colour in (sharpened(plain) if self.hues == "contrast" else plain).items():
            setattr(self, token, colour)

    def _map_colours(self) -> MapColours:
        plain = DARK_MAP if self.dark else LIGHT_MAP
        first, second = plain.sides
        return replace(plain, sides=(hued(first, self.hues), hued(second, self.hues)))


theme = Theme()
"""The one theme of the program."""
