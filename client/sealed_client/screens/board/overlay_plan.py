"""What stands on the map at a zoom, in drawing order: names, rings, pieces, signs, marks. No toolkit.

Everything keeps its size on the screen; only places change with the zoom. Lengths are dp from the plane's
origin.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from sealed_client.maps import BoardMap, PlacedLabel, label_size, labels_at, sea_names_at
from sealed_client.maps.label_places import screen_for
from sealed_client.maps.stacks import Heap, fanned, piece_radius, slotted, spread_at, stacked
from sealed_client.screens.board.looks import (
    BadgeLook,
    CounterLook,
    DiscLook,
    DotLook,
    Item,
    LabelLook,
    MarkLook,
    RingLook,
    SeaLook,
    SignLook,
    TrayLook,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sealed_client.maps.place import Place
    from sealed_client.presenters.scene import Board, Counter, Shape

DIMMED = 0.38
"""Opacity of what is not spoken of while reasons are shown."""
_DOT = 8.0
_AT_CORNER = 0.98
"""How far to the upper right of a piece its sign stands, in radii."""
_MARK_ASIDE = 1.05
_MARK_PITCH = 20.0

Point = tuple[float, float]
Room = tuple[float, float, float, float]


@dataclass(frozen=True)
class Setting:
    """A map at a zoom with its names: all that does not change while the game goes on.

    ``text`` is the text size (1.0 is 100 %); ``width_of`` measures a bold text, ``sea_width_of`` a sea's
    word, each at a size; ``sea_words`` are the words by the keys of the map.
    """

    board: BoardMap
    places: Sequence[Place]
    scale: float
    zoom: float
    text: float
    width_of: Callable[[str, float], float]
    sea_width_of: Callable[[str, float], float]
    sea_words: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def spread(self) -> bool:
        """Whether pieces lie in the slots of their cities."""
        return spread_at(self.board, self.zoom, self.scale)

    @cached_property
    def letters(self) -> float:
        """The size of the names in dp."""
        return screen_for(self.board, self.scale, self.text).letters * self.text

    @cached_property
    def radius(self) -> float:
        """The radius of a piece."""
        return piece_radius(self.text)

    @cached_property
    def labels(self) -> tuple[PlacedLabel, ...]:
        """The names that there is room for."""
        sizes = tuple(
            label_size(
                self.width_of(place.name.upper(), self.letters), self.letters, place.value, star=place.star
            )
            for place in self.places
        )
        return labels_at(self.board, self.scale, sizes, text=self.text, spread=self.spread)

    @cached_property
    def names(self) -> tuple[Item, ...]:
        """The items of all names, those of the seas first."""
        widths = {
            sea.key: self.sea_width_of(self.sea_words.get(sea.key, ""), sea.size) for sea in self.board.seas
        }
        items = [
            Item(SeaLook(word, sea.size), sea.at[0] * self.scale, sea.at[1] * self.scale, 1.0, sea.turn)
            for sea in sea_names_at(self.board, self.scale, widths, self.labels)
            if (word := self.sea_words.get(sea.key, ""))
        ]
        return tuple(items)

    def label_item(self, label: PlacedLabel, opacity: float) -> Item:
        """Return the item of a city's name."""
        left, bottom, right, top = label.box
        look = LabelLook(self.places[label.city], self.letters)
        return Item(look, (left + right) / 2, (bottom + top) / 2, opacity)

    def middle(self, space: int) -> Point:
        """Return where a space's pieces stand."""
        x, y = self.board.cities[space].at
        return x * self.scale, y * self.scale


