"""What fingers and the mouse do to the map; which space a touch means is `maps.touching`'s business."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.base import EventLoop
from kivy.clock import Clock

from sealed_client.maps.touching import HOLD, Drag, Fingers, Hit, Pinch, Tap, Taps, hit_at
from sealed_client.screens.board.board_motion import BoardMotion

if TYPE_CHECKING:
    from kivy.clock import ClockEvent
    from kivy.input.motionevent import MotionEvent

    from sealed_client.screens.board.overlay_plan import OverlayPlan

_WHEEL = 1.18
_CLOSER = 2.0
"""How much a double tap zooms in."""

Point = tuple[float, float]


class BoardGestures(BoardMotion):
    """The part of a `BoardView` that is touched."""

    def __init__(self, **properties: object) -> None:
        """Starts untouched."""
        self._fingers = Fingers()
        self._taps = Taps()
        self._holding: ClockEvent | None = None
        self._plan: OverlayPlan | None = None
        self._pinching = False
        super().__init__(**properties)

    @property
    def zooming(self) -> bool:
        """Whether the zoom is changing just now, so that a stretched texture is good enough."""
        return self._pinching or self._glide is not None

    def forget_fingers(self) -> None:
        """Forgets every finger that is down: the system has taken them away."""
        self._fingers.forget()
        self._rest()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Takes a touch within the map."""
        if not self.collide_point(*touch.pos) or self._camera is None:
            return bool(super().on_touch_down(touch))
        if touch.is_mouse_scrolling:
            return self._turn_wheel(touch)
        self._stop_glide()
        self.finish_motion()
        self.refresh()
        at = self._dp(touch.pos)
        if getattr(touch, "button", "left") == "right":
            self._tell(at)
            return True
        self._drop_lost()
        if self._fingers.down(touch.uid, at):
            touch.grab(self)
            self._unhold()
            if len(self._fingers) == 1:
                self._holding = Clock.schedule_once(self._hold, HOLD)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Pans or pinches."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        act = self._fingers.move(touch.uid, self._dp(touch.pos))
        if act is not None and self._camera is not None:
            self._unhold()
            if isinstance(act, Drag):
                self._camera = self._camera.panned(*act.by)
            elif isinstance(act, Pinch):
                self._pinching = True
                self._camera = self._camera.panned(*act.by).zoomed(act.factor, act.at)
            self._stir("view")
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Acts on a tap at once."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        tap = self._fingers.up(touch.uid, self._dp(touch.pos))
        self._unhold()
        if len(self._fingers) < 2:
            self._rest()
        if isinstance(tap, Tap):
            self._tap(tap.at)
        return True

    def _dp(self, pos: Point) -> Point:
        return (pos[0] - self.x) / self._dot, (pos[1] - self.y) / self._dot

    def _drop_lost(self) -> None:
        # A finger whose lifting never came would turn the next one into a pinch.
        down = {touch.uid for touch in EventLoop.touches}
        for finger in list(self._fingers.followed):
            if finger not in down:
                self._fingers.up(finger, (0.0, 0.0))

    def _rest(self) -> None:
        self._unhold()
        if self._pinching:
            self._pinching = False
            self._stir("view")

    def _unhold(self) -> None:
        if self._holding is not None:
            self._holding.cancel()
            self._holding = None

    def _hold(self, _seconds: float) -> None:
        self._holding = None
        held = self._fingers.held()
        if held:
            self._tell(held.at)

    def _tell(self, at: Point) -> None:
        hit = self._hit(at)
        if hit.space is not None:
            self.dispatch("on_hold", hit.space)

    def _turn_wheel(self, touch: MotionEvent) -> bool:
        self._stop_glide()
        factor = {"scrolldown": _WHEEL, "scrollup": 1 / _WHEEL}.get(touch.button)
        if factor and self._camera is not None:
            self._camera = self._camera.zoomed(factor, self._dp(touch.pos))
            self._stir("view")
        return True

    def _hit(self, at: Point) -> Hit:
        self.refresh()
        if self._plan is None or self._camera is None:
            return Hit(None, firm=False)
        view = self._camera.view
        place = at[0] + view.left * view.scale, at[1] + view.bottom * view.scale
        fan = None if self._fan is None else self._plan.heaps.get(self._fan)
        if fan and fan.tray:
            left, bottom, width, height = fan.tray
            if left <= place[0] <= left + width and bottom <= place[1] <= bottom + height:
                return Hit(self._fan, firm=True)
        targets = [target.space for target in self.scene.targets] if self.scene else []
        radius = self._plan.setting.radius
        return hit_at(self.board_map, place, view.scale, self._plan.spots, targets, radius)

    def _tap(self, at: Point) -> None:
        hit = self._hit(at)
        answer = self._taps.judge(at, hit, Clock.get_time())
        if answer == "zoom" and self._camera is not None:
            self._glide_to(self._camera.zoomed(_CLOSER, at))
        elif answer == "act":
            self._open_fan(hit)
            if hit.space is None:
                self.dispatch("on_sea")
            else:
                self.dispatch("on_space", hit.space)

    def _open_fan(self, hit: Hit) -> None:
        # A touched stack shows all its pieces until something else is touched.
        own = self._plan.pieces.get(hit.space, ()) if self._plan and hit.space is not None else ()
        fan = hit.space if hit.firm and len(own) > 1 and hit.space != self._fan else None
        if fan != self._fan:
            self._fan = fan
            self._stir("plan")
