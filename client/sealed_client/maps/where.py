"""What lies at a point of the plane: boxes first, then the even-odd rule over the rings."""

import math

from sealed_client.maps.board_map import SEA, BoardMap, City, Space

_HALF_TARGET = 24.0
"""dp: the smallest hit circle of a city, 48 dp across."""


def space_at(board: BoardMap, x: float, y: float) -> Space | None:
    """The space under a point in units; None outside the frame."""
    if not (0 <= x <= board.width and 0 <= y <= board.height):
        return None
    for space in board.spaces:
        left, bottom, right, top = space.box
        if space.kind != SEA and left <= x <= right and bottom <= y <= top and _inside(space, x, y):
            return space
    return next(space for space in board.spaces if space.kind == SEA)


def _inside(space: Space, x: float, y: float) -> bool:
    odd = False
    for rings in space.area.polygons:
        for ring in rings:
            x1, y1 = ring[-1]
            for x2, y2 in ring:
                if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                    odd = not odd
                x1, y1 = x2, y2
    return odd


def nearest_city(board: BoardMap, x: float, y: float) -> City:
    """The city nearest to a point in units."""
    return min(board.cities, key=lambda city: math.dist(city.at, (x, y)))


def city_at(board: BoardMap, x: float, y: float, scale: float) -> City | None:
    """The city that a tap means at a scale (dp for a unit): its disks' circle first, then its cell."""
    nearest = nearest_city(board, x, y)
    if math.dist(nearest.at, (x, y)) * scale <= _HALF_TARGET:
        return nearest
    space = space_at(board, x, y)
    if space is None or space.kind != "city":
        return None
    return next(city for city in board.cities if city.name == space.name)
