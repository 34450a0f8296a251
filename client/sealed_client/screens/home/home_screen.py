"""The home screen: games that wait come first, one touch begins a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import Metrics, dp
from kivy.properties import BooleanProperty, ObjectProperty, OptionProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

import sealed_client.screens.components.page_scroller  # noqa: F401 - the kv rule uses it
from sealed_client.presenters.home import HomeScene, NewGame
from sealed_client.screens.components.texts import SmallText
from sealed_client.screens.home.home_parts import HomeHeader, Problem, Rail, StartCard, StartRows, TablesPart
from sealed_client.screens.kv_files import load_kv
from sealed_client.screens.speech import speech
from sealed_client.screens.width_class import WidthClass, width_class

if TYPE_CHECKING:
    from kivy.event import EventDispatcher
    from kivy.uix.widget import Widget

    from sealed_client.screens.home.new_game import NewGameDialog

_COLUMNS = 680
_CARD, _CARD_WIDE = 340, 420
_PICTURES = {WidthClass.LANDSCAPE: 72, WidthClass.DESKTOP: 200}


class HomeScreen(FloatLayout):
    """Shows a `scene`. Events: `on_resume(key)`, `on_start(NewGame)`, `on_settings()`.

    `starting` is true while a game is being laid out: its buttons wait.
    """

    scene = ObjectProperty(HomeScene())
    starting = BooleanProperty(False)
    game = ObjectProperty(NewGame())
    layout = OptionProperty("narrow", options=["", "narrow", "columns", "rail"])

    def __init__(self, **properties: object) -> None:
        for event in ("on_resume", "on_start", "on_settings"):
            self.register_event_type(event)
        self._dialog: NewGameDialog | None = None
        self._make_parts()
        super().__init__(**properties)
        self.bind(size=self._choose_layout, layout=self._lay_out)
        Metrics.bind(density=self._choose_layout)
        self._choose_layout()
        self._lay_out()
        self.on_scene(self, self.scene)

    def on_resume(self, key: str) -> None:
        """Is called with the key of a game that the player wants to go on with."""

    def on_start(self, game: NewGame) -> None:
        """Is called with the game that the player wants to begin."""

    def on_settings(self) -> None:
        """Is called when the player wants to see the settings."""

    def on_scene(self, _screen: EventDispatcher, scene: HomeScene) -> None:
        """Shows other games and another problem."""
        self._tables.tables = scene.tables
        self._problem.text = scene.problem
        self._lay_out()

    def on_starting(self, _screen: EventDispatcher, starting: bool) -> None:
        """Lets the buttons wait."""
        self._rows.starting = self._card.starting = starting

    def on_game(self, _screen: EventDispatcher, game: NewGame) -> None:
        """Shows another title."""
        self._card.title = game.title

    def back(self) -> bool:
        """Closes what lies over the screen; False if nothing does."""
        if self._dialog is None:
            return False
        self.remove_widget(self._dialog)
        self._dialog = None
        return True

    def margin(self, layout: str) -> float:
        """Returns the margin of the page."""
        return float(dp(16) if layout == "narrow" else dp(32))

    def _make_parts(self) -> None:
        self._header, self._rail, self._problem = HomeHeader(), Rail(), Problem()
        self._tables, self._rows, self._card = (
            TablesPart(),
            StartRows(),
            StartCard(title=self.game.title),
        )
        self._note = SmallText(text=speech.say("screen.home.text-client"))
        speech.bind(say=self._say_note)
        self._tables.bind(on_resume=lambda _part, key: self.dispatch("on_resume", key))
        for part in (self._rows, self._card):
            part.bind(on_play=self._play, on_ask=self._ask)
        for part in (self._header, self._rail):
            part.bind(on_settings=lambda _part: self.dispatch("on_settings"))

    def _say_note(self, *_: object) -> None:
        self._note.text = speech.say("screen.home.text-client")

    def _play(self, _part: EventDispatcher) -> None:
        self.dispatch("on_start", self.game)

    def _ask(self, _part: EventDispatcher) -> None:
        from sealed_client.screens.home.new_game import NewGameDialog  # late: home is there sooner

        self.back()
        self._dialog = NewGameDialog(game=self.game)
        self._dialog.bind(on_close=lambda _dialog: self.back(), on_start=self._start_chosen)
        self.add_widget(self._dialog)

    def _start_chosen(self, _dialog: EventDispatcher, game: NewGame) -> None:
        self.back()
        self.dispatch("on_start", game)

    def _choose_layout(self, *_: object) -> None:
        room = self.width / Metrics.density, self.height / Metrics.density
        kind = width_class(*room)
        self._card.picture_height = dp(_PICTURES.get(kind, 150))
        if kind is WidthClass.DESKTOP:
            self.layout = "rail"
        else:
            self.layout = "columns" if room[0] >= _COLUMNS else "narrow"

    def _lay_out(self, *_: object) -> None:
        if "page" not in self.ids:
            return
        page, frame = self.ids.page, self.ids.frame
        for part in (
            self._header,
            self._rail,
            self._problem,
            self._tables,
            self._rows,
            self._card,
            self._note,
        ):
            if part.parent is not None:
                part.parent.remove_widget(part)
        page.clear_widgets()
        if self.layout == "rail":
            frame.add_widget(self._rail, index=1)
        else:
            page.add_widget(self._header)
        if self.scene.problem:
            page.add_widget(self._problem)
        for part in self._main_parts():
            page.add_widget(part)
        if self.layout != "rail":
            page.add_widget(self._note)
        self.ids.scroll.scroll_y = 1

    def _main_parts(self) -> tuple[Widget, ...]:
        if self.layout != "narrow":
            return self._two_columns()
        # Where no game waits there is room for the picture.
        return (self._tables, self._rows) if self.scene.tables else (self._card,)

    def _two_columns(self) -> tuple[Widget, ...]:
        columns = BoxLayout(size_hint_y=None, spacing=dp(24))
        wide = dp(_CARD_WIDE if self.layout == "rail" else _CARD)
        left = BoxLayout(orientation="vertical", size_hint=(None, None), width=wide)
        right = BoxLayout(orientation="vertical", size_hint_y=None)
        for column, part in ((left, self._card), (right, self._tables)):
            column.bind(minimum_height=column.setter("height"))
            column.pos_hint = {"top": 1}
            column.add_widget(part)
            columns.add_widget(column)
        columns.bind(minimum_height=columns.setter("height"))
        return (columns,)


load_kv(__file__)
