"""Where things stand in the board picture: the map's view, the cities, their counters.

Lengths are pixels of the finished picture, from its upper left corner; nothing here needs Pillow.
"""

from functools import cache

from sealed_client.maps import BoardMap, View, focus_middle, read_map, view_at
from sealed_client.pictures.canvas import Point

WIDTH = 1600
HEIGHT = 1200
HEADER = 112
FOOTER = 128
MAP_BOTTOM = HEIGHT - FOOTER
DP = 1.64
"""Pixels for a dp: the map is that of a desktop's screen, drawn larger."""
LETTERS = 14.0
"""Size of the labels in dp."""
COUNTER = 23.0
"""Radius of a counter that stands alone in its city."""
SMALL_COUNTER = 13.5
"""Radius of a counter that shares its city with allies."""
PAIR = 2


@cache
def board_map() -> BoardMap:
    """The map of Popular Front."""
    return read_map("popular-front")


@cache
def board_view() -> View:
    """The view of the map between header and track."""
    size = WIDTH / DP, (HEIGHT - HEADER - FOOTER) / DP
    return view_at(board_map(), size, focus_middle(board_map()))


def city_centre(city: int) -> Point:
    """The middle of a city's counters."""
    across, upwards = board_view().to_screen(*board_map().cities[city].at)
    return across * DP, MAP_BOTTOM - upwards * DP


def counter_centres(city: int, counters: int) -> tuple[tuple[Point, float], ...]:
    """Centre and radius of each of a city's counters: one, two side by side, or three in a triangle."""
    x, y = city_centre(city)
    if counters == 1:
        return (((x, y), COUNTER),)
    half = SMALL_COUNTER + 0.3
    offsets = ((-half, 0.0), (half, 0.0)) if counters == PAIR else ((-half, 11.5), (half, 11.5), (0.0, -13.0))
    return tuple(((x + dx, y + dy), SMALL_COUNTER) for dx, dy in offsets)
