"""Control of regions: it changes at once, and what hangs on it (Region Control, 7.4)."""

import pytest
from shaef_boards import R, U, board, lasting, regions

from sealed.engine.value import copy_with
from sealed.games.shaef.board import control
from sealed.games.shaef.board.control import occupy
from sealed.games.shaef.moments import PORT_CAPTURED
from sealed.games.shaef.state import AXIS, LOST_MULBERRY, NOWHERE


def test_a_region_with_only_the_enemy_changes_hands():
    """A region is captured at once by the side that alone has units there (case S-4)."""
    tell = []
    s = occupy(board({"US-V": "MAI", "GE-LXXXIV": "NOR"}, held=["NOR"]), tell)
    assert s.held == regions("MAI")
    assert s.captured == regions("MAI", "NOR")
    assert [event[:2] for event in tell] == [("captured", (0, R["MAI"])), ("captured", (1, R["NOR"]))]


@pytest.mark.parametrize("held", [(), ("NOR",)])
def test_a_contested_or_empty_region_stays_as_it_is(held):
    """Where both sides stand, or nobody, control does not change (case S-5)."""
    before = board({"US-V": "NOR", "GE-LXXXIV": "NOR"}, held=(*held, "PIC"))
    assert occupy(before, []) is before


def test_units_at_sea_and_overseas_capture_nothing():
    """Only units in a region count: not those in a base."""
    before = board({"US-V": "BRITAIN", "US-VI": "AFRICA"})
    assert occupy(before, []) is before


def test_only_a_landing_makes_place_for_a_mulberry():
    """A region that an amphibious unit captured is noted for the Mulberries, another is not (7.4b)."""
    s = board({"US-V": "NOR", "US-VII": "MAI"})
    s = occupy(copy_with(s, amphibious=1 << U["US-V"]), [])
    assert s.landings == regions("NOR")


def test_a_reconquered_mulberry_is_lost_for_good():
    """If the Axis takes a region, its Mulberries leave the game, others stay (7.4c)."""
    s = copy_with(board({"GE-LXXXIV": "NOR"}, held=["NOR", "PIC"]), mulberries=(R["NOR"], R["PIC"]))
    tell = []
    s = occupy(s, tell)
    assert s.mulberries == (LOST_MULBERRY, R["PIC"])
    assert ("mulberry-lost", (R["NOR"],)) in [event[:2] for event in tell]
    again = copy_with(board({"GE-LXXXIV": "NOR"}, held=["NOR"]), mulberries=(R["NOR"], R["NOR"]))
    assert occupy(again, []).mulberries == (LOST_MULBERRY, LOST_MULBERRY)


def test_a_landing_that_is_lost_again_gives_no_mulberry():
    """A region that the Axis retakes is no longer one that a landing has captured."""
    s = copy_with(board({"GE-LXXXIV": "NOR"}, held=["NOR"]), landings=regions("NOR", "BRE"))
    assert occupy(s, []).landings == regions("BRE")


def test_a_pipeline_ends_with_its_port():
    """PLUTO ends when the region of its marker is lost, and only then."""
    s = board({"US1-R": "MAI", "GE-LXXXIV": "NOR"}, held=["NOR", "MAI"], markers={"US1-R": "NOR"})
    mine, other = lasting("PLUTO", U["US1-R"], 255), lasting("PLUTO", U["UK2-R"], 255)
    assert occupy(copy_with(s, lasting=(mine, other)), []).lasting == (other,)
    lost = board({"GE-LXXXIV": "BRE"}, held=["NOR", "BRE"], markers={"US1-R": "NOR"})
    assert occupy(copy_with(lost, lasting=(mine,)), []).lasting == (mine,)


@pytest.mark.parametrize(
    ("places", "held", "asked"),
    [
        ({"US-V": "NOR"}, (), True),
        ({"US-V": "MAI"}, (), False),
        ({"GE-LXXXIV": "NOR"}, ("NOR",), False),
    ],
)
def test_the_axis_may_act_when_a_port_falls(monkeypatch, places, held, asked):
    """The Axis is offered the moment exactly when the Allies take a region with port symbols."""
    calls = []
    monkeypatch.setattr(control, "interlude", lambda s, side, moment, _: calls.append((side, moment)) or s)
    occupy(board(places, held=held), [])
    assert calls == ([(AXIS, PORT_CAPTURED)] if asked else [])


def test_no_mulberry_at_all_is_no_loss():
    """Mulberries that lie in no region are not touched by a loss."""
    s = board({"GE-LXXXIV": "NOR"}, held=["NOR"])
    assert occupy(s, []).mulberries == (NOWHERE, NOWHERE)
