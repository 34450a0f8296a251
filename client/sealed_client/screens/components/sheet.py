"""The sheet of a phone (three stops, dragged by its bar) and the drawer of a desk: one thing in two forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.animation import Animation
from kivy.metrics import dp
from kivy.properties import ColorProperty, NumericProperty, ObjectProperty, OptionProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

import sealed_client.screens.components.icon_button
import sealed_client.screens.components.texts  # noqa: F401 - the kv rule uses both
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.components.pressable import Pressable
from sealed_client.screens.kv_files import load_kv
from sealed_client.screens.theme import theme

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent

STOPS = ("closed", "peek", "half", "full")
_SECONDS = 0.2
_SLOP = 12


class GrabBar(Pressable, Widget):
    """Is what a sheet is dragged by; touched, it goes to the next stop."""

    sheet = ObjectProperty(None, allownone=True)
    tint = ColorProperty("#000000")
    _dragged = False

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Drags the sheet."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        if self._dragged or abs(touch.y - touch.oy) > dp(_SLOP):
            self._dragged = True
            self.sheet.drag_to(touch.y)
        return True

    def on_release(self) -> None:
        """Goes to the next stop, or stays near where it was dragged to."""
        if not self._dragged:
            self.sheet.step()

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Lets the sheet go."""
        was_mine = touch.grab_current is self
        taken = bool(super().on_touch_up(touch))
        if was_mine and self._dragged:
            self._dragged = False
            self.sheet.let_go()
        return taken


class Sheet(Framed, FloatLayout):
    """Holds widgets in `content` (a box). A `sheet` stands on the lower edge; a `drawer` has a close button.

    A sheet's height is that of its `stop`: `peek_height`, `half_height` (0: half the room) or `full_height`
    (0: the room but 56 dp). Whoever uses it gives width, `room` (the height there is), and
    something in `content` that scrolls. Pulled far below the peek, or by its close button, it dispatches
    `on_close`.
    """

    kind = OptionProperty("sheet", options=["sheet", "drawer"])
    stop = OptionProperty("half", options=list(STOPS))
    heading = StringProperty()
    room = NumericProperty(0)
    peek_height = NumericProperty(dp(120))
    half_height = NumericProperty(0)
    full_height = NumericProperty(0)
    content = ObjectProperty(None, allownone=True)

    def __init__(self, **properties: object) -> None:
        self._moving: Animation | None = None
        self.register_event_type("on_close")
        super().__init__(**properties)
        for name in ("room", "peek_height", "half_height", "full_height", "kind"):
            self.fbind(name, self._settle)
        self._settle()

    def on_close(self) -> None:
        """Is called when the player closes it."""

    def on_stop(self, *_: object) -> None:
        """Slides to its stop, or is there at once with calm motion."""
        height = self.stop_height(self.stop)
        self._halt()
        if theme.calm or self.kind == "drawer" or not self.room:
            self._settle()
            return
        self._moving = Animation(height=height, d=_SECONDS, t="out_quad")
        self._moving.bind(on_complete=self._arrived)
        self._moving.start(self)

    def stop_height(self, stop: str) -> float:
        """Returns the height of a stop in pixels."""
        full = self.full_height or max(dp(120), self.room - dp(56))
        half = min(full, self.half_height or self.room / 2)
        heights = {"closed": 0.0, "peek": min(self.peek_height, half), "half": half, "full": full}
        return float(heights[stop])

    def step(self) -> None:
        """Goes to the next higher stop, from the highest to the lowest."""
        order = [stop for stop in STOPS[1:] if self._differs(stop)]
        here = order.index(self.stop) if self.stop in order else 0
        self.stop = order[(here + 1) % len(order)]

    def drag_to(self, y: float) -> None:
        """Follows a finger at that height of the window."""
        self._halt()
        self.height = min(self.stop_height("full"), max(dp(24), y - self.y))

    def let_go(self) -> None:
        """Goes to the nearest stop; far below the lowest it asks to be closed."""
        if self.height < self.stop_height("peek") * 0.5:
            self.dispatch("on_close")
        nearest = min(STOPS[1:], key=lambda stop: abs(self.stop_height(stop) - self.height))
        if nearest == self.stop:
            self.on_stop()
        self.stop = nearest

    def _arrived(self, *_: object) -> None:
        self._moving = None
        self._settle()

    def _differs(self, stop: str) -> bool:
        lower = STOPS[STOPS.index(stop) - 1]
        return stop == "peek" or self.stop_height(stop) - self.stop_height(lower) > dp(8)

    def _settle(self, *_: object) -> None:
        if self.kind == "sheet" and self.room and self._moving is None:
            self.height = self.stop_height(self.stop)

    def _halt(self) -> None:
        if self._moving is not None:
            self._moving.cancel(self)
            self._moving = None


load_kv(__file__)
