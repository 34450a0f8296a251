"""The titles, one package each; titles are strangers to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games import popular_front, shaef, south_front

if TYPE_CHECKING:
    from sealed.engine.title import Title

_TITLES = (popular_front.TITLE, south_front.TITLE, shaef.TITLE)
TITLES: dict[str, Title] = {title.id: title for title in _TITLES}
"""Every title of this edition by its id."""


def title_of(game: str, edition: bytes) -> Title | None:
    """Return the title with this id in exactly this edition, if we have it (spec 2.3, `GEN_RULES`)."""
    title = TITLES.get(game)
    return title if title is not None and title.edition == edition else None
