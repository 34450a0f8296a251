"""What fingers on the map mean, and which space a tap means; positions in dp, times in seconds.

A tap is judged when the finger lifts and never waits for a second one: the first has acted, and a second
within 0.3 s is swallowed on a piece or a target, or zooms in on open ground (design, section 7).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from sealed_client.maps.where import space_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sealed_client.maps.board_map import BoardMap

SLOP = 12.0
"""dp that a finger may tremble before it drags."""
HOLD = 0.5
"""Seconds until a still finger asks what is here."""
AGAIN = 0.3
CIRCLE = 24.0
"""dp: the radius of what a finger hits around a piece or a target."""

Point = tuple[float, float]


class Tap(NamedTuple):
    """A finger was lifted where it came down."""

    at: Point


class Hold(NamedTuple):
    """A finger rested."""

    at: Point


class Drag(NamedTuple):
    """A finger moved by so many dp."""

    by: Point


class Pinch(NamedTuple):
    """Two fingers: their distance grew by a factor, their middle is now here and moved by so many dp."""

    factor: float
    at: Point
    by: Point


Act: TypeAlias = Tap | Hold | Drag | Pinch
Finger: TypeAlias = int | str


class Fingers:
    """Follows up to two fingers; a third is nobody's, and unknown ones are ignored."""

    def __init__(self) -> None:
        """Starts without a finger."""
        self._at: dict[Finger, Point] = {}
        self._still: tuple[Finger, Point] | None = None

    def __len__(self) -> int:
        """Return how many fingers are followed."""
        return len(self._at)

    @property
    def followed(self) -> tuple[Finger, ...]:
        """The fingers that are followed."""
        return tuple(self._at)

    def down(self, finger: Finger, at: Point) -> bool:
        """Whether this finger is followed from now on."""
        if len(self._at) >= 2 or finger in self._at:
            return False
        self._still = (finger, at) if not self._at else None
        self._at[finger] = at
        return True

    def move(self, finger: Finger, at: Point) -> Act | None:
        """Return what a finger's new place means."""
        before = self._at.get(finger)
        if before is None:
            return None
        if self._still:
            if math.dist(self._still[1], at) <= SLOP:
                return None
            before, self._still = self._still[1], None
        self._at[finger] = at
        if len(self._at) == 1:
            return Drag((at[0] - before[0], at[1] - before[1]))
        other = next(place for one, place in self._at.items() if one != finger)
        was, now = math.dist(before, other), math.dist(at, other)
        factor = now / was if was > 1 and now > 1 else 1.0
        middle = (at[0] + other[0]) / 2, (at[1] + other[1]) / 2
        return Pinch(factor, middle, ((at[0] - before[0]) / 2, (at[1] - before[1]) / 2))

    def up(self, finger: Finger, at: Point) -> Tap | None:
        """Return the tap, if this was one."""
        if self._at.pop(finger, None) is None:
            return None
        still, self._still = self._still, None
        return Tap(at) if still and still[0] == finger and math.dist(still[1], at) <= SLOP else None

    def held(self) -> Hold | None:
        """Return the long touch if the only finger is still; its lifting is no tap any more."""
        if not self._still:
            return None
        at, self._still = self._still[1], None
        return Hold(at)

    def forget(self) -> None:
        """Forget all fingers: the system has taken them away."""
        self._at.clear()
        self._still = None


class Hit(NamedTuple):
    """The space that a tap means, None on open water; `firm` on a piece or target, not merely its ground."""

    space: int | None
    firm: bool


Answer = Literal["act", "swallow", "zoom"]


class Taps:
    """Remembers the last tap, to know a second one from a new one."""

    def __init__(self) -> None:
        """Starts without a tap."""
        self._last: tuple[float, Point, Hit] | None = None

    def judge(self, at: Point, hit: Hit, now: float) -> Answer:
        """Return what to do with a tap."""
        last, self._last = self._last, (now, at, hit)
        if last is None or now - last[0] > AGAIN or math.dist(last[1], at) > 2 * CIRCLE:
            return "act"
        if hit.firm or last[2].firm:
            return "swallow" if hit.space == last[2].space else "act"
        self._last = None
        return "zoom"


def hit_at(
    board: BoardMap,
    at: Point,
    scale: float,
    spots: Mapping[int, Sequence[Point]],
    targets: Iterable[int],
    radius: float,
) -> Hit:
    """Return what a tap at a point (dp from the plane's origin) means.

    ``spots`` are for each space the middles of its pieces, or of the city itself, in the same dp. What
    lies under the finger means itself; else the nearest legal target within its circle wins, then the nearest
    other space within its own, then the ground, and beyond that it is the open sea.
    """
    reach = {space: min(math.dist(at, spot) for spot in own) for space, own in spots.items()}
    legal = set(targets)
    near = sorted((far, space not in legal, space) for space, far in reach.items() if far <= CIRCLE)
    if near and near[0][0] <= radius:
        return Hit(near[0][2], firm=True)
    wanted = [space for _, other, space in near if not other]
    if wanted or near:
        return Hit(wanted[0] if wanted else near[0][2], firm=True)
    ground = space_at(board, at[0] / scale, at[1] / scale)
    if ground is None or ground.kind != "city":
        return Hit(None, firm=False)
    space = next(city.index for city in board.cities if city.name == ground.name)
    return Hit(space, firm=space in legal)
