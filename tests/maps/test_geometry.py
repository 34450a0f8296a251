"""The map's areas: closed rings, no gap, no overlap, triangles that cover exactly."""

from collections import Counter
from itertools import pairwise

import pytest
import shapely
from shapely.geometry import LineString, Polygon

from sealed_client.maps.board_map import line_of


def doubled_area(ring):
    """Twice the signed area of a ring of whole points: positive if it runs against the clock."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True))


def walked(lines, number):
    """The line of an arc number: ``~n`` is arc n backwards."""
    return lines[number] if number >= 0 else lines[~number][::-1]


@pytest.fixture(scope="module")
def polygons(board):
    """Each space's polygons as shapely sees them, by name."""
    return {
        space.name: shapely.MultiPolygon([Polygon(rings[0], rings[1:]) for rings in space.area.polygons])
        for space in board.spaces
    }


def test_every_ring_is_closed(map_content):
    """Each arc of a ring begins where the one before ends, and the last ends where the first begins."""
    lines = [line_of(arc[2]) for arc in map_content["arcs"]]
    for space in map_content["spaces"].values():
        for rings in space["rings"]:
            for ring in rings:
                parts = [walked(lines, number) for number in ring]
                assert all(
                    one[-1] == other[0] for one, other in zip(parts, parts[1:] + parts[:1], strict=True)
                )


def test_every_arc_has_its_owner_on_each_side(map_content):
    """An arc between two spaces is walked once each way, by its owners; one on the frame is walked once."""
    users = {
        number: name
        for name, space in map_content["spaces"].items()
        for rings in space["rings"]
        for ring in rings
        for number in ring
    }
    walks = Counter(
        number
        for space in map_content["spaces"].values()
        for rings in space["rings"]
        for ring in rings
        for number in ring
    )
    assert set(walks.values()) == {1}
    for number, (one, other, _) in enumerate(map_content["arcs"]):
        assert {users.get(number, ""), users.get(~number, "")} == {one, other}


def test_no_space_crosses_itself(polygons):
    """Every space is a valid polygon: no ring crosses or touches itself along a line."""
    assert [name for name, area in polygons.items() if not area.is_valid] == []


def test_the_spaces_fill_the_frame_without_gap_or_overlap(board, polygons):
    """The areas add up to the frame exactly, and so does their union."""
    frame = board.width * board.height
    assert sum(
        doubled_area(ring) for space in board.spaces for rings in space.area.polygons for ring in rings
    ) == (2 * frame)
    assert shapely.union_all(list(polygons.values())).area == pytest.approx(frame, abs=0.01)


def test_the_inside_is_on_the_left(board):
    """Outer rings run against the clock and holes with it, so a rim is always drawn inwards."""
    for space in board.spaces:
        for outer, *holes in space.area.polygons:
            assert doubled_area(outer) > 0
            assert all(doubled_area(hole) < 0 for hole in holes)


def areas(board):
    """Every area that is drawn from triangles."""
    return [space.area for space in board.spaces if space.kind != "sea"] + [band.area for band in board.bands]


def test_triangles_cover_their_area_exactly(board):
    """The triangles of an area lie inside it and their areas add up to its own, to the last half unit."""
    for area in areas(board):
        shape = shapely.union_all([Polygon(rings[0], rings[1:]) for rings in area.polygons])
        corners = [area.points[index] for index in area.triangles]
        triangles = [corners[place : place + 3] for place in range(0, len(corners), 3)]
        total = sum(abs(doubled_area(triangle)) for triangle in triangles)
        assert total == sum(doubled_area(ring) for rings in area.polygons for ring in rings)
        pieces = shapely.MultiPolygon([Polygon(triangle) for triangle in triangles])
        assert shapely.union_all(pieces).symmetric_difference(shape).area < 1


def test_a_mesh_is_small_enough_for_sixteen_bits(board):
    """No area has more points than Kivy's indices can count."""
    assert max(len(area.points) for area in areas(board)) < 65_536


def test_shallow_water_nests(board):
    """Each band of shallows lies inside the one that is drawn before it."""
    shallows = [band.area for band in board.bands if band.name.startswith("shallow")]
    shapes = [
        shapely.union_all([Polygon(rings[0], rings[1:]) for rings in area.polygons]) for area in shallows
    ]
    for far, near in pairwise(shapes):
        assert near.difference(far).area < 0.01 * near.area


def test_rivers_run_on_land(board, polygons):
    """No river is drawn over open sea; at its mouth it may end in the shallows of the coast."""
    sea = polygons["sea"]
    wet = sum(LineString(stream.line).intersection(sea).length for stream in board.streams)
    assert wet < 0.02 * sum(LineString(stream.line).length for stream in board.streams)
