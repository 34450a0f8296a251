"""The board picture: a readable PNG from plain data."""

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from sealed.games.popular_front.board import CITIES
from sealed_client.pictures.board_layout import FOOTER, HEADER, HEIGHT, WIDTH, counter_centres
from sealed_client.pictures.board_picture import (
    BoardPicture,
    CityPicture,
    HandPicture,
    draw_board,
    label_boxes,
)
from sealed_client.pictures.canvas import Box, fitted, text_size
from sealed_client.pictures.picture_words import Language
from sealed_client.pictures.track_picture import TrackPicture


def _cities(colours: int) -> tuple[CityPicture, ...]:
    """Every city held by the given number of colours of one side (0: empty), sides by turns."""
    cities = []
    for city in CITIES:
        owner = city.index % 2 + 1 if colours else 0
        cities.append(CityPicture(owner, tuple((owner + 2 * place, 1) for place in range(colours))))
    return tuple(cities)


def _picture(colours: int = 1, *, title: str = "Popular Front", language: Language = "en") -> BoardPicture:
    return BoardPicture(
        title=title,
        round_number=3,
        cities=_cities(colours),
        track=TrackPicture(nationalist=8, republic=46, political=25),
        hands=(HandPicture(1, "Nationalists", 4), HandPicture(2, "Republic", 5)),
        language=language,
    )


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.fixture(scope="module")
def drawn() -> bytes:
    """The plain picture, drawn once."""
    return draw_board(_picture())


def test_a_board_is_a_png_of_the_stated_size(drawn: bytes) -> None:
    """The bytes are a PNG of 1600 by 1200 pixels in more than a few colours."""
    image = Image.open(BytesIO(drawn))
    assert (image.format, image.size) == ("PNG", (WIDTH, HEIGHT))
    colours = image.getcolors(maxcolors=WIDTH * HEIGHT)
    assert colours is not None
    assert len(colours) > 100


def test_drawing_is_deterministic(drawn: bytes) -> None:
    """The same data give the same bytes."""
    assert draw_board(_picture()) == drawn


@pytest.mark.parametrize(
    "other",
    [_picture(2), _picture(0), _picture(title="Frente"), _picture(language="es")],
    ids=["disks", "empty", "title", "language"],
)
def test_what_differs_shows(drawn: bytes, other: BoardPicture) -> None:
    """Other disks, another title or language give another picture."""
    assert draw_board(other) != drawn


def test_the_short_track_and_markers_at_its_ends_can_be_drawn() -> None:
    """Markers that passed the end of the track stand on its last space."""
    picture = BoardPicture("Popular Front", 12, _cities(1), TrackPicture(60, 0, 43, short=True))
    assert Image.open(BytesIO(draw_board(picture))).size == (WIDTH, HEIGHT)


def test_labels_keep_clear_of_each_other() -> None:
    """No two city labels overlap."""
    named = zip(CITIES, label_boxes(), strict=True)
    clashes = [(a.name, b.name) for (a, one), (b, two) in combinations(named, 2) if _overlap(one, two)]
    assert clashes == []


@pytest.mark.parametrize("colours", [1, 2, 3])
def test_labels_keep_clear_of_counters(colours: int) -> None:
    """No label lies under a counter of any city."""
    clashes = [
        (city.name, other.name)
        for city, box in zip(CITIES, label_boxes(), strict=True)
        for other in CITIES
        for (x, y), radius in counter_centres(other.index, colours)
        if _overlap(box, (x - radius, y - radius, x + radius, y + radius))
    ]
    assert clashes == []


def test_labels_stay_on_the_map() -> None:
    """Every label lies between header and track."""
    for left, top, right, bottom in label_boxes():
        assert left >= 0
        assert right <= WIDTH
        assert top >= HEADER
        assert bottom <= HEIGHT - FOOTER


def test_long_names_are_shortened() -> None:
    """A name that is too wide ends in an ellipsis and fits; one that fits stays whole."""
    short = fitted("A very long name of a player", 23, 90)
    assert short.endswith("…")
    assert text_size(short, 23)[0] <= 90
    assert fitted("Marta", 23, 90) == "Marta"


def test_a_board_needs_every_city() -> None:
    """A description that leaves a city out is refused in words."""
    picture = BoardPicture("Popular Front", 1, _cities(1)[:35], TrackPicture(5, 46, 25))
    with pytest.raises(ValueError, match="36 cities"):
        draw_board(picture)
