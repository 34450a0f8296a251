"""A drawing surface in picture pixels, drawn at twice the size and reduced, so that edges are smooth.

Pillow is imported here only when a canvas is made: a machine without it can do everything but pictures.
"""

import math
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import ImageFont
    from PIL.Image import Image as PillowImage
    from PIL.ImageDraw import ImageDraw as PillowDraw

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Colour = str | tuple[int, int, int, int]

FINE = 2
"""Pixels drawn for each pixel of the picture, across and down."""

BOLD = "BarlowCondensed-SemiBold"
PLAIN = "BarlowCondensed-Medium"
ITALIC = "CormorantGaramond-BoldItalic"


class PictureUnavailableError(RuntimeError):
    """Pillow is missing, so no picture can be drawn; says what to install."""


def _need_pillow() -> None:
    try:
        import PIL  # noqa: F401
    except ImportError as error:
        raise PictureUnavailableError(
            "Pictures need the package Pillow; install it with `pip install 'sealed-orders[screen]'`"
        ) from error


@cache
def _font(face: str, size: int) -> "ImageFont.FreeTypeFont":
    from PIL import ImageFont

    data = (resources.files("sealed_client") / "assets" / "fonts" / f"{face}.ttf").read_bytes()
    return ImageFont.truetype(BytesIO(data), size * FINE)


def text_size(text: str, size: int, face: str = BOLD) -> tuple[float, float]:
    """Width of a text and height of its capitals, in picture pixels."""
    font = _font(face, size)
    return font.getlength(text) / FINE, font.getbbox("H", anchor="ls")[1] / -FINE


def fitted(text: str, size: int, width: float, face: str = BOLD) -> str:
    """The text, shortened with an ellipsis if it is wider than ``width`` picture pixels."""
    if text_size(text, size, face)[0] <= width:
        return text
    kept = text
    while kept and text_size(f"{kept}…", size, face)[0] > width:
        kept = kept[:-1].rstrip()
    return f"{kept}…"


class Canvas:
    """The surface; every length and point is in pixels of the finished picture."""

    def __init__(self, width: int, height: int, ground: str) -> None:
        """Makes a surface of one colour; raises PictureUnavailableError without Pillow."""
        _need_pillow()
        from PIL import Image, ImageDraw

        self.size = (width, height)
        self.image: PillowImage = Image.new("RGB", (width * FINE, height * FINE), ground)
        self._draw: PillowDraw = ImageDraw.Draw(self.image, "RGBA")

    def png(self) -> bytes:
        """The finished picture as the bytes of a PNG file."""
        from PIL import Image

        out = BytesIO()
        self.image.resize(self.size, Image.Resampling.LANCZOS).save(out, "PNG")
        return out.getvalue()

    def polygon(self, points: Iterable[Point], fill: Colour) -> None:
        """Fills a polygon."""
        self._draw.polygon(_scaled(points), fill=fill)

    def line(self, points: Iterable[Point], fill: Colour, width: float) -> None:
        """Draws a line with round joints and ends."""
        scaled = _scaled(points)
        self._draw.line(scaled, fill=fill, width=max(1, round(width * FINE)), joint="curve")
        radius = width * FINE / 2
        for x, y in (scaled[0], scaled[-1]):
            self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)

    def dashes(self, points: Sequence[Point], fill: Colour, width: float, *, dash: float, gap: float) -> None:
        """Draws a dashed line: round-ended dashes of the given lengths."""
        for piece in _dashed(points, dash, gap):
            self.line(piece, fill, width)

    def disc(self, centre: Point, radius: float, fill: Colour, *, corners: int = 0) -> None:
        """Fills a circle, or a regular polygon of ``corners`` with a flat top."""
        x, y = centre
        if not corners:
            box = [(x - radius) * FINE, (y - radius) * FINE, (x + radius) * FINE, (y + radius) * FINE]
            self._draw.ellipse(box, fill=fill)
            return
        turn = math.tau / corners
        reach = radius / math.cos(turn / 2) * 0.97
        angles = [turn * (corner + 0.5) for corner in range(corners)]
        self.polygon([(x + reach * math.sin(a), y - reach * math.cos(a)) for a in angles], fill)

    def star(self, centre: Point, radius: float, fill: Colour) -> None:
        """Fills a five-pointed star, one point up."""
        x, y = centre
        reaches = [radius if point % 2 == 0 else radius * 0.42 for point in range(10)]
        angles = [math.tau * point / 10 for point in range(10)]
        points = [
            (x + reach * math.sin(a), y - reach * math.cos(a))
            for reach, a in zip(reaches, angles, strict=True)
        ]
        self.polygon(points, fill)

    def panel(
        self,
        box: Box,
        fill: Colour,
        *,
        radius: float = 0,
        rim: Colour | None = None,
    ) -> None:
        """Fills a rectangle with rounded corners, with a rim of one and a half pixels if asked."""
        scaled = tuple(edge * FINE for edge in box)
        self._draw.rounded_rectangle(
            scaled, radius=radius * FINE, fill=fill, outline=rim, width=3 if rim is not None else 0
        )

    def text(
        self,
        at: Point,
        text: str,
        size: int,
        fill: Colour,
        *,
        face: str = BOLD,
        anchor: str = "lm",
        halo: Colour | None = None,
    ) -> None:
        """Writes a line of text; ``anchor`` is left, middle or right and the height of the capitals' middle.

        The middle is that of a capital, not of the type's box, so words and numbers sit alike.
        """
        x, y = at
        rise = text_size(text, size, face)[1] / 2
        edge = round(2.6 * FINE) if halo is not None else 0
        self._draw.text(
            (x * FINE, (y + rise) * FINE),
            text,
            font=_font(face, size),
            fill=fill,
            anchor=anchor[0] + "s",
            stroke_width=edge,
            stroke_fill=halo,
        )
        if halo is not None:
            self._draw.text(
                (x * FINE, (y + rise) * FINE), text, font=_font(face, size), fill=fill, anchor=anchor[0] + "s"
            )

    def turned_text(self, middle: Point, text: str, size: int, fill: Colour, *, face: str, turn: int) -> None:
        """Writes a line of text around a middle, turned by ``turn`` degrees against the clock."""
        from PIL import Image, ImageDraw

        font = _font(face, size)
        width, height = round(font.getlength(text)) + 8 * FINE, size * FINE * 2
        mask = Image.new("L", (width, height), 0)
        ImageDraw.Draw(mask).text((width / 2, height / 2), text, font=font, fill=255, anchor="mm")
        mask = mask.rotate(turn, resample=Image.Resampling.BICUBIC, expand=True)
        corner = (round(middle[0] * FINE - mask.width / 2), round(middle[1] * FINE - mask.height / 2))
        self.image.paste(Image.new("RGB", mask.size, fill), corner, mask)


def _scaled(points: Iterable[Point]) -> list[Point]:
    return [(x * FINE, y * FINE) for x, y in points]


def _dashed(points: Sequence[Point], dash: float, gap: float) -> list[list[Point]]:
    pieces: list[list[Point]] = [[points[0]]]
    drawing, left = True, dash
    here = points[0]
    for end in points[1:]:
        while (step := math.dist(here, end)) > left:
            share = left / step
            here = (here[0] + (end[0] - here[0]) * share, here[1] + (end[1] - here[1]) * share)
            if drawing:
                pieces[-1].append(here)
            else:
                pieces.append([here])
            drawing, left = not drawing, gap if drawing else dash
        left -= step
        here = end
        if drawing:
            pieces[-1].append(here)
    return [piece for piece in pieces if len(piece) > 1]
