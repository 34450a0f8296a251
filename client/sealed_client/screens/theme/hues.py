"""The hues of pieces under each colour setting; shape, pattern and letter never change. No toolkit."""

from __future__ import annotations

import colorsys
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from sealed_client.presenters.scene import Coat

Hues = Literal["standard", "deuteranopia", "contrast"]
_DARKENED, _LIGHTENED = 0.72, 0.45
_ORANGE = 0.075
"""Where reds and pinks go when red and green cannot be told apart: far from every blue."""
_LOWEST = 0.5


@cache
def hued(colour: str, hues: Hues) -> str:
    """Return a piece's colour (``#rrggbb``) under a setting: reds turn orange, or all become stronger."""
    if hues == "standard":
        return colour
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
    if hues == "deuteranopia":
        reddish = (hue > 0.88 or hue < 0.05) and saturation > 0.15  # magenta to vermilion
        if reddish:
            hue, saturation = _ORANGE, min(1.0, saturation + 0.35)
    elif light < _LOWEST:
        light *= _DARKENED
        saturation = min(1.0, saturation * 1.25)
    else:
        light += (1 - light) * _LIGHTENED
    parts = colorsys.hls_to_rgb(hue, light, saturation)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def coat_under(coat: Coat, hues: Hues) -> Coat:
    """Return a coat as it looks under a setting."""
    return coat if hues == "standard" else replace(coat, fill=hued(coat.fill, hues))
