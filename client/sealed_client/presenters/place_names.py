"""The words on a title's map: names and values of its spaces, and the seas in the player's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.popular_front.pack import load
from sealed_client.maps.place import Place

if TYPE_CHECKING:
    from sealed_client.words.messages import Messages


def places_of(title: str) -> tuple[Place, ...]:
    """Return for each space of a title's map, by index, what is written beside it. Raises `KeyError`."""
    return {"popular-front": _popular_front}[title]()


def _popular_front() -> tuple[Place, ...]:
    return tuple(Place(city.display, city.value, city.star) for city in load().cities)


def sea_words_of(messages: Messages) -> dict[str, str]:
    """Return the names of the seas by the keys of the maps."""
    return {
        "bay": messages.text("table.sea.bay"),
        "atlantic": messages.text("table.sea.atlantic"),
        "mediterranean": messages.text("table.sea.mediterranean"),
    }
