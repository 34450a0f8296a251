"""Copies with changes are cheap, checked by name, and share nothing that can change."""

from dataclasses import dataclass, replace

import pytest

from sealed.engine.frames import State
from sealed.engine.value import copy_with


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Fresh(State):
    """A state class that nothing but its own test copies."""

    score: int


def test_copy_equals_replace():
    """A copy with changes equals what `dataclasses.replace` gives, and has its hash."""
    point = Point(1, 2)
    assert copy_with(point, y=5) == replace(point, y=5)
    assert hash(copy_with(point, y=5)) == hash(Point(1, 5))


def test_order_of_changes_does_not_matter():
    """Changes are named, so their order is free."""
    assert copy_with(Point(1, 2), y=3, x=4) == copy_with(Point(1, 2), x=4, y=3) == Point(4, 3)


def test_original_is_untouched():
    """A copy aliases nothing: the original keeps its values."""
    point = Point(1, 2)
    copy = copy_with(point, x=9)
    assert (point, copy) == (Point(1, 2), Point(9, 2))
    assert copy_with(point) is not point


def test_unknown_field_is_refused():
    """A field that the class does not have is a `TypeError` that names it."""
    with pytest.raises(TypeError, match="Point has no field colour"):
        copy_with(Point(1, 2), colour=3)


def test_fields_of_a_base_class_can_change():
    """A state class copies the kernel's fields although the base class is frozen too."""
    s = Fresh(None, 1, (), (), 7)
    assert copy_with(s, eye=3, score=8) == Fresh(None, 3, (), (), 8)


def test_class_is_kept():
    """The copy is of the class of the value, not of the base in which a field was declared."""
    assert type(copy_with(Fresh(None, 1, (), (), 7), zones=(0,))) is Fresh
