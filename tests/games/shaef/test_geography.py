"""The map as the rules ask for it (2.8)."""

from random import Random

import pytest
from shaef_boards import PACK, R, lasting, regions

from sealed.engine.value import copy_with
from sealed.games.shaef.board.geography import (
    ALL,
    AROUND,
    COAST,
    PARIS,
    VICTORY,
    WATERS,
    adjacent,
    around,
    flood,
    near,
    regions_in,
    river,
    terrain,
)
from sealed.games.shaef.pack.facts import ATLANTIC, MEDITERRANEAN, NO_COAST, WETLANDS
from sealed.games.shaef.state import Terms, blank

EMPTY = blank(Terms(0, 0))


def test_borders_are_those_of_the_pack_both_ways():
    """Two regions are adjacent exactly if the pack has a border between them, and no region to itself."""
    pairs = {(border.a, border.b) for border in PACK.borders}
    for a in range(len(PACK.regions)):
        for b in range(len(PACK.regions)):
            assert adjacent(a, b) == ((min(a, b), max(a, b)) in pairs)
            assert near(a, b) == (a == b or adjacent(a, b))


def test_rivers_are_borders_with_a_name():
    """A river lies between two regions exactly if their border bears one (2.8j)."""
    rivers = {(border.a, border.b) for border in PACK.borders if border.river}
    found = {(a, b) for a in range(47) for b in range(a, 47) if river(a, b)}
    assert found == rivers
    assert len(rivers) == 51
    assert river(R["RUH"], R["KLE"])
    assert not river(R["NOR"], R["MAI"])


def test_neighbours_of_a_set_are_those_of_its_members():
    """The neighbours of a set of regions are the union of its members' neighbours."""
    rng = Random(3)
    for _ in range(200):
        some = rng.getrandbits(47) & ALL
        assert around(some) == sum(1 << region for region in range(47) if AROUND[region] & some)


@pytest.mark.parametrize(("steps", "reached"), [(0, "NOR"), (1, "NOR MAI ORL"), (2, "NOR MAI ORL LLO")])
def test_a_flood_counts_borders(steps, reached):
    """A flood crosses as many borders as it may, over passable regions only."""
    passable = regions("NOR", "MAI", "ORL", "LLO", "RUH")
    assert flood(passable, regions("NOR", "BRE"), steps) == regions(*reached.split())


def test_a_set_of_regions_has_its_members_in_order():
    """The members of a set of regions come ascending."""
    assert regions_in(regions("HAN", "BRE", "PAR")) == (R["BRE"], R["PAR"], R["HAN"])
    assert regions_in(VICTORY) == (R["RUH"], R["RHM"], R["NEC"], R["HAN"])
    assert R["PAR"] == PARIS


def test_an_inundated_region_counts_as_wetlands():
    """Überflutung makes one region wetlands while it lasts, and no other."""
    flooded = copy_with(EMPTY, lasting=(lasting("UEBERFLUTUNG", R["NOR"]),))
    assert terrain(flooded, R["NOR"]) == WETLANDS != terrain(EMPTY, R["NOR"])
    assert all(terrain(flooded, r) == terrain(EMPTY, r) for r in range(47) if r != R["NOR"])


def test_a_port_behind_a_passage_opens_on_the_sea_of_its_passage():
    """Antwerp has no coast, and is reached over the Atlantic by the Scheldt (2.8m)."""
    assert COAST[R["ANT"]] == NO_COAST
    assert WATERS[R["ANT"]] == ATLANTIC
    assert WATERS[R["COT"]] == MEDITERRANEAN
    assert WATERS[R["PAR"]] == NO_COAST
