"""What a table costs on the screen: an event, a tap, panning, resting."""

from __future__ import annotations

import math
from statistics import median
from threading import Timer
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kivy.app import App
from kivy.clock import Clock

from sealed_client.screens.measuring.script import Film, Finger, follow
from sealed_client.screens.table.table_screen import TableScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kivy.uix.widget import Widget

    from sealed_client.maps import BoardMap
    from sealed_client.presenters.gestures import Gesture
    from sealed_client.presenters.scene import TableScene
    from sealed_client.screens.measuring.script import Step


class Game(Protocol):
    """Is a table that goes on when it is asked to."""

    def step(self) -> TableScene:
        """Lets something happen and returns what is to be seen."""

    def do(self, gesture: Gesture) -> TableScene:
        """Takes a gesture and returns what is to be seen."""


class Kit(NamedTuple):
    """Is what a table's screen is made of."""

    board_map: BoardMap
    places: object
    sea_words: object


class Answered(NamedTuple):
    """Is when the screen took a gesture: in which frame, at what time."""

    frame: int
    at: float


class TableCosts(App):
    """Shows a game and measures it; `values` holds what was found, by name with unit."""

    def __init__(self, game: Game, kit: Kit, rounds: int, seconds: float) -> None:
        """Takes the game, how often to measure and how long."""
        super().__init__()
        self.values: dict[str, float] = {}
        self._game, self._kit, self._rounds, self._seconds = game, kit, rounds, seconds
        self._answered: list[Answered] = []

    def build(self) -> Widget:
        """Makes the screen."""
        self.screen = TableScreen(**self._kit._asdict())
        self.screen.bind(on_gesture=self._take)
        self.screen.scene = self._game.step()
        return self.screen

    def _take(self, _screen: Widget, gesture: Gesture) -> None:
        self._answered.append(Answered(Clock.frames, perf_counter()))
        self.screen.scene = self._game.do(gesture)

    def on_start(self) -> None:
        """Begins."""
        self._film = Film()
        follow(self._script())

    def _script(self) -> Iterator[Step]:
        yield from self._at_rest()
        yield from self._events()
        yield from self._at_rest()
        yield from self._taps()
        yield from self._at_rest()
        yield from self._pan()
        yield from self._at_rest()
        yield from self._idle()

    def _at_rest(self) -> Iterator[Step]:
        """Waits until nothing has been drawn for a while."""
        while True:
            before = len(self._film.frames)
            yield 0.4
            if len(self._film.frames) == before:
                return

    def _events(self) -> Iterator[Step]:
        """From the moment an event comes in on another thread to the end of the first frame that shows it."""
        taken = []
        for _ in range(self._rounds):
            yield from self._at_rest()
            told: list[float] = []
            shown: list[float] = []

            def show(_seconds: float, shown: list[float] = shown) -> None:
                self.screen.scene = self._game.step()
                shown.append(perf_counter())

            wake = Clock.create_trigger(show, 0)
            Timer(0.013, _telling(told, wake)).start()
            yield _drawn(self._film, shown)
            taken.append(self._film.first_since(shown[0]) - told[0])
        self.values["event ms"] = median(taken) * 1000
        self.values["slowest event ms"] = max(taken) * 1000

    def _taps(self) -> Iterator[Step]:
        """From the lifting of a finger to the end of the first frame after the answer."""
        taken, late = [], []
        for number in range(self._rounds):
            yield from self._at_rest()
            targets = self.screen.scene.board.targets or self.screen.scene.board.counters
            at = self.screen.parts.board.where(targets[number % len(targets)].space)
            finger, answers = Finger(number, at), len(self._answered)
            finger.down()
            yield 0.04
            moment, frame = perf_counter(), Clock.frames
            finger.up()
            yield self._answers_beyond(answers)
            answer = self._answered[-1]
            late.append(answer.frame - frame - 1)
            yield _drawn(self._film, [answer.at])
            taken.append(self._film.first_since(answer.at) - moment)
        self.values["tap ms"] = median(taken) * 1000
        self.values["frames before a tap is taken"] = max(0, *late)

    def _answers_beyond(self, number: int) -> Callable[[], bool]:
        return lambda: len(self._answered) > number

    def _pan(self) -> Iterator[Step]:
        board = self.screen.parts.board
        board.zoom(1.5)
        yield from self._at_rest()
        x, y = board.to_window(*board.center)
        finger, begun = Finger(9999, (x, y)), perf_counter()
        finger.down()
        moving = Clock.schedule_interval(lambda _seconds: finger.to(_circle(x, y, perf_counter() - begun)), 0)
        self._film.exact = False
        yield 0.3
        first, start = len(self._film.frames), self._film.drained()
        yield self._seconds
        shown, lasted = len(self._film.frames) - first, self._film.drained() - start
        moving.cancel()
        finger.up()
        self.values["frames/s"] = shown / lasted

    def _idle(self) -> Iterator[Step]:
        first, used, start = len(self._film.frames), process_time(), perf_counter()
        yield self._seconds
        self.values["idle frames"] = len(self._film.frames) - first
        self.values["idle % of a core"] = 100 * (process_time() - used) / (perf_counter() - start)


def _telling(told: list[float], wake: Callable[[], object]) -> Callable[[], None]:
    """Returns what another thread does: notes the time and wakes the screen."""

    def tell() -> None:
        told.append(perf_counter())
        wake()

    return tell


def _drawn(film: Film, after: list[float]) -> Callable[[], bool]:
    return lambda: bool(after) and film.first_since(after[0]) > 0


def _circle(x: float, y: float, seconds: float) -> tuple[float, float]:
    """Returns where a finger is that draws circles."""
    return x + 120 * math.sin(3 * seconds), y + 80 * (math.cos(3 * seconds) - 1)
