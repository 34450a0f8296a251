"""Drives a Kivy app under asyncio as a person does: looks for things, touches where they are drawn, waits.

Nothing waits for a number of frames: `until` waits for a condition, with a limit in seconds. An exception in
the app is raised by whatever waits next. The window is one for the process and is resized for each test.
"""

import asyncio
import contextlib
import time

from fingers import Finger, ancestors, in_front, shown_box, walked
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import (
    GL_CULL_FACE,
    GL_FRONT_AND_BACK,
    GL_RGBA,
    GL_UNSIGNED_BYTE,
    glCullFace,
    glDisable,
    glEnable,
    glFinish,
    glReadPixels,
)
from kivy.metrics import Metrics
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from PIL import Image

from sealed_client.maps.touching import AGAIN
from sealed_client.screens.board.board_view import BoardView
from sealed_client.screens.components.pressable import Pressable

LIMIT = 8.0
"""Seconds after which something that was waited for is taken to be missing."""
PATIENCE = 2.0
"""Seconds that something may take to come to rest before it is touched."""
TOUCHED = (ButtonBehavior, BoardView)
KEYED = ("answer", "face", "card", "line", "table", "seat_row")
"""Properties of widgets that hold a part of a scene with a key."""


class NotThereError(AssertionError):
    """Says what was looked for, and what is on the screen instead."""


@contextlib.contextmanager
def nothing_filled():
    """Fills no triangle of few frames while entered: where only the layout matters, pixels cost time."""
    kind, draw = type(Window), type(Window).on_draw
    most, Clock._max_fps = Clock._max_fps, 60

    def on_draw(window):
        glEnable(GL_CULL_FACE)
        glCullFace(GL_FRONT_AND_BACK)
        draw(window)
        glDisable(GL_CULL_FACE)

    kind.on_draw = on_draw
    try:
        yield
    finally:
        kind.on_draw, Clock._max_fps = draw, most


@contextlib.asynccontextmanager
async def running(app, size=(412, 915), density=1.0):
    """Runs an app in a window of some dp and yields its `Driver`; stops it at the end."""
    driver = Driver(app)
    driver.resize(*size, density)
    driver.run = asyncio.get_running_loop().create_task(app.async_run(async_lib="asyncio"))
    try:
        await driver.until(lambda: app.root is not None and EventLoop.status == "started", "the app to start")
        await driver.settled()
        yield driver
    finally:
        app.stop()
        await asyncio.wait_for(asyncio.gather(driver.run, return_exceptions=True), LIMIT)
        driver.close()
    if driver.run.exception() is not None:
        raise driver.run.exception()


