"""Lines as strips: constant width, closed corners, few meshes."""

import math

import pytest
from shapely.geometry import Point, Polygon

from sealed_client.maps.strips import MOST_VERTICES, VERTEX, Strip, joined, strip_of


def corners_of(strip, half):
    """Where the vertices of a strip lie when it is drawn with half a width."""
    rows = [strip.vertices[place : place + VERTEX] for place in range(0, len(strip.vertices), VERTEX)]
    return [(x + across * half, y + upwards * half) for x, y, across, upwards, _, _ in rows]


def test_a_straight_line_becomes_a_rectangle():
    """Two triangles of the line's length and the asked width, the left edge first, the way measured along."""
    strip = strip_of([(0, 0), (10, 0)])
    assert corners_of(strip, 2) == [(0, 2), (0, -2), (10, 2), (10, -2)]
    assert strip.indices == (0, 1, 2, 1, 3, 2)
    assert strip.vertices[4::VERTEX] == (1.0, -1.0, 1.0, -1.0)
    assert strip.vertices[5::VERTEX] == (0.0, 0.0, 10.0, 10.0)


def test_a_corner_keeps_the_width_of_both_arms():
    """At a right angle the outer corner lies a whole diagonal away from the line's own corner."""
    strip = strip_of([(0, 0), (10, 0), (10, 10)])
    assert corners_of(strip, 1)[2] == pytest.approx((9, 1))
    assert corners_of(strip, 1)[3] == pytest.approx((11, -1))


def test_a_hairpin_makes_no_spike():
    """Where a line turns back sharply its corner reaches no farther than the limit of the mitre."""
    for line in ([(0, 0), (10, 0), (0, 0.1)], [(0, 0), (10, 0), (0, 0)]):
        reach = max(math.dist(corner, (10, 0)) for corner in corners_of(strip_of(line), 1)[2:4])
        assert reach <= 1 / 0.45 + 1e-9


def test_a_closed_line_meets_itself():
    """First and last corner of a ring are the same, so there is no notch."""
    corners = corners_of(strip_of([(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)]), 1)
    assert [corners[0], corners[-2]] == [pytest.approx((1, 1))] * 2
    assert [corners[1], corners[-1]] == [pytest.approx((-1, -1))] * 2


def test_a_rim_lies_inside_its_space(board):
    """A one-sided strip on the left of a ring stays within the width of the ring, on the space's own side."""
    space = next(space for space in board.spaces if space.name == "Madrid")
    (ring,) = space.area.polygons[0]
    strip = strip_of((*ring, ring[0]), left=1.0, right=0.0)
    inside = Polygon(ring).buffer(1.0)
    assert all(inside.contains(Point(corner)) for corner in corners_of(strip, 10))
    assert corners_of(strip, 10)[1::2] == [tuple(map(float, point)) for point in (*ring, ring[0])]


def test_repeated_points_and_single_points_do_no_harm():
    """A point that is there twice is one point; a line of one point is nothing."""
    assert strip_of([(0, 0), (0, 0), (5, 0)]) == strip_of([(0, 0), (5, 0)])
    assert strip_of([(3, 3), (3, 3)]) == Strip((), ())


def test_strips_are_joined_into_few_meshes():
    """Indices are moved to their vertices, and no mesh has more vertices than allowed."""
    strips = [strip_of([(number, 0), (number, 5)]) for number in range(5)]
    meshes = list(joined(strips, most=8))
    assert [len(mesh.vertices) // VERTEX for mesh in meshes] == [8, 8, 4]
    assert meshes[0].indices == (0, 1, 2, 1, 3, 2, 4, 5, 6, 5, 7, 6)
    with pytest.raises(ValueError, match="make it simpler"):
        list(joined(strips, most=3))


def test_each_kind_of_line_of_the_map_is_one_mesh(board):
    """All coasts, all cell borders, all roads and all rivers fit into a mesh each."""
    kinds = [[border.line for border in board.borders if border.kind == kind] for kind in ("coast", "cell")]
    kinds += [[way.line for way in board.ways if way.kind != "sea"], [one.line for one in board.streams]]
    for lines in kinds:
        (mesh,) = joined(strip_of(line) for line in lines)
        assert len(mesh.vertices) <= VERTEX * MOST_VERTICES
        assert max(mesh.indices) < len(mesh.vertices) // VERTEX
