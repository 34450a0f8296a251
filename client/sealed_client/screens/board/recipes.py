"""How each look is made: layers of triangles and lines of writing around its middle, in pixels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from sealed_client.maps import label_size
from sealed_client.screens.board.looks import (
    BadgeLook,
    CounterLook,
    DiscLook,
    DotLook,
    LabelLook,
    Look,
    MarkLook,
    RingLook,
    SeaLook,
    SignLook,
    TrayLook,
)
from sealed_client.screens.components.coat_shapes import (
    RIM,
    Layer,
    coat_layers,
    dashed_layers,
    outline,
    ring_layers,
    sign_layers,
)
from sealed_client.screens.components.soft_shapes import band, circle, filled, moved, pill, rounded, star

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed_client.maps import MapColours
    from sealed_client.presenters.scene import Coat

BOLD, ITALIC = "BarlowCondensed-SemiBold", "CormorantGaramond-BoldItalic"
TARGET_GAP, TARGET_WIDTH = 2.2, 2.8
SIGN, BADGE, MARK = 8.0, 8.5, 11.5
_TILES = {"rounded", "cut"}


class Ink(NamedTuple):
    """The colours (``#rrggbb``) that looks are made of, and how the setting for hues changes a coat."""

    board: MapColours
    sea: str
    on_sea: str
    bad: str
    on_bad: str
    brass: str
    coat: Callable[[Coat], Coat]


class Writing(NamedTuple):
    """A line of text; its capitals are centred on y; ``anchor`` 0 starts it at x, 0.5 centres it there."""

    text: str
    x: float
    y: float
    size: float
    colour: str
    face: str = BOLD
    anchor: float = 0.5
    halo: tuple[str, float] | None = None


class Recipe(NamedTuple):
    """Half the width and half the height of the picture, and what is drawn, the writing last."""

    half_width: float
    half_height: float
    layers: tuple[Layer, ...]
    writings: tuple[Writing, ...] = ()


def recipe_of(look: Look, ink: Ink, dot: float, width_of: Callable[[str, float], float]) -> Recipe:
    """Return the recipe of a look; ``dot`` is pixels for a dp, ``width_of`` measures a bold text in dp."""
    if isinstance(look, CounterLook):
        return _counter(look, ink.coat(look.coat), dot)
    if isinstance(look, RingLook):
        return _ring(look, ink, dot)
    if isinstance(look, LabelLook):
        return _label(look, ink, dot, width_of)
    if isinstance(look, SeaLook):
        return _sea(look, ink, dot)
    if isinstance(look, TrayLook):
        return _tray(look, ink, dot)
    return _round(look, ink, dot)


def _counter(look: CounterLook, coat: Coat, dot: float) -> Recipe:
    radius = look.radius * dot
    half = radius * 1.35 + 2
    size = radius * (1.18 if len(look.label) < 2 else 0.9)
    writings = [Writing(look.label, 0.0, 0.0, size, coat.ink)] if look.label else []
    if coat.shape in _TILES and coat.letter:
        corner = Writing(coat.letter, -0.56 * radius, -0.55 * radius, radius * 0.6, coat.ink)
        writings.append(corner)
    return Recipe(half, half, coat_layers(coat, radius, 1.0), tuple(writings))


def _ring(look: RingLook, ink: Ink, dot: float) -> Recipe:
    radius, paper = look.radius * dot, ink.board.pill
    half = radius + 12 * dot
    if look.kind == "attacked":
        layers = dashed_layers(look.shape, radius, 1.0, width=2.8 * dot, paper=paper, colour=ink.bad)
        return Recipe(half, half, layers)
    if look.kind == "focus":
        side = 2 * (radius + 7.5 * dot)
        box = rounded(side, side, 6 * dot)
        halo = Layer(paper, 0.9, band(box, 5 * dot, 1.0))
        return Recipe(half, half, (halo, Layer(ink.sea, 1.0, band(box, 3 * dot, 1.0))))
    if look.kind == "lit":
        path = outline(look.shape, radius + 3.4 * dot)
        dark, light = band(path, 5.4 * dot, 1.0), band(path, 3.4 * dot, 1.0)
        return Recipe(half, half, (Layer(RIM, 0.85, dark), Layer(ink.brass, 1.0, light)))
    gap = TARGET_GAP * dot
    width = TARGET_WIDTH * dot if look.kind == "target" else 4.0 * dot
    rings = ring_layers(look.shape, radius, 1.0, gap=gap, width=width, paper=paper, colour=ink.sea)
    return Recipe(half, half, rings)


def _round(look: Look, ink: Ink, dot: float) -> Recipe:
    board = ink.board
    if isinstance(look, DotLook):
        radius = look.radius * dot
        rings = (
            Layer(board.ink, 1.0, filled(circle(radius), 1.0)),
            Layer(board.pill, 1.0, filled(circle(radius - 1.7 * dot), 1.0)),
        )
        return Recipe(radius + 2, radius + 2, rings)
    if isinstance(look, DiscLook):
        radius = look.radius * dot
        edge = Layer(board.pill_edge, 0.9, band(circle(radius, 64), 1.2 * dot, 1.0))
        disc = Layer(board.tray, 0.94, filled(circle(radius, 64), 1.0))
        return Recipe(radius + 3, radius + 3, (disc, edge))
    if isinstance(look, SignLook):
        radius = SIGN * dot
        layers = sign_layers(look.sign, radius, 1.0, ground=ink.sea, ink=ink.on_sea, edge=board.pill)
        return Recipe(radius * 1.14 + 2, radius * 1.14 + 2, layers)
    if isinstance(look, BadgeLook):
        return _number(look.number, BADGE * dot, 12.5 * dot, (board.ink, board.pill, board.ink))
    if isinstance(look, MarkLook):
        return _number(look.number, MARK * dot, 16 * dot, (board.pill, ink.bad, ink.on_bad))
    raise TypeError(f"{look!r} has no recipe")


def _number(number: int, radius: float, size: float, colours: tuple[str, str, str]) -> Recipe:
    edge, ground, sign = colours
    layers = (
        Layer(edge, 1.0, filled(circle(radius), 1.0)),
        Layer(ground, 1.0, filled(circle(radius * 0.86), 1.0)),
    )
    return Recipe(radius + 2, radius + 2, layers, (Writing(str(number), 0.0, 0.0, size, sign),))


def _label(look: LabelLook, ink: Ink, dot: float, width_of: Callable[[str, float], float]) -> Recipe:
    board, place, letters = ink.board, look.place, look.letters
    name = place.name.upper()
    width, height = label_size(width_of(name, letters), letters, place.value, star=place.star)
    unit, right = letters * dot, width * dot / 2
    writings = [Writing(name, -right, 0.0, unit, board.ink, anchor=0.0, halo=(board.halo, 1.9 * dot))]
    layers: list[Layer] = []
    if place.value > 1 or place.star:
        across, upright = (2.7 if place.star else 1.45) * unit, 1.36 * unit
        middle = right - across / 2
        for paint, less in ((board.pill_edge, 0.0), (board.pill, 2.2 * dot)):
            shape = filled(pill(across - less, upright - less), 1.0)
            layers.append(Layer(paint, 1.0, moved(shape, middle, 0.0)))
        if place.star:
            at = right - across + 0.88 * unit
            layers.append(Layer(RIM, 0.55, moved(filled(star(0.56 * unit), 1.0), at, 0.0)))
            layers.append(Layer(board.star, 1.0, moved(filled(star(0.48 * unit), 1.0), at, 0.0)))
        writings.append(Writing(str(place.value), right - 0.72 * unit, 0.0, 0.95 * unit, board.ink))
    return Recipe(right + 4 * dot, height * dot / 2 + 4 * dot, tuple(layers), tuple(writings))


def _sea(look: SeaLook, ink: Ink, dot: float) -> Recipe:
    size = look.size * dot
    writing = Writing(
        look.word, 0.0, 0.0, size, ink.board.sea_word, ITALIC, halo=(ink.board.sea_halo, 1.2 * dot)
    )
    return Recipe(len(look.word) * size * 0.36 + size, size, (), (writing,))


def _tray(look: TrayLook, ink: Ink, dot: float) -> Recipe:
    width, height, corner = look.width * dot, look.height * dot, 10 * dot
    shade = moved(filled(rounded(width, height, corner), 8 * dot), 0.0, -2 * dot)
    paper = filled(rounded(width, height, corner), 1.0)
    edge = band(rounded(width, height, corner), 1.2 * dot, 1.0)
    layers = (
        Layer(RIM, 0.4, shade),
        Layer(ink.board.tray, 1.0, paper),
        Layer(ink.board.pill_edge, 1.0, edge),
    )
    return Recipe(math.ceil(width / 2 + 8 * dot), math.ceil(height / 2 + 8 * dot), layers)
