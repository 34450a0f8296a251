"""What is wrong with a screen as it is drawn: a list of complaints in words, empty if it is well.

Looked at are the widgets that a person sees: texts within their boxes and not upon each other, buttons large
and far enough apart, everything inside the safe area, and no word that did not come from a catalogue.
"""

import re
from functools import cache
from itertools import combinations
from typing import NamedTuple

import fingers
from fingers import ancestors, in_front, walked
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from screen_driver import TOUCHED

from sealed_client.screens.board.board_view import BoardView
from sealed_client.screens.components.dialog import Scrim
from sealed_client.screens.components.framed import Framed

SLACK = 1.5
"""Pixels by which a rounded box may differ."""
LEAST, APART = 48, 8
"""dp: the size of what is touched, and the gap between two such things (design, section 2)."""
_TAGS = re.compile(r"\[/?(?:font|b|i|size|color|ref|anchor|sub|sup|u|s)(?:=[^\]]*)?\]")
_WORDS = re.compile(r"[^\W\d_]{2,}")


class Insets(NamedTuple):
    """Is what the edges of a phone cover, in dp."""

    left: float = 0
    bottom: float = 0
    right: float = 0
    top: float = 0


def complaints(insets=None, words=()):
    """Returns all that is wrong; with `words` (the names that are no catalogue's) hard-coded ones too."""
    for looked_up in (shown_box, _drawn, _clipped, _box):
        looked_up.cache_clear()
    labels = [one for one in walked() if isinstance(one, Label) and one.text.strip() and shown_box(one)]
    labels = [one for one in labels if not _covered(one, _drawn(one))]
    buttons = [one for one in walked() if isinstance(one, ButtonBehavior) and _exposed(one)]
    found = [*_beyond(labels), *_upon(labels), *_small(buttons), *_near(buttons)]
    if insets is not None:
        found += _outside([*labels, *buttons], insets)
    if words:
        found += foreign(labels, words)
    return found


@cache
def shown_box(widget):
    """Returns what is seen of a widget; the screen does not change while it is looked at."""
    return fingers.shown_box(widget)


@cache
def _drawn(label):
    """Returns where the letters of a label are drawn in the window."""
    width, height = label.texture_size
    x = {"left": label.x, "right": label.right - width, "auto": label.x}.get(
        label.halign, label.center_x - width / 2
    )
    if label.text_size[0] is None:
        x = label.center_x - width / 2
    y = {"top": label.top - height, "bottom": label.y}.get(label.valign, label.center_y - height / 2)
    if label.text_size[1] is None:
        y = label.center_y - height / 2
    return (*label.to_window(x, y), *label.to_window(x + width, y + height))


def _beyond(labels):
    """Yields the texts that are larger than their boxes, cut off, or reach out of what they stand on."""
    for label in labels:
        width, height = label.texture_size
        if width > label.width + SLACK or height > label.height + SLACK:
            yield f"{_named(label)} needs {width}x{height} and has {label.width:.0f}x{label.height:.0f}"
        if getattr(label, "is_shortened", False):
            yield f"{_named(label)} is cut off"
        ground = _ground(label)
        if ground is not None and not _within(_drawn(label), _box(ground)):
            yield f"{_named(label)} reaches out of {_named(ground)}"


def _ground(label):
    """Returns the nearest surface that a label stands on, unless it scrolls there."""
    for outer in ancestors(label):
        if isinstance(outer, ScrollView):
            return None
        if isinstance(outer, (Framed, ButtonBehavior)):
            return outer
    return None


def _upon(labels):
    """Yields pairs of texts that are drawn upon each other."""
    for first, second in combinations(labels, 2):
        shared = _shared(_clipped(first), _clipped(second))
        if shared and not _hides(first, second, shared) and not _hides(second, first, shared):
            yield f"{_named(first)} and {_named(second)} overlap"


@cache
def _clipped(label):
    drawn, box = _drawn(label), shown_box(label)
    return tuple(max(a, b) for a, b in zip(drawn[:2], box[:2], strict=True)) + tuple(
        min(a, b) for a, b in zip(drawn[2:], box[2:], strict=True)
    )


