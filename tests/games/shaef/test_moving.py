"""Movement Phases: who may move, where to, and what moving does (Section 11; cases S-40, S-65, S-67)."""

from random import Random

import pytest
from shaef_map import REGION, UNIT, answered, asked, at, board, offered, place, played, regions, told, units

from sealed.engine.value import copy_with
from sealed.games.shaef.board.geography import AROUND, river
from sealed.games.shaef.movement.moving import Moving, land, move_reasons, moves
from sealed.games.shaef.notation import make
from sealed.games.shaef.state import ALLIES, AXIS, N_REGIONS, N_UNITS, NOWHERE, OFF, UNITS, Lasting, Terms
from sealed.games.shaef.tactics.table import KEYS

HELD = ("NOR", "BRE", "MAI")
V_CORPS = "V Corps"


def at_normandy(phase=1, **fields):
    """V Corps and its Army in Normandy, asked in a Movement Phase."""
    stands = {"US1-R": "NOR", "US-V": "NOR", "GE7-R": "ORL"}
    return asked(board(stands, HELD, phase=phase, **fields), Moving(ALLIES, phase))


def test_to_an_adjacent_region():
    """A unit moves to an adjacent region, and nowhere else."""
    s = at_normandy()
    assert offered(s, "move")[4:] == [
        f"move V Corps {name}" for name in ("Brittany", "Maine-Anjou", "Orleanais", "Lower Seine")
    ]
    assert told(s, "move V Corps Paris") == ["not-adjacent"]
    assert told(s, "move V Corps Normandy") == ["not-adjacent"]
    assert at(answered(s, "move V Corps Brittany"), "US-V") == REGION["BRE"]


def test_once_in_a_phase():
    """A unit that has moved in this phase stays; `done` lets all move in the next phase."""
    s = answered(at_normandy(), "move V Corps Brittany")
    assert told(s, "move V Corps Normandy") == ["has-moved"]
    assert answered(s, "done").moved == 0


@pytest.mark.parametrize(
    ("field", "code"),
    [
        ("engaged", "is-engaged"),
        ("fortress", "under-fortress"),
        ("airborne", "flew"),
        ("amphibious", "landed"),
        ("exhausted", "is-exhausted"),
        ("moved", "has-moved"),
    ],
)
def test_who_stays(field, code):
    """Engaged, fortified, flown, landed and exhausted units do not move (11a to 11e, cases S-40, S-65)."""
    s = at_normandy(**{field: units("US-V")})
    assert told(s, "move V Corps Brittany") == [code]
    assert not [line for line in offered(s, "move") if V_CORPS in line]


def test_exhausted_armies_stay():
    """An exhausted Army Reserve does not move either (E-6)."""
    s = at_normandy(exhausted=units("US1-R"))
    assert told(s, "move First US Army Brittany") == ["is-exhausted"]


def test_all_that_fails_is_told():
    """A refusal names every condition that fails."""
    s = at_normandy(2, engaged=units("US-V"), exhausted=units("US-V"), unsupplied=units("US-V"))
    assert told(s, "move V Corps Paris") == ["is-engaged", "is-exhausted", "is-unsupplied", "not-adjacent"]


@pytest.mark.parametrize(("phase", "codes"), [(1, []), (2, ["is-unsupplied"]), (3, ["is-unsupplied"])])
def test_out_of_supply(phase, codes):
    """Units with Out-of-Supply Markers move in the First Movement Phase only (11g, 7.5a)."""
    assert told(at_normandy(phase, unsupplied=units("US-V")), "move V Corps Brittany") == codes


@pytest.mark.parametrize(("phase", "codes"), [(1, []), (2, ["in-mountains"]), (3, ["in-mountains"])])
def test_mountains(phase, codes):
    """Units in the mountains move in the First Movement Phase only (11f)."""
    s = asked(board({"GE19-R": "ALP"}, turn=AXIS, phase=phase), Moving(AXIS, phase))
    assert told(s, "move 19. Armee Rhone Valley", AXIS) == codes


def test_a_fortress_is_left_first():
    """A Corps beneath a Fortress Marker moves once its owner has removed the marker (case S-67)."""
    s = board({"GE7-R": "NOR", "GE-LXXXIV": "NOR"}, turn=AXIS, phase=1, fortress=units("GE-LXXXIV"))
    s = asked(s, Moving(AXIS, 1))
    assert told(s, "move LXXXIV. Armeekorps Brittany", AXIS) == ["under-fortress"]
    lines = ("leave-fortress LXXXIV. Armeekorps", "move LXXXIV. Armeekorps Brittany")
    assert answered(s, *lines, side=AXIS).fortress == 0


def test_who_moves_at_all():
    """Units of the enemy, in a base or out of play do not move."""
    s = asked(board({"US1-R": "Britain", "GE7-R": "PDC"}, phase=1), Moving(ALLIES, 1))
    assert told(s, "move 7. Armee Picardy") == ["not-yours"]
    assert told(s, "move First US Army Normandy") == ["not-ashore"]
    assert told(s, "move V Corps Normandy") == ["not-in-play"]


