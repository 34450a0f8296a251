"""The button of an answer: a verb with its object, its consequence below, a letter for the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import BooleanProperty, ColorProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

import sealed_client.screens.components.texts  # noqa: F401 - the kv rule uses them
from sealed_client.presenters.scene import Answer
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.components.pressable import Pressable
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from collections.abc import Sequence

    Rgba = Sequence[float]


class KeyChip(Widget):
    """The letter of a key; nothing without one."""

    text = StringProperty()
    ground = ColorProperty("#00000000")
    writing = ColorProperty("#000000")


class AnswerButton(Pressable, Framed, BoxLayout):
    """Shows an `answer`; touched, it dispatches `on_choose` with the answer's key, whether ready or not.

    `show_hotkey` is for screens with a keyboard: words to the left, the letter to the right.
    """

    answer = ObjectProperty(Answer(key="", label=""), rebind=True)
    show_hotkey = BooleanProperty(False)
    lettered = BooleanProperty(False)
    writing = ColorProperty("#000000")

    def __init__(self, **properties: object) -> None:
        self.register_event_type("on_choose")
        super().__init__(**properties)

    def ground(self, answer: Answer, sea: Rgba, raised: Rgba, bad: Rgba, sunken: Rgba) -> Rgba:
        """Returns the colour of the ground."""
        if answer.rank == "quiet":
            return [*sunken[:3], 1 if self.state == "down" else 0]
        if not answer.ready:
            return sunken
        return {"primary": sea, "danger": bad}.get(answer.rank, raised)

    def words_on(self, answer: Answer, sea_ink: Rgba, ink: Rgba, paper: Rgba, sea: Rgba, dim: Rgba) -> Rgba:
        """Returns the colour of the words."""
        if not answer.ready:
            return dim
        return {"primary": sea_ink, "danger": paper, "quiet": sea}.get(answer.rank, ink)

    def on_choose(self, key: str) -> None:
        """Is called with the key of the answer when it is chosen."""

    def on_release(self) -> None:
        """Chooses the answer."""
        self.dispatch("on_choose", self.answer.key)


load_kv(__file__)
