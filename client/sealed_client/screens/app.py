"""The application: screens, settings and the desk, brought together. It decides where one goes, no more."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window

from sealed_client.presenters.home import HomeScene
from sealed_client.screens.at_table import AtTable
from sealed_client.screens.device.night import device_is_dark
from sealed_client.screens.device.privacy import hide_in_task_switcher, to_background
from sealed_client.screens.frame import Frame, low_keyboard
from sealed_client.screens.home.home_screen import HomeScreen
from sealed_client.screens.settings.settings_screen import SettingsScreen
from sealed_client.screens.sound import Sounds
from sealed_client.screens.speech import speech
from sealed_client.screens.table_menu import TableMenu
from sealed_client.screens.theme import theme
from sealed_client.screens.veil import Veil

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kivy.uix.widget import Widget

    from sealed_client.agreement import Rules
    from sealed_client.presenters.home import NewGame
    from sealed_client.presenters.journal import Item
    from sealed_client.screens.desk_protocol import AppDesk
    from sealed_client.seat_at_work import Seen
    from sealed_client.seat_errors import SeatError
    from sealed_client.seat_store import StoreError
    from sealed_client.settings import Settings

ESCAPE = 27
"""Esc, and Back on Android."""


class SealedApp(App):
    """Shows home, tables and settings of one desk.

    `told` gets an exception that nobody has caught and returns the sentence for the player; without it the
    exception ends the program (tests).
    """

    def __init__(
        self, desk: AppDesk, told: Callable[[BaseException], str] | None = None, **options: object
    ) -> None:
        """Takes the desk; nothing starts before `run`."""
        super().__init__(**options)
        self.desk = desk
        self.frame: Frame | None = None
        self.table: AtTable | None = None
        self._told = told
        self._waiting: deque[Callable[[], None]] = deque()
        self._wake = Clock.create_trigger(self._hand_over, 0)
        self._sounds = Sounds()
        self._home_scene = HomeScene()
        self._home: HomeScreen | None = None
        self._settings_screen: SettingsScreen | None = None
        self._menu: TableMenu | None = None
        self._veil = Veil()
        self._stopped = False

    # -- life ------------------------------------------------------------------------------------------------

    def build(self) -> Frame:
        """Makes the window's root."""
        self._use(self.desk.settings)
        self.frame = Frame()
        if self._told is not None:
            ExceptionManager.add_handler(_Incidents(self))
        self.go_home()
        return self.frame

    def on_start(self) -> None:
        """Begins to listen."""
        Window.bind(on_key_down=self._on_key, on_resize=self._on_resize)
        low_keyboard()
        hide_in_task_switcher()
        self.desk.begin(self._post, self)

    def on_pause(self) -> bool:
        """Saves at once, since the system may end the program now, and covers the hand."""
        if self.table is not None:
            self.table.keep()
            self.table.screen.paused()
        if self.frame is not None:
            self.frame.cover(self._veil)
        return True

    def on_resume(self) -> None:
        """Draws everything anew: a phone may have thrown the textures away."""
        if self.frame is not None:
            self.frame.uncover(self._veil)
            self.frame.look_again()
        if self.table is not None:
            self.table.screen.resumed()

    def on_stop(self) -> None:
        """Leaves in good order, once: Kivy tells it twice where it runs on asyncio."""
        if self._stopped:
            return
        self._stopped = True
        Window.unbind(on_key_down=self._on_key, on_resize=self._on_resize)
        try:
            self._close_table()
        finally:  # whatever is amiss at a table, its referee's process ends and the store is closed
            self.desk.close()

    def _on_resize(self, *_: object) -> None:
        if self.frame is not None:
            self.frame.look_again()

    def tell_incident(self, error: BaseException) -> None:
        """Tells of a mistake of the program; it goes on."""
        if self._told is not None:
            self.on_problem(self._told(error))

    # -- the desk tells (desk_protocol.Listener) -------------------------------------------------------------

    def _post(self, callback: Callable[[], None]) -> None:
        self._waiting.append(callback)
        self._wake()

    def _hand_over(self, _seconds: float) -> None:
        while self._waiting:
            self._waiting.popleft()()

    def on_home(self, scene: HomeScene) -> None:
        """Shows the games that wait."""
        self._show_home(HomeScene(scene.tables, self._home_scene.problem))

    def on_opened(self, rules: Rules, draft: Sequence[str], place: int) -> None:
        """Opens a table."""
        self._close_table()
        self._begun()
        self.table = AtTable(
            self.desk, rules, (draft, place), speech.messages, self.leave_table, self.open_menu, self._sounds
        )
        self._show(self.table.screen)

    def on_seen(self, seen: Seen) -> None:
        """Shows the open table as it is now."""
        if self.table is not None:
            self.table.see(seen)

    def on_recalled(self, items: Sequence[Item]) -> None:
        """Completes the log of the open table."""
        if self.table is not None:
            self.table.remember(items)

    def on_trouble(self, error: SeatError | StoreError) -> None:
        """Tells of a wish that could not be fulfilled."""
        if self.table is not None:
            self.table.trouble(error)

    def on_problem(self, sentence: str) -> None:
        """Tells of what does not work on this device."""
        self._begun()
        self._show_home(HomeScene(self._home_scene.tables, sentence))
        if sentence:
            self.on_told(sentence)

    def on_told(self, sentence: str) -> None:
        """Says something in one line."""
        if self.frame is not None:
            self.frame.tell(sentence)

    def _begun(self) -> None:
        """Lets another game be begun: the one that was is there, or it has failed."""
        if self._home is not None:
            self._home.starting = False

    # -- where to go -----------------------------------------------------------------------------------------

    def _show(self, screen: Widget) -> None:
        if self.frame is not None:
            self.frame.show(screen)

    def _show_home(self, scene: HomeScene) -> None:
        self._home_scene = scene
        if self._home is not None:
            self._home.scene = scene

    def go_home(self) -> None:
        """Shows the home screen."""
        if self._home is None:
            self._home = home = HomeScreen(scene=self._home_scene)
            home.bind(
                on_start=lambda _, game: self.start(game),
                on_resume=lambda _, key: self.desk.resume(key),
                on_settings=lambda _: self.go_settings(),
            )
        self._show(self._home)

    def start(self, game: NewGame) -> None:
        """Begins a game against the computer."""
        if self._home is not None:
            self._home.starting = True
        self.desk.start(game)

    def go_settings(self) -> None:
        """Shows the settings; Back returns to where one was."""
        self._close_menu()
        if self._settings_screen is None:
            self._settings_screen = screen = SettingsScreen(settings=self.desk.settings)
            screen.bind(on_change=lambda _, settings: self.change(settings), on_back=lambda _: self.back())
        self._show(self._settings_screen)

    def leave_table(self) -> None:
        """Goes home; the game waits."""
        self._close_menu()
        self._close_table()
        self.desk.leave()
        self.go_home()

    def _close_table(self) -> None:
        if self.table is not None:
            self.table.close()
            self.table = None

    def open_menu(self) -> None:
        """Opens the menu of the table."""
        if self.frame is None or self.table is None or self._menu is not None:
            return
        self._menu = TableMenu(running=self.table.scene.ending is None)
        self._menu.bind(
            on_settings=lambda _: self.go_settings(),
            on_resign=lambda _: self._resign(),
            on_leave=lambda _: self.leave_table(),
            on_close=lambda _: self._close_menu(),
        )
        self.frame.cover(self._menu)

    def _close_menu(self) -> None:
        menu, self._menu = self._menu, None
        if menu is not None and self.frame is not None:
            self.frame.uncover(menu)

    def _resign(self) -> None:
        self._close_menu()
        if self.table is not None:
            self.table.ask_resign()

    def back(self) -> None:
        """Closes what lies on top; then goes up; at the outermost place leaves the screen, never the game."""
        if self._menu is not None:
            self._close_menu()
        elif self.frame is not None and self.frame.screen is self._settings_screen:
            if self.table is not None:
                self._show(self.table.screen)
            else:
                self.go_home()
        elif self.table is not None:
            if not self.table.screen.back():
                self.leave_table()
        elif self._home is None or not self._home.back():
            to_background()  # uncovered: no hand lies here, and a desktop never tells that its window is back

    def _on_key(
        self, _window: object, key: int, _scancode: int, letter: str | None, modifiers: Sequence[str]
    ) -> bool:
        if key == ESCAPE:
            self.back()
            return True
        if self.table is None or self.frame is None or self._menu is not None:
            return False
        on_top = self.frame.screen is self.table.screen
        return on_top and self.table.press(key, letter or "", modifiers)

    # -- settings --------------------------------------------------------------------------------------------

    def change(self, settings: Settings) -> None:
        """Uses other settings everywhere at once."""
        before = self.desk.settings
        self.desk.keep_settings(settings)
        self._use(settings)
        if self._settings_screen is not None:
            self._settings_screen.settings = settings
        if self.table is not None:
            if before.language != settings.language:
                self.table.speak(speech.messages)
            self.table.behave(settings)

    def _use(self, settings: Settings) -> None:
        theme.dark = settings.theme == "night" or (settings.theme == "device" and device_is_dark())
        theme.text_scale, theme.calm, theme.hues = settings.text_scale, settings.calm, settings.hues
        self._sounds.on = settings.sound
        if settings.language != speech.messages.language:
            speech.speak(settings.language)


class _Incidents(ExceptionHandler):
    """Catches what nobody has caught, so that no traceback reaches a player and the game goes on."""

    def __init__(self, app: SealedApp) -> None:
        super().__init__()
        self._app = app

    def handle_exception(self, inst: BaseException) -> int:
        """Tells the player and goes on; Ctrl+C ends the program."""
        if not isinstance(inst, Exception):
            return ExceptionManager.RAISE
        self._app.tell_incident(inst)
        return ExceptionManager.PASS
