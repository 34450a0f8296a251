"""The roles of text as labels that wrap to their width and grow in height (design, section 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.label import Label
from kivy.utils import escape_markup

from sealed_client.presenters.scene import Sentence
from sealed_client.screens.kv_files import load_kv
from sealed_client.screens.theme import theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kivy.event import EventDispatcher

load_kv(__file__)

_HAIR = "\u200a"


class RoleText(Label):
    """Is a text of one role. Its height is that of its lines; its width is given from outside.

    Without `wraps` it is one line, as wide as its words. `scale` makes it larger than its role.
    """

    role = StringProperty("body")
    scale = NumericProperty(1.0)
    tint = ColorProperty(theme.ink)
    wraps = BooleanProperty(True)

    def on_wraps(self, _text: EventDispatcher, _wraps: bool) -> None:
        """Fills the given width, or takes that of the words."""
        if not self.wraps:
            self.size_hint_x = None
            self.width = self.texture_size[0]

    def on_texture_size(self, _text: EventDispatcher, size: Sequence[float]) -> None:
        """Takes the width of the words, if it does not wrap."""
        if not self.wraps:
            self.width = size[0]


class DisplayText(RoleText):
    """Is the name of the program."""


class TitleText(RoleText):
    """Is the title of a game or card."""


class TotalText(RoleText):
    """Is the sum of a side in combat."""


class HeadingText(RoleText):
    """Is a heading."""


class BodyText(RoleText):
    """Is a text to read."""


class ButtonText(RoleText):
    """Is what a button says."""


class LabelText(RoleText):
    """Is a label."""


class SmallText(RoleText):
    """Is a small text."""


class OverText(RoleText):
    """Is an over-line: it is shown in capitals, set apart by hair spaces (Kivy has no tracking)."""

    def texture_update(self, *arguments: object) -> None:
        """Draws the capitals; `text` stays as it was given."""
        self._label.text = f"{_HAIR}{_HAIR} ".join(_HAIR.join(word) for word in self.text.upper().split(" "))
        super().texture_update(*arguments)


class SentenceText(RoleText):
    """Is a question or a reason; its lead words are set heavier."""

    sentence = ObjectProperty(Sentence())

    def on_sentence(self, _text: EventDispatcher, sentence: Sentence) -> None:
        """Sets both parts."""
        lead, rest = escape_markup(sentence.lead), escape_markup(sentence.rest)
        heavy = f"[font=ReadingSemi]{lead}[/font]" if lead else ""
        self.text = f"{heavy} {rest}".strip()
