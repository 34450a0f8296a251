"""Ports and Mulberries that the Allies can use (2.8l, 2.8m, 7.4)."""

from random import Random

from shaef_boards import PACK, R, board, lasting, scattered

from sealed.engine.value import copy_with
from sealed.games.shaef.board.ports import mulberries_at, port_reasons, symbols
from sealed.games.shaef.state import NOWHERE


def codes(s, region):
    """The codes of what stands against using a port."""
    return [refusal.code for refusal in port_reasons(s, R[region], "9.1")]


def test_a_controlled_port_has_its_printed_symbols():
    """The Allies use all symbols of a port that they control: Cote d'Azur has two (7.3d)."""
    s = board({}, held=["COT", "NOR"])
    assert (symbols(s, R["COT"]), symbols(s, R["NOR"]), symbols(s, R["PDC"])) == (2, 1, 0)
    assert codes(s, "COT") == []
    assert codes(s, "PDC") == ["enemy-controls"]


def test_antwerp_works_only_with_zeeland():
    """A port behind a River Passage needs control of the whole passage (2.8m, case S-32)."""
    blocked = board({}, held=["ANT"])
    assert symbols(blocked, R["ANT"]) == 0
    assert [tuple(one)[:2] for one in port_reasons(blocked, R["ANT"], "9.1")] == [
        ("passage-blocked", (R["ANT"], R["ZEE"]))
    ]
    assert symbols(board({}, held=["ANT", "ZEE"]), R["ANT"]) == 3


def test_a_blown_up_port_is_closed_and_a_mulberry_is_not():
    """Hafensprengung closes the port symbols of its region; a Mulberry there serves on (7.4d)."""
    s = copy_with(board({}, held=["NOR", "SEI"]), lasting=(lasting("HAFENSPRENGUNG", R["NOR"], 3),))
    assert symbols(s, R["NOR"]) == 0
    assert symbols(s, R["SEI"]) == 1
    assert codes(s, "NOR") == ["port-closed"]
    s = copy_with(s, mulberries=(R["NOR"], NOWHERE))
    assert mulberries_at(s, R["NOR"]) == 1
    assert codes(s, "NOR") == []


def test_a_region_without_port_has_none():
    """A region without port symbol and Mulberry is refused as such."""
    assert codes(board({}, held=["PIC"]), "PIC") == ["no-port"]


def test_nothing_stands_against_exactly_the_usable_ports():
    """There is a reason against a region exactly if neither symbol nor Mulberry can be used there."""
    rng = Random(5)
    for _ in range(200):
        s = scattered(rng)
        for region in range(len(PACK.regions)):
            usable = symbols(s, region) + mulberries_at(s, region) > 0
            assert usable == (not list(port_reasons(s, region, "9.1")))
