"""What everything that can be touched has in common: a press, a long press, a focus ring, being inert."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent

_HOLD_AFTER = 0.5
_SLOP = 12


class Pressable(ButtonBehavior, Widget):
    """Dispatches ``on_release`` when touched and ``on_hold`` when touched for long.

    ``inert`` swallows touches without an answer (while sending). ``focusable`` ones are walked through by
    the keyboard; ``focused`` draws the ring; ``spoken`` says what it is where no word stands on it.
    """

    inert = BooleanProperty(defaultvalue=False)
    focusable = BooleanProperty(defaultvalue=True)
    focused = BooleanProperty(defaultvalue=False)
    holds = BooleanProperty(defaultvalue=False)
    ring_radius = NumericProperty(dp(10))
    spoken = StringProperty()

    def __init__(self, **properties: object) -> None:
        self._waiting: object = None
        self._held = False
        self.register_event_type("on_hold")
        super().__init__(**properties)

    def on_hold(self) -> None:
        """Is called when it has been touched for long."""

    def activate(self) -> None:
        """Do what a touch does (the keyboard's way)."""
        if not self.inert and not self.disabled:
            self.dispatch("on_release")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Take a touch; an inert one is swallowed."""
        if self.inert:
            return bool(self.collide_point(*touch.pos))
        taken = bool(super().on_touch_down(touch))
        if taken and self.holds and not touch.is_mouse_scrolling:
            self._held = False
            self._waiting = Clock.schedule_once(self._hold, _HOLD_AFTER)
        return taken

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Give the long press up once the finger has wandered."""
        wandered = max(abs(touch.x - touch.ox), abs(touch.y - touch.oy)) > dp(_SLOP)
        if wandered:
            self._forget_hold()
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Answer the touch, unless it was a long one that has been answered."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        self._forget_hold()
        if self._held:
            self._held = False
            touch.ungrab(self)
            self.state = "normal"
            return True
        return bool(super().on_touch_up(touch))

    def _hold(self, *_: object) -> None:
        self._held = True
        self.state = "normal"
        self.dispatch("on_hold")

    def _forget_hold(self) -> None:
        if self._waiting is not None:
            Clock.unschedule(self._waiting)
            self._waiting = None


load_kv(__file__)
