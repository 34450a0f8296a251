"""Sea Transport: ports, coasts, lanes, Armies and what it costs (Section 9; cases S-32, S-38, S-74)."""

from random import Random

import pytest
from shaef_map import REGION, answered, asked, at, board, offered, place, played, told

from sealed.engine.frames import replace_top
from sealed.games.shaef.board.ports import symbols
from sealed.games.shaef.landing.sailing import Sailing, harbours
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import DONE
from sealed.games.shaef.state import ALLIES, AXIS, LANE, N_REGIONS, Lasting
from sealed.games.shaef.tactics.table import KEYS

THIRD = {"US3-R": "Britain", "US-XV": "Britain", "US-XX": "Britain"}


def sea(stands, held=(), **fields):
    """A position in the Sea Transport Phase."""
    return asked(board(stands, held, month=3, **fields), Sailing(ALLIES))


def test_into_a_port():
    """A unit sails from Britain into a controlled port for five points (9.1)."""
    s, events = played(sea(THIRD, ["NOR"], points=(12, 10)), "sail Third US Army Normandy")
    assert (at(s, "US3-R"), s.points) == (REGION["NOR"], (7, 10))
    assert [event.id for event in events] == ["spent", "sailed"]


def test_one_unit_for_a_port():
    """Each port takes one unit in a phase (9.1a)."""
    s = answered(sea(THIRD, ["NOR"]), "sail Third US Army Normandy")
    assert told(s, "sail XV Corps Normandy") == ["port-used"]
    assert offered(s, "sail") == []


@pytest.mark.parametrize(("region", "most"), [("ANT", 3), ("COT", 2), ("NOR", 1), ("PIC", 0)])
def test_each_symbol_is_a_port(region, most):
    """Antwerp takes three units and the Cote d'Azur two; each Mulberry takes one more (E-11)."""
    s = sea({}, [region, "ZEE"], mulberries=(REGION[region], REGION[region]))
    assert symbols(s, REGION[region]) == most
    assert harbours(s, REGION[region]) == most + 2


def test_a_mulberry_is_a_port():
    """A unit sails to a Mulberry where no port is; with a port both are used (7.4d)."""
    s = sea(THIRD, ["PIC"], mulberries=(REGION["PIC"], 255))
    assert offered(s, "sail") == ["sail Third US Army Picardy"]
    s = sea(THIRD, ["NOR"], mulberries=(REGION["NOR"], 255))
    s = answered(s, "sail Third US Army Normandy", "sail XV Corps Normandy")
    assert told(s, "sail XX Corps Normandy") == ["port-used"]


def test_antwerp_is_an_atlantic_port():
    """Antwerp is reached from Britain, not from Africa, and only past Zeeland (9, E-70, case S-32)."""
    stands = THIRD | {"US7-R": "Africa"}
    s = sea(stands, ["ANT", "ZEE"])
    assert offered(s, "sail") == ["sail Third US Army Antwerp"]
    assert told(s, "sail Seventh US Army Antwerp") == ["wrong-coast"]
    assert told(sea(stands, ["ANT"]), "sail Third US Army Antwerp") == ["passage-blocked"]


def test_each_base_has_its_coast():
    """Britain serves the Atlantic coast, Africa the Mediterranean (9)."""
    s = sea({"US3-R": "Britain", "US7-R": "Africa"}, ["NOR", "COT"])
    assert offered(s, "sail") == ["sail Third US Army Normandy", "sail Seventh US Army Cote d'Azur"]
    assert told(s, "sail Third US Army Cote d'Azur") == ["wrong-coast"]
    assert told(s, "assault Seventh US Army Brittany") == ["wrong-coast"]


def test_ports_must_be_controlled_and_open():
    """An Axis port, a region without a port, and a demolished port take nobody (9.1a)."""
    blown = Lasting(KEYS.index("HAFENSPRENGUNG"), REGION["NOR"], 2)
    s = sea(THIRD, ["NOR", "MAI"], lasting=(blown,))
    assert told(s, "sail Third US Army Brittany") == ["enemy-controls"]
    assert told(s, "sail Third US Army Maine-Anjou") == ["no-port", "wrong-coast"]
    assert told(s, "sail Third US Army Normandy") == ["port-closed"]


def test_a_corps_follows_its_army():
    """A Corps sails only if its Army's Reserve is ashore, or has sailed before it (9, case S-38)."""
    s = sea(THIRD, ["NOR", "BRE"])
    assert told(s, "sail XV Corps Normandy") == ["army-stays"]
    s = answered(s, "sail Third US Army Normandy")
    assert at(answered(s, "sail XV Corps Brittany"), "US-XV") == REGION["BRE"]


def test_a_corps_without_an_army_stays():
    """A Corps whose Army Reserve is lost sails nowhere (E-71)."""
    assert told(sea({"US-XV": "Britain"}, ["NOR"]), "sail XV Corps Normandy") == ["not-in-play"]


