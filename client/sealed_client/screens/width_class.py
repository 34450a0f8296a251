"""The four layouts of every screen, chosen by the room there is (design, section 2)."""

from __future__ import annotations

from enum import StrEnum

_LOW, _TABLET, _DESKTOP = 480, 600, 1100


class WidthClass(StrEnum):
    """Names a layout."""

    UPRIGHT = "upright"
    LANDSCAPE = "landscape"
    TABLET = "tablet"
    DESKTOP = "desktop"


def width_class(width: float, height: float) -> WidthClass:
    """Return the layout for a room of so many dp: low ones first, then by width."""
    if height < _LOW:
        return WidthClass.LANDSCAPE
    if width < _TABLET:
        return WidthClass.UPRIGHT
    return WidthClass.TABLET if width < _DESKTOP else WidthClass.DESKTOP
