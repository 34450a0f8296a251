"""Where the player looks: pan and zoom about a point, kept within the frame, beside whatever covers the map.

Everything is in dp from the lower left corner of the map's widget, y up. What sheets and panels cover are
`Insets`; the free rest is what is fitted, centred and kept within the frame, so that also the southernmost
city can be brought above a sheet. Behind a sheet the view may reach beyond the frame.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from sealed_client.maps.view import NEAREST, View, fitted_scale, focus_middle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed_client.maps.board_map import BoardMap

Point = tuple[float, float]

_AROUND = 52.0
"""dp kept free on every side of the spaces that a question is about: a counter, its ring, its label."""
_CLOSER = 1.5
"""How far an upright screen goes in on the question; wider ones show as much of the map as can be read."""
_UPRIGHT = 1.1
_LEAST_FREE = 96.0


class Insets(NamedTuple):
    """The dp of each edge that something covers."""

    left: float = 0.0
    bottom: float = 0.0
    right: float = 0.0
    top: float = 0.0


@dataclass(frozen=True, slots=True)
class Camera:
    """A view of a map: ``middle`` (units) lies in the middle of the free area, ``scale`` is dp for a unit."""

    board: BoardMap
    size: Point
    insets: Insets
    scale: float
    middle: Point

    @property
    def free(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the part that nothing covers; never less than a strip."""
        left, bottom, right, top = self.insets
        width = max(self.size[0] - left - right, min(_LEAST_FREE, self.size[0]))
        height = max(self.size[1] - bottom - top, min(_LEAST_FREE, self.size[1]))
        return min(left, self.size[0] - width), min(bottom, self.size[1] - height), width, height

    @property
    def fitted(self) -> float:
        """The scale of zoom 1."""
        return fitted_scale(self.board, self.free[2], self.free[3])

    @property
    def zoom(self) -> float:
        """The scale in fitted scales."""
        return self.scale / self.fitted

    @property
    def view(self) -> View:
        """What the whole widget shows."""
        left, bottom, width, height = self.free
        x, y = self.middle
        return View(self.scale, x - (left + width / 2) / self.scale, y - (bottom + height / 2) / self.scale)

    def kept(self) -> Camera:
        """Return the nearest camera that is allowed: zoom and free area within their limits."""
        _, _, width, height = self.free
        scale = min(max(self.scale, self.fitted), self.fitted * NEAREST)
        across, upwards = width / scale / 2, height / scale / 2
        x = min(max(self.middle[0], across), self.board.width - across)
        y = min(max(self.middle[1], upwards), self.board.height - upwards)
        return replace(self, scale=scale, middle=(x, y))

    def panned(self, across: float, upwards: float) -> Camera:
        """Return the camera after a drag by so many dp: the map follows the finger."""
        x, y = self.middle
        return replace(self, middle=(x - across / self.scale, y - upwards / self.scale)).kept()

    def zoomed(self, factor: float, about: Point) -> Camera:
        """Return the camera at another scale; what lies under ``about`` stays if it can."""
        fixed = self.view.to_plane(*about)
        scale = min(max(self.scale * factor, self.fitted), self.fitted * NEAREST)
        left, bottom, width, height = self.free
        x = fixed[0] - (about[0] - left - width / 2) / scale
        y = fixed[1] - (about[1] - bottom - height / 2) / scale
        return replace(self, scale=scale, middle=(x, y)).kept()

    def resized(self, size: Point, insets: Insets) -> Camera:
        """Return the camera in another room: the middle stays there; a fitted map stays fitted."""
        was_fitted = self.scale <= self.fitted * 1.001
        other = replace(self, size=size, insets=insets)
        return (replace(other, scale=other.fitted) if was_fitted else other).kept()

    def whole(self) -> Camera:
        """Return the camera at zoom 1 in the middle of the map."""
        return replace(self, scale=self.fitted, middle=focus_middle(self.board)).kept()

    def shows(self, points: Sequence[Point]) -> bool:
        """Whether all these points (units) lie well within the free area."""
        left, bottom, width, height = self.free
        placed = [self.view.to_screen(*point) for point in points]
        margin = min(_AROUND / 2, width / 4, height / 4)
        return all(
            left + margin <= x <= left + width - margin and bottom + margin <= y <= bottom + height - margin
            for x, y in placed
        )

    def centred(self, points: Sequence[Point]) -> Camera:
        """Return the camera over these points: fitted if names are legible then, upright closer."""
        if not points:
            return self.whole()
        xs, ys = [x for x, _ in points], [y for _, y in points]
        _, _, width, height = self.free
        scale = max(self.fitted, self.board.screens[0].scale)
        if self.size[0] < self.size[1] * _UPRIGHT:
            across = (width - 2 * _AROUND) / max(max(xs) - min(xs), 1)
            upwards = (height - 2 * _AROUND) / max(max(ys) - min(ys), 1)
            scale *= min(max(min(across, upwards) / scale, 1.0), _CLOSER)
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        return replace(self, scale=scale, middle=middle).kept()

    def towards(self, other: Camera, share: float) -> Camera:
        """Return the camera on the way to another, whose room it has; ``share`` runs from 0 to 1."""
        scale = math.exp(math.log(self.scale) * (1 - share) + math.log(other.scale) * share)
        x = self.middle[0] + (other.middle[0] - self.middle[0]) * share
        y = self.middle[1] + (other.middle[1] - self.middle[1]) * share
        return replace(other, scale=scale, middle=(x, y))


def camera_of(board: BoardMap, size: Point, insets: Insets = Insets()) -> Camera:  # noqa: B008 - a frozen value
    """Return the camera that shows a whole map."""
    return Camera(board, size, insets, 1.0, focus_middle(board)).whole()