def test_rivers():
    """A unit that moved over a river bears that until it moves without one (2.8j)."""
    s, events = played(at_normandy(), "move V Corps Lower Seine")
    assert s.crossed == units("US-V")
    assert [event.id for event in events] == ["went", "across", "captured"]
    s = answered(s, "done")
    s = answered(asked(copy_with(s, phase=2), Moving(ALLIES, 2)), "move V Corps Paris")
    assert s.crossed == 0


def test_where_it_came_from():
    """A unit keeps the region that it left last: there it retreats to (12.6f)."""
    s = answered(at_normandy(), "move V Corps Maine-Anjou")
    assert s.came_from[UNIT["US-V"]] == REGION["NOR"]
    assert s.came_from[UNIT["US1-R"]] == NOWHERE


def test_control_changes_at_once():
    """A region in which only the moving side stands is its own at once; a contested one is not (S-4, S-5)."""
    s = answered(at_normandy(), "move V Corps Lower Seine")
    assert s.held == regions(*HELD, "SEI")
    assert s.captured == regions("SEI")
    assert answered(at_normandy(), "move V Corps Orleanais").held == regions(*HELD)


@pytest.mark.parametrize(("wetlands", "tired"), [(1, True), (0, False)])
def test_mountain_and_wetlands_exhaust(wetlands, tired):
    """Entering a mountain region exhausts, entering wetlands where the table plays so (2.8h, E-1)."""
    s = board({"GE19-R": "RHO", "GE15-R": "PDC"}, turn=AXIS, phase=1, terms=Terms(1, wetlands))
    s = asked(s, Moving(AXIS, 1))
    assert answered(s, "move 19. Armee Alps", side=AXIS).exhausted == units("GE19-R")
    after = answered(s, "move 15. Armee West Flanders", side=AXIS)
    assert after.exhausted == (units("GE15-R") if tired else 0)
    assert answered(s, "move 15. Armee Picardy", side=AXIS).exhausted == 0


def test_inundated_regions_exhaust():
    """An inundated region is wetlands to who enters it (shaef-cards 7)."""
    flood = Lasting(KEYS.index("UEBERFLUTUNG"), REGION["BRU"], 1)
    s = board({"US1-R": "MEU"}, ["MEU"], phase=1, lasting=(flood,))
    assert answered(asked(s, Moving(ALLIES, 1)), "move First US Army Brabant").exhausted == units("US1-R")


def test_landing():
    """What lies on a lane comes ashore first, cannot move then, and crosses no river (9.2d)."""
    s = board({"US1-R": "lane NOR", "US-V": "lane NOR", "GE-LXXXIV": "NOR"}, phase=1)
    s = land(asked(s, Moving(ALLIES, 1)), [])
    assert (at(s, "US-V"), s.amphibious) == (REGION["NOR"], units("US1-R", "US-V"))
    assert (s.crossed, s.held, s.exhausted) == (0, 0, 0)
    assert told(s, "move V Corps Brittany") == ["landed"]


def test_landing_takes_an_empty_coast():
    """A region that nobody defends is captured by the landing, which a Mulberry needs later (7.4b)."""
    s = land(asked(board({"US1-R": "lane ZEE"}, phase=1), Moving(ALLIES, 1)), [])
    assert s.held == s.landings == regions("ZEE")
    assert s.exhausted == units("US1-R")


def _shuffled(rng):
    places = [OFF, place("Britain"), place("lane NOR"), *range(N_REGIONS)]

    def some():
        return rng.getrandbits(N_UNITS) & rng.getrandbits(N_UNITS) & rng.getrandbits(N_UNITS)

    return copy_with(
        board({}),
        where=bytes(rng.choice(places if unit.side == ALLIES else places[3:]) for unit in UNITS),
        moved=some(), engaged=some(), fortress=some(), exhausted=some(), unsupplied=some(),
        amphibious=some(), airborne=some(),
    )  # fmt: skip


@pytest.mark.parametrize("phase", [1, 2, 3])
def test_the_list_is_what_nothing_stands_against(phase):
    """The quick list of moves and the conditions one by one are the same rules."""
    s = _shuffled(Random(phase))
    for side in (ALLIES, AXIS):
        every = [make("move", unit, region) for unit in range(N_UNITS) for region in range(N_REGIONS)]
        free = [a for a in every if not list(move_reasons(s, side, *a.args, phase))]
        assert moves(s, side, phase) == free
        assert free


def test_rivers_are_borders():
    """Every river of the map is a border that can be crossed."""
    pairs = [(a, b) for a in range(N_REGIONS) for b in range(N_REGIONS) if river(a, b)]
    assert all(AROUND[a] >> b & 1 for a, b in pairs)
    assert len(pairs) == 2 * 51
