"""Draws a map file with Pillow as the screens will show it: light and dark, phone, tablet and desktop."""

import itertools
import math
from collections.abc import Iterable, Iterator
from importlib import resources
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from sealed.games.popular_front.pack import load
from sealed_client.maps import (
    DARK,
    LIGHT,
    BoardMap,
    City,
    MapColours,
    View,
    fitted_scale,
    focus_middle,
    label_size,
    labels_at,
    read_map,
    rose_halves,
    view_at,
)
from sealed_client.maps.board_map import Line, Space
from sealed_client.maps.label_places import screen_for

FINE = 3
"""Pixels drawn for each pixel of the picture, across and down."""
SIZES = {"phone": (412, 470), "tablet": (740, 556), "desktop": (900, 584), "landscape": (639, 412)}
CLOSE = (900, 584)
MADRID = 20
WORDS = {"bay": "Bay of Biscay", "atlantic": "Atlantic Ocean", "mediterranean": "Mediterranean Sea"}
DISKS = {1: ("#2f4569", 8), 2: ("#8a2f4c", 0)}
PAPER = "#f6efdd"

Point = tuple[float, float]


class Sheet:
    """A picture of a part of the plane, `FINE` times as large as it is wanted."""

    def __init__(self, size: tuple[int, int], view: View, ground: str) -> None:
        """Makes a sheet of one colour."""
        self.view, self.scale, self._height = view, view.scale, size[1]
        self.image = Image.new("RGB", (size[0] * FINE, size[1] * FINE), ground)
        self.draw = ImageDraw.Draw(self.image)

    def at(self, point: Point) -> Point:
        """The fine pixel of a point of the plane."""
        x, y = self.view.to_screen(*point)
        return x * FINE, (self._height - y) * FINE

    def fill(self, points: Line, triangles: tuple[int, ...], colour: str) -> None:
        """Fills triangles, which is what a screen does with a mesh."""
        placed = [self.at(point) for point in points]
        corners = iter(triangles)
        for first, second, third in zip(corners, corners, corners, strict=True):
            self.draw.polygon([placed[first], placed[second], placed[third]], fill=colour, outline=colour)

    def line(self, points: Iterable[Point], colour: str, width: float) -> None:
        """Draws a line ``width`` pixels wide, with round ends."""
        placed = [self.at(point) for point in points]
        self.draw.line(placed, fill=colour, width=max(1, round(width * FINE)), joint="curve")
        for end in (placed[0], placed[-1]):
            self.dot(end, width * FINE / 2, colour)

    def dot(self, middle: Point, radius: float, colour: str, corners: int = 0) -> None:
        """Fills a circle or a regular polygon; middle and radius in fine pixels."""
        x, y = middle
        if corners:
            angles = [math.tau * (corner + 0.5) / corners for corner in range(corners)]
            reach = radius * 1.06
            self.draw.polygon(
                [(x + reach * math.cos(a), y + reach * math.sin(a)) for a in angles], fill=colour
            )
        else:
            self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two: ``share`` 1 is the other."""
    pairs = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def write_previews(folder: Path) -> Iterator[Path]:
    """Writes a picture for each size and theme; yields the paths."""
    board = read_map("popular-front")
    folder.mkdir(parents=True, exist_ok=True)
    for name, size in SIZES.items():
        for theme, colours in (("light", LIGHT), ("dark", DARK)):
            path = folder / f"{name}-{theme}.png"
            drawn(board, view_at(board, size, focus_middle(board)), size, colours).save(path, optimize=True)
            yield path
    close = view_at(board, CLOSE, board.cities[MADRID].at, zoom=3)
    drawn(board, close, CLOSE, LIGHT).save(folder / "close-light.png", optimize=True)
    yield folder / "close-light.png"


def drawn(board: BoardMap, view: View, size: tuple[int, int], colours: MapColours) -> Image.Image:
    """A view of the map in a picture of that size, with invented disks."""
    sheet = Sheet(size, view, colours.depths[0])
    owners = {city.name: 1 + (city.at[0] + city.at[1] > 17600) for city in board.cities}
    _water(sheet, board, colours)
    _land(sheet, board, colours, owners)
    _scenery(sheet, board, colours)
    _lines(sheet, board, colours)
    _ways(sheet, board, colours)
    _words(sheet, board, colours)
    if view.scale > 2 * fitted_scale(board, *size):
        _slots(sheet, board, colours)
    for city in board.cities:
        _disk(sheet, city, owners[city.name])
    return sheet.image.resize(size, Image.Resampling.LANCZOS)


def _water(sheet: Sheet, board: BoardMap, colours: MapColours) -> None:
    depths, shallows = iter(colours.depths[1:]), iter(colours.shallows)
    for band in board.bands:
        shallow = band.name.startswith("shallow")
        colour = next(shallows if shallow else depths)
        sheet.fill(band.area.points, band.area.triangles, colour)
        for rings in band.area.polygons if shallow else ():
            for ring in rings:
                sheet.line((*ring, ring[0]), mixed(colour, colours.waterline, 0.3), 0.7)
    for way in board.ways:
        if way.kind == "sea":
            for dash in dashes(way.line, 3.4 / sheet.scale, 5.0 / sheet.scale):
                sheet.line(dash, colours.lane_halo, 4.2)
            for dash in dashes(way.line, 3.4 / sheet.scale, 5.0 / sheet.scale):
                sheet.line(dash, colours.lane, 2.4)


def dashes(line: Line, dash: float, gap: float) -> Iterator[list[Point]]:
    """Pieces of a line: ``dash`` units drawn, ``gap`` units left out."""
    piece: list[Point] = [line[0]]
    inked, left = True, dash
    for start, end in itertools.pairwise(line):
        here: Point = start
        while (step := math.dist(here, end)) > left:
            share = left / step
            here = (here[0] + (end[0] - here[0]) * share, here[1] + (end[1] - here[1]) * share)
            if inked:
                yield [*piece, here]
            piece = [here]
            inked, left = not inked, gap if inked else dash
        left -= step
        piece.append(end)
    if inked and len(piece) > 1:
        yield piece


def _land(sheet: Sheet, board: BoardMap, colours: MapColours, owners: dict[str, int]) -> None:
    for space in board.spaces:
        if space.kind == "neutral":
            sheet.fill(space.area.points, space.area.triangles, colours.neutral)
        elif space.kind == "city":
            side = colours.sides[owners[space.name] - 1]
            sheet.fill(space.area.points, space.area.triangles, mixed(colours.land, side, colours.tint))
            _rim(sheet, space, mixed(colours.land, side, colours.rim))


def _rim(sheet: Sheet, space: Space, colour: str) -> None:
    # A band along the inside of the border; the screen does this with a strip on the left of each ring.
    band, cell = (Image.new("L", sheet.image.size, 0) for _ in range(2))
    inside, along = ImageDraw.Draw(cell), ImageDraw.Draw(band)
    for rings in space.area.polygons:
        for ring, ground in zip(rings, (255, *(0 for _ in rings[1:])), strict=True):
            placed = [sheet.at(point) for point in (*ring, ring[0])]
            inside.polygon(placed, fill=ground)
            along.line(placed, fill=255, width=round(7 * FINE), joint="curve")
    sheet.image.paste(colour, (0, 0), Image.composite(band, Image.new("L", band.size, 0), cell))


def _scenery(sheet: Sheet, board: BoardMap, colours: MapColours) -> None:
    for stream in board.streams:
        sheet.line(stream.line, colours.river, 1.5 if stream.great else 0.9)
    for x, y, half in board.mountains:
        peak = [(-1.0, 0.0), (-0.42, 0.62), (-0.05, 1.15), (0.32, 0.6), (1.0, 0.0)]
        shade = [(-0.05, 1.15), (0.32, 0.6), (1.0, 0.0), (0.25, 0.0), (0.12, 0.5)]
        outline = [(x + a * half, y + b * half) for a, b in peak]
        sheet.draw.polygon([sheet.at(point) for point in outline], fill=colours.mountain)
        dark = [sheet.at((x + a * half, y + b * half)) for a, b in shade]
        sheet.draw.polygon(dark, fill=colours.mountain_shade)
        sheet.line(outline, colours.mountain_edge, 0.5)
    for triangle, dark_half in rose_halves(board.rose):
        fill = colours.coast if dark_half else colours.sea_halo
        sheet.draw.polygon([sheet.at(point) for point in triangle], fill=fill, outline=colours.coast)


def _lines(sheet: Sheet, board: BoardMap, colours: MapColours) -> None:
    for border in board.borders:
        if border.kind == "coast":
            sheet.line(border.line, colours.coast, 1.0)
        elif border.kind == "frontier":
            sheet.line(border.line, colours.frontier, 1.1)
        elif border.kind == "foreign":
            for dash in dashes(border.line, 4 / sheet.scale, 3 / sheet.scale):
                sheet.line(dash, colours.foreign, 0.8)


def _ways(sheet: Sheet, board: BoardMap, colours: MapColours) -> None:
    land = [way for way in board.ways if way.kind != "sea"]
    for way in land:
        if way.bridge and not way.bridge.wet:
            sheet.line(_stream(way.bridge.at, way.bridge.turn, sheet.scale), colours.river, 1.8)
    for colour, width in ((colours.road_halo, 6.2), (colours.road_edge, 4.4), (colours.road, 2.2)):
        for way in land:
            sheet.line(way.line, colour, width)
    for way in land:
        if way.bridge:
            for side in (-1, 1):
                sheet.line(_rail(way.bridge.at, way.bridge.turn, side, sheet.scale), colours.bridge, 1.9)


def _turned(at: Point, turn: int, along: float, aside: float) -> Point:
    angle = math.radians(turn)
    return (
        at[0] + along * math.cos(angle) - aside * math.sin(angle),
        at[1] + along * math.sin(angle) + aside * math.cos(angle),
    )


def _stream(at: Point, turn: int, scale: float) -> list[Point]:
    return [_turned(at, turn, 1.6 * math.sin(step / 3.4) / scale, step / scale) for step in range(-15, 16)]


def _rail(at: Point, turn: int, side: int, scale: float) -> list[Point]:
    return [_turned(at, turn, step / scale, side * (4.6 + step * step / 14) / scale) for step in range(-7, 8)]


def _font(name: str, size: float) -> ImageFont.FreeTypeFont:
    file = resources.files("sealed_client") / "assets" / "fonts" / f"{name}.ttf"
    return ImageFont.truetype(BytesIO(file.read_bytes()), size * FINE)


def _words(sheet: Sheet, board: BoardMap, colours: MapColours) -> None:
    for sea in board.seas:
        _sea_word(sheet, sheet.at(sea.at), WORDS[sea.key], sea.size, sea.turn, colours)
    cities = load().cities
    letters = screen_for(board, sheet.scale).letters
    font = _font("BarlowCondensed-SemiBold", letters)
    sizes = tuple(
        label_size(font.getlength(one.display.upper()) / FINE, letters, one.value, star=one.star)
        for one in cities
    )
    for label in labels_at(board, sheet.scale, sizes):
        city = cities[label.city]
        left, bottom, right, top = label.box
        x0, y1 = sheet.at((left / sheet.scale, bottom / sheet.scale))
        x1, y0 = sheet.at((right / sheet.scale, top / sheet.scale))
        middle = (y0 + y1) / 2
        sheet.draw.text(
            (x0, middle),
            city.display.upper(),
            font=font,
            fill=colours.ink,
            anchor="lm",
            stroke_width=round(1.7 * FINE),
            stroke_fill=colours.halo,
        )
        sheet.draw.text((x0, middle), city.display.upper(), font=font, fill=colours.ink, anchor="lm")
        if city.star or city.value > 1:
            _pill(sheet, (x1, y0, y1), letters, (city.star, city.value), colours)


def _pill(
    sheet: Sheet,
    edges: tuple[float, float, float],
    letters: float,
    marks: tuple[bool, int],
    colours: MapColours,
) -> None:
    right, top, bottom = edges
    star, value = marks
    left = right - (2.7 if star else 1.45) * letters * FINE
    radius = min(bottom - top, right - left) / 2 - 1
    sheet.draw.rounded_rectangle(
        (left, top, right, bottom), radius=radius, fill=colours.pill, outline=colours.pill_edge, width=FINE
    )
    middle = (top + bottom) / 2
    if star:
        reach = letters * 0.52 * FINE
        x = left + letters * 0.88 * FINE
        star_points = [
            (
                x + (reach if step % 2 == 0 else reach * 0.42) * math.sin(math.tau * step / 10),
                middle - (reach if step % 2 == 0 else reach * 0.42) * math.cos(math.tau * step / 10),
            )
            for step in range(10)
        ]
        sheet.draw.polygon(star_points, fill=colours.star)
    font = _font("BarlowCondensed-SemiBold", letters * 0.96)
    sheet.draw.text(
        (right - 0.72 * letters * FINE, middle), str(value), font=font, fill=colours.ink, anchor="mm"
    )


def _sea_word(sheet: Sheet, middle: Point, word: str, size: float, turn: int, colours: MapColours) -> None:
    font = _font("CormorantGaramond-BoldItalic", size)
    width = round(font.getlength(word)) + 12 * FINE
    for colour, stroke in ((colours.sea_halo, round(1.8 * FINE)), (colours.sea_word, 0)):
        mask = Image.new("L", (width, round(size * FINE * 2)), 0)
        ImageDraw.Draw(mask).text(
            (width / 2, size * FINE), word, font=font, fill=255, anchor="mm", stroke_width=stroke
        )
        turned = mask.rotate(turn, resample=Image.Resampling.BICUBIC, expand=True)
        corner = round(middle[0] - turned.width / 2), round(middle[1] - turned.height / 2)
        sheet.image.paste(colour, corner, turned)


def _slots(sheet: Sheet, board: BoardMap, colours: MapColours) -> None:
    radius = board.slot / 2 * sheet.scale * FINE
    for city in board.cities:
        if city.tray:
            sheet.dot(sheet.at(city.tray[:2]), city.tray[2] * sheet.scale * FINE, colours.tray)
        for slot in city.slots:
            x, y = sheet.at(slot)
            box = (x - radius, y - radius, x + radius, y + radius)
            sheet.draw.ellipse(box, outline=colours.pill_edge, width=FINE)


def _disk(sheet: Sheet, city: City, side: int) -> None:
    colour, corners = DISKS[side]
    middle = sheet.at(city.at)
    for radius, shade in ((14.2, "#1e1912"), (12.6, PAPER), (11.4, colour)):
        sheet.dot(middle, radius * FINE, shade, corners)
    font = _font("BarlowCondensed-SemiBold", 15)
    number = str(1 + city.index * 7 % 4)
    sheet.draw.text(middle, number, font=font, fill=PAPER, anchor="mm")
