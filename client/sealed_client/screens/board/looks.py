"""What can stand on the map, each as a value: equal looks share one baked picture. Lengths are dp."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from sealed_client.maps.place import Place
    from sealed_client.presenters.scene import Coat, Shape, Sign


class CounterLook(NamedTuple):
    """A piece with its number or sign."""

    coat: Coat
    label: str
    radius: float


class DotLook(NamedTuple):
    """A city without pieces."""

    radius: float


class RingLook(NamedTuple):
    """A ring around a piece: chosen, legal, attacked, told of by the log, or under the keyboard."""

    kind: Literal["selected", "target", "attacked", "lit", "focus"]
    shape: Shape
    radius: float


class SignLook(NamedTuple):
    """The small sign of a legal target."""

    sign: Sign


class BadgeLook(NamedTuple):
    """How many pieces lie here."""

    number: int


class MarkLook(NamedTuple):
    """The number of a reason."""

    number: int


class LabelLook(NamedTuple):
    """A city's name at a size, with the pill of its value."""

    place: Place
    letters: float


class SeaLook(NamedTuple):
    """A sea's name."""

    word: str
    size: float


class TrayLook(NamedTuple):
    """The paper under fanned pieces."""

    width: float
    height: float


class DiscLook(NamedTuple):
    """The paper disc that carries the slots of a narrow city."""

    radius: float


Look: TypeAlias = (
    CounterLook
    | DotLook
    | RingLook
    | SignLook
    | BadgeLook
    | MarkLook
    | LabelLook
    | SeaLook
    | TrayLook
    | DiscLook
)


class Item(NamedTuple):
    """A look at its place: dp from the plane's origin, turned by degrees against the clock."""

    look: Look
    x: float
    y: float
    opacity: float = 1.0
    turn: float = 0.0
