"""Which wording belongs to which title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_client.words import popular_front, shaef, south_front
from sealed_client.words.messages import ENGLISH, messages_of
from sealed_client.words.phrases import Phrases

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.engine.title import Setup, Title
    from sealed_client.words.messages import Messages
    from sealed_client.words.phrases import Wording

_WORDINGS: dict[str, Callable[[Messages], Wording]] = {
    "popular-front": popular_front.wording,
    "shaef": shaef.wording,
    "south-front": south_front.wording,
}


def phrases_of(title: Title, setup: Setup, language: str = ENGLISH) -> Phrases:
    """Return the sentences of a table of a title in a language. Raises `UnknownLanguageError`."""
    return Phrases(title, setup, _WORDINGS[title.id](messages_of(language)))


def army_of(title: Title, number: int, language: str = ENGLISH) -> str:
    """Return the name of a side by its number in a result, in a language. Raises like `phrases_of`."""
    return _WORDINGS[title.id](messages_of(language)).armies.get(number, str(number))
