"""Runs a script of waits beside an app: a generator that yields seconds, or a condition to wait for."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish
from kivy.input.motionevent import MotionEvent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    Step: TypeAlias = "float | Callable[[], bool]"

_PATIENCE_S = 20.0


class StuckError(RuntimeError):
    """Says what a script has waited for in vain."""


class Film:
    """Notes when frames are there. While `exact`, each is drawn to its end first, not only asked for."""

    def __init__(self) -> None:
        """Starts to look on."""
        self.exact = True
        self.frames: list[float] = []
        Window.bind(on_flip=self._note)

    def _note(self, *_: object) -> None:
        if self.exact:
            glFinish()
        self.frames.append(perf_counter())

    @staticmethod
    def drained() -> float:
        """Waits until everything that was asked for is drawn, and returns when that was."""
        glFinish()
        return perf_counter()

    def first_since(self, moment: float) -> float:
        """Returns when the first frame after a moment was there; 0 if none was yet."""
        later = [frame for frame in self.frames[-200:] if frame > moment]
        return later[0] if later else 0.0


def follow(script: Iterator[Step]) -> None:
    """Follows a script from the first frame on; the app ends with it. What it raises ends the app too."""

    def go_on(_seconds: float = 0.0) -> None:
        try:
            step = next(script)
        except StopIteration:
            App.get_running_app().stop()
            return
        if callable(step):
            _wait(step, go_on)
        else:
            Clock.schedule_once(go_on, step)

    Clock.schedule_once(go_on, 0)


def _wait(condition: Callable[[], bool], go_on: Callable[[], None]) -> None:
    begun = perf_counter()

    def look(_seconds: float) -> bool:
        if condition():
            go_on()
            return False
        if perf_counter() - begun > _PATIENCE_S:
            message = f"waited {_PATIENCE_S:g} s for {condition}"
            raise StuckError(message)
        return True

    Clock.schedule_interval(look, 0)


class Finger(MotionEvent):
    """Is a finger whose touches come in as those of a device do: with the next frame."""

    def __init__(self, number: int, at: tuple[float, float]) -> None:
        """Prepares a finger at a place of the window."""
        super().__init__("bench", number, _share(at), is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: tuple[float, float]) -> None:
        """Takes a place as shares of the window."""
        self.sx, self.sy = args
        super().depack(args)

    def down(self) -> None:
        """Touches the glass."""
        EventLoop.input_events.append(("begin", self))

    def to(self, at: tuple[float, float]) -> None:
        """Moves on the glass."""
        self.move(_share(at))
        EventLoop.input_events.append(("update", self))

    def up(self) -> None:
        """Leaves the glass."""
        EventLoop.input_events.append(("end", self))


def _share(at: tuple[float, float]) -> tuple[float, float]:
    width, height = Window.system_size
    return at[0] / (width - 1), at[1] / (height - 1)
