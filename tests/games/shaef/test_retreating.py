"""Retreats, and Independent cards on their way home (12.6, 15; S-61, S-62; E-28, E-31, E-84, E-85)."""

import pytest
from shaef_combat import after, ids, lines, over, phase_begun, said, until, what, why
from shaef_fire import lasting
from shaef_map import CARD, REGION, UNIT, at, units

from sealed.engine.zones import copies
from sealed.games.shaef.state import ALLIES, AXIS, DEAD, NOWHERE, OFF, SHOWN
from sealed.games.shaef.units.discarding import destroy

TANKS, MORE_TANKS = "2nd Armored Division", "3rd Armored Division"
GERMANS = ("77. Infanterie-Division", "352. Infanterie-Division")
PLACES = {
    "US-V": "MAI",
    "US-VII": "MAI",
    "US1-R": "NOR",
    "GE-LXXXIV": "MAI",
    "GE-LXXIV": "MAI",
    "GE7-R": "YON",
}
CARDS = {"US-V": [TANKS], "US-VII": [MORE_TANKS], "GE-LXXXIV": GERMANS[:1], "GE-LXXIV": GERMANS[1:]}
CAME = {"US-V": "NOR", "US-VII": "BRE"}


def begun(side, places=PLACES, cards=CARDS, held=("NOR", "BRE"), came=CAME, **fields):
    """Nobody has fired; the side is asked about retreats."""
    s = phase_begun(places, held, cards, came=came, **fields)
    s, _ = until(s, "retreat")
    return s if what(s)[1] == side else until(after(s, "done"), "retreat")[0]


def test_the_defender_retreats_first():
    """Defending units retreat before attacking units (12.6c)."""
    s = begun(AXIS)
    assert what(s) == ("retreat", AXIS)
    assert what(after(s, "done")) == ("retreat", ALLIES)


def test_each_unit_by_itself():
    """Some units retreat while others fight on (12.6a, 12.6b)."""
    s, events = said(begun(AXIS), "retreat LXXIV. Armeekorps Orleanais")
    assert ids(events, "retreated") == [("retreated", UNIT["GE-LXXIV"], REGION["ORL"])]
    assert at(s, "GE-LXXIV") == REGION["ORL"]
    assert what(s) == ("retreat", AXIS)
    assert why(s, "retreat LXXIV. Armeekorps Orleanais") == ["not-in-combat"]


def test_where_defenders_go():
    """Into an adjacent friendly-controlled region free of enemy units (12.6e, case S-62)."""
    s = begun(AXIS, PLACES | {"US-XIX": "LLO"})
    assert why(s, "retreat LXXIV. Armeekorps Paris") == ["not-adjacent"]
    assert why(s, "retreat LXXIV. Armeekorps Brittany") == ["enemy-controls"]
    assert why(s, "retreat LXXIV. Armeekorps Lower Loire") == ["enemy-controls", "enemy-there"]
    assert lines(s, "retreat")[:2] == [
        "retreat LXXXIV. Armeekorps Poitou",
        "retreat LXXXIV. Armeekorps Orleanais",
    ]


def test_attackers_go_where_they_came_from():
    """An attacking unit retreats to where it came from, and is exhausted (case S-61, 12.6f, 12.6g)."""
    s = begun(ALLIES)
    assert why(s, "retreat V Corps Brittany") == ["not-origin"]
    assert lines(s, "retreat") == ["retreat V Corps Normandy", "retreat VII Corps Brittany"]
    s = after(s, "retreat V Corps Normandy")
    assert s.exhausted == units("US-V")
    assert s.came_from[UNIT["US-V"]] == NOWHERE


def test_the_way_back_is_cut():
    """Where enemies alone stand in the region that an attacker came from, it cannot go back (E-28)."""
    s = begun(ALLIES, PLACES | {"GE-XXV": "BRE"})
    assert why(s, "retreat VII Corps Brittany") == ["enemy-there"]


