"""The roles of text as labels that wrap to their width and grow in height (design, section 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.properties import ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.label import Label
from kivy.utils import escape_markup

from sealed_client.presenters.scene import Sentence
from sealed_client.screens.theme import theme

if TYPE_CHECKING:
    from kivy.event import EventDispatcher

Builder.load_file(__file__.replace(".py", ".kv"))


class RoleText(Label):
    """Is a text of one role. Its height is that of its lines; its width is given from outside."""

    role = StringProperty("body")
    scale = NumericProperty(1.0)
    tint = ColorProperty(theme.ink)


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
    """Is an over-line: it is shown in capitals."""


class SentenceText(RoleText):
    """Is a question or a reason; its lead words are set heavier."""

    sentence = ObjectProperty(Sentence())

    def on_sentence(self, _text: EventDispatcher, sentence: Sentence) -> None:
        """Sets both parts."""
        lead, rest = escape_markup(sentence.lead), escape_markup(sentence.rest)
        heavy = f"[font=ReadingSemi]{lead}[/font]" if lead else ""
        self.text = f"{heavy} {rest}".strip()