def _hides(front, back, shared):
    """Tells whether a text stands on a surface of its own that hides the other one there."""
    others = set(ancestors(back))
    return any(
        _opaque(outer) and _within(shared, _box(outer)) for outer in ancestors(front) if outer not in others
    )


def _covered(widget, box):
    """Tells whether an opaque surface lies in front of the middle of a box."""
    at = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    own = {id(widget), *(id(one) for one in ancestors(widget))}
    for front in walked():
        if id(front) in own:
            return False
        seen = shown_box(front) if _opaque(front) else None
        if seen and seen[0] <= at[0] <= seen[2] and seen[1] <= at[1] <= seen[3]:
            return True
    return False


def _opaque(widget):
    return isinstance(widget, Framed) and widget.fill[3] > 0.9 and widget.opacity > 0.9


def _exposed(button):
    box = shown_box(button)
    return bool(box) and in_front(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), (*TOUCHED, Scrim)) is button


def _small(buttons):
    """Yields what is too small for a finger; what is half scrolled away is as large as it is."""
    for button in buttons:
        if min(button.size) < dp(LEAST) - SLACK:
            yield f"{_named(button)} is {button.width / dp(1):.0f}x{button.height / dp(1):.0f} dp"


def _near(buttons):
    """Yields pairs that a finger could mistake."""
    for first, second in combinations(buttons, 2):
        if first in set(ancestors(second)) or second in set(ancestors(first)):
            continue
        one, two = shown_box(first), shown_box(second)
        gap = max(max(one[0], two[0]) - min(one[2], two[2]), max(one[1], two[1]) - min(one[3], two[3]))
        if gap < dp(APART) - SLACK:
            yield f"{_named(first)} and {_named(second)} are {gap / dp(1):.1f} dp apart"


def _outside(widgets, insets):
    """Yields what lies under the edges of the phone."""
    left, bottom, right, top = (dp(edge) for edge in insets)
    safe = left, bottom, Window.width - right, Window.height - top
    for widget in widgets:
        if isinstance(widget, BoardView):
            continue
        if not _within(_clipped(widget) if isinstance(widget, Label) else shown_box(widget), safe):
            yield f"{_named(widget)} lies outside the safe area"


def foreign(labels, names):
    """Yields the texts of the pseudo-language's screen that have a word without brackets around it."""
    for label in labels:
        text = _TAGS.sub("", label.text).replace("&bl;", "[").replace("&br;", "]").replace("&amp;", "&")
        if text.count("[") != text.count("]"):
            yield f"{_named(label)} is cut off: {text!r}"
            continue
        while "[" in text and (bare := re.sub(r"\[[^\[\]]*\]", "", text)) != text:
            text = bare
        for name in sorted(names, key=len, reverse=True):
            text = text.replace(name, "").replace(name.upper(), "")
        if _WORDS.search(text):
            yield f"{_named(label)} is in no catalogue: {text.strip()!r}"


@cache
def _box(widget):
    return (*widget.to_window(widget.x, widget.y), *widget.to_window(widget.right, widget.top))


def _shared(one, two):
    """Returns what two boxes have in common, if it can be seen."""
    left, bottom, right, top = (
        max(one[0], two[0]),
        max(one[1], two[1]),
        min(one[2], two[2]),
        min(one[3], two[3]),
    )
    return (left, bottom, right, top) if right - left > 2 and top - bottom > 2 else None


def _within(inner, outer):
    return (
        inner[0] >= outer[0] - SLACK
        and inner[1] >= outer[1] - SLACK
        and inner[2] <= outer[2] + SLACK
        and inner[3] <= outer[3] + SLACK
    )


def _named(widget):
    """Returns what tells a widget from others: its kind, its words, where it stands."""
    words = [part.text for part in widget.walk(restrict=True) if isinstance(part, Label) and part.text]
    said = getattr(widget, "spoken", "") or " / ".join(words)
    chain = "<".join(type(one).__name__ for one in list(ancestors(widget))[:3])
    x, y = widget.to_window(*widget.pos)
    return f"{type(widget).__name__}({said[:50]!r} in {chain} at {x:.0f},{y:.0f})"
