"""The ground of the board picture: seas, land tinted by its owner, rivers, roads, lanes and the legend."""

import math

from sealed.games.popular_front.pack import load
from sealed_client.pictures import palette
from sealed_client.pictures.board_layout import FOOTER, HEADER, HEIGHT, WIDTH, Point, layout
from sealed_client.pictures.canvas import FINE, ITALIC, PLAIN, Canvas
from sealed_client.pictures.picture_words import Language, sea_word, words_in

# The tint is computed on a coarse grid and blown up, which gives the front its soft edge.
_GRID = 10
_TINT_STRENGTH = 46
_SHALLOWS_WIDTH = (64, 40, 18)


def draw_country(canvas: Canvas, owners: tuple[int, ...], language: Language) -> None:
    """Draws seas, land and rivers; ``owners`` (0, 1, 2 by city) tint the land around each city."""
    places = layout()
    shores = places.home + places.neutral
    for colour, width in zip(palette.SHALLOWS, _SHALLOWS_WIDTH, strict=True):
        for shore in shores:
            canvas.line((*shore, shore[0]), colour, width)
    for shore in places.neutral:
        canvas.polygon(shore, palette.NEUTRAL)
        canvas.line((*shore, shore[0]), palette.COAST, 1.2)
    for shore in places.home:
        canvas.polygon(shore, palette.HOME)
    _tint(canvas, owners)
    for river in places.rivers:
        canvas.line(river, palette.RIVER, 2)
    for shore in places.home:
        canvas.line((*shore, shore[0]), palette.COAST, 1.6)
    for sea in places.seas:
        word = sea_word(sea.word, language)
        canvas.turned_text(sea.middle, word, sea.size, palette.SEA_WORD, face=ITALIC, turn=sea.turn)


def _tint(canvas: Canvas, owners: tuple[int, ...]) -> None:
    from PIL import Image, ImageDraw, ImageFilter

    coarse = Image.new("RGBA", (WIDTH // _GRID, HEIGHT // _GRID))
    coarse.putdata([_tint_at(x, y, owners) for y in range(coarse.height) for x in range(coarse.width)])
    tint = coarse.filter(ImageFilter.GaussianBlur(1.4)).resize(canvas.image.size, Image.Resampling.BICUBIC)
    land = Image.new("L", canvas.image.size, 0)
    draw = ImageDraw.Draw(land)
    for shore in layout().home:
        draw.polygon([(x * FINE, y * FINE) for x, y in shore], fill=255)
    canvas.image.paste(Image.alpha_composite(canvas.image.convert("RGBA"), tint).convert("RGB"), (0, 0), land)


def _tint_at(column: int, row: int, owners: tuple[int, ...]) -> tuple[int, int, int, int]:
    x, y = (column + 0.5) * _GRID, (row + 0.5) * _GRID
    if not HEADER <= y <= HEIGHT - FOOTER:
        return (0, 0, 0, 0)
    cities = layout().cities
    nearest = min(range(len(cities)), key=lambda city: math.dist(cities[city].centre, (x, y)))
    if not owners[nearest]:
        return (0, 0, 0, 0)
    shade = palette.ARMY[owners[nearest]]
    return (int(shade[1:3], 16), int(shade[3:5], 16), int(shade[5:7], 16), _TINT_STRENGTH)


def draw_links(canvas: Canvas) -> None:
    """Draws every sea lane, road and river crossing of the pack."""
    curves = list(zip(load().links, layout().curves, strict=True))
    for link, curve in curves:
        if link.kind == "sea":
            _draw_lane(canvas, curve)
    for link, curve in curves:
        if link.kind == "river":
            _draw_stream(canvas, curve)
    for width, colour in ((6.5, palette.ROAD_EDGE), (3.2, palette.ROAD)):
        for link, curve in curves:
            if link.kind != "sea":
                canvas.line(curve, colour, width)
    for link, curve in curves:
        if link.kind == "river":
            _draw_bridge(canvas, curve)


def _draw_lane(canvas: Canvas, curve: tuple[Point, ...]) -> None:
    canvas.dashes(curve, palette.ACTION, 3.4, dash=7, gap=9)


def _middle(curve: tuple[Point, ...]) -> tuple[Point, Point]:
    # The middle of the curve and the direction there, of length one.
    half = len(curve) // 2
    (x1, y1), (x2, y2) = curve[half - 1], curve[half + 1]
    length = math.dist(curve[half - 1], curve[half + 1])
    return curve[half], ((x2 - x1) / length, (y2 - y1) / length)


def _at(middle: Point, along: Point, forward: float, aside: float) -> Point:
    return (
        middle[0] + along[0] * forward - along[1] * aside,
        middle[1] + along[1] * forward + along[0] * aside,
    )


def _draw_stream(canvas: Canvas, curve: tuple[Point, ...]) -> None:
    middle, along = _middle(curve)
    wave = [_at(middle, along, 2.2 * math.sin(aside / 4.5), aside) for aside in range(-20, 21)]
    canvas.line(wave, palette.STREAM, 4.5)


def _draw_bridge(canvas: Canvas, curve: tuple[Point, ...]) -> None:
    middle, along = _middle(curve)
    for side in (-1, 1):
        rail = [_at(middle, along, step, side * (6.4 + step * step / 22)) for step in range(-9, 10)]
        canvas.line(rail, palette.ACTION, 2.6)


def draw_legend(canvas: Canvas, language: Language) -> None:
    """Draws the key to roads, rivers, lanes and stars in the empty corner of the sea."""
    words = words_in(language)
    left, top = WIDTH - 332.0, HEIGHT - FOOTER - 160.0
    canvas.panel((left, top, WIDTH - 20, HEIGHT - FOOTER - 18), palette.PAPER, radius=10, rim=palette.FRAME)
    entries = (words.road, words.river_road, words.sea_lane, words.victory_city)
    for number, entry in enumerate(entries):
        y = top + 26 + number * 30
        canvas.text((left + 90, y), entry, 20, palette.INK, face=PLAIN)
        _draw_sample(canvas, number, left + 18, y)


def _draw_sample(canvas: Canvas, number: int, left: float, y: float) -> None:
    line = tuple((left + step * 5.5, y) for step in range(11))
    if number == 2:
        _draw_lane(canvas, line)
        return
    if number == 3:
        canvas.panel((left + 6, y - 12, left + 52, y + 12), palette.RAISED, radius=12, rim=palette.FRAME)
        canvas.star((left + 21, y + 0.5), 9.5, palette.BRASS)
        canvas.text((left + 40, y), "3", 19, palette.INK, anchor="mm")
        return
    if number == 1:
        _draw_stream(canvas, line)
    canvas.line(line, palette.ROAD_EDGE, 6.5)
    canvas.line(line, palette.ROAD, 3.2)
    if number == 1:
        _draw_bridge(canvas, line)
