"""What moves on the map: the camera to the question, pieces to their places; nothing when all is still."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.uix.widget import Widget

from sealed_client.maps.motion_times import FADE, PIECE, eased
from sealed_client.screens.board.looks import CounterLook, Item
from sealed_client.screens.board.overlay_plan import OverlayPlan, pieces_of
from sealed_client.screens.board.playing import Playing
from sealed_client.screens.theme import theme

if TYPE_CHECKING:
    from kivy.clock import ClockEvent

    from sealed_client.maps.camera import Camera
    from sealed_client.presenters.scene import Counter


class BoardMotion(Widget):
    """The part of a `BoardView` that knows the time."""

    def __init__(self, **properties: object) -> None:
        """Starts still."""
        self._camera: Camera | None = None
        self._items: tuple[Item, ...] = ()
        self._fan: int | None = None
        self._glide: tuple[Camera, Camera, float] | None = None
        self._playing: Playing | None = None
        self._fading: tuple[Item, ...] | None = None
        self._since = 0.0
        self._seen: dict[int, tuple[Counter, ...]] | None = None
        self._serial: int | None = None
        self._beat: ClockEvent | None = None
        super().__init__(**properties)

    @property
    def moving(self) -> bool:
        """Whether anything is on its way."""
        return bool(self._glide or self._playing or self._fading is not None)

    def finish_motion(self) -> None:
        """Brings everything on its way to its place at once."""
        if self._glide:
            self._camera = self._glide[1]
        was_moving = self.moving
        self._glide = self._playing = self._fading = None
        self._stop_beat()
        if was_moving:
            self._stir("view", "plan")

    def _glide_to(self, camera: Camera) -> None:
        self._stop_glide()
        if self._camera is None or camera == self._camera:
            return
        if theme.calm:
            self._camera = camera
        else:
            self._glide = (self._camera, camera, Clock.get_time())
            self._start_beat()
        self._stir("view")

    def _stop_glide(self) -> None:
        # A finger or another room takes over from where the camera is.
        if self._glide:
            self._glide = None
            self._stir("view")

    def _take_scene(self) -> None:
        """Begins the movements to a new scene, if it brings some that were not shown yet."""
        scene = self.scene
        pieces = pieces_of(scene) if scene else {}
        before, self._seen = self._seen, pieces
        fresh = self._serial is not None and self.motions.serial != self._serial
        if scene is not None:
            self._serial = self.motions.serial
        if self._fan is not None and before is not None and before.get(self._fan) != pieces.get(self._fan):
            self._fan = None
        if before is None or before == pieces or not (fresh and self.motions.each):
            if not fresh and self._playing and before == pieces:
                return
            self._playing = self._fading = None
            return
        self._since = Clock.get_time()
        if theme.calm:
            self._playing, self._fading = None, self._items
        else:
            playing = Playing(before, pieces, self.motions.each)
            self._playing, self._fading = (playing if playing.moves else None), None
        if self.moving:
            self._start_beat()

    def _pieces_now(self) -> dict[int, tuple[Counter, ...]] | None:
        return self._playing.shown(Clock.get_time() - self._since) if self._playing else None

    def _moving_items(self, plan: OverlayPlan) -> tuple[Item, ...]:
        # What is drawn: the plan, what fades away from the one before, and pieces on their way on top.
        now = Clock.get_time() - self._since
        if self._fading is not None:
            share = min(now / FADE, 1.0)
            old, new = set(self._fading), set(plan.items)
            going = tuple(
                item._replace(opacity=item.opacity * (1 - share)) for item in self._fading if item not in new
            )
            staying = tuple(
                item if item in old else item._replace(opacity=item.opacity * share) for item in plan.items
            )
            return going + staying
        if self._playing is None:
            return plan.items
        return plan.items + tuple(self._travelling(plan, now))

    def _travelling(self, plan: OverlayPlan, now: float) -> list[Item]:
        setting, items = plan.setting, []
        for coat, origin, target, share in self._playing.travellers(now) if self._playing else ():
            start, end = origin if origin is not None else target, target if target is not None else origin
            if start is None or end is None:
                continue
            (x1, y1), (x2, y2) = setting.middle(start), setting.middle(end)
            opacity = share if origin is None else 1 - share if target is None else 1.0
            look = CounterLook(coat, "", setting.radius)
            items.append(Item(look, x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, opacity))
        return items

    def _start_beat(self) -> None:
        if self._beat is None:
            self._beat = Clock.schedule_interval(self._step, 0)

    def _stop_beat(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
            self._beat = None

    def _step(self, _seconds: float) -> None:
        now = Clock.get_time()
        if self._glide:
            start, end, since = self._glide
            share = (now - since) / PIECE
            self._camera = end if share >= 1 else start.towards(end, eased(share))
            if share >= 1:
                self._glide = None
            self._stir("view")
        if self._playing:
            self._stir("plan")
            if now - self._since >= self._playing.length:
                self._playing = None
        if self._fading is not None:
            self._stir("plan")
            if now - self._since >= FADE:
                self._fading = None
        if not self.moving:
            self._stop_beat()