class Driver:
    """Is the person before the screen."""

    def __init__(self, app):
        self.app = app
        self.run = None
        self.draws = 0
        self._touched = None
        Window.bind(on_draw=self._count)

    def _count(self, *_):
        self.draws += 1

    def close(self):
        """Lets go of the window."""
        Window.unbind(on_draw=self._count)
        for widget in list(Window.children):
            Window.remove_widget(widget)

    # ---- the window ----

    def resize(self, width, height, density=1.0):
        """Gives the window a size in dp, as turning a phone does."""
        if Metrics.density != density:
            Metrics.density = density
        Window.size = (round(width * density), round(height * density))

    async def turn(self, width, height, density=1.0):
        """Gives the window another size and waits for the screen to follow."""
        self.resize(width, height, density)
        await self.settled()

    def picture(self, path):
        """Writes what is on the screen as a PNG file and returns its path."""
        width, height = Window.system_size
        Window.dispatch("on_draw")
        glFinish()
        pixels = glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE)  # RGB rows would be padded
        image = Image.frombytes("RGBA", (width, height), pixels).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        image.convert("RGB").quantize(255).save(path, optimize=True)
        return path

    # ---- waiting ----

    async def until(self, condition, what="it", limit=LIMIT):
        """Waits for a condition and returns its value; raises NotThereError, or what the app has raised."""
        end = time.monotonic() + limit
        while True:
            if self.run is not None and self.run.done() and self.run.exception() is not None:
                raise self.run.exception()
            found = condition()
            if found:
                return found
            if time.monotonic() > end:
                raise NotThereError(f"waited {limit:g} s for {what}; on the screen: {self.words()}")
            await asyncio.sleep(0.004)

    async def settled(self, limit=LIMIT):
        """Waits until nothing asks for another drawing: two frames have passed without one."""
        end = time.monotonic() + limit
        still, draws, frame = 0, self.draws, Clock.frames
        while still < 3:
            await self.until(lambda: Clock.frames > frame, "a frame")  # noqa: B023 - is called at once
            still = still + 1 if self.draws == draws and not Window.canvas.needs_redraw else 0
            draws, frame = self.draws, Clock.frames
            if time.monotonic() > end:
                raise NotThereError(f"the screen does not come to rest within {limit:g} s: {self.words()}")

    # ---- looking ----

    def seen(self, kind=object):
        """Yields the widgets of a kind that can be seen, those in front first."""
        return (widget for widget in walked() if isinstance(widget, kind) and shown_box(widget))

    def words(self):
        """Returns all texts that can be seen."""
        return [label.text for label in self.seen(Label) if label.text.strip()]

    def says(self, text):
        """Tells whether a text can be seen somewhere."""
        return any(text in words for words in self.words())

    def found(self, key=None, text=None, spoken=None, kind=object):
        """Returns the foremost visible widget that fits all that is given, or None."""
        for widget in self.seen(kind):
            if key is not None and key not in keys(widget):
                continue
            if spoken is not None and spoken not in getattr(widget, "spoken", ""):
                continue
            if text is not None and not self._holds(widget, text):
                continue
            return widget
        return None

    def _holds(self, widget, text):
        if not isinstance(widget, TOUCHED):
            return text in getattr(widget, "text", "")
        return any(text in part.text for part in widget.walk(restrict=True) if isinstance(part, Label))

    async def find(self, key=None, text=None, spoken=None, kind=object, limit=LIMIT):
        """Waits for a visible widget that fits."""
        what = f"a {kind.__name__} with key {key}, text {text}, spoken {spoken}"
        return await self.until(lambda: self.found(key, text, spoken, kind), what, limit)

    # ---- touching ----

    async def tap(self, widget, at=None):
        """Touches the middle of what is seen of a widget and makes sure that this widget has received it."""
        await self.bring(widget)
        place = at or await self._free_middle(widget)
        with heard(widget) as answers:
            finger = Finger(place)
            finger.down()
            finger.up()
            await self.until(lambda: answers, f"{widget!r} to answer a touch")
        return answers[0]

    async def _free_middle(self, widget):
        """Waits until nothing moves and returns the middle of a widget, where nothing lies in front of it."""
        end = time.monotonic() + PATIENCE
        while True:
            box = shown_box(widget)
            front = in_front(middle(box), TOUCHED) if box else None
            await asyncio.sleep(0.02)
            if front is widget and shown_box(widget) == box:
                return middle(box)
            if time.monotonic() > end:
                raise NotThereError(f"a touch at {box} would hit {front!r} and not {widget!r}")

    async def press(self, key=None, text=None, spoken=None, kind=TOUCHED[0]):
        """Waits for a button, touches it and waits for its answer."""
        await self.tap(await self.find(key, text, spoken, kind))

    async def bring(self, widget):
        """Scrolls a widget into sight if it is in a list."""
        for outer in ancestors(widget):
            if isinstance(outer, ScrollView) and shown_box(widget) != _whole(widget):
                outer.scroll_to(widget, animate=False)
                await self.settled()
        await self.until(lambda: shown_box(widget), f"{widget!r} to be seen")

    def touch(self, at):
        """Touches a place, whatever is there."""
        finger = Finger(at)
        finger.down()
        finger.up()

    async def hold(self, at, widget=None, limit=3.0):
        """Leaves a finger on a place until somebody has answered."""
        finger = Finger(at)
        with heard(widget or in_front(at, TOUCHED)) as answers:
            finger.down()
            await self.until(lambda: answers, "a long touch to be answered", limit)
            finger.up()
        return answers[0]

    async def drag(self, origin, target, steps=6):
        """Draws one finger from a place to another."""
        finger = Finger(origin)
        finger.down()
        for step in range(1, steps + 1):
            share = step / steps
            finger.to(tuple(a + (b - a) * share for a, b in zip(origin, target, strict=True)))
            await asyncio.sleep(0.008)
        finger.up()
        await self.settled()

    async def pinch(self, about, factor, start=60, steps=5):
        """Moves two fingers apart (factor above 1) or together about a place."""
        x, y = about
        left, right = Finger((x - start, y)), Finger((x + start, y))
        left.down()
        right.down()
        for step in range(1, steps + 1):
            half = start * (1 + (factor - 1) * step / steps)
            left.to((x - half, y))
            right.to((x + half, y))
            await asyncio.sleep(0.008)
        left.up()
        right.up()
        await self.settled()

    async def tap_space(self, board, space):
        """Touches a space of the map where it is drawn; the board has to receive it and mean that space."""
        place = board.where(space)
        front = in_front(place, TOUCHED)
        if front is not board:
            raise NotThereError(f"space {space} at {place} lies under {front!r}")
        if self._touched == space:  # a second touch of the same space at once is taken for a slip
            await asyncio.sleep(AGAIN)
        self._touched = space
        with heard(board) as answers:
            self.touch(place)
        assert answers == [("on_space", space)], f"touched space {space}, the map understood {answers}"

    def key(self, code, letter=""):
        """Presses a key of the keyboard (or Back: 27)."""
        Window.dispatch("on_key_down", code, 0, letter, [])
        Window.dispatch("on_key_up", code, 0)


def keys(widget):
    """Returns the keys that a widget stands for: its own, and those of the parts of a scene it shows."""
    parts = [widget, *(getattr(widget, name, None) for name in KEYED)]
    return [key for part in parts if isinstance(key := getattr(part, "key", None), str) and key]


def middle(box):
    """Returns the middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _whole(widget):
    return (*widget.to_window(widget.x, widget.y), *widget.to_window(widget.right, widget.top))


@contextlib.contextmanager
def heard(widget):
    """Collects the answers that a widget gives while this is entered: (event, value)."""
    answers = []
    events = [event for event in ANSWERS if widget is not None and widget.is_event_type(event)]
    bound = [(event, lambda *a, event=event: answers.append((event, *a[1:]))) for event in events]
    if isinstance(widget, Pressable):
        bound = [one for one in bound if one[0] in {"on_release", "on_hold"}]
    for event, listener in bound:
        widget.fbind(event, listener)
    try:
        yield answers
    finally:
        for event, listener in bound:
            widget.funbind(event, listener)


ANSWERS = ("on_release", "on_hold", "on_space", "on_sea")
"""The events by which widgets answer touches."""
