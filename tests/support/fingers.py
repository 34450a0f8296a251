"""Fingers for tests: touches at places of the window, and which widget lies under such a place."""

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.scrollview import ScrollView


class Finger(MotionEvent):
    """Is one finger, or the mouse with a button."""

    serial = 0

    def __init__(self, at, button=""):
        Finger.serial += 1
        super().__init__("test", Finger.serial, _share(at), is_touch=True, type_id="touch")
        self.profile = ["pos", "button"] if button else ["pos"]
        if button:
            self.button = button

    def depack(self, args):
        """Takes a place as shares of the window."""
        self.sx, self.sy = args
        super().depack(args)

    def down(self):
        """Touches the glass; it is answered before this returns."""
        EventLoop.post_dispatch_input("begin", self)

    def to(self, at):
        """Moves on the glass."""
        self.move(_share(at))
        EventLoop.post_dispatch_input("update", self)

    def up(self):
        """Leaves the glass."""
        EventLoop.post_dispatch_input("end", self)


def _share(at):
    width, height = Window.system_size
    return at[0] / (width - 1), at[1] / (height - 1)


def shown_box(widget):
    """Returns what is seen of a widget as (left, bottom, right, top) in the window; None if nothing is."""
    left, bottom = widget.to_window(widget.x, widget.y)
    right, top = widget.to_window(widget.right, widget.top)
    inner = widget
    for outer in ancestors(widget):
        if inner.opacity < 0.05:
            return None
        if isinstance(outer, ScrollView):
            x, y = outer.to_window(*outer.pos)
            left, bottom = max(left, x), max(bottom, y)
            right, top = min(right, x + outer.width), min(top, y + outer.height)
        inner = outer
    if inner.parent is None and inner is not Window:
        return None
    left, bottom, right, top = max(left, 0), max(bottom, 0), min(right, Window.width), min(top, Window.height)
    return (left, bottom, right, top) if right - left > 0.5 and top - bottom > 0.5 else None


def ancestors(widget):
    """Yields the parents of a widget up to the last one below the window."""
    widget = widget.parent
    while widget is not None and widget is not Window and widget.parent is not widget:
        yield widget
        widget = widget.parent


def walked():
    """Yields every widget of the window, those in front first."""
    for top in Window.children:
        yield from _walked(top)


def _walked(widget):
    for child in widget.children:
        yield from _walked(child)
    yield widget


def in_front(at, kinds):
    """Returns the widget of some kinds that lies in front of all others at a place; None if there is none."""
    for widget in walked():
        if isinstance(widget, kinds):
            box = shown_box(widget)
            if box and box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]:
                return widget
    return None


def middle_of(widget):
    """Returns the middle of what is seen of a widget."""
    left, bottom, right, top = shown_box(widget)
    return (left + right) / 2, (bottom + top) / 2
