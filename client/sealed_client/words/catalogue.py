"""Which wording belongs to which title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_client.words.phrases import Phrases, Wording
from sealed_client.words.popular_front_en import ENGLISH as POPULAR_FRONT

if TYPE_CHECKING:
    from sealed.engine.title import Setup, Title

_WORDINGS: dict[str, Wording] = {"popular-front": POPULAR_FRONT}


def phrases_of(title: Title, setup: Setup) -> Phrases:
    """Return the sentences of a table of a title."""
    return Phrases(title, setup, _WORDINGS[title.id])
