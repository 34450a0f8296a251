"""The Popular Front board as a PNG of 1600 by 1200 pixels, from plain data.

Sides differ by shape (Nationalists octagons, Republic circles), the colours of a side by pattern (plain,
slants, dots), so the picture also reads without colours.
"""

from dataclasses import dataclass

from sealed.games.popular_front.board import CITIES, VALUES
from sealed_client.pictures import palette
from sealed_client.pictures.board_layout import (
    HEADER,
    HEIGHT,
    WIDTH,
    Box,
    counter_centres,
    label_box,
    layout,
)
from sealed_client.pictures.canvas import BOLD, Canvas, fitted, text_size
from sealed_client.pictures.counter import draw_counter
from sealed_client.pictures.map_layers import draw_country, draw_legend, draw_links
from sealed_client.pictures.picture_words import Language, words_in
from sealed_client.pictures.track_picture import TrackPicture, draw_track

_NAME_SIZE = 21
_VALUE_SIZE = 19
_PILL_HEIGHT = 24
_PILL_GAP = 6


@dataclass(frozen=True, slots=True)
class CityPicture:
    """A city's owner (0 nobody, 1 Nationalists, 2 Republic) and its disks as (colour number, count)."""

    owner: int = 0
    disks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class HandPicture:
    """A player's line in the header: colour number (1-6), name to show, cards in hand."""

    colour: int
    name: str
    cards: int


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What to draw: a title, the round, one entry for each city by index, the track, the hands."""

    title: str
    round_number: int
    cities: tuple[CityPicture, ...]
    track: TrackPicture
    hands: tuple[HandPicture, ...] = ()
    note: str = ""
    language: Language = "en"


def draw_board(picture: BoardPicture) -> bytes:
    """PNG bytes of a board; the same picture gives the same bytes with the same Pillow.

    Raises:
        PictureUnavailableError: if Pillow is not installed.
        ValueError: if there is not one entry for each city.
    """
    if len(picture.cities) != len(CITIES):
        raise ValueError(f"a board has {len(CITIES)} cities, the picture describes {len(picture.cities)}")
    canvas = Canvas(WIDTH, HEIGHT, palette.SEA)
    draw_country(canvas, tuple(city.owner for city in picture.cities), picture.language)
    draw_links(canvas)
    draw_legend(canvas, picture.language)
    for index, city in enumerate(picture.cities):
        _draw_label(canvas, index, max(len(city.disks), 1))
    for index, city in enumerate(picture.cities):
        _draw_counters(canvas, index, city)
    _draw_header(canvas, picture)
    draw_track(canvas, picture.track, picture.language)
    return canvas.png()


def label_boxes(cities: tuple[CityPicture, ...]) -> tuple[Box, ...]:
    """The box that each city's label takes, by index."""
    return tuple(_label_box(index, max(len(city.disks), 1)) for index, city in enumerate(cities))


def _pill_width(index: int) -> float:
    return 46 if CITIES[index].star else 24


def _label_box(index: int, counters: int) -> Box:
    name = text_size(CITIES[index].display.upper(), _NAME_SIZE)[0]
    return label_box(index, counters, name + _PILL_GAP + _pill_width(index), _PILL_HEIGHT)


def _draw_label(canvas: Canvas, index: int, counters: int) -> None:
    left, top, right, bottom = _label_box(index, counters)
    middle = (top + bottom) / 2
    name = CITIES[index].display.upper()
    canvas.text((left, middle), name, _NAME_SIZE, palette.INK, face=BOLD, halo=palette.HALO)
    pill = right - _pill_width(index)
    canvas.panel((pill, top, right, bottom), palette.RAISED, radius=12, rim=palette.FRAME)
    if CITIES[index].star:
        canvas.star((pill + 15, middle + 0.5), 9.5, palette.BRASS)
    canvas.text((right - 12, middle), str(VALUES[index]), _VALUE_SIZE, palette.INK, anchor="mm")


def _draw_counters(canvas: Canvas, index: int, city: CityPicture) -> None:
    if not city.disks:
        canvas.disc(layout().cities[index].centre, 13, palette.INK_2)
        canvas.disc(layout().cities[index].centre, 10.5, palette.RAISED)
        return
    spots = counter_centres(index, len(city.disks))
    for (centre, radius), (colour, count) in zip(spots, city.disks, strict=True):
        draw_counter(canvas, centre, radius, colour, str(count))


def _draw_header(canvas: Canvas, picture: BoardPicture) -> None:
    words = words_in(picture.language)
    canvas.panel((0, 0, WIDTH, HEADER), palette.PAPER)
    canvas.line([(0, HEADER), (WIDTH, HEADER)], palette.FRAME, 1.5)
    canvas.text((28, 33), fitted(picture.title, 32, WIDTH * 0.48), 32, palette.INK)
    round_text = f"{words.round} {picture.round_number}"
    canvas.text((WIDTH - 28, 33), round_text, 28, palette.INK, anchor="rm")
    if picture.note:
        note_right = WIDTH - 28 - text_size(round_text, 28)[0] - 26
        note = fitted(picture.note, 24, WIDTH * 0.36)
        canvas.text((note_right, 33), note, 24, palette.INK_2, anchor="rm")
    pitch = (WIDTH - 56) / max(len(picture.hands), 4)
    for number, hand in enumerate(picture.hands):
        _draw_hand(canvas, 28 + pitch * number, pitch, hand, words.hand)


def _draw_hand(canvas: Canvas, left: float, pitch: float, hand: HandPicture, word: str) -> None:
    middle = 80.0
    count = f"{word} {hand.cards}"
    name = fitted(hand.name, 23, pitch - 46 - 12 - text_size(count, 21)[0] - 16)
    draw_counter(canvas, (left + 18, middle), 18, hand.colour, "")
    canvas.text((left + 46, middle), name, 23, palette.INK)
    start = left + 46 + text_size(name, 23)[0] + 12
    canvas.text((start, middle), count, 21, palette.INK_2)
