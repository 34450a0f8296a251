"""The key to roads, rivers, lanes and stars in the empty corner of the sea."""

from sealed_client.maps import Bridge
from sealed_client.pictures import palette
from sealed_client.pictures.board_layout import FOOTER, HEIGHT, LETTERS, WIDTH
from sealed_client.pictures.canvas import PLAIN, Canvas
from sealed_client.pictures.map_drawing import MapDrawing
from sealed_client.pictures.picture_words import Language, words_in

_SAMPLE = 55.0
_BRIDGE = Bridge((0, 0), 0, wet=False)


def draw_legend(canvas: Canvas, drawing: MapDrawing, language: Language) -> None:
    """Draws the key with one sample of each sign."""
    words = words_in(language)
    left, top = WIDTH - 332.0, HEIGHT - FOOTER - 160.0
    canvas.panel((left, top, WIDTH - 20, HEIGHT - FOOTER - 18), palette.PAPER, radius=10, rim=palette.FRAME)
    entries = (words.road, words.river_road, words.sea_lane, words.victory_city)
    for number, entry in enumerate(entries):
        y = top + 26 + number * 30
        canvas.text((left + 90, y), entry, 20, palette.INK, face=PLAIN)
        _draw_sample(drawing, number, left + 18, y)


def _draw_sample(drawing: MapDrawing, number: int, left: float, y: float) -> None:
    line = ((left, y), (left + _SAMPLE, y))
    if number == 2:
        drawing.lane(line)
        return
    if number == 3:
        drawing.pill((left + _SAMPLE, y), LETTERS, 3, star=True)
        return
    middle = (left + _SAMPLE / 2, y)
    if number == 1:
        drawing.stream(middle, _BRIDGE)
    for width in (6.2, 4.4, 2.2):
        drawing.road(line, width)
    if number == 1:
        drawing.rails(middle, _BRIDGE)
