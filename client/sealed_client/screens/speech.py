"""The words of screens: `speech.say` is bound by kv rules and replaced when the language changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty

from sealed_client.words.messages import ENGLISH, messages_of

if TYPE_CHECKING:
    from sealed_client.words.messages import Messages


class Speech(EventDispatcher):
    """Is the language of the screens.

    `say(id, **values)` is a text and `plural(id, count, **values)` one of a number; both are replaced by
    other functions in another language.
    """

    say = ObjectProperty(messages_of(ENGLISH).text)
    plural = ObjectProperty(messages_of(ENGLISH).plural)

    def __init__(self) -> None:
        """Starts in English."""
        super().__init__()
        self.messages: Messages = messages_of(ENGLISH)

    def speak(self, language: str) -> None:
        """Changes the language everywhere at once. Raises UnknownLanguageError."""
        self.messages = messages_of(language)
        self.plural = self.messages.plural
        self.say = self.messages.text


speech = Speech()
"""The one language of the program's screens."""
