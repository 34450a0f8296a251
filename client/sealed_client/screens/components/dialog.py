"""A question over the table; what is below takes no touches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.widget import Widget

import sealed_client.screens.components.page_scroller
import sealed_client.screens.components.panel
import sealed_client.screens.components.texts  # noqa: F401 - the kv rule uses both
from sealed_client.presenters.scene import Confirmation, Sentence
from sealed_client.screens.components.answer_button import AnswerButton
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from kivy.event import EventDispatcher
    from kivy.input.motionevent import MotionEvent


class Scrim(Widget):
    """Darkens what lies below and takes its touches."""


class Overlay(AnchorLayout, Scrim):
    """Holds one panel, by the id `panel`, in its middle; a touch beside it dispatches `on_close`."""

    def __init__(self, **properties: object) -> None:
        self.register_event_type("on_close")
        super().__init__(**properties)

    def on_close(self) -> None:
        """Is called when the player touches what lies beside the panel."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Lets nothing through."""
        if not self.collide_point(*touch.pos):
            return False
        if not super().on_touch_down(touch) and not self.ids.panel.collide_point(*touch.pos):
            self.dispatch("on_close")
        return True


class Dialog(Overlay):
    """Asks a `confirmation`; `on_choose` brings the key of its answer, `on_close` a touch beside it."""

    confirmation = ObjectProperty(Confirmation(Sentence(), ()))
    sentence = ObjectProperty(Sentence())
    show_hotkeys = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        self.register_event_type("on_choose")
        super().__init__(**properties)
        self.on_confirmation(self, self.confirmation)

    def on_choose(self, key: str) -> None:
        """Is called with the key of the chosen answer."""

    def on_confirmation(self, _dialog: EventDispatcher, confirmation: Confirmation) -> None:
        """Asks something else."""
        self.sentence = confirmation.sentence
        if "answers" not in self.ids:
            return
        self.ids.answers.clear_widgets()
        for answer in confirmation.answers:
            button = AnswerButton(answer=answer, show_hotkey=self.show_hotkeys)
            button.bind(on_choose=lambda _button, key: self.dispatch("on_choose", key))
            self.ids.answers.add_widget(button)


load_kv(__file__)
