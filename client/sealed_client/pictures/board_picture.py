"""The Popular Front board as a PNG of 1600 by 1200 pixels, from plain data.

Sides differ by shape (Nationalists octagons, Republic circles), the colours of a side by pattern (plain,
slants, dots), so the picture also reads without colours.
"""

from dataclasses import dataclass
from functools import cache

from sealed.games.popular_front.board import CITIES, VALUES
from sealed_client.maps import LIGHT, PlacedLabel, label_size, labels_at
from sealed_client.pictures import palette
from sealed_client.pictures.board_layout import (
    DP,
    HEADER,
    HEIGHT,
    LETTERS,
    MAP_BOTTOM,
    WIDTH,
    board_map,
    board_view,
    city_centre,
    counter_centres,
)
from sealed_client.pictures.canvas import Box, Canvas, fitted, text_size
from sealed_client.pictures.counter import draw_counter
from sealed_client.pictures.legend import draw_legend
from sealed_client.pictures.map_drawing import MapDrawing
from sealed_client.pictures.picture_words import Language, words_in
from sealed_client.pictures.track_picture import TrackPicture, draw_track


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
    canvas = Canvas(WIDTH, HEIGHT, LIGHT.depths[0])
    drawing = MapDrawing(canvas, board_map(), board_view(), LIGHT, dp=DP, bottom=MAP_BOTTOM)
    drawing.ground([city.owner for city in picture.cities])
    drawing.roads()
    drawing.sea_words(picture.language, board_labels())
    draw_legend(canvas, drawing, picture.language)
    for city, box in zip(CITIES, label_boxes(), strict=True):
        drawing.label(box, LETTERS, city.display.upper(), value=VALUES[city.index], star=city.star)
    for index, city_picture in enumerate(picture.cities):
        _draw_counters(canvas, index, city_picture)
    _draw_header(canvas, picture)
    draw_track(canvas, picture.track, picture.language)
    return canvas.png()


def label_boxes() -> tuple[Box, ...]:
    """The box in pixels that each city's label takes, by index."""
    left, bottom = board_view().left * board_view().scale, board_view().bottom * board_view().scale
    boxes = {
        label.city: (
            (label.box[0] - left) * DP,
            MAP_BOTTOM - (label.box[3] - bottom) * DP,
            (label.box[2] - left) * DP,
            MAP_BOTTOM - (label.box[1] - bottom) * DP,
        )
        for label in board_labels()
    }
    return tuple(boxes[index] for index in range(len(CITIES)))


@cache
def board_labels() -> tuple[PlacedLabel, ...]:
    """The labels of all cities, in dp; on a picture of this size there is room for each."""
    sizes = []
    for city in CITIES:
        name = text_size(city.display.upper(), round(LETTERS * DP))[0] / DP
        sizes.append(label_size(name, LETTERS, VALUES[city.index], star=city.star))
    return labels_at(board_map(), board_view().scale, tuple(sizes))


def _draw_counters(canvas: Canvas, index: int, city: CityPicture) -> None:
    if not city.disks:
        canvas.disc(city_centre(index), 13, palette.INK_2)
        canvas.disc(city_centre(index), 10.5, palette.RAISED)
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
