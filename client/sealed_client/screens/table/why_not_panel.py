"""A refusal that explains itself: the sentence, numbered reasons, the nearest way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

import sealed_client.screens.components.icon_button
import sealed_client.screens.components.panel
import sealed_client.screens.table.answer_grid  # noqa: F401 - the kv rules use them
from sealed_client.presenters.scene import Answer, Sentence, WhyNot
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.components.pressable import Pressable
from sealed_client.screens.kv_files import load_kv
from sealed_client.screens.speech import speech

if TYPE_CHECKING:
    from kivy.event import EventDispatcher

    from sealed_client.presenters.scene import Reason

CLOSE = "close"
EMPTY = WhyNot("", ())


class NumberDisc(Widget):
    """Is the number of a reason, as it stands on the map."""

    text = StringProperty()


class ReasonRow(Pressable, BoxLayout):
    """Is a reason; touched it shows its space."""

    number = StringProperty()
    sentence = ObjectProperty(Sentence(), rebind=True)


class NearestWay(Framed, BoxLayout):
    """Says what would be possible; without a sentence it takes no room."""

    sentence = ObjectProperty(Sentence(), rebind=True)


class WhyNotPanel(BoxLayout):
    """Shows a `why_not`. Events: ``on_close()``, ``on_choose(key)`` for the nearest way."""

    why_not = ObjectProperty(EMPTY, rebind=True)
    answers = ObjectProperty(())
    nearest = ObjectProperty(Sentence(), rebind=True)

    __events__ = ("on_close", "on_choose")

    def __init__(self, **properties: object) -> None:
        self._rows: list[ReasonRow] = []
        super().__init__(**properties)
        speech.bind(say=self._speak)
        self.on_why_not(self, self.why_not)

    def on_close(self) -> None:
        """Is called when the panel shall go."""

    def on_choose(self, key: str) -> None:
        """Is called with the key of the nearest way."""

    def on_why_not(self, _panel: EventDispatcher, why_not: WhyNot) -> None:
        """Explains something else."""
        if "reasons" not in self.ids:
            return
        box = self.ids.reasons
        while len(self._rows) > len(why_not.reasons):
            box.remove_widget(self._rows.pop())
        while len(self._rows) < len(why_not.reasons):
            self._rows.append(ReasonRow())
            box.add_widget(self._rows[-1])
        for row, reason in zip(self._rows, why_not.reasons, strict=True):
            _show(row, reason)
        self._speak()

    def chosen(self, key: str) -> None:
        """Closes the panel, or goes the nearest way."""
        if key == CLOSE:
            self.dispatch("on_close")
        else:
            self.dispatch("on_choose", key)

    def _speak(self, *_: object) -> None:
        way = self.why_not
        close = Answer(CLOSE, str(speech.say("screen.table.close")), hotkey="Esc")
        show = Answer(way.nearest_key, str(speech.say("screen.table.show-way")), rank="primary")
        self.answers = (close, show) if way.nearest_key else (close,)
        lead = str(speech.say("screen.table.nearest"))
        self.nearest = Sentence(lead, way.nearest) if way.nearest else Sentence()


def _show(row: ReasonRow, reason: Reason) -> None:
    row.number, row.sentence = str(reason.number), reason.sentence


load_kv(__file__)
