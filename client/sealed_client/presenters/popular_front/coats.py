"""How the armies look: shape and hue tell the side, shade, pattern and letter the colour."""

from __future__ import annotations

from functools import cache

from sealed_client.presenters.scene import Coat, Pattern, Shape

PAPER, INK = "#f6efdd", "#2f281d"
_SHAPES: tuple[Shape, Shape] = ("octagon", "round")
_FILLS = (("#2f4569", "#557099", "#a5bad6"), ("#8a2f4c", "#a94a64", "#dc9aa6"))
_INKS = (PAPER, PAPER, INK)
_PATTERNS: tuple[Pattern, Pattern, Pattern] = ("plain", "slants", "dots")
_LETTERS = "ABC"

DISK = Coat("round", "#1f1b16", PAPER)
"""The political marker, which is nobody's."""


@cache
def coat_of(colour: int) -> Coat:
    """Return the coat of a colour (0-based): odd ones are round, Republican, even ones octagons."""
    side, shade = colour & 1, colour >> 1
    return Coat(_SHAPES[side], _FILLS[side][shade], _INKS[shade], _PATTERNS[shade], _LETTERS[shade])


def army_coat(side: int) -> Coat:
    """Return the coat of a whole army (0 or 1), which is that of its first colour without a letter."""
    first = coat_of(side)
    return Coat(first.shape, first.fill, first.ink)
