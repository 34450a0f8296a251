"""The theme that every widget is bound to: colours, sizes of text, calm, and the map's colours."""

from __future__ import annotations

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
from sealed_client.screens.theme.tokens import DARK, LIGHT


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
    board = ObjectProperty(LIGHT_MAP)
    dark = BooleanProperty(False)
    calm = BooleanProperty(False)
    text_scale = BoundedNumericProperty(1.0, min=0.85, max=1.6)
    hues = OptionProperty("standard", options=["standard", "deuteranopia", "contrast"])
    pressed = NumericProperty(0.08)

    def on_dark(self, _theme: Theme, dark: bool) -> None:
        """Changes every colour at once."""
        for token, colour in (DARK if dark else LIGHT).items():
            setattr(self, token, colour)
        self.board = DARK_MAP if dark else LIGHT_MAP


theme = Theme()
"""The one theme of the program."""
