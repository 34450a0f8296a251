"""What fingers on the map mean, and which space a tap means."""

import pytest

from sealed_client.maps import read_map
from sealed_client.maps.touching import Drag, Fingers, Hit, Hold, Pinch, Tap, Taps, hit_at

BOARD = read_map("popular-front")
SCALE = 0.0425
SPOTS = {city.index: ((city.at[0] * SCALE, city.at[1] * SCALE),) for city in BOARD.cities}
MADRID = next(city.index for city in BOARD.cities if city.name == "Madrid")
BRUNETE = next(city.index for city in BOARD.cities if city.name == "Brunete")
RADIUS = 14.0


def hit(at: tuple[float, float], targets: tuple[int, ...] = ()) -> Hit:
    return hit_at(BOARD, at, SCALE, SPOTS, targets, RADIUS)


def test_a_shaky_tap_stays_a_tap() -> None:
    """A finger that moves by less than 12 dp taps."""
    fingers = Fingers()
    fingers.down(1, (100, 100))
    assert fingers.move(1, (108, 104)) is None
    assert fingers.up(1, (108, 104)) == Tap((108, 104))


def test_a_drag_is_no_tap_and_the_map_catches_up() -> None:
    """Beyond the slop the first drag brings all of the way, and lifting is no tap."""
    fingers = Fingers()
    fingers.down(1, (100, 100))
    fingers.move(1, (105, 100))
    assert fingers.move(1, (120, 90)) == Drag((20, -10))
    assert fingers.up(1, (120, 90)) is None


def test_a_long_touch_is_no_tap() -> None:
    """A finger that rested tells what is here; lifting it does nothing more."""
    fingers = Fingers()
    fingers.down(1, (5, 5))
    assert fingers.held() == Hold((5, 5))
    assert fingers.up(1, (5, 5)) is None


def test_two_fingers_pinch_and_a_third_is_nobodys() -> None:
    """The distance of two fingers zooms about their middle; another finger changes nothing."""
    fingers = Fingers()
    fingers.down(1, (0, 0))
    fingers.down(2, (100, 0))
    assert not fingers.down(3, (50, 50))
    assert fingers.move(3, (90, 90)) is None
    assert fingers.move(2, (200, 0)) == Pinch(2.0, (100.0, 0.0), (50.0, 0.0))
    assert fingers.up(2, (200, 0)) is None
    assert fingers.move(1, (10, 0)) == Drag((10, 0))


def test_fingers_that_were_taken_away_mean_nothing() -> None:
    """After the system took all fingers away, their events are ignored."""
    fingers = Fingers()
    fingers.down(1, (0, 0))
    fingers.forget()
    assert fingers.move(1, (90, 0)) is None
    assert fingers.up(1, (90, 0)) is None


@pytest.mark.parametrize(
    ("second", "later", "answer"),
    [
        (Hit(4, firm=True), 0.2, "swallow"),
        (Hit(4, firm=True), 0.4, "act"),
        (Hit(5, firm=True), 0.2, "act"),
    ],
)
def test_a_second_tap_on_a_piece_is_swallowed(second: Hit, later: float, answer: str) -> None:
    """Within 0.3 s a second tap on the same piece is swallowed, one on another acts."""
    taps = Taps()
    assert taps.judge((10, 10), Hit(4, firm=True), 1.0) == "act"
    assert taps.judge((12, 10), second, 1.0 + later) == answer


def test_a_double_tap_on_open_ground_zooms_once() -> None:
    """The first tap acts, the second zooms, the third is a first one again."""
    taps, sea = Taps(), Hit(None, firm=False)
    answers = [taps.judge((10, 10), sea, now) for now in (1.0, 1.2, 1.4)]
    assert answers == ["act", "zoom", "act"]


def test_the_middle_of_every_city_means_that_city() -> None:
    """A tap on a city's piece means it, whatever is legal around it."""
    everything = tuple(city.index for city in BOARD.cities)
    for city in BOARD.cities:
        others = tuple(space for space in everything if space != city.index)
        assert hit(SPOTS[city.index][0], others) == Hit(city.index, firm=True)


def test_the_nearest_legal_target_wins_within_its_circle() -> None:
    """Between two cities, nearer to the one that is not legal, a tap means the legal one."""
    (x1, y1), (x2, y2) = SPOTS[MADRID][0], SPOTS[BRUNETE][0]
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    share = (RADIUS + 1) / length
    at = (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)
    reach = 24 / length
    assert hit(at).space == MADRID
    legal_near = (1 - share) <= reach
    assert hit(at, (BRUNETE,)).space == (BRUNETE if legal_near else MADRID)


def test_land_means_its_city_and_water_nothing() -> None:
    """Ground beyond all circles means the city of its cell, without being a piece; the sea means nothing."""
    close = SCALE * 5
    spots = {city.index: ((city.at[0] * close, city.at[1] * close),) for city in BOARD.cities}
    x, y = spots[MADRID][0]
    assert hit_at(BOARD, (x, y - 30), close, spots, (), RADIUS) == Hit(MADRID, firm=False)
    assert hit_at(BOARD, (x, y - 30), close, spots, (MADRID,), RADIUS) == Hit(MADRID, firm=True)
    assert hit_at(BOARD, (1.0, 1.0), close, spots, (), RADIUS) == Hit(None, firm=False)
