"""The committed file is what the generator makes of the committed data."""

import math

import pytest

from mapgen.design import read_design
from mapgen.document import made_from, written_map
from mapgen.naturalearth import read_extract
from mapgen.plane import Plane, Stretch
from sealed.games.popular_front.pack import load


def test_the_map_was_made_from_what_is_committed(map_content):
    """Nobody changed hand data, extract or pack without ``make maps``."""
    assert map_content["made_from"] == made_from()


@pytest.mark.long
def test_a_fresh_run_writes_the_same_bytes(map_text):
    """The generator, with the pinned shapely, writes the committed file to the byte."""
    assert written_map(read_design(), read_extract()) == map_text


def test_the_hand_data_places_exactly_the_packs_cities():
    """The hand data has a place for each city of the pack and for no other, and knows each river."""
    table = read_design().table
    assert set(table["cities"]) == {city.name for city in load().cities}
    assert {link.river for link in load().links if link.river} <= set(table["river_names"])


def test_places_are_near_the_real_ones():
    """No city is moved more than 110 km from where it is, so the map still reads as a map."""
    table = read_design().table
    for city in load().cities:
        longitude, latitude = table["cities"][city.name]
        east = (longitude - city.lon) * 111.3 * math.cos(math.radians(city.lat))
        assert math.hypot(east, (latitude - city.lat) * 111.3) < 110, city.name


def test_the_projection_keeps_shapes():
    """Lambert's cone is conformal: a small step north and a small step east keep their ratio everywhere."""
    plane = Plane(20_000, (-13.4, 34.6, 6.6, 45.2), (37.0, 43.0), [])
    for place in ((-8.0, 43.0), (-3.5, 40.0), (3.0, 36.5)):
        here = plane.point(place)
        north = math.dist(here, plane.point((place[0], place[1] + 0.01)))
        east = math.dist(here, plane.point((place[0] + 0.01, place[1])))
        assert east / north == pytest.approx(math.cos(math.radians(place[1])), rel=1e-3)


def test_a_stretch_keeps_order_and_frame():
    """A stretched plane moves no edge and never swaps two columns."""
    stretch = Stretch("x", 0.5, 0.1, 0.5)
    plane = Plane(1000, (-10.0, 36.0, 4.0, 44.0), (37.0, 43.0), [stretch])
    columns = [plane.point((-10 + 14 * step / 50, 40.0))[0] for step in range(51)]
    assert (columns[0], columns[-1]) == pytest.approx((0.0, 1000.0))
    assert columns == sorted(columns)
