"""The shape of a title's states changes with what the canonical encoding writes, and with nothing else."""

from dataclasses import dataclass
from typing import NamedTuple

from sealed.engine.canonical import encode
from sealed.engine.frames import Decision, Frame
from sealed.engine.shape import shape
from sealed.engine.zones import BITS_A_TYPE
from sealed.games import TITLES, popular_front

PACKAGE = "sealed.games.popular_front"


@dataclass(frozen=True, slots=True)
class Value:
    """A value with two fields."""

    first: int
    second: int


class Pair(NamedTuple):
    """A named tuple."""

    left: int


def _frame(module, *names):
    """Makes a frame class with these fields in a module."""
    made = type("Passing", (Frame,), {"__annotations__": dict.fromkeys(names, int), "__module__": module})
    return dataclass(frozen=True)(made)


def test_values_are_written_by_name_and_fields():
    """Names and field names of the values stand in the shape, in the order given."""
    expected = encode((("zone", BITS_A_TYPE), ("Value", "first", "second"), ("Pair", "left")))

    assert expected == shape("sealed.no_such_package", Value, Pair)


def test_the_width_of_zones_changes_the_shape(monkeypatch):
    """Zones of another width are other integers in the same fields, so they are another shape."""
    before = shape(PACKAGE)
    monkeypatch.setattr("sealed.engine.shape.BITS_A_TYPE", BITS_A_TYPE + 1)

    assert shape(PACKAGE) != before


def test_a_field_of_a_frame_changes_the_shape():
    """One field more in a frame of the package is another shape."""
    module = "sealed.made_up.flow"
    one = _frame(module, "colour")
    before = shape("sealed.made_up")
    del one
    other = _frame(module, "colour", "left")
    after = shape("sealed.made_up")

    assert before != after
    assert other.__name__.encode() in after


def test_frames_of_other_packages_do_not_count():
    """What another title, or a test, derives from Frame leaves the shape alone."""
    before = shape(PACKAGE)
    foreign = _frame("tests.somewhere", "colour")

    assert (before, foreign.__name__) == (shape(PACKAGE), "Passing")


def test_every_frame_of_a_title_is_in_its_shape():
    """All questions of the title stand in the shape that its edition is made of."""
    asked = [one.__name__ for one in Decision.__subclasses__() if one.__module__.startswith(PACKAGE)]

    assert popular_front.TITLE is TITLES["popular-front"]
    assert asked
    assert all(name.encode() in shape(PACKAGE) for name in ("Acting", "Mustering", "Deploying", *asked))
