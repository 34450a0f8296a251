"""Which part of the plane a screen shows: fitted, clamped to the frame, and points there and back."""

from dataclasses import dataclass

from sealed_client.maps.board_map import BoardMap

NEAREST = 6.0
"""The closest view, in fitted scales."""
_UPRIGHT = 1.1
"""Below this ratio of width to height a screen counts as upright: the map fits its height and is panned."""


@dataclass(frozen=True, slots=True)
class View:
    """``scale`` dp for a unit, and the unit that lies in the lower left corner of the screen."""

    scale: float
    left: float
    bottom: float

    def to_screen(self, x: float, y: float) -> tuple[float, float]:
        """The dp from the screen's lower left corner of a point in units."""
        return (x - self.left) * self.scale, (y - self.bottom) * self.scale

    def to_plane(self, x: float, y: float) -> tuple[float, float]:
        """The point in units under a point of the screen in dp."""
        return x / self.scale + self.left, y / self.scale + self.bottom


def fitted_scale(board: BoardMap, width: float, height: float) -> float:
    """The dp for a unit at which the focus fits; an upright screen fits its height only.

    Never so small that the screen would show anything beyond the frame.
    """
    left, bottom, right, top = board.focus
    across, upwards = width / (right - left), height / (top - bottom)
    scale = upwards if width < height * _UPRIGHT else min(across, upwards)
    return max(scale, width / board.width, height / board.height)


def view_at(
    board: BoardMap, size: tuple[float, float], middle: tuple[float, float], zoom: float = 1.0
) -> View:
    """The view of a screen of ``size`` dp around a point in units, at 1 to `NEAREST` fitted scales.

    Near the frame's edge the view stops there instead of showing what is beyond.
    """
    width, height = size
    scale = fitted_scale(board, width, height) * min(max(zoom, 1.0), NEAREST)
    across, upwards = width / scale, height / scale
    left = min(max(middle[0] - across / 2, 0.0), board.width - across)
    bottom = min(max(middle[1] - upwards / 2, 0.0), board.height - upwards)
    return View(scale, left, bottom)


def focus_middle(board: BoardMap) -> tuple[float, float]:
    """The middle of what a fitted map shows, in units."""
    left, bottom, right, top = board.focus
    return (left + right) / 2, (bottom + top) / 2
