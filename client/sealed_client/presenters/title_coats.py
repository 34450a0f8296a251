"""The pieces of a title to look at where no game is going on: at home and in the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_client.presenters.popular_front.coats import army_coat, coat_of

if TYPE_CHECKING:
    from sealed_client.presenters.scene import Coat

_COLOURS = 6


def sides_of(title: str) -> tuple[Coat, ...]:
    """Return the coats of a title's two sides; none for a title without a presenter."""
    return (army_coat(0), army_coat(1)) if title == "popular-front" else ()


def pieces_of(title: str) -> tuple[Coat, ...]:
    """Return the coats of all colours; none for a title without a presenter."""
    return tuple(coat_of(colour) for colour in range(_COLOURS)) if title == "popular-front" else ()
