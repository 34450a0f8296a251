"""Counters: the shape tells the side, the pattern the colour, the number the disks in the city."""

import math

from sealed.games.popular_front.pack import load
from sealed_client.pictures import palette
from sealed_client.pictures.canvas import Canvas, Point

OCTAGON = 8
CIRCLE = 0

_DIAGONAL = math.sqrt(0.5)
_DOTS = 8


def shape_of_side(side: int) -> int:
    """Corners of a side's shape: 8 for Nationalists, 0 (a circle) for the Republic."""
    return OCTAGON if load().sides[side - 1].shape == "octagon" else CIRCLE


def draw_counter(canvas: Canvas, centre: Point, radius: float, colour: int, sign: str) -> None:
    """Draws a counter of a colour (1-6) with a number or sign on it."""
    facts = load().colours[colour - 1]
    corners = shape_of_side(facts.side)
    fill, ink = palette.DISK[colour], palette.SIGN[colour]
    x, y = centre
    canvas.disc((x, y + 1.5), radius + 1.5, (47, 40, 29, 70), corners=corners)
    canvas.disc(centre, radius, palette.INK, corners=corners)
    canvas.disc(centre, radius - 1.6, palette.RAISED, corners=corners)
    canvas.disc(centre, radius - 3.4, fill, corners=corners)
    _draw_pattern(canvas, centre, radius, facts.pattern, ink)
    if sign and facts.pattern != "plain":
        canvas.disc(centre, radius * 0.56, fill)
    if sign:
        canvas.text((x, y), sign, round(radius * 1.2), ink, anchor="mm")


def _draw_pattern(canvas: Canvas, centre: Point, radius: float, pattern: str, ink: str) -> None:
    x, y = centre
    if pattern == "slants":
        inner = radius - 5.5
        for across in (-0.72 * inner, -0.24 * inner, 0.24 * inner, 0.72 * inner):
            half = math.sqrt(inner * inner - across * across) * _DIAGONAL
            x0, y0 = x + across * _DIAGONAL, y + across * _DIAGONAL
            canvas.line([(x0 - half, y0 + half), (x0 + half, y0 - half)], ink, 1.8)
    elif pattern == "dots":
        reach = radius - 6.5
        for step in range(_DOTS):
            angle = math.tau * step / _DOTS
            canvas.disc((x + reach * math.sin(angle), y - reach * math.cos(angle)), radius * 0.085, ink)
