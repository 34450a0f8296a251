"""The victory track below the board: spaces, flags, and markers with shapes that point their way."""

from dataclasses import dataclass

from sealed.games.popular_front.pack import Track, load
from sealed_client.pictures import palette
from sealed_client.pictures.board_layout import FOOTER, HEIGHT, WIDTH
from sealed_client.pictures.canvas import Canvas
from sealed_client.pictures.counter import shape_of_side
from sealed_client.pictures.picture_words import Language, words_in

_MARGIN = 150
_LANE = 33
_CELL = 22
_RADIUS = 14


@dataclass(frozen=True, slots=True)
class TrackPicture:
    """Spaces of the two economic markers and of the political disk; ``short`` for the 44-space track."""

    nationalist: int
    republic: int
    political: int
    short: bool = False


def draw_track(canvas: Canvas, track: TrackPicture, language: Language) -> None:
    """Draws the track with its flags, the markers in three lanes: Nationalists, political, Republic."""
    printed = load().short_track if track.short else load().standard_track
    words = words_in(language)
    canvas.panel((0, HEIGHT - FOOTER, WIDTH, HEIGHT), palette.PAPER)
    canvas.line([(0, HEIGHT - FOOTER), (WIDTH, HEIGHT - FOOTER)], palette.FRAME, 1.5)
    _draw_spaces(canvas, printed)
    middle = _middle()
    canvas.text((28, middle), words.nationalists.upper(), 21, palette.ARMY[1])
    canvas.text((WIDTH - 28, middle), words.republic.upper(), 21, palette.ARMY[2], anchor="rm")
    _draw_marker(canvas, (_space(printed, track.nationalist), middle - _LANE), 1, track.nationalist)
    _draw_marker(canvas, (_space(printed, track.republic), middle + _LANE), 2, track.republic)
    _draw_political(canvas, (_space(printed, track.political), middle), track.political)


def _middle() -> float:
    return HEIGHT - FOOTER / 2


def _pitch(printed: Track) -> float:
    return (WIDTH - 2 * _MARGIN) / printed.spaces


def _space(printed: Track, number: int) -> float:
    inside = min(max(number, 0), printed.spaces - 1)
    return _MARGIN + (inside + 0.5) * _pitch(printed)


def _draw_spaces(canvas: Canvas, printed: Track) -> None:
    middle, half = _middle(), _pitch(printed) / 2
    for number in range(printed.spaces):
        x = _space(printed, number)
        box = (x - half + 1, middle - _CELL / 2, x + half - 1, middle + _CELL / 2)
        canvas.panel(box, palette.SUNKEN if number % 5 else palette.RULE, radius=3)
    for side, ends in ((1, 0), (2, 1)):
        _draw_flags(canvas, printed, side, ends)


def _draw_flags(canvas: Canvas, printed: Track, side: int, end: int) -> None:
    middle, half = _middle(), _pitch(printed) / 2
    colour = palette.ARMY[side]
    x = _space(printed, printed.rectangular_flags[end])
    canvas.panel((x - half + 3, middle - 7, x + half - 3, middle + 7), colour, radius=2)
    canvas.disc((_space(printed, printed.round_flags[end]), middle), 8, colour)
    x = _space(printed, printed.centre_flags[end])
    canvas.polygon([(x - 7, middle - 7), (x + 7, middle - 7), (x, middle + 8)], colour)


def _draw_marker(canvas: Canvas, centre: tuple[float, float], side: int, number: int) -> None:
    x, y = centre
    corners = shape_of_side(side)
    canvas.disc(centre, _RADIUS, palette.INK, corners=corners)
    canvas.disc(centre, _RADIUS - 1.5, palette.ARMY[side], corners=corners)
    way = 1 if side == 1 else -1
    canvas.line([(x - 6 * way, y), (x + 4 * way, y)], palette.PAPER, 2.4)
    canvas.polygon([(x + 8 * way, y), (x + 1 * way, y - 6), (x + 1 * way, y + 6)], palette.PAPER)
    canvas.text((x - 22 * way, y), str(number), 21, palette.INK, anchor="rm" if side == 1 else "lm")


def _draw_political(canvas: Canvas, centre: tuple[float, float], number: int) -> None:
    canvas.disc(centre, 17, palette.RAISED)
    canvas.disc(centre, 15, palette.INK)
    canvas.text(centre, str(number), 18, palette.PAPER, anchor="mm")
