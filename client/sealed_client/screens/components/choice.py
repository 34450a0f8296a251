"""One of a few: parts side by side, or one below the other where the words need the room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

import sealed_client.screens.components.texts  # noqa: F401 - the kv rule uses them
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.components.pressable import Pressable
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from kivy.event import EventDispatcher

_AROUND_WORD = 22


class ChoicePart(Pressable, Framed, BoxLayout):
    """Is one of them."""

    text = StringProperty()
    key = StringProperty()
    chosen = BooleanProperty(False)


class Choice(Framed, BoxLayout):
    """Shows `options`, pairs of key and words; `on_choose` is called with the key that is touched.

    `chosen` is the key of the present one, which only whoever uses it changes.
    """

    options = ListProperty()
    chosen = StringProperty()
    stacked = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        self._parts: list[ChoicePart] = []
        self.register_event_type("on_choose")
        super().__init__(**properties)
        self.bind(width=self._fit)
        self.on_options(self, self.options)

    def on_choose(self, key: str) -> None:
        """Is called with the key of the part that was touched."""

    def on_options(self, _choice: EventDispatcher, options: list[tuple[str, str]]) -> None:
        """Shows other parts, or the same with other words."""
        if self.canvas is None:  # while it is being made
            return
        while len(self._parts) > len(options):
            self.remove_widget(self._parts.pop())
        while len(self._parts) < len(options):
            part = ChoicePart()
            part.bind(on_release=self._touched)
            part.ids.word.bind(font_size=self._fit)
            self._parts.append(part)
            self.add_widget(part)
        for part, (key, text) in zip(self._parts, options, strict=True):
            part.key, part.text = key, text
        self.on_chosen(self, self.chosen)
        self._fit()

    def on_chosen(self, _choice: EventDispatcher, chosen: str) -> None:
        """Marks the present one."""
        for part in self._parts:
            part.chosen = part.key == chosen

    def _touched(self, part: ChoicePart) -> None:
        self.dispatch("on_choose", part.key)

    def _fit(self, *_: object) -> None:
        if self._parts:
            widest = max(part.ids.word._label.get_extents(part.text)[0] for part in self._parts)  # noqa: SLF001
            self.stacked = len(self._parts) * (widest + dp(_AROUND_WORD)) > self.width - dp(6)


load_kv(__file__)
