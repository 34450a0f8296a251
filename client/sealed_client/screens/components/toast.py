"""One line that says what has happened and goes by itself; it never asks anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty

from sealed_client.screens.components.framed import Framed
from sealed_client.screens.components.texts import LabelText
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from kivy.event import EventDispatcher

_SECONDS = 4.0


class ToastWords(LabelText):
    """Are the words, and how wide they would be in one line."""

    natural = NumericProperty(0)

    def on_text(self, _words: EventDispatcher, text: str) -> None:
        """Measures them."""
        self.natural = self._label.get_extents(text)[0] + dp(2)

    def on_font_size(self, _words: EventDispatcher, _size: float) -> None:
        """Measures them anew."""
        self.natural = self._label.get_extents(self.text)[0] + dp(2)


class Toast(Framed):
    """Shows words for four seconds; whoever uses it places it above the sheet, no wider than `widest`."""

    text = StringProperty()
    widest = NumericProperty(dp(360))

    def __init__(self, **properties: object) -> None:
        self._going = Clock.create_trigger(self._go, _SECONDS)
        super().__init__(**properties)

    def show(self, text: str) -> None:
        """Says something from now on for four seconds."""
        self.text = text
        self._going.cancel()
        if text:
            self._going()

    def _go(self, *_: object) -> None:
        self.text = ""


load_kv(__file__)
