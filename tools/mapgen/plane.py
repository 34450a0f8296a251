"""The map's plane: Lambert's conformal cone on whole units, y up, with a gentle stretch of crowded parts.

Only `math` is used, so that the same input gives the same units on every machine.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mapgen.naturalearth import Point

EARTH_RADIUS = 6371.0
"""Kilometres."""
_STEPS = 400


@dataclass(frozen=True, slots=True)
class Stretch:
    """More room for the columns ("x") or rows ("y") around ``centre``, in shares of the frame (0 to 1)."""

    axis: str
    centre: float
    width: float
    gain: float


class Plane:
    """Projects degrees onto the plane; the frame's middle meridian and parallel touch its four sides."""

    def __init__(
        self, width: int, frame: Sequence[float], parallels: tuple[float, float], stretches: Iterable[Stretch]
    ) -> None:
        """``frame`` is west, south, east, north in degrees."""
        west, south, east, north = frame
        first, second = map(math.radians, parallels)
        self._meridian = (west + east) / 2
        self._cone = math.log(math.cos(first) / math.cos(second)) / math.log(_lift(second) / _lift(first))
        self._reach = math.cos(first) * _lift(first) ** self._cone / self._cone
        middle = (south + north) / 2
        left, right = self._flat((west, middle))[0], self._flat((east, middle))[0]
        bottom, top = self._flat((self._meridian, south))[1], self._flat((self._meridian, north))[1]
        self._scale = width / (right - left)
        self._origin = (left, bottom)
        self.width, self.height = width, round((top - bottom) * self._scale)
        self.kilometres = EARTH_RADIUS / self._scale
        """Kilometres in one unit, before the stretch."""
        chosen = list(stretches)
        self._curves = tuple(_curve([one for one in chosen if one.axis == axis]) for axis in "xy")

    def point(self, place: Point) -> Point:
        """The place's point in units, not rounded; places outside the frame lie outside the plane."""
        x, y = self._flat(place)
        x, y = (x - self._origin[0]) * self._scale, (y - self._origin[1]) * self._scale
        return (
            _stretched(x / self.width, self._curves[0]) * self.width,
            _stretched(y / self.height, self._curves[1]) * self.height,
        )

    def points(self, places: Iterable[Point]) -> list[Point]:
        """The points of several places."""
        return [self.point(place) for place in places]

    def _flat(self, place: Point) -> Point:
        turn = self._cone * math.radians(place[0] - self._meridian)
        radius = self._reach / _lift(math.radians(place[1])) ** self._cone
        return radius * math.sin(turn), -radius * math.cos(turn)


def _lift(latitude: float) -> float:
    return math.tan(math.pi / 4 + latitude / 2)


def _curve(stretches: list[Stretch]) -> list[float]:
    # The running sum of a density that is 1 plus a bell for each stretch, from 0 to 1.
    def density(share: float) -> float:
        return 1 + sum(one.gain * math.exp(-(((share - one.centre) / one.width) ** 2)) for one in stretches)

    sums = [0.0]
    for step in range(_STEPS):
        sums.append(sums[-1] + density((step + 0.5) / _STEPS))
    return [value / sums[-1] for value in sums]


def _stretched(share: float, curve: list[float]) -> float:
    inside = min(max(share, 0.0), 1.0)
    step = min(int(inside * _STEPS), _STEPS - 1)
    part = inside * _STEPS - step
    return curve[step] + (curve[step + 1] - curve[step]) * part + share - inside
