"""What the screens ask of a map: where a tap falls, what a screen shows, colours that can be read."""

import json
import math
from itertools import combinations

import pytest

from sealed_client.maps import (
    DARK,
    LIGHT,
    NEAREST,
    MapFileError,
    city_at,
    fitted_scale,
    focus_middle,
    nearest_city,
    read_map,
    rose_halves,
    space_at,
    view_at,
)
from sealed_client.maps.board_map import decoded
from sealed_client.pictures.map_drawing import mixed

SCREENS = [(412, 434), (412, 675), (639, 412), (740, 556), (900, 584), (1280, 800)]


def test_a_title_without_a_map_is_told():
    """An unknown title is refused with its name."""
    with pytest.raises(MapFileError, match="no map of chess"):
        read_map("chess")


def test_a_map_of_another_version_is_told(map_content):
    """A file of another format is refused before anything of it is read."""
    with pytest.raises(MapFileError, match="another version"):
        decoded({**map_content, "format": 2})


def test_a_tap_on_a_city_finds_it(board):
    """The middle of each city lies in the space of its name, and a tap there means that city."""
    for city in board.cities:
        space = space_at(board, *city.at)
        assert space is not None
        assert (space.name, space.kind) == (city.name, "city")
        assert city_at(board, *city.at, scale=0.04) is city


def test_a_tap_beside_a_coastal_city_finds_it(board):
    """Within 24 dp of its disks a city is meant even where the finger lies on the sea."""
    palma = next(city for city in board.cities if city.name == "Cadiz")
    x, y = palma.at[0] - 500, palma.at[1] - 250
    space = space_at(board, x, y)
    assert space is not None
    assert space.kind == "sea"
    assert city_at(board, x, y, scale=0.04) is palma
    assert city_at(board, x, y, scale=0.2) is None


def test_a_tap_on_a_cell_finds_its_city(board):
    """Any point of a cell means the cell's city, even where another city is nearer."""
    for space in board.spaces:
        if space.kind == "city":
            corners = [space.area.points[index] for index in space.area.triangles[:3]]
            x, y = sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3
            found = city_at(board, x, y, scale=5.0)
            assert found is not None
            assert found.name == space.name


def test_sea_neutral_land_and_nothing_are_told_apart(board):
    """Open sea is the sea, a neighbour is neutral, and beyond the frame there is nothing."""
    sea, france = space_at(board, 200, 200), space_at(board, 15_000, 13_000)
    assert (sea.kind, france.kind, france.name) == ("sea", "neutral", "France")
    assert city_at(board, 15_000, 13_000, scale=1.0) is None
    assert space_at(board, -1, 50) is None
    assert nearest_city(board, 0, 0).name == "Cadiz"


@pytest.mark.parametrize("size", SCREENS)
def test_a_screen_never_shows_what_is_beyond_the_frame(board, size):
    """At every zoom and place a view lies inside the frame."""
    for zoom in (0.5, 1.0, 2.5, NEAREST, 40.0):
        for middle in ((-9e9, -9e9), focus_middle(board), (9e9, 9e9)):
            view = view_at(board, size, middle, zoom)
            right, top = view.to_plane(*size)
            assert view.left >= 0
            assert view.bottom >= 0
            assert right <= board.width + 1e-6
            assert top <= board.height + 1e-6
            assert view.scale <= NEAREST * fitted_scale(board, *size) + 1e-12


@pytest.mark.parametrize("size", [(639, 412), (740, 556), (900, 584), (1280, 800)])
def test_a_fitted_view_shows_every_city(board, size):
    """On a screen that is wider than high, every city and lane is visible when the map is fitted."""
    view = view_at(board, size, focus_middle(board))
    for x, y in [city.at for city in board.cities] + [point for way in board.ways for point in way.line]:
        across, upwards = view.to_screen(x, y)
        assert 0 < across < size[0]
        assert 0 < upwards < size[1]


def test_an_upright_screen_fits_the_height(board):
    """A phone in portrait shows the map from north to south and is panned from west to east."""
    left, bottom, right, top = board.focus
    scale = fitted_scale(board, 412, 434)
    assert (top - bottom) * scale == pytest.approx(434)
    assert (right - left) * scale > 412


def test_points_go_to_the_screen_and_back(board):
    """`View.to_plane` undoes `View.to_screen`."""
    view = view_at(board, (740, 556), board.cities[20].at, 3)
    assert view.to_plane(*view.to_screen(8000.0, 7000.0)) == pytest.approx((8000.0, 7000.0))


def test_the_compass_has_eight_points(board):
    """Eight points of a dark and a light half each, none reaching beyond the rose's radius."""
    halves = rose_halves(board.rose)
    x0, y0 = board.rose.at
    assert sorted(dark for _, dark in halves) == [False] * 8 + [True] * 8
    assert max((x - x0) ** 2 + (y - y0) ** 2 for triangle, _ in halves for x, y in triangle) == pytest.approx(
        board.rose.radius**2
    )


def luminance(colour):
    """Relative luminance of ``#rrggbb`` (WCAG 2)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    """Contrast ratio of two colours (WCAG 2)."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_written_on_the_map_can_be_read(colours):
    """Names on their halo and on land, numbers on their pill and sea words reach 4.5 to 1."""
    assert contrast(colours.ink, colours.halo) >= 4.5
    assert contrast(colours.ink, colours.land) >= 4.5
    assert contrast(colours.ink, colours.pill) >= 4.5
    assert contrast(colours.sea_word, colours.sea_halo) >= 4.5


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_what_decides_something_stands_out(colours):
    """Bridges on land, lanes on every water, coasts against both sides reach 3 to 1."""
    assert contrast(colours.bridge, colours.land) >= 3
    assert min(contrast(colours.lane, water) for water in colours.depths + colours.shallows) >= 3
    assert contrast(colours.coast, colours.land) >= 3


DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
"""What is left of linear red, green and blue without the middle cones (Machado and others, 2009)."""
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)


def seen(colour):
    """CIELAB of what a deuteranope sees of ``#rrggbb``."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    for matrix in (DEUTERANOPIA, TO_XYZ):
        linear = [max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))) for row in matrix]
    x, y, z = (
        (part / white) ** (1 / 3) if part / white > 0.008856 else 7.787 * part / white + 16 / 116
        for part, white in zip(linear, WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_the_front_is_seen_without_red_and_green(colours):
    """To a deuteranope both armies' rims and neutral land are at least 10 apart (CIELAB)."""
    rims = [mixed(colours.land, side, colours.rim) for side in colours.sides]
    for one, other in combinations([seen(colour) for colour in (*rims, colours.neutral)], 2):
        assert math.dist(one, other) >= 10


def test_the_file_is_small(map_text):
    """The map stays below a quarter of a megabyte, and one border is one line of the file."""
    assert len(map_text.encode()) < 256 * 1024
    assert map_text.count("\n") > len(json.loads(map_text)["arcs"])
