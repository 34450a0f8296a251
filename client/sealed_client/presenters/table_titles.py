"""Which title brings which presenter to the table's screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_client.presenters.popular_front import PopularFront
from sealed_client.presenters.title_presenter import TitleBrings
from sealed_client.words.catalogue import phrases_of

if TYPE_CHECKING:
    from sealed.engine.title import Title

TITLES: dict[str, TitleBrings] = {"popular-front": TitleBrings(PopularFront, phrases_of)}
"""By the id of the title."""


def brought_by(title: Title) -> TitleBrings:
    """Return what a title brings to the screen."""
    return TITLES[title.id]
