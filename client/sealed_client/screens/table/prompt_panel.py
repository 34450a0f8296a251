"""The question of a table: what is going on, the sentence, the answers, the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

import sealed_client.screens.components.icon_button
import sealed_client.screens.components.panel
import sealed_client.screens.components.pictures
import sealed_client.screens.components.texts
import sealed_client.screens.table.answer_grid  # noqa: F401 - the kv rules use them
from sealed_client.presenters.scene import Prompt, Sentence
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from kivy.event import EventDispatcher

_SILENT = 1.0
"""Seconds after which sending is worth a word."""
EMPTY = Prompt(mood="waiting", over="", sentence=Sentence())


class MoodBand(Framed, BoxLayout):
    """Says in a word that an answer is under way or that there is no connection; else it takes no room."""

    text = StringProperty()
    icon = StringProperty()
    warns = BooleanProperty(defaultvalue=False)


class LockNote(BoxLayout):
    """Warns of the point of no return; without a text it takes no room."""

    text = StringProperty()
    icon = StringProperty()


class PromptPanel(BoxLayout):
    """Shows a `prompt`. Events: ``on_choose(key)``, ``on_undo()``.

    `paired` lets short answers stand side by side, `show_hotkeys` is for screens with a keyboard.
    """

    prompt = ObjectProperty(EMPTY, rebind=True)
    paired = BooleanProperty(defaultvalue=False)
    show_hotkeys = BooleanProperty(defaultvalue=False)
    inert = BooleanProperty(defaultvalue=False)
    lingers = BooleanProperty(defaultvalue=False)
    answers = ListProperty()

    __events__ = ("on_choose", "on_undo")

    def __init__(self, **properties: object) -> None:
        self._linger = Clock.create_trigger(self._still_sending, _SILENT)
        super().__init__(**properties)

    def on_choose(self, key: str) -> None:
        """Is called with the key of the answer that was chosen."""

    def on_undo(self) -> None:
        """Is called when the last choice shall be taken back."""

    def on_prompt(self, _panel: EventDispatcher, prompt: Prompt) -> None:
        """Asks something else; while an answer is under way nothing can be touched."""
        self.inert = prompt.mood == "sending"
        if not self.inert:
            self._linger.cancel()
            self.lingers = False
        elif not self.lingers:
            self._linger()

    def _still_sending(self, *_: object) -> None:
        self.lingers = True


load_kv(__file__)
