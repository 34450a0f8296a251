"""A surface with an edge: two rectangles, and one without; what is taken away stays nowhere."""

from kivy.core.window import Window  # noqa: F401 - opens the window
from kivy.graphics import InstructionGroup, SmoothRoundedRectangle
from kivy.lang import Builder

from sealed_client.screens.components.framed import Framed


def shapes(framed):
    """Returns the boxes that the next frame draws, the lowest first."""
    Builder.sync()
    return list(_boxes(framed.canvas.before))


def _boxes(group):
    for one in group.children:
        if isinstance(one, SmoothRoundedRectangle):
            yield (*one.pos, *one.size)
        elif isinstance(one, InstructionGroup):
            yield from _boxes(one)


def test_the_edge_lies_below_the_ground_and_moves_with_it():
    """The outer box is the widget's, the inner one lies within the edge, wherever the widget goes."""
    framed = Framed(edge_width=2, size=(100, 50))
    framed.pos = 30, 40
    assert shapes(framed) == [(30, 40, 100, 50), (32, 42, 96, 46)]


def test_without_an_edge_only_the_ground_is_drawn():
    """An edge that goes leaves nothing at the place where the widget was."""
    framed = Framed(edge_width=2, size=(100, 50), pos=(500, 500))
    framed.edge_width = 0
    framed.pos = 0, 0
    assert shapes(framed) == [(0, 0, 100, 50)]
    framed.edge_width = 2
    assert shapes(framed) == [(0, 0, 100, 50), (2, 2, 96, 46)]
