"""The log of a table, its newest line first; a touched line lights its spaces on the map."""

from __future__ import annotations

from kivy.core.text import Label as Measure
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview import RecycleView

import sealed_client.screens.components.panel
import sealed_client.screens.components.pictures
import sealed_client.screens.components.texts  # noqa: F401 - the kv rules use them
from sealed_client.presenters.scene import LogLine
from sealed_client.screens.components.clipping import clip_by_box
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.components.pressable import Pressable
from sealed_client.screens.kv_files import load_kv
from sealed_client.screens.theme import theme
from sealed_client.screens.theme.typefaces import NATURAL, ROLES

_BESIDE, _AROUND, _LEAST = 48, 8, 48
EMPTY = LogLine("", "", 0, "checking")


class LogRow(Pressable, Framed, BoxLayout):
    """Is a `line` of the log; `lit` is the one whose spaces the map shows."""

    line = ObjectProperty(EMPTY, rebind=True)
    lit = BooleanProperty(defaultvalue=False)
    owner = ObjectProperty(None, allownone=True)

    def on_release(self) -> None:
        """Shows the line's spaces, or no longer."""
        if self.owner is not None and self.line.key:
            self.owner.dispatch("on_choose", self.line.key)


class LogList(RecycleView):
    """Shows `lines` (newest first); only rows that can be seen are widgets. ``on_choose(key)``."""

    lines = ObjectProperty(())
    lit = StringProperty()

    __events__ = ("on_choose",)

    def __init__(self, **properties: object) -> None:
        self._heights: dict[tuple[str, str], float] = {}
        super().__init__(**properties)
        clip_by_box(self)
        for name in ("lines", "lit"):
            self.fbind(name, self._fill)
        self.fbind("width", self._measure_again)
        theme.bind(text_scale=self._measure_again)
        self._fill()

    def on_choose(self, key: str) -> None:
        """Is called with the key of the line that was touched."""

    def _measure_again(self, *_: object) -> None:
        self._heights.clear()
        self._fill()

    def _fill(self, *_: object) -> None:
        self.data = [
            {
                "line": line,
                "lit": line.key == self.lit,
                "owner": self,
                "spoken": line.text,
                "size": (self.width, self._height(line)),
            }
            for line in self.lines
        ]

    def _height(self, line: LogLine) -> float:
        words = (line.text, line.detail)
        if words not in self._heights:
            high = _high(line.text, "body", self.width) + (
                _high(line.detail, "small", self.width) if line.detail else 0
            )
            self._heights[words] = max(dp(_LEAST), high + dp(_AROUND))
        return self._heights[words]


def _high(text: str, role: str, width: float) -> float:
    """Return how high a text is in a row so wide, without drawing it."""
    looks = ROLES[role]
    label = Measure(
        text=text,
        font_name=looks.face,
        font_size=sp(looks.size) * theme.text_scale,
        line_height=looks.line / NATURAL,
        text_size=(max(dp(40), width - dp(_BESIDE)), None),
    )
    label.resolve_font_name()
    return float(label.render()[1])


load_kv(__file__)
