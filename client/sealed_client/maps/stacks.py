"""Where the pieces of one space lie: alone, stacked with a number, fanned out, or in the map's slots.

Lengths are dp from the plane's origin at the present scale, y up.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sealed_client.maps.board_map import BoardMap, City

SPREAD = 3.0
"""From this zoom on pieces lie in their slots."""
RADIUS = 14.0
"""Of a piece at 100 % text; it grows with larger text up to the room that labels leave."""
LARGEST = 17.0
_EDGE = 1.6
"""How much of each piece below shows under the one above."""
_SHOWN = 3
_COLUMNS = 4
_GAP = 3.0
_TRAY = 6.0

Point = tuple[float, float]


class Lay(NamedTuple):
    """A piece as it is drawn: its number among those of its space, and its middle."""

    piece: int
    at: Point


class Heap(NamedTuple):
    """The pieces of a space, back to front; `badge` is where a number stands, and how many it counts.

    `tray` is the left, bottom, width and height of the paper under fanned pieces.
    """

    radius: float
    lays: tuple[Lay, ...]
    badge: tuple[Point, int] | None = None
    tray: tuple[float, float, float, float] | None = None


def piece_radius(text: float) -> float:
    """Return the radius of a piece at a text size (1.0 is 100 %)."""
    return min(RADIUS * max(1.0, math.sqrt(text)), LARGEST)


def stacked(middle: Point, count: int, radius: float) -> Heap:
    """Return pieces on top of each other, the first one uppermost, with their number if there are several."""
    if count < 1:
        return Heap(radius, ())
    x, y = middle
    shown = min(count, _SHOWN)
    lays = tuple(Lay(piece, (x, y - _EDGE * piece + _EDGE * (shown - 1) / 2)) for piece in range(shown))
    top = lays[0].at
    badge = ((top[0] + radius * 0.82, top[1] + radius * 0.82), count) if count > 1 else None
    return Heap(radius, lays[::-1], badge)


def slotted(board: BoardMap, city: City, count: int, scale: float, radius: float) -> Heap:
    """Return pieces in the slots of their city; those that find none lie stacked on the last slot."""
    own = min(max(radius, LARGEST), board.slot * scale / 2)
    if count <= 1:
        return stacked((city.at[0] * scale, city.at[1] * scale), count, own)
    spots = [(x * scale, y * scale) for x, y in city.slots]
    if count <= len(spots):
        return Heap(own, tuple(Lay(piece, spots[piece]) for piece in range(count)))
    alone = len(spots) - 1
    rest = stacked(spots[-1], count - alone, own)
    lays = tuple(Lay(piece, spots[piece]) for piece in range(alone))
    return Heap(own, lays + tuple(Lay(lay.piece + alone, lay.at) for lay in rest.lays), rest.badge)


def fanned(
    middle: Point, count: int, radius: float, room: tuple[float, float, float, float] | None = None
) -> Heap:
    """Return pieces in rows on a tray, moved into a room (left, bottom, right, top) if it fits."""
    columns = min(count, _COLUMNS)
    rows = math.ceil(count / columns)
    pitch = 2 * radius + _GAP
    width, height = columns * pitch - _GAP + 2 * _TRAY, rows * pitch - _GAP + 2 * _TRAY
    left, bottom = middle[0] - width / 2, middle[1] - height / 2
    if room:
        left = max(min(left, room[2] - width), room[0])
        bottom = max(min(bottom, room[3] - height), room[1])
    lays = []
    for piece in range(count):
        row, column = divmod(piece, columns)
        in_row = min(columns, count - row * columns)
        indent = (columns - in_row) * pitch / 2
        x = left + _TRAY + indent + column * pitch + radius
        lays.append(Lay(piece, (x, bottom + height - _TRAY - row * pitch - radius)))
    return Heap(radius, tuple(lays), None, (left, bottom, width, height))


def spread_at(board: BoardMap, zoom: float, scale: float) -> bool:
    """Whether pieces lie in their slots: close enough, and the slots are as large as pieces."""
    return zoom >= SPREAD - 0.01 and board.slot * scale >= 2 * RADIUS - 1
