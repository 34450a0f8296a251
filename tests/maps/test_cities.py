"""Cities and links on the map: those of the pack, in their cells, with room for disks and labels."""

import math
from itertools import combinations

import pytest
import shapely
from shapely.geometry import LineString, Point, Polygon

from mapgen.design import read_design
from mapgen.places import label_sizes
from sealed.games.popular_front.pack import load
from sealed_client.maps import labels_at, sea_names_at
from sealed_client.maps.label_places import label_box, overlaps, stack_box

TEXT_SIZES = (0.85, 1.0, 1.3, 1.6)


@pytest.fixture(scope="module")
def design():
    """The hand data of the map."""
    return read_design()


@pytest.fixture(scope="module")
def cells(board):
    """Each city's cell, by name."""
    return {
        space.name: shapely.MultiPolygon([Polygon(rings[0], rings[1:]) for rings in space.area.polygons])
        for space in board.spaces
        if space.kind == "city"
    }


def test_the_cities_are_the_packs(board):
    """Cities stand in the pack's order under the pack's names."""
    assert [(city.index, city.name) for city in board.cities] == [
        (city.index, city.name) for city in load().cities
    ]


def test_the_important_cities_keep_their_labels_longest(board):
    """Ranks are a permutation that puts victory cities first, then dear ones."""
    pack = load().cities
    ranked = sorted(board.cities, key=lambda city: city.rank)
    assert [city.rank for city in ranked] == list(range(len(pack)))
    worth = [(pack[city.index].star, pack[city.index].value) for city in ranked]
    assert worth == sorted(worth, reverse=True)


def test_every_city_stands_in_its_own_cell(board, cells):
    """Each city has a cell of its name, and lies in it."""
    assert set(cells) == {city.name for city in board.cities}
    assert [city.name for city in board.cities if not cells[city.name].contains(Point(city.at))] == []


def test_disks_lie_in_their_cell_or_on_a_tray(board, cells):
    """Each slot's whole circle is inside its own cell, or on the city's tray."""
    for city in board.cities:
        room = Point(city.tray[:2]).buffer(city.tray[2]) if city.tray else cells[city.name]
        for slot in city.slots:
            assert Point(slot).buffer(board.slot / 2 - 1).difference(room).area < 1, city.name


def test_no_two_disks_share_a_place(board):
    """Slots of all cities lie at least their diameter apart."""
    slots = [slot for city in board.cities for slot in city.slots]
    assert min(math.dist(one, other) for one, other in combinations(slots, 2)) >= board.slot


def test_links_are_drawn_exactly_for_the_packs_links(board):
    """Each link of the pack is one way of its kind between its cities, and there is no other."""
    assert [(way.first, way.second, way.kind) for way in board.ways] == [
        (link.a, link.b, link.kind) for link in load().links
    ]
    for way in board.ways:
        assert (way.line[0], way.line[-1]) == (board.cities[way.first].at, board.cities[way.second].at)


def test_no_link_seems_to_serve_another_city(board):
    """A link stays clear of the disks of every city that it does not join."""
    for way in board.ways:
        line = LineString(way.line)
        strangers = [city for city in board.cities if city.index not in {way.first, way.second}]
        assert min(line.distance(Point(city.at)) for city in strangers) > 1.5 * board.slot


def test_roads_keep_to_the_land(board, cells):
    """A road may cut a bay, no more: nine tenths of it lie on land at home."""
    home = shapely.union_all(list(cells.values()))
    for way in board.ways:
        line = LineString(way.line)
        if way.kind != "sea":
            assert line.intersection(home).length > 0.9 * line.length


def test_bridges_stand_on_river_roads_only(board):
    """Every river road has a bridge on its line, clear of disks and other bridges; nothing else has one."""
    assert [way.kind == "river" for way in board.ways] == [way.bridge is not None for way in board.ways]
    built = [(way, way.bridge) for way in board.ways if way.bridge]
    for way, bridge in built:
        assert LineString(way.line).distance(Point(bridge.at)) < 10
        assert min(math.dist(bridge.at, city.at) for city in board.cities) > 1.4 * board.slot
    assert min(math.dist(one.at, other.at) for (_, one), (_, other) in combinations(built, 2)) > board.slot


