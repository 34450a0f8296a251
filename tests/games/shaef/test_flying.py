"""Airborne Movement: who flies, how far, what it costs (Section 10, 3.1e; cases S-43, S-44)."""

import pytest
from shaef_map import CARD, REGION, UNIT, answered, asked, at, board, offered, played, regions, told, units

from sealed.engine.eye import seat_eye
from sealed.engine.kernel import view
from sealed.engine.value import copy_with
from sealed.games.shaef.landing.flying import Flying, all_airborne, historical_flights
from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import ATLANTIC, MEDITERRANEAN
from sealed.games.shaef.state import ALLIES

CARDS = {"US-XVIII": ["82nd Airborne Division", "Night Drop"]}
INLAND = "fly XVIII Airborne Corps Champagne"


def air(stands=None, held=(), cards=None, **fields):
    """A position in the Airborne Phase, with XVIII Airborne Corps in Britain."""
    stands = {"US1-R": "Britain", "US-XVIII": "Britain", **(stands or {})}
    return asked(board(stands, held, cards or CARDS, month=3, **fields), Flying(ALLIES))


def behind(marker, supply=True, **fields):
    """First US Army at Reims, supplied from a region or by a marker alone."""
    held = ["CHA", "PAR", "ORL", "NOR", "YON", "BOU", "RHO", "COT"] if supply else ["CHA", marker]
    return air({"US1-R": "CHA"}, held, markers={"US1-R": marker}, **fields)


def test_it_costs_five():
    """A flight costs five points; where no enemy stands the Corps takes the region at once (10b)."""
    s, events = played(air(), "fly XVIII Airborne Corps Zeeland")
    assert (at(s, "US-XVIII"), s.points[ALLIES]) == (REGION["ZEE"], 30)
    assert (s.airborne, s.held) == (units("US-XVIII"), regions("ZEE"))
    assert [event.id for event in events] == ["spent", "flew", "captured"]
    assert told(air(points=(4, 10)), "fly XVIII Airborne Corps Zeeland") == ["points"]


@pytest.mark.parametrize(("base", "coast"), [("Britain", ATLANTIC), ("Africa", MEDITERRANEAN)])
def test_the_coast_of_the_base(base, coast):
    """With its Army in a base a Corps reaches the regions on the coast of its own base (10c, 10d)."""
    lines = offered(air({"US-XVIII": base}), "fly")
    names = [region.name for region in load().regions if region.coast == coast]
    assert lines == [f"fly XVIII Airborne Corps {name}" for name in names]


def test_next_to_its_army():
    """An Army ashore with supply from the coast of the base lets its Corps drop on it or next to it (10c)."""
    s = behind("NOR")
    assert told(s, INLAND) == told(s, "fly XVIII Airborne Corps Lorraine") == []
    assert told(s, "fly XVIII Airborne Corps Vosges") == ["drop-too-far"]
    assert told(s, "fly XVIII Airborne Corps Antwerp") == ["drop-too-far"]


def test_supply_of_the_other_coast():
    """An Army supplied from the other coast does not help (case S-44)."""
    assert told(behind("COT"), INLAND) == ["army-supply-elsewhere"]


def test_supply_from_paris():
    """An Army that draws supply from Paris helps Corps of either base (10c, 10d)."""
    stands = {"FR1-R": "CHA", "US1-R": "Britain"}
    for base in ("Britain", "Africa"):
        s = air(stands | {"US-XVIII": base}, ["CHA", "PAR"], markers={"FR1-R": "PAR"})
        army = bytearray(s.army)
        army[UNIT["US-XVIII"]] = UNIT["FR1-R"]
        assert told(copy_with(s, army=bytes(army)), INLAND) == []


def test_an_army_without_supply():
    """An Army that no line reaches, or that bears an Out-of-Supply Marker, does not help (10c)."""
    assert told(behind("NOR", supply=False), INLAND) == ["army-supply-elsewhere"]
    assert told(behind("NOR", unsupplied=units("US1-R")), INLAND) == ["army-supply-elsewhere"]


def test_all_cards_are_airborne():
    """One card without the ability keeps a Corps on the ground (10a, case S-43)."""
    for cards in (["30th Infantry Division"], ["82nd Airborne Division", "4th Cavalry Group"]):
        s = air(cards={"US-XVIII": cards})
        assert told(s, "fly XVIII Airborne Corps Zeeland") == ["not-airborne"]
        assert offered(s, "fly") == []


def test_the_hq_too():
    """An HQ without the ability does not fly, whatever it leads (10a)."""
    s = air({"US-V": "Britain"}, cards={"US-V": ["82nd Airborne Division"]})
    assert told(s, "fly V Corps Zeeland") == ["not-airborne"]


def test_who_does_not_see_the_cards_believes_it():
    """The enemy's replica offers every flight that hidden cards may allow, and none that open ones forbid."""
    s = air(cards={"US-XVIII": ["30th Infantry Division"]})
    masked = view(s, seat_eye(2))
    assert not all_airborne(s, UNIT["US-XVIII"])
    assert all_airborne(masked, UNIT["US-XVIII"])
    assert "fly XVIII Airborne Corps Zeeland" in offered(masked, "fly")
    open_card = view(air(cards={"US-XVIII": ["+30th Infantry Division"]}), seat_eye(2))
    assert offered(open_card, "fly") == []


def test_not_from_the_continent():
    """Only units in a base fly (10a)."""
    s = air({"US-XVIII": "NOR"}, ["NOR"])
    assert told(s, "fly XVIII Airborne Corps Zeeland") == ["not-in-base"]


def test_onto_the_enemy():
    """A Corps may drop where the enemy stands; the region stays his for now."""
    s = answered(air({"GE-LXXXIV": "NOR"}), "fly XVIII Airborne Corps Normandy")
    assert (at(s, "US-XVIII"), s.held, s.crossed) == (REGION["NOR"], 0, 0)


def _june(free=0, month=1):
    stands = {"US1-R": "lane NOR", "US-XVIII": "Britain", "UK-IABN": "Britain", "US-XIX": "Britain"}
    s = board(stands | {"GE-LXXXIV": "NOR"}, cards=CARDS, free=free, month=month, points=(3, 10))
    return historical_flights(asked(s, Flying(ALLIES)), [])


def test_the_historical_drop():
    """In the Historical June both airborne Corps drop on Normandy for nothing, and nobody else (3.1e)."""
    s = _june()
    assert s.airborne == units("US-XVIII", "UK-IABN")
    assert {at(s, "US-XVIII"), at(s, "UK-IABN")} == {REGION["NOR"]}
    assert s.points[ALLIES] == 3


@pytest.mark.parametrize(("free", "month"), [(1, 1), (0, 2)])
def test_no_drop_at_another_time(free, month):
    """In the Free Scenario, and in any other month, nobody flies unasked (3.1e)."""
    assert _june(free, month).airborne == 0


def test_night_drop_is_airborne():
    """A Tactic with the ability rides along (T-h)."""
    assert all_airborne(air(), UNIT["US-XVIII"])
    assert CARD["Night Drop"] == 180