def test_points_limit_the_fleet():
    """Who cannot pay neither sails nor assaults; the price is told with what is left (9.1b, 9.2b)."""
    s = sea(THIRD, ["NOR"], points=(4, 10))
    assert told(s, "sail Third US Army Normandy") == ["points"]
    assert told(s, "assault Third US Army Normandy") == ["points"]
    assert offered(s, "sail") == offered(s, "assault") == []


@pytest.mark.parametrize("region", [region for region in load().regions if region.lane])
def test_what_a_lane_costs(region):
    """A unit on a Sea Assault Lane pays what is printed there, and waits there to land (9.2a, 9.2b)."""
    army, base = (
        ("Seventh US Army", "Africa") if region.id in {"LAN", "COT"} else ("Third US Army", "Britain")
    )
    s = sea({"US3-R": base, "US7-R": base})
    s = answered(s, f"assault {army} {region.name}")
    assert s.points[ALLIES] == 35 - region.lane
    assert LANE + region.index in s.where


def test_regions_without_a_lane():
    """There is no assault on a region without a lane."""
    assert told(sea(THIRD), "assault Third US Army Gascony") == ["no-lane", "wrong-coast"]


def test_a_corps_assaults_beside_its_army():
    """A Corps assaults where its Army's Reserve does, or next to that (9.2c)."""
    s = sea(THIRD, points=(59, 10))
    assert told(s, "assault XV Corps Brittany") == ["army-lands-elsewhere"]
    s = answered(s, "assault Third US Army Brittany")
    assert told(s, "assault XV Corps Pas-de-Calais") == ["army-lands-elsewhere"]
    s = answered(s, "assault XV Corps Normandy", "assault XX Corps Brittany")
    assert (at(s, "US-XV"), at(s, "US-XX")) == (place("lane NOR"), place("lane BRE"))


def test_an_army_ashore_leads_no_assault():
    """An Army's Reserve that is ashore already does not let its Corps assault (9.2c)."""
    s = sea({"US3-R": "NOR", "US-XV": "Britain"}, ["NOR"])
    assert told(s, "assault XV Corps Brittany") == ["army-lands-elsewhere"]
    assert told(s, "assault Third US Army Brittany") == ["not-in-base"]


def test_a_corps_sails_while_its_army_assaults():
    """A Reserve on a lane does not remain in its base, so its Corps may sail into a port (9)."""
    s = answered(sea(THIRD, ["NOR"]), "assault Third US Army Brittany")
    assert told(s, "sail XV Corps Normandy") == []


def test_the_axis_never_sails():
    """No Axis unit moves over the sea (9, case S-74)."""
    s = asked(board({"GE7-R": "PDC"}, turn=AXIS), Sailing(AXIS))
    assert offered(s, "sail", AXIS) == offered(s, "assault", AXIS) == []
    assert "not-in-base" in told(s, "sail 7. Armee Normandy", AXIS)
    assert "not-in-base" in told(s, "assault 7. Armee Pas-de-Calais", AXIS)


def test_who_is_named_must_be_the_allies_own():
    """Enemy units and units out of play are refused by name."""
    s = sea(THIRD | {"GE7-R": "MAI"}, ["NOR"])
    assert told(s, "sail 7. Armee Normandy") == ["not-yours"]
    assert told(s, "sail V Corps Normandy") == ["not-in-play"]


def test_crowds_may_land():
    """Units of any number of Armies may sail into one region (9.1c)."""
    stands = {"US1-R": "NOR", "UK2-R": "NOR", "US3-R": "Britain"}
    assert told(sea(stands, ["NOR"]), "sail Third US Army Normandy") == []


def test_the_phase_ends():
    """The phase ends when the Allies say so, with units left behind."""
    assert answered(sea(THIRD, ["NOR"]), "done").stack is None


def test_the_list_is_what_nothing_stands_against():
    """On random boards the offered voyages and assaults are exactly those with nothing against them."""
    rng = Random(9)
    for _ in range(4):
        bases = ["Britain", "Africa", "lane NOR", "lane COT", "NOR"]
        stands = {unit.code: rng.choice(bases) for unit in load().units[:16]}
        held = [region.id for region in load().regions if rng.random() < 0.5]
        there = REGION[rng.choice(held)]
        s = sea(stands, held, points=(rng.randrange(12), 10), mulberries=(there, 255))
        frame = replace_top(s, Sailing(ALLIES, (there,))).stack.frame
        verbs = [
            (verb, unit, r) for verb in ("sail", "assault") for unit in range(20) for r in range(N_REGIONS)
        ]
        every = [make(*parts) for parts in verbs]
        free = {action for action in every if not list(frame.why(s, action))}
        assert set(frame.own(s)) - {DONE} == free
