"""How wide words are, measured without drawing them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kivy.core.text import Label as Measure

if TYPE_CHECKING:
    from collections.abc import Collection

_TRIES = 3
_SAFE = 1
"""A pixel, so that rounding never breaks a word that just fits."""


@cache
def _measure(face: str, size: float) -> Measure:
    return Measure(font_name=face, font_size=size)


@cache
def word_width(word: str, face: str, size: float) -> float:
    """Return the width of one line in pixels; `size` is in pixels too."""
    return float(_measure(face, size).get_extents(word)[0])


def fitting_scale(words: Collection[str], face: str, size: float, room: float, smallest: float) -> float:
    """Return how much smaller a text must be for its longest word to fit, but no smaller than `smallest`."""
    least = min(1.0, smallest / size)
    scale = 1.0
    for _ in range(_TRIES):  # hinted letters do not shrink evenly
        widest = max((word_width(word, face, size * scale) for word in words), default=0.0) + _SAFE
        if widest <= room:
            break
        scale *= room / widest
    return max(scale, least)