def test_a_contested_way_back_is_open():
    """With own units there, too, an attacker goes back (E-28)."""
    s = phase_begun(PLACES | {"GE-XXV": "BRE", "US-XIX": "BRE"}, ["NOR"], CARDS, came=CAME)
    s, _ = until(after(s, "fight Maine-Anjou"), "retreat")
    s, _ = until(after(s, "done"), "retreat")
    assert why(s, "retreat VII Corps Brittany") == []


def test_an_attacker_that_has_not_moved():
    """A unit that stood there when the turn began goes back like a defender, and is exhausted (E-85)."""
    s = begun(ALLIES, came={})
    assert lines(s, "retreat")[:2] == ["retreat V Corps Brittany", "retreat V Corps Normandy"]
    assert after(s, "retreat V Corps Normandy").exhausted == units("US-V")


@pytest.mark.parametrize("marker", ["amphibious", "airborne"])
def test_no_way_back_over_sea_or_through_the_air(marker):
    """Units that landed or flew cannot retreat (9.2h, 10i, case S-40)."""
    s = begun(ALLIES, phase=2, **{marker: units("US-V")})
    assert why(s, "retreat V Corps Normandy") == ["cannot-retreat"]


def test_an_hq_alone_must_retreat():
    """A unit with only its HQ card must retreat (12.6a)."""
    s = begun(AXIS, cards=CARDS | {"GE-LXXIV": []})
    assert why(s, "done") == ["must-retreat"]
    s = after(s, "retreat LXXIV. Armeekorps Orleanais")
    assert why(s, "done") == []


def test_an_hq_alone_must_retreat_without_an_enemy():
    """It must even if no enemy is left; all others stay then (12.6a, E-85)."""
    s = phase_begun(PLACES, ["NOR", "BRE"], CARDS | {"US-VII": []}, came=CAME)
    s, _ = until(after(until(s, "array")[0], "front V Corps", "done"), "fire")
    for code in ("GE-LXXXIV", "GE-LXXIV"):
        s = destroy(s, UNIT[code], [])
    s, _ = until(after(s, "done"), "retreat")
    assert what(s) == ("retreat", ALLIES)
    assert why(s, "retreat V Corps Normandy") == ["cannot-retreat"]
    assert s.held >> REGION["MAI"] & 1
    s, _ = over(after(s, "retreat VII Corps Brittany"))
    assert at(s, "US-VII") == REGION["BRE"]


def test_who_must_and_cannot_is_lost():
    """A unit that must retreat and cannot is discarded (12.6i)."""
    s = phase_begun(PLACES, ["NOR", "BRE", "LLO", "POI", "ORL"], CARDS | {"GE-LXXIV": []}, came=CAME)
    s, events = until(s, "retreat")
    assert ids(events, "trapped") == [("trapped", UNIT["GE-LXXIV"], REGION["MAI"])]
    assert at(s, "GE-LXXIV") == OFF


def test_an_hq_alone_on_the_beach_is_lost():
    """Who must retreat from an Amphibious Assault cannot, so it is discarded (E-29)."""
    s = phase_begun(PLACES, ["NOR"], CARDS | {"US-V": []}, came={}, amphibious=units("US-V", "US-VII"))
    assert at(over(s)[0], "US-V") == OFF


def test_attackers_out_of_supply_must_retreat():
    """Attackers with Out-of-Supply Markers must retreat while defenders remain (12.6d, 7.5c)."""
    s = begun(ALLIES, unsupplied=units("US-V"))
    assert why(s, "done") == ["must-retreat"]
    s = after(s, "retreat V Corps Normandy")
    assert why(s, "done") == []


def test_defenders_out_of_supply_may_stay():
    """The duty is the attacker's alone."""
    assert why(begun(AXIS, attacker=ALLIES), "done") == []
    s = phase_begun(PLACES, ["NOR"], CARDS, attacker=AXIS, unsupplied=units("US-V"))
    s, _ = until(s, "retreat")
    assert what(s) == ("retreat", ALLIES)
    assert why(s, "done") == []


