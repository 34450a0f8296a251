"""The settings: reading, pieces, playing. Every change is told at once; nothing has to be saved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kivy.metrics import Metrics, dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.utils import platform

import sealed_client.screens.components.choice
import sealed_client.screens.components.icon_button
import sealed_client.screens.components.list_row
import sealed_client.screens.components.page_scroller
import sealed_client.screens.components.panel
import sealed_client.screens.components.text_slider  # noqa: F401 - the kv rules use them
from sealed_client.presenters.home import NewGame
from sealed_client.presenters.title_coats import pieces_of
from sealed_client.screens.components.pictures import CoatPicture
from sealed_client.screens.kv_files import load_kv
from sealed_client.settings import HUES, Settings
from sealed_client.words.messages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from kivy.event import EventDispatcher

    from sealed_client.presenters.scene import Coat

    Options = list[tuple[str, str]]

_COLUMNS, _WIDEST = 760, 1100
_PIECE = 44


class SettingsSection(BoxLayout):
    """Shows some of the `settings`; `on_change` is called with all of them as the player wants them."""

    settings = ObjectProperty(Settings(), rebind=True)

    def __init__(self, **properties: object) -> None:
        self.register_event_type("on_change")
        super().__init__(**properties)

    def on_change(self, settings: Settings) -> None:
        """Is called with other settings."""

    def ask(self, **changes: object) -> None:
        """Tells what the player wants to be different."""
        self.dispatch("on_change", replace(self.settings, **changes))


class Reading(SettingsSection):
    """Theme, size of text, language."""

    knows_device = BooleanProperty(False)

    def themes(self, say: Callable[..., str], knows_device: bool) -> Options:
        """Returns the themes; the device's own only where it is known."""
        plain = [("paper", say("screen.settings.theme.paper")), ("night", say("screen.settings.theme.night"))]
        return [*plain, ("device", say("screen.settings.theme.device"))] if knows_device else plain

    def languages(self, say: Callable[..., str]) -> Options:
        """Returns the languages, each in its own words."""
        return [(language, say(f"screen.language.{language}")) for language in LANGUAGES]


class Pieces(SettingsSection):
    """The hues of pieces, shown on some."""

    coats = ListProperty()

    def hues(self, say: Callable[..., str]) -> Options:
        """Returns the settings of hues."""
        return [(hues, say(f"screen.settings.hues.{hues}")) for hues in HUES]


class Playing(SettingsSection):
    """What is asked, answered and heard at the table."""


class ChoiceRow(BoxLayout):
    """Holds words and the choice below them."""


class PiecesRow(BoxLayout):
    """Shows pieces side by side."""

    coats = ListProperty()

    def on_coats(self, _row: EventDispatcher, coats: list[Coat]) -> None:
        """Shows other pieces."""
        self.clear_widgets()
        for coat in coats:
            piece = CoatPicture(coat=coat, label=coat.letter, size=(dp(_PIECE), dp(_PIECE)))
            piece.pos_hint = {"center_y": 0.5}
            self.add_widget(piece)


class SettingsBar(BoxLayout):
    """Is the bar at the top; `on_back` leads back."""

    def __init__(self, **properties: object) -> None:
        self.register_event_type("on_back")
        super().__init__(**properties)

    def on_back(self) -> None:
        """Is called when the player is done."""


class SettingsScreen(BoxLayout):
    """Shows `settings`; `on_change` is called with the ones the player wants, `on_back` when he is done.

    `coats` are pieces of a title to look at; `knows_device` tells whether the device's own theme is known.
    Whoever uses it applies and keeps what is wanted, and sets `settings` to it.
    """

    settings = ObjectProperty(Settings())
    coats = ListProperty()
    knows_device = BooleanProperty(platform == "android")
    columns = BooleanProperty(False)
    side = NumericProperty(dp(12))

    def __init__(self, **properties: object) -> None:
        for event in ("on_change", "on_back"):
            self.register_event_type(event)
        super().__init__(**properties)
        self.bind(width=self._choose_layout)
        self._choose_layout()
        self.coats = self.coats or pieces_of(NewGame().title)

    def on_change(self, settings: Settings) -> None:
        """Is called with other settings."""

    def on_back(self) -> None:
        """Is called when the player is done."""

    def _choose_layout(self, *_: object) -> None:
        self.columns = self.width / Metrics.density >= _COLUMNS
        self.side = max(dp(12), (self.width - dp(_WIDEST)) / 2)


load_kv(__file__)