@dataclass(frozen=True)
class OverlayPlan:
    """What stands on the map for a scene. ``fan`` is the space whose stack is fanned out, within ``room``."""

    setting: Setting
    scene: Board
    fan: int | None = None
    focused: int | None = None
    room: Room | None = None
    shown: Mapping[int, tuple[Counter, ...]] | None = None

    @cached_property
    def pieces(self) -> dict[int, tuple[Counter, ...]]:
        """The pieces of each space that has any, the chosen or attacked ones uppermost."""
        if self.shown is not None:
            return {space: own for space, own in self.shown.items() if own}
        return pieces_of(self.scene)

    @cached_property
    def heaps(self) -> dict[int, Heap]:
        """Where the pieces of each space lie."""
        return {space: self._heap(space, len(own)) for space, own in self.pieces.items()}

    @cached_property
    def spots(self) -> dict[int, tuple[Point, ...]]:
        """The middles of everything that can be touched, by space: its pieces and the space itself."""
        spots: dict[int, tuple[Point, ...]] = {}
        for city in self.setting.board.cities:
            heap = self.heaps.get(city.index)
            lays = tuple(lay.at for lay in heap.lays) if heap else ()
            spots[city.index] = (self.setting.middle(city.index), *lays)
        return spots

    def _heap(self, space: int, count: int) -> Heap:
        setting = self.setting
        middle = setting.middle(space)
        if space == self.fan and count > 1 and (not setting.spread or count > len(self._slots(space))):
            return fanned(middle, count, setting.radius, self.room)
        if setting.spread:
            return slotted(setting.board, setting.board.cities[space], count, setting.scale, setting.radius)
        return stacked(middle, count, setting.radius)

    def _slots(self, space: int) -> Sequence[object]:
        return self.setting.board.cities[space].slots

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """Everything in drawing order."""
        return tuple(self._all())

    def _all(self) -> Iterator[Item]:
        fan = self.fan if self.fan is not None and self.heaps.get(self.fan, _NO_HEAP).tray else None
        yield from (item._replace(opacity=DIMMED if self._told else 1.0) for item in self.setting.names)
        yield from self._trays()
        spaces = [city.index for city in self.setting.board.cities if city.index != fan]
        for space in spaces:
            yield from self._rings(space)
        for label in self.setting.labels:
            yield self.setting.label_item(label, self._opacity(label.city))
        for space in spaces:
            yield from self._stand(space)
        if fan is not None:
            yield from self._fan(fan)
        yield from self._marks()

    @cached_property
    def _told(self) -> set[int]:
        return {mark.space for mark in self.scene.marks}

    @cached_property
    def _signs(self) -> dict[int, SignLook]:
        return {target.space: SignLook(target.sign) for target in self.scene.targets}

    def _opacity(self, space: int) -> float:
        if not self._told or space in self._told:
            return 1.0
        own = self.pieces.get(space, ())
        return 1.0 if any(piece.selected for piece in own) else DIMMED

    def _trays(self) -> Iterator[Item]:
        if not self.setting.spread:
            return
        for city in self.setting.board.cities:
            if city.tray and len(self.pieces.get(city.index, ())) > 1:
                x, y, radius = (length * self.setting.scale for length in city.tray)
                yield Item(DiscLook(radius), x, y, self._opacity(city.index))

    def _shape(self, space: int) -> tuple[Shape, float, Point]:
        # The shape, radius and middle of what a ring goes around: the uppermost piece, or the city's dot.
        heap = self.heaps.get(space)
        if not heap or not heap.lays:
            return "round", self.setting.radius, self.setting.middle(space)
        lay = next((lay for lay in heap.lays if lay.piece == 0), heap.lays[-1])
        return self.pieces[space][lay.piece].coat.shape, heap.radius, lay.at

    def _rings(self, space: int) -> Iterator[Item]:
        shape, radius, (x, y) = self._shape(space)
        opacity = self._opacity(space)
        heap, own = self.heaps.get(space, _NO_HEAP), self.pieces.get(space, ())
        if space in self.scene.lit:
            yield Item(RingLook("lit", shape, radius), x, y, opacity)
        if space in self._signs:
            yield Item(RingLook("target", shape, radius), x, y, opacity)
        for lay in heap.lays:
            piece = own[lay.piece]
            if piece.selected:
                yield Item(RingLook("selected", piece.coat.shape, heap.radius), *lay.at, opacity)
            if piece.attacked:
                yield Item(RingLook("attacked", piece.coat.shape, heap.radius), *lay.at, opacity)

    def _stand(self, space: int) -> Iterator[Item]:
        heap, opacity = self.heaps.get(space, _NO_HEAP), self._opacity(space)
        shape, radius, (x, y) = self._shape(space)
        if not heap.lays:
            yield Item(DotLook(_DOT), x, y, opacity)
        for lay in heap.lays:
            piece = self.pieces[space][lay.piece]
            yield Item(CounterLook(piece.coat, piece.label, heap.radius), *lay.at, opacity)
        sign = self._signs.get(space)
        aside = radius * _AT_CORNER
        if heap.badge:
            (bx, by), number = heap.badge
            # Two signs never share a corner: the number gives way to the sign.
            yield Item(BadgeLook(number), bx, y - (by - y) if sign else by, opacity)
        if sign:
            yield Item(sign, x + aside, y + aside, opacity)
        if space == self.focused:
            yield Item(RingLook("focus", shape, radius), x, y)

    def _fan(self, space: int) -> Iterator[Item]:
        heap = self.heaps[space]
        if heap.tray:
            left, bottom, width, height = heap.tray
            yield Item(TrayLook(width, height), left + width / 2, bottom + height / 2)
        yield from self._rings(space)
        yield from self._stand(space)

    def _marks(self) -> Iterator[Item]:
        here: dict[int, int] = {}
        for mark in self.scene.marks:
            _, radius, (x, y) = self._shape(mark.space)
            before = here.get(mark.space, 0)
            here[mark.space] = before + 1
            across = x - radius * _MARK_ASIDE - before * _MARK_PITCH
            yield Item(MarkLook(mark.number), across, y + radius * _MARK_ASIDE)


_NO_HEAP = Heap(0.0, ())


def pieces_of(scene: Board) -> dict[int, tuple[Counter, ...]]:
    """Return the pieces of each space, the chosen or attacked ones first, which is uppermost."""
    found: dict[int, list[Counter]] = {}
    for counter in scene.counters:
        found.setdefault(counter.space, []).append(counter)
    return {
        space: tuple(sorted(own, key=lambda one: not (one.selected or one.attacked)))
        for space, own in found.items()
    }


def bow(origin: Point, target: Point, clear: float) -> list[Point]:
    """Return the middle line of an arrow from under its origin, bowed to its left, clear of its target.

    It is empty if they are too near each other for an arrow.
    """
    across, upwards = target[0] - origin[0], target[1] - origin[1]
    length = math.hypot(across, upwards)
    if length < clear + 8:
        return []
    lift = min(length * 0.3, 64.0)
    x = (origin[0] + target[0]) / 2 - upwards / length * lift
    y = (origin[1] + target[1]) / 2 + across / length * lift
    points = []
    for step in range(25):
        ease = (1 - clear / length) * step / 24
        rest = 1 - ease
        points.append(
            (
                rest * rest * origin[0] + 2 * rest * ease * x + ease * ease * target[0],
                rest * rest * origin[1] + 2 * rest * ease * y + ease * ease * target[1],
            )
        )
    return points
