"""What covers a table as a whole: the alarm that stops play, and the end of the game with its verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

import sealed_client.screens.components.pictures
import sealed_client.screens.table.answer_grid  # noqa: F401 - the kv rules use them
from sealed_client.presenters.scene import Alarm, Ending, Sentence
from sealed_client.screens.components.texts import BodyText
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from kivy.event import EventDispatcher
    from kivy.input.motionevent import MotionEvent

NO_ALARM = Alarm("", (), ())
NO_ENDING = Ending("", "", None, Sentence(), "checking", (), ())


class Lines(BoxLayout):
    """Shows `lines` of text one below the other."""

    lines = ObjectProperty(())

    def on_lines(self, _box: EventDispatcher, lines: tuple[str, ...]) -> None:
        """Shows other lines."""
        self.clear_widgets()
        for line in lines:
            self.add_widget(BodyText(text=line))


class AlarmCover(AnchorLayout):
    """Shows an `alarm` and lets no touch through; ``on_choose(key)`` for the ways on."""

    alarm = ObjectProperty(NO_ALARM, rebind=True)

    __events__ = ("on_choose",)

    def on_choose(self, key: str) -> None:
        """Is called with the key of the way that was chosen."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Lets nothing through."""
        super().on_touch_down(touch)
        return bool(self.collide_point(*touch.pos))


class AuditBar(Widget):
    """Shows how much of the audit is done; it takes no room once all is."""

    share = NumericProperty(0)
    shown = BooleanProperty(defaultvalue=False)


class EndingPanel(BoxLayout):
    """Shows an `ending`; ``on_choose(key)`` for its answers."""

    ending = ObjectProperty(NO_ENDING, rebind=True)
    paired = BooleanProperty(defaultvalue=False)

    __events__ = ("on_choose",)

    def on_choose(self, key: str) -> None:
        """Is called with the key of the answer that was chosen."""


load_kv(__file__)
