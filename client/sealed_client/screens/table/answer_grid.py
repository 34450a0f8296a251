"""The answers of a question as buttons: one below the other, or two side by side where both fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.layout import Layout

from sealed_client.screens.components.answer_button import AnswerButton
from sealed_client.screens.components.word_widths import word_width
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from kivy.event import EventDispatcher

    from sealed_client.presenters.scene import Answer

_GAP = 8
_AROUND = 30
_PAIR = 2


class AnswerGrid(Layout):
    """Shows `answers` with as few new buttons as it can; `on_choose` is called with a key.

    `paired` puts two short answers side by side; `show_hotkeys` writes the letters of the keyboard.
    """

    answers = ObjectProperty(())
    paired = BooleanProperty(defaultvalue=False)
    show_hotkeys = BooleanProperty(defaultvalue=False)
    inert = BooleanProperty(defaultvalue=False)
    wanted = NumericProperty(0)

    __events__ = ("on_choose",)

    def __init__(self, **properties: object) -> None:
        self.buttons: list[AnswerButton] = []
        super().__init__(**properties)
        for name in ("pos", "size", "children", "paired"):
            self.fbind(name, self._trigger_layout)
        self.fbind("show_hotkeys", self._mark)
        self.fbind("inert", self._mark)
        self.on_answers(self, self.answers)

    def on_choose(self, key: str) -> None:
        """Is called with the key of the answer that was chosen."""

    def on_answers(self, _grid: EventDispatcher, answers: tuple[Answer, ...]) -> None:
        """Shows other answers; buttons that are there are used again."""
        if self.canvas is None:
            return
        while len(self.buttons) > len(answers):
            self.remove_widget(self.buttons.pop())
        while len(self.buttons) < len(answers):
            self._add()
        for button, answer in zip(self.buttons, answers, strict=True):
            button.answer = answer
        self._mark()
        self._trigger_layout()

    def _add(self) -> None:
        button = AnswerButton(size_hint=(None, None))
        button.bind(on_choose=lambda _button, key: self.dispatch("on_choose", key))
        button.fbind("height", self._trigger_layout)
        self.buttons.append(button)
        self.add_widget(button)

    def _mark(self, *_: object) -> None:
        for button in self.buttons:
            button.inert, button.show_hotkey = self.inert, self.show_hotkeys

    def do_layout(self, *_: object) -> None:
        """Lays the buttons out in rows and takes their height."""
        rows = self._rows()
        for row in rows:
            wide = (self.width - dp(_GAP) * (len(row) - 1)) / len(row)
            for button in row:
                button.width = wide
        heights = [max(button.height for button in row) for row in rows]
        self.wanted = sum(heights) + dp(_GAP) * max(0, len(rows) - 1)
        top = self.y + self.wanted
        for row, height in zip(rows, heights, strict=True):
            x = self.x
            for button in row:
                button.pos = x, top - height + (height - button.height) / 2
                x += button.width + dp(_GAP)
            top -= height + dp(_GAP)

    def _rows(self) -> list[list[AnswerButton]]:
        rows: list[list[AnswerButton]] = []
        half = (self.width - dp(_GAP)) / _PAIR
        for button in self.buttons:
            fits = self.paired and self._breadth(button) <= half
            if fits and rows and len(rows[-1]) < _PAIR and self._breadth(rows[-1][0]) <= half:
                rows[-1].append(button)
            else:
                rows.append([button])
        return rows

    def _breadth(self, button: AnswerButton) -> float:
        words = [label for label in button.ids.words.children if label.text]
        widths = (word_width(word.text, word.font_name, word.font_size) for word in words)
        return max(widths, default=0.0) + dp(_AROUND)


load_kv(__file__)