@pytest.mark.parametrize("number", range(3))
def test_no_label_collides_on_a_fitted_screen(board, design, number):
    """On phone, tablet and desktop every label is shown on its own side, clear of labels, disks and edge."""
    screen = board.screens[number]
    sizes = label_sizes(design, screen.letters)
    centres = [(city.at[0] * screen.scale, city.at[1] * screen.scale) for city in board.cities]
    boxes = [
        label_box(stack_box(centre), city.sides[screen.name], size)
        for centre, city, size in zip(centres, board.cities, sizes, strict=True)
    ]
    assert not any(overlaps(one, other) for one, other in combinations(boxes, 2))
    for index, box in enumerate(boxes):
        assert not any(
            overlaps(box, stack_box(centre)) for other, centre in enumerate(centres) if other != index
        )
        left, bottom, right, top = (edge * screen.scale for edge in board.focus)
        assert left <= box[0] < box[2] <= right
        assert bottom <= box[1] < box[3] <= top
    shown = labels_at(board, screen.scale, sizes)
    assert {(label.city, label.side) for label in shown} == {
        (city.index, city.sides[screen.name]) for city in board.cities
    }


@pytest.mark.parametrize("text", TEXT_SIZES)
@pytest.mark.parametrize("scale", [0.03, 0.0425, 0.06, 0.12, 0.3])
def test_labels_never_collide_at_any_zoom_and_text_size(board, design, scale, text):
    """What `labels_at` shows overlaps nothing, whatever the zoom and the text size; stars are shown first."""
    sizes = label_sizes(design, 14 * text)
    shown = labels_at(board, scale, sizes, text=text)
    assert not any(overlaps(one.box, other.box) for one, other in combinations(shown, 2))
    for label in shown:
        for city in board.cities:
            if city.index != label.city:
                disks = stack_box((city.at[0] * scale, city.at[1] * scale))
                assert not overlaps(label.box, disks)


def test_labels_give_way_when_there_is_no_room(board, design):
    """Far out some labels are left out, close in all are shown."""
    sizes = label_sizes(design, 14)
    assert 0 < len(labels_at(board, 0.02, sizes)) < len(board.cities)
    assert len(labels_at(board, 0.12, sizes)) == len(board.cities)


@pytest.mark.parametrize("scale", [0.1, 0.15, 0.3])
def test_labels_keep_clear_of_disks_in_their_slots(board, design, scale):
    """When pieces lie in their slots every label is shown, clear of each disk of each city."""
    shown = labels_at(board, scale, label_sizes(design, 14), spread=True)
    half = board.slot / 2 * scale
    assert len(shown) == len(board.cities)
    for label in shown:
        for x, y in (slot for city in board.cities for slot in city.slots):
            disk = (x * scale - half, y * scale - half, x * scale + half, y * scale + half)
            assert not overlaps(label.box, disk)


@pytest.mark.parametrize("number", range(3))
def test_sea_names_have_room_on_a_fitted_screen(board, design, number):
    """On phone, tablet and desktop all three seas are named, clear of labels and disks."""
    scale = board.screens[number].scale
    shown = labels_at(board, scale, label_sizes(design, board.screens[number].letters))
    widths = {sea.key: 6.5 * sea.size for sea in board.seas}
    assert sea_names_at(board, scale, widths, shown) == board.seas


def test_a_sea_name_gives_way_to_a_label(board, design):
    """A name so long that it would run into labels or disks is left out, the others stay."""
    shown = labels_at(board, 0.0505, label_sizes(design, 14))
    widths = {sea.key: 90.0 for sea in board.seas} | {"mediterranean": 700.0}
    assert [sea.key for sea in sea_names_at(board, 0.0505, widths, shown)] == ["bay", "atlantic"]
