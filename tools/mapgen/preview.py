"""Draws the committed map as screens fit it, light and dark, with invented disks: something to look at."""

from collections.abc import Iterator
from pathlib import Path

from sealed.games.popular_front.pack import load
from sealed_client.maps import (
    DARK,
    LIGHT,
    BoardMap,
    MapColours,
    View,
    fitted_scale,
    focus_middle,
    label_size,
    labels_at,
    read_map,
    view_at,
)
from sealed_client.maps.label_places import screen_for
from sealed_client.pictures.canvas import Canvas, text_size
from sealed_client.pictures.counter import draw_counter
from sealed_client.pictures.map_drawing import MapDrawing

SIZES = {"phone": (412, 470), "landscape": (639, 412), "tablet": (740, 556), "desktop": (900, 584)}
"""The map's part of each screen, in dp."""
CLOSE = (900, 584)
MADRID = 20
_DISK = 14.0
_MEASURED_AT = 100


def write_previews(folder: Path) -> Iterator[Path]:
    """Writes a picture for each size and theme, and a close view; yields their paths."""
    board = read_map("popular-front")
    folder.mkdir(parents=True, exist_ok=True)
    for theme, colours in (("light", LIGHT), ("dark", DARK)):
        views = {name: (size, view_at(board, size, focus_middle(board))) for name, size in SIZES.items()}
        views["close"] = CLOSE, view_at(board, CLOSE, board.cities[MADRID].at, zoom=3)
        for name, (size, view) in views.items():
            path = folder / f"{name}-{theme}.png"
            path.write_bytes(_drawn(board, view, size, colours))
            yield path


def _drawn(board: BoardMap, view: View, size: tuple[int, int], colours: MapColours) -> bytes:
    canvas = Canvas(*size, colours.depths[0])
    drawing = MapDrawing(canvas, board, view, colours, dp=1.0, bottom=size[1])
    # A front from the north-west to the south-east; the numbers only have to differ.
    owners = [1 + (city.at[0] + city.at[1] > 17_600) for city in board.cities]
    drawing.ground(owners)
    drawing.roads()
    letters = screen_for(board, view.scale).letters
    spread = view.scale > 2 * fitted_scale(board, *size)
    labels = labels_at(board, view.scale, _label_sizes(letters), spread=spread)
    drawing.sea_words("en", labels)
    for label in labels:
        city = load().cities[label.city]
        left, bottom, right, top = (edge / view.scale for edge in label.box)
        box = (*drawing.at((left, top)), *drawing.at((right, bottom)))
        drawing.label(box, letters, city.display.upper(), value=city.value, star=city.star)
    if spread:
        _draw_slots(board, canvas, drawing, view)
        return canvas.png()
    for placed in board.cities:
        sign = str(1 + placed.index * 7 % 4)
        draw_counter(canvas, drawing.at(placed.at), _DISK, owners[placed.index], sign)
    return canvas.png()


def _label_sizes(letters: float) -> tuple[tuple[float, float], ...]:
    return tuple(
        label_size(
            text_size(city.display.upper(), _MEASURED_AT)[0] / _MEASURED_AT * letters,
            letters,
            city.value,
            star=city.star,
        )
        for city in load().cities
    )


def _draw_slots(board: BoardMap, canvas: Canvas, drawing: MapDrawing, view: View) -> None:
    for city in board.cities:
        for number, slot in enumerate(city.slots):
            colour = 1 + city.index % 2 + 2 * number
            draw_counter(canvas, drawing.at(slot), board.slot / 2 * view.scale, colour, str(number + 1))
