"""The pieces of a title to look at where no game is going on: at home and in the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sealed_client.presenters.scene import Coat

_COLOURS = 6


def sides_of(title: str) -> tuple[Coat, ...]:
    """Return the coats of a title's two sides; none for a title without a presenter."""
    if title != "popular-front":
        return ()
    from sealed_client.presenters.popular_front.coats import army_coat  # late: it brings the rules along

    return army_coat(0), army_coat(1)


def pieces_of(title: str) -> tuple[Coat, ...]:
    """Return the coats of all colours; none for a title without a presenter."""
    if title != "popular-front":
        return ()
    from sealed_client.presenters.popular_front.coats import coat_of  # late: it brings the rules along

    return tuple(coat_of(colour) for colour in range(_COLOURS))
