"""Where the player looks: zoom about a point, panning, what sheets cover."""

import math

import pytest

from sealed_client.maps import read_map
from sealed_client.maps.camera import Camera, Insets, camera_of

BOARD = read_map("popular-front")
SIZES = [(412.0, 470.0), (639.0, 412.0), (740.0, 556.0), (900.0, 584.0), (1280.0, 800.0)]


def framed(camera: Camera) -> bool:
    left, bottom, width, height = camera.free
    low, high = camera.view.to_plane(left, bottom), camera.view.to_plane(left + width, bottom + height)
    return min(low) > -1 and high[0] < BOARD.width + 1 and high[1] < BOARD.height + 1


@pytest.mark.parametrize("size", SIZES)
def test_no_way_of_moving_shows_what_is_beyond_the_frame(size: tuple[float, float]) -> None:
    """After any pan or zoom the free area lies within the frame and the zoom between 1 and 6."""
    camera = camera_of(BOARD, size, Insets(bottom=120))
    for step in range(40):
        camera = camera.panned(300 * math.sin(step), 200 * math.cos(3 * step))
        camera = camera.zoomed(1.6 if step % 3 else 0.4, (size[0] * 0.3, size[1] * 0.8))
        assert framed(camera)
        assert 0.999 <= camera.zoom <= 6.001


def test_what_lies_under_the_fingers_stays_there() -> None:
    """Zooming in keeps the point under the fingers."""
    camera = camera_of(BOARD, (900.0, 584.0))
    about = (450.0, 300.0)
    before = camera.view.to_plane(*about)
    assert camera.zoomed(2.5, about).view.to_plane(*about) == pytest.approx(before)


def test_a_drag_moves_the_map_with_the_finger() -> None:
    """What was under the finger is under it afterwards."""
    camera = camera_of(BOARD, (900.0, 584.0)).zoomed(3, (450, 300))
    before = camera.view.to_plane(400, 300)
    assert camera.panned(30, -20).view.to_plane(430, 280) == pytest.approx(before)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("city", [0, 3, 5, 20, 30])
def test_the_question_is_brought_above_the_sheet(size: tuple[float, float], city: int) -> None:
    """Centring shows the space of the question in the part that nothing covers, also at the map's edge."""
    camera = camera_of(BOARD, size, Insets(bottom=size[1] * 0.5)).centred([BOARD.cities[city].at])
    left, bottom, width, height = camera.free
    x, y = camera.view.to_screen(*BOARD.cities[city].at)
    assert left <= x <= left + width
    assert bottom <= y <= bottom + height


def test_another_room_keeps_the_middle() -> None:
    """Turning the phone or moving a sheet keeps what was in the middle of a zoomed map."""
    camera = camera_of(BOARD, (412.0, 470.0)).zoomed(3, (206, 235))
    turned = camera.resized((639.0, 300.0), Insets(right=40))
    assert turned.middle == pytest.approx(camera.middle)
    assert turned.scale == pytest.approx(camera.scale)


def test_a_glide_ends_where_it_should() -> None:
    """On the way between two cameras the first and last are those two."""
    one = camera_of(BOARD, (412.0, 470.0))
    other = one.zoomed(3, (100, 100))
    assert one.towards(other, 1.0).scale == pytest.approx(other.scale)
    assert one.towards(other, 0.0).middle == pytest.approx(one.middle)