def test_a_region_that_greif_has_closed():
    """Allied units of the combat may not retreat into the named region (Unternehmen Greif)."""
    s = phase_begun(PLACES, ["NOR"], CARDS, attacker=AXIS)
    s, _ = until(s, "retreat")
    closed = lasting(s, "GREIF", REGION["NOR"])
    assert why(s, "retreat V Corps Normandy") == []
    assert why(closed, "retreat V Corps Normandy") == ["retreat-blocked"]


def test_a_retreating_corps_loses_its_markers():
    """Engaged and Fortress Markers do not go along (E-84)."""
    s = begun(AXIS, phase=2, engaged=units("GE-LXXIV"), fortress=units("GE-LXXIV"))
    s = after(s, "retreat LXXIV. Armeekorps Orleanais")
    assert (s.engaged, s.fortress) == (0, 0)


def test_more_than_two_armies_after_a_retreat():
    """Retreating units ignore the limit of Armies in a region (12.6h, 5.2c)."""
    others = {"GE-LXXXI": "ORL", "GE-LXXX": "ORL"}
    s = begun(AXIS, PLACES | others)
    assert why(s, "retreat LXXIV. Armeekorps Orleanais") == []


COMMANDOS = "4th Special Service Brigade"
BRITONS = {"UK-XXX": "MAI", "UK2-R": "NOR", "US1-R": "NOR", "GE-LXXXIV": "MAI", "GE7-R": "YON"}
BRITISH = {"UK-XXX": [COMMANDOS, "7th Armoured Division"], "GE-LXXXIV": GERMANS[:1]}


def alone(phase=2, **fields):
    """The brigade of XXX Corps acts alone in the front line; the defender fires next."""
    s = phase_begun(BRITONS, ["NOR"], BRITISH, came={"UK-XXX": "NOR"}, phase=phase, **fields)
    s, _ = until(s, "array")
    s = after(s, f"detach XXX Corps {COMMANDOS}", f"front {COMMANDOS}", "front XXX Corps")
    return until(after(s, "done") if what(s)[1] == ALLIES else s, "fire")[0]


def test_an_independent_card_rejoins_its_unit():
    """After the combat a card that acted alone is with its unit again, wherever that is (15, E-86)."""
    s, _ = until(alone(), "retreat")
    s, _ = until(after(s, "done"), "retreat")
    s, events = said(s, "retreat XXX Corps Normandy")
    assert [event[0] for event in ids(events, "rejoined")] == ["rejoined"]
    assert copies(s.zones[SHOWN + UNIT["UK-XXX"]], CARD[COMMANDOS])


def orphaned(**fields):
    """The brigade's Corps is lost while it acts alone; its way home is asked."""
    s = destroy(alone(**fields), UNIT["UK-XXX"], [])
    return until(s, "rejoin")[0]


def test_an_orphan_joins_an_army_hq():
    """If its unit is lost, an Independent card joins an Army HQ for one point (E-31)."""
    s = orphaned()
    assert what(s) == ("rejoin", ALLIES)
    assert lines(s, "rejoin") == ["rejoin First US Army", "rejoin Second British Army"]
    assert why(s, "rejoin Third US Army") == ["not-in-play"]
    assert why(s, "rejoin V Corps") == ["not-an-army"]
    s = after(s, "rejoin Second British Army")
    assert copies(s.zones[SHOWN + UNIT["UK2-R"]], CARD[COMMANDOS])
    assert s.points[ALLIES] == 34


def test_an_orphan_is_given_up():
    """Else it is discarded (E-31)."""
    s = after(orphaned(), "give-up")
    assert copies(s.zones[DEAD + ALLIES], CARD[COMMANDOS])


def test_an_orphan_without_points_is_lost():
    """Without a point nobody is asked (E-31)."""
    s = destroy(alone(points=(0, 10)), UNIT["UK-XXX"], [])
    s, _ = over(s)
    assert copies(s.zones[DEAD + ALLIES], CARD[COMMANDOS])
