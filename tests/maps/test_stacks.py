"""Where the pieces of one space lie."""

import itertools
import math

import pytest

from sealed_client.maps import read_map
from sealed_client.maps.motion_times import ALL, PIECE, eased, ends, starts
from sealed_client.maps.stacks import LARGEST, fanned, piece_radius, slotted, spread_at, stacked

BOARD = read_map("popular-front")
SCALE = 0.0425 * 3


@pytest.mark.parametrize("count", range(1, 13))
def test_a_stack_counts_all_its_pieces(count: int) -> None:
    """The number on a stack is that of its pieces, the first piece lies uppermost, a single one has none."""
    heap = stacked((0, 0), count, 14)
    assert heap.lays[-1].piece == 0
    assert (heap.badge[1] if heap.badge else 1) == count


@pytest.mark.parametrize("count", range(2, 13))
def test_fanned_pieces_touch_neither_each_other_nor_the_room(count: int) -> None:
    """Each piece of a fan is wholly visible within a room at whose corner the city lies."""
    room = (0.0, 0.0, 300.0, 220.0)
    heap = fanned((2.0, 218.0), count, LARGEST, room)
    spots = [lay.at for lay in heap.lays]
    assert sorted(lay.piece for lay in heap.lays) == list(range(count))
    assert all(math.dist(one, other) >= 2 * LARGEST for one, other in itertools.combinations(spots, 2))
    assert all(LARGEST <= x <= 300 - LARGEST and LARGEST <= y <= 220 - LARGEST for x, y in spots)


@pytest.mark.parametrize("count", range(13))
def test_pieces_in_slots_never_cover_each_other(count: int) -> None:
    """Close up every city shows its pieces side by side, and what finds no slot is counted on the last."""
    for city in BOARD.cities:
        heap = slotted(BOARD, city, count, SCALE, piece_radius(1.0))
        singles = [lay for lay in heap.lays if lay.piece < 2]
        assert all(
            math.dist(one.at, other.at) >= 2 * heap.radius - 3
            for one, other in itertools.combinations(singles, 2)
        )
        hidden = heap.badge[1] if heap.badge else 0
        assert count <= 3 or 2 + hidden == count


def test_pieces_spread_from_three_times_the_fitted_zoom() -> None:
    """Below 3x pieces are stacked, from there on they lie in their slots."""
    assert not spread_at(BOARD, 2.9, SCALE)
    assert spread_at(BOARD, 3.0, SCALE)


@pytest.mark.parametrize("count", [1, 2, 4, 5, 12, 60])
def test_movements_run_in_order_and_end_in_time(count: int) -> None:
    """Each movement begins after the one before it, and all are over within 0.9 s."""
    times = starts(count)
    assert list(times) == sorted(set(times))
    assert ends(count) <= ALL + 1e-9
    assert ends(1) == PIECE


def test_movements_ease_out() -> None:
    """A movement starts where it starts, ends where it ends, and is past its half at half its time."""
    assert (eased(0), eased(1), eased(2)) == (0, 1, 1)
    assert eased(0.5) > 0.5
