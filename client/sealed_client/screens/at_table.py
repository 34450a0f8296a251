"""One open table: its presenter between the desk and the screen that draws it. All on the screen's thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kivy.clock import Clock

from sealed_client.clock import system_clock
from sealed_client.maps import read_map
from sealed_client.presenters.gestures import AskResign
from sealed_client.presenters.manners import Manners
from sealed_client.presenters.place_names import places_of, sea_words_of
from sealed_client.presenters.requests import KeepRecord, Leave, Rematch
from sealed_client.presenters.table_presenter import TablePresenter
from sealed_client.screens import keyboard
from sealed_client.screens.device.privacy import keep_awake
from sealed_client.screens.table.table_screen import TableScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from sealed_client.agreement import Rules
    from sealed_client.presenters.gestures import Gesture
    from sealed_client.presenters.journal import Item
    from sealed_client.presenters.requests import Outcome
    from sealed_client.presenters.scene import TableScene
    from sealed_client.screens.desk_protocol import AppDesk
    from sealed_client.seat_at_work import Seen
    from sealed_client.seat_errors import SeatError
    from sealed_client.seat_store import StoreError
    from sealed_client.settings import Settings
    from sealed_client.words.messages import Messages

_SECOND = 1.0


class Noises(Protocol):
    """Is what can be heard; see `sound`."""

    def of_scenes(self, before: TableScene | None, now: TableScene) -> None:
        """Plays what the change from one scene to the next sounds like, if anything."""


class AtTable:
    """Shows one table and takes what the player does there."""

    def __init__(
        self,
        desk: AppDesk,
        rules: Rules,
        draft: tuple[Sequence[str], int],
        messages: Messages,
        leave: Callable[[], None],
        menu: Callable[[], None],
        noises: Noises,
    ) -> None:
        """Opens the screen; `draft` are answers kept at that place of the game; see `Glimpse`."""
        self._desk, self._leave, self._noises = desk, leave, noises
        self._draft, self._seen, self._place = draft, False, 0
        self._kept: tuple[str, ...] = tuple(draft[0])
        self._presenter = TablePresenter(rules, messages, _manners(desk.settings), system_clock)
        title = rules.title.id
        self.screen = TableScreen(
            board_map=read_map(title), places=places_of(title), sea_words=sea_words_of(messages)
        )
        self.screen.bind(on_gesture=lambda _, gesture: self.do(gesture), on_menu=lambda _: menu())
        self._shown: TableScene | None = None
        self._recalling = False
        self._draw = Clock.create_trigger(self._draw_now, -1)
        self._clock = Clock.schedule_interval(self._tick, _SECOND)

    @property
    def scene(self) -> TableScene:
        """Returns what is shown."""
        return self._presenter.scene

    # -- from the desk ---------------------------------------------------------------------------------------

    def see(self, seen: Seen) -> None:
        """Takes a snapshot."""
        self._seen, self._place = True, seen.glimpse.place if seen.glimpse is not None else 0
        if self._draft[0] and self._place == self._draft[1]:
            self._presenter.restore(self._draft[0])
            self._draft = (), 0
        self._out(self._presenter.see(*seen))
        if self._presenter.lacks and not self._recalling:
            self._recalling = True
            self._desk.recall(self._presenter.lacks)

    def remember(self, items: Sequence[Item]) -> None:
        """Takes what had happened before."""
        self._presenter.remember(items)
        self._draw()

    def trouble(self, error: SeatError | StoreError) -> None:
        """Takes a wish that could not be fulfilled."""
        self._presenter.trouble(error)
        self._draw()

    # -- from the player -------------------------------------------------------------------------------------

    def do(self, gesture: Gesture) -> None:
        """Takes a gesture."""
        if self._seen:
            self._out(self._presenter.do(gesture))

    def look(self, what: str) -> None:
        """Moves the picture, or opens a part of the screen."""
        self.screen.look(what)

    def press(self, key: int, letter: str, modifiers: Collection[str]) -> bool:
        """Takes a key; tells whether it meant anything here."""
        return self._seen and keyboard.press(self, key, letter, modifiers)

    def ask_resign(self) -> None:
        """Asks whether to give the game up."""
        self.do(AskResign())

    def _out(self, outcomes: tuple[Outcome, ...]) -> None:
        for one in outcomes:
            match one:
                case Leave():
                    self._leave()
                case Rematch():
                    self._desk.rematch()
                case KeepRecord():
                    self._desk.keep_record()
                case _:
                    self._desk.wish(one)
        self._draw()

    # -- from the application --------------------------------------------------------------------------------

    def speak(self, messages: Messages) -> None:
        """Changes the language."""
        self._presenter.speak(messages)
        self.screen.sea_words = sea_words_of(messages)
        self._draw()

    def behave(self, settings: Settings) -> None:
        """Changes the manners."""
        self._out(self._presenter.behave(_manners(settings)))

    def keep(self) -> None:
        """Sees to it that nothing is lost if the program ends now."""
        if self._seen:
            self._kept = self._presenter.kept()
            self._desk.keep_draft(self._place, self._kept, self.scene.round)

    def close(self) -> None:
        """Leaves the table."""
        self.keep()
        self._clock.cancel()
        self._draw.cancel()
        keep_awake(on=False)

    def _tick(self, _seconds: float) -> None:
        if self._presenter.tick():
            self._draw()

    def _draw_now(self, *_: object) -> None:
        if not self._seen:
            return
        scene = self._presenter.scene
        if scene == self._shown:
            return
        before, self._shown = self._shown, scene
        self.screen.scene = scene
        keep_awake(on=scene.yours)
        self._noises.of_scenes(before, scene)
        self._keep_changed_draft()

    def _keep_changed_draft(self) -> None:
        """Keeps the draft whenever it has changed: a program may be killed at any moment."""
        kept = self._presenter.kept()
        if kept != self._kept:
            self._kept = kept
            self._desk.keep_draft(self._place, kept, self.scene.round, wait=False)


def _manners(settings: Settings) -> Manners:
    return Manners(ask_before_final=settings.ask_before_final, auto_pass=settings.auto_pass)
