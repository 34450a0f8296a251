"""The parts of the home screen; the screen lays them out by the room there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

import sealed_client.screens.components.answer_button
import sealed_client.screens.components.icon_button
import sealed_client.screens.components.list_row
import sealed_client.screens.home.map_thumb  # noqa: F401 - the kv rules use them
from sealed_client.presenters.home import HomeTable
from sealed_client.presenters.scene import Answer
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.components.panel import Panel
from sealed_client.screens.components.pressable import Pressable
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from collections.abc import Callable

    from kivy.event import EventDispatcher


class TableCard(Pressable, Framed, BoxLayout):
    """Is a game that waits."""

    table = ObjectProperty(HomeTable("", "", "", "", ""), rebind=True)


class TablesPart(BoxLayout):
    """Lists the games that wait; `on_resume` is called with the key of the one that is touched."""

    tables = ObjectProperty(None, allownone=True)
    empty = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        self.register_event_type("on_resume")
        super().__init__(**properties)

    def on_resume(self, key: str) -> None:
        """Is called with the key of a game."""

    def on_tables(self, _part: EventDispatcher, tables: tuple[HomeTable, ...] | None) -> None:
        """Shows other games; cards that are there are used again."""
        self.empty = tables == ()
        cards = self.ids.cards
        wanted = tables or ()
        while len(cards.children) > len(wanted):
            cards.remove_widget(cards.children[0])
        while len(cards.children) < len(wanted):
            card = TableCard()
            card.bind(on_release=lambda touched: self.dispatch("on_resume", touched.table.key))
            cards.add_widget(card)
        for card, table in zip(reversed(cards.children), wanted, strict=True):
            card.table = table


class Starting(BoxLayout):
    """Begins games: `on_play` at once, `on_ask` with a choice; `starting` while one is being laid out."""

    starting = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        for event in ("on_play", "on_ask"):
            self.register_event_type(event)
        super().__init__(**properties)

    def on_play(self) -> None:
        """Is called when a game is to begin at once."""

    def on_ask(self) -> None:
        """Is called when the player wants to choose first."""


class StartRows(Starting):
    """Is how a game begins on a narrow screen."""


class StartCard(Panel, Starting):
    """Is how a game begins where there is room for its picture."""

    title = StringProperty()
    picture_height = NumericProperty(dp(150))

    def name_of(self, say: Callable[..., str], title: str) -> str:
        """Returns the name of a title."""
        return say(f"desk.title.{title}") if title else ""

    def answer_of(self, say: Callable[..., str], starting: bool, key: str) -> Answer:
        """Returns the words of one of its two buttons."""
        if key == "choose":
            return Answer(key, say("screen.home.set-up"))
        words = say("screen.home.starting") if starting else say("screen.home.play-computer")
        return Answer(key, words, rank="primary")


class PairBox(BoxLayout):
    """Holds two buttons, side by side if there is room."""


class Problem(Framed, BoxLayout):
    """Says what does not work now; nothing without a text."""

    text = StringProperty()


class _Leading(BoxLayout):
    """Leads to the settings."""

    def __init__(self, **properties: object) -> None:
        self.register_event_type("on_settings")
        super().__init__(**properties)

    def on_settings(self) -> None:
        """Is called when the player wants to see the settings."""


class HomeHeader(_Leading):
    """Is the name and the way to the settings."""


class Rail(_Leading):
    """Is the same down the left side of a wide screen."""


load_kv(__file__)
