"""A view that scrolls and clips only while something sticks out of it.

Kivy clips by a stencil, for which it clears that of the whole window: without a graphics card five views cost
a third of a frame. What fits needs no clipping, and what stands still is clipped by a box.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kivy.clock import Clock
from kivy.graphics import (
    BindTexture,
    ScissorPop,
    ScissorPush,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.uix.scrollview import ScrollView

if TYPE_CHECKING:
    from kivy.graphics import Canvas

_SLACK: Final = 0.5
"""Pixels by which a rounded size may differ."""


class ClippingScroll(ScrollView):
    """Is a `ScrollView` whose stencil is there only while its content is larger than it."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._stencils = _stencils_of(self)
        self._clipped = True
        self._clip_later = Clock.create_trigger(self._clip, -1)
        self.bind(size=self._clip_later, viewport_size=self._clip_later)
        self._clip_later()

    def _clip(self, *_: object) -> None:
        width, height = self.viewport_size
        needed = width > self.width + _SLACK or height > self.height + _SLACK
        if needed == self._clipped:
            return
        self._clipped = needed
        for part, stencil in self._stencils:
            for instruction in reversed(stencil):
                if needed:
                    part.insert(0, instruction)
                else:
                    part.remove(instruction)


def clip_by_box(view: ScrollView) -> None:
    """Makes a view clip by a box of the window, which costs nothing.

    It has to stand still: neither turned nor inside another view that scrolls.
    """
    for part, stencil in _stencils_of(view):
        for instruction in stencil:
            part.remove(instruction)
    box = ScissorPush(x=0, y=0, width=0, height=0)
    view.canvas.before.insert(0, box)
    view.canvas.after.insert(0, ScissorPop())

    def fit(*_: object) -> None:
        box.x, box.y = round(view.x), round(view.y)
        box.width, box.height = max(0, round(view.width)), max(0, round(view.height))

    view.bind(pos=fit, size=fit)
    fit()


def _stencils_of(view: ScrollView) -> list[tuple[Canvas, list[object]]]:
    return [
        (part, found)
        for part, first, last in (
            (view.canvas.before, StencilPush, StencilUse),
            (view.canvas.after, StencilUnUse, StencilPop),
        )
        if (found := _between(list(part.children), first, last))
    ]


def _between(instructions: list[object], first: type, last: type) -> list[object]:
    """Returns the instructions from one of the first kind to one of the last; bindings follow their shape."""
    kinds = [type(one) for one in instructions]
    if first not in kinds or last not in kinds:
        return []
    stencil = instructions[kinds.index(first) : kinds.index(last) + 1]
    return [one for one in stencil if not isinstance(one, BindTexture)]
