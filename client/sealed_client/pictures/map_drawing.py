"""Draws a board map on a canvas, layer by layer, as the screens do: widths are dp at any zoom."""

import math
from collections.abc import Iterable, Sequence

from sealed_client.maps import (
    BoardMap,
    Bridge,
    MapColours,
    PlacedLabel,
    Space,
    View,
    rose_halves,
    sea_names_at,
)
from sealed_client.maps.board_map import Area
from sealed_client.maps.map_colours import mixed
from sealed_client.pictures.canvas import BOLD, FINE, ITALIC, Box, Canvas, Point, text_size
from sealed_client.pictures.picture_words import Language, sea_word

_RIM = 3.5
_PEAK = ((-1.0, 0.0), (-0.42, 0.62), (-0.05, 1.15), (0.32, 0.6), (1.0, 0.0))
_SHADE = ((-0.05, 1.15), (0.32, 0.6), (1.0, 0.0), (0.25, 0.0), (0.12, 0.5))
"""A mountain and its dark flank, in half widths from the middle of its foot."""


class MapDrawing:
    """A view of a map on a canvas: ``dp`` pixels for a dp, the view's lower edge at ``bottom``."""

    def __init__(
        self, canvas: Canvas, board: BoardMap, view: View, colours: MapColours, *, dp: float, bottom: float
    ) -> None:
        """Draws nothing yet."""
        self._canvas, self._board, self._view, self._colours = canvas, board, view, colours
        self._dp, self._bottom = dp, bottom

    def at(self, point: Point) -> Point:
        """The pixel of a point of the plane."""
        across, upwards = self._view.to_screen(*point)
        return across * self._dp, self._bottom - upwards * self._dp

    def ground(self, owners: Sequence[int]) -> None:
        """Draws everything below the roads; ``owners`` (0, 1, 2 by city) tint the cells."""
        self._water()
        self._land({city.name: owners[city.index] for city in self._board.cities})
        self._streams()
        self._mountains()
        self._compass()
        self._borders()

    def _placed(self, points: Iterable[Point]) -> list[Point]:
        return [self.at(point) for point in points]

    def _line(self, points: Iterable[Point], colour: str, width: float) -> None:
        self._canvas.line(self._placed(points), colour, width * self._dp)

    def _dashes(self, points: Iterable[Point], colour: str, width: float, dash: float, gap: float) -> None:
        dash, gap = dash * self._dp, gap * self._dp
        self._canvas.dashes(self._placed(points), colour, width * self._dp, dash=dash, gap=gap)

    def _area(self, area: Area, colour: str) -> None:
        if all(len(rings) == 1 for rings in area.polygons):
            for (ring,) in area.polygons:
                self._canvas.polygon(self._placed(ring), colour)
            return
        # Pillow fills no holes, but the map's triangles leave them out.
        placed = self._placed(area.points)
        corners = iter(area.triangles)
        for first, second, third in zip(corners, corners, corners, strict=True):
            self._canvas.polygon((placed[first], placed[second], placed[third]), colour)

    def _water(self) -> None:
        depths, shallows = iter(self._colours.depths[1:]), iter(self._colours.shallows)
        for band in self._board.bands:
            shallow = band.name.startswith("shallow")
            colour = next(shallows if shallow else depths)
            self._area(band.area, colour)
            for rings in band.area.polygons if shallow else ():
                for ring in rings:
                    self._line((*ring, ring[0]), mixed(colour, self._colours.waterline, 0.3), 0.7)
        for way in self._board.ways:
            if way.kind == "sea":
                self._dashes(way.line, self._colours.lane_halo, 4.2, 3.4, 5.0)
                self._dashes(way.line, self._colours.lane, 2.4, 3.4, 5.0)

    def _land(self, owners: dict[str, int]) -> None:
        colours = self._colours
        for space in self._board.spaces:
            if space.kind == "neutral":
                self._area(space.area, colours.neutral)
            elif space.kind == "city":
                owner = owners[space.name]
                side = colours.sides[owner - 1] if owner else colours.cell
                self._area(space.area, mixed(colours.land, side, colours.tint))
                self._rim(space, mixed(colours.land, side, colours.rim))

    def _rim(self, space: Space, colour: str) -> None:
        # A band along the inside of the border; a screen does this with a strip on the left of each ring.
        from PIL import Image, ImageDraw

        rings = [[self._placed((*ring, ring[0])) for ring in rings] for rings in space.area.polygons]
        points = [(x * FINE, y * FINE) for one in rings for ring in one for x, y in ring]
        left, top = (math.floor(min(point[axis] for point in points)) for axis in (0, 1))
        size = tuple(
            math.ceil(max(point[axis] for point in points)) - edge + 1 for axis, edge in ((0, left), (1, top))
        )
        band, cell = (Image.new("L", (size[0], size[1]), 0) for _ in range(2))
        along, inside = ImageDraw.Draw(band), ImageDraw.Draw(cell)
        for one in rings:
            for number, ring in enumerate(one):
                line = [(x * FINE - left, y * FINE - top) for x, y in ring]
                inside.polygon(line, fill=0 if number else 255)
                along.line(line, fill=255, width=round(2 * _RIM * self._dp * FINE), joint="curve")
        mask = Image.composite(band, Image.new("L", band.size, 0), cell)
        self._canvas.image.paste(colour, (left, top), mask)

    def _streams(self) -> None:
        for stream in self._board.streams:
            self._line(stream.line, self._colours.river, 1.5 if stream.great else 0.9)

    def _mountains(self) -> None:
        colours = self._colours
        for x, y, half in self._board.mountains:
            peak = [(x + across * half, y + upwards * half) for across, upwards in _PEAK]
            shade = [(x + across * half, y + upwards * half) for across, upwards in _SHADE]
            self._canvas.polygon(self._placed(peak), colours.mountain)
            self._canvas.polygon(self._placed(shade), colours.mountain_shade)
            self._line(peak, colours.mountain_edge, 0.5)

    def _compass(self) -> None:
        colours = self._colours
        for triangle, dark in rose_halves(self._board.rose):
            self._canvas.polygon(self._placed(triangle), colours.coast if dark else colours.sea_halo)
            self._line((*triangle, triangle[0]), colours.coast, 0.5)

    def _borders(self) -> None:
        colours = self._colours
        for border in self._board.borders:
            if border.kind == "coast":
                self._line(border.line, colours.coast, 1.0)
            elif border.kind == "frontier":
                self._line(border.line, colours.frontier, 1.1)
            elif border.kind == "foreign":
                self._dashes(border.line, colours.foreign, 0.8, 4.0, 3.0)

    def roads(self) -> None:
        """Draws roads and the signs of river roads."""
        ways = [way for way in self._board.ways if way.kind != "sea"]
        for way in ways:
            if way.bridge:
                self.stream(self.at(way.bridge.at), way.bridge)
        for width in (6.2, 4.4, 2.2):
            for way in ways:
                self.road(self._placed(way.line), width)
        for way in ways:
            if way.bridge:
                self.rails(self.at(way.bridge.at), way.bridge)

    def road(self, line: Sequence[Point], width: float) -> None:
        """Draws one of a road's three strokes (6.2, 4.4 and 2.2 dp) along a line in pixels."""
        colours = self._colours
        colour = {6.2: colours.road_halo, 4.4: colours.road_edge, 2.2: colours.road}[width]
        self._canvas.line(line, colour, width * self._dp)

    def lane(self, line: Sequence[Point]) -> None:
        """Draws a sea lane along a line in pixels."""
        dash, gap = 3.4 * self._dp, 5.0 * self._dp
        self._canvas.dashes(line, self._colours.lane, 2.4 * self._dp, dash=dash, gap=gap)

    def stream(self, middle: Point, bridge: Bridge) -> None:
        """Draws the short stream of a bridge at a pixel, unless a river of the map passes there."""
        if not bridge.wet:
            wave = [
                _turned(middle, bridge, 1.6 * math.sin(step / 3.4), step, self._dp) for step in range(-15, 16)
            ]
            self._canvas.line(wave, self._colours.river, 1.8 * self._dp)

    def rails(self, middle: Point, bridge: Bridge) -> None:
        """Draws the two rails of a bridge at a pixel."""
        for side in (-1, 1):
            rail = [
                _turned(middle, bridge, step, side * (4.6 + step * step / 14), self._dp)
                for step in range(-7, 8)
            ]
            self._canvas.line(rail, self._colours.bridge, 1.9 * self._dp)

    def sea_words(self, language: Language, labels: tuple[PlacedLabel, ...]) -> None:
        """Writes the names of the seas that are clear of the labels."""
        widths = {
            sea.key: text_size(sea_word(sea.key, language), round(sea.size * self._dp), ITALIC)[0] / self._dp
            for sea in self._board.seas
        }
        for sea in sea_names_at(self._board, self._view.scale, widths, labels):
            middle, size = self.at(sea.at), round(sea.size * self._dp)
            word, colour = sea_word(sea.key, language), self._colours.sea_word
            self._canvas.turned_text(middle, word, size, colour, face=ITALIC, turn=sea.turn)

    def label(self, box: Box, letters: float, name: str, *, value: int, star: bool) -> None:
        """Writes a city's name, and its value above 1 or with a star; ``letters`` in dp, pixels else."""
        left, top, right, bottom = box
        size, middle = round(letters * self._dp), (top + bottom) / 2
        self._canvas.text((left, middle), name, size, self._colours.ink, face=BOLD, halo=self._colours.halo)
        if value > 1 or star:
            self.pill((right, middle), letters, value, star=star)

    def pill(self, end: Point, letters: float, value: int, *, star: bool) -> None:
        """Draws the pill of a value, and of a star, whose right end and middle are at a pixel."""
        right, middle = end
        unit, colours = letters * self._dp, self._colours
        left, half = right - (2.7 if star else 1.45) * unit, 0.71 * unit
        box = (left, middle - half, right, middle + half)
        self._canvas.panel(box, colours.pill, radius=half - 1, rim=colours.pill_edge)
        if star:
            self._canvas.star((left + 0.88 * unit, middle), 0.52 * unit, colours.star)
        self._canvas.text(
            (right - 0.72 * unit, middle), str(value), round(0.92 * unit), colours.ink, anchor="mm"
        )


def _turned(middle: Point, bridge: Bridge, along: float, aside: float, dp: float) -> Point:
    # Pixels run downwards, so a turn against the clock is a negative one here.
    cosine, sine = math.cos(math.radians(bridge.turn)), -math.sin(math.radians(bridge.turn))
    return middle[0] + (along * cosine - aside * sine) * dp, middle[1] + (along * sine + aside * cosine) * dp
