"""How long it takes until something is seen: an app of one word, and a hook that tells of the first frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.app import App
from kivy.clock import Clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from kivy.uix.widget import Widget


class OneWord(App):
    """Is the least that Kivy can show: the floor."""

    def build(self) -> Widget:
        """Makes one label."""
        from kivy.uix.label import Label

        return Label(text="Sealed Orders")


def at_first_frame(told: Callable[[], None]) -> None:
    """Calls `told` once the first frame of the app to come is on the glass, then ends that app."""

    def shown(*_: object) -> None:
        told()
        App.get_running_app().stop()

    def bind(_seconds: float) -> None:
        from kivy.core.window import Window

        Window.bind(on_flip=shown)

    Clock.schedule_once(bind, -1)
