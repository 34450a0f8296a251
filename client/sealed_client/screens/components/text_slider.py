"""A slider with steps: dragged, or touched at a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from sealed_client.screens.components.framed import Framed
from sealed_client.screens.components.pressable import Pressable
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent

_KNOB = 14


class SliderLine(Framed):
    """Is a part of the slider."""


class TextSlider(Pressable, Widget):
    """Shows a `value` between `least` and `most` in `step`s; `on_slide` is called with the one wanted.

    While dragged the knob follows the finger; `on_slide` comes once, when the finger goes up.
    """

    value = NumericProperty(100)
    least = NumericProperty(85)
    most = NumericProperty(160)
    step = NumericProperty(5)

    def __init__(self, **properties: object) -> None:
        self.register_event_type("on_slide")
        super().__init__(**properties)

    def on_slide(self, wanted: float) -> None:
        """Is called with the value that the player wants."""

    def knob_x(self, value: float, x: float, width: float) -> float:
        """Returns where the middle of the knob is."""
        share = (value - self.least) / (self.most - self.least)
        return float(x + dp(_KNOB) + share * (width - 2 * dp(_KNOB)))

    def nudge(self, steps: int) -> None:
        """Goes some steps up or down (the keyboard's way)."""
        wanted = min(self.most, max(self.least, self.value + steps * self.step))
        self.dispatch("on_slide", wanted)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Takes hold of the knob."""
        taken = super().on_touch_down(touch)
        if taken and touch.grab_current is None and not self.inert and self.collide_point(*touch.pos):
            self._follow(touch)
        return bool(taken)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Follows the finger."""
        if touch.grab_current is self:
            self._follow(touch)
            return True
        return bool(super().on_touch_move(touch))

    def on_release(self) -> None:
        """Reports where the finger left it."""
        self.dispatch("on_slide", self.value)

    def _follow(self, touch: MotionEvent) -> None:
        share = (touch.x - self.x - dp(_KNOB)) / max(1.0, self.width - 2 * dp(_KNOB))
        steps = round(min(1.0, max(0.0, share)) * (self.most - self.least) / self.step)
        self.value = self.least + steps * self.step


load_kv(__file__)
