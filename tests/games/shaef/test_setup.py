"""The set-up: rosters, the Historical and the Free Scenario (Section 3; E-104, E-105)."""

import pytest
from shaef_answers import require_exact, require_replicas_follow
from shaef_map import ACTION, CARD, REGION, UNIT, answered, at, offered, told, units

from sealed.engine.eye import seat_eye
from sealed.engine.frames import push
from sealed.engine.kernel import CHANCE, apply, asked, legal_actions, requests, run, view
from sealed.engine.zones import cards, could_hold, size
from sealed.games.shaef.board.geography import near
from sealed.games.shaef.notation import THE_DECK, make
from sealed.games.shaef.pack import load
from sealed.games.shaef.setup.historical import printed_june
from sealed.games.shaef.setup.organising import Assembling, unassigned
from sealed.games.shaef.setup.rosters import HOME, LAND_FORCES_OF, START_CARDS, START_UNITS
from sealed.games.shaef.setup.setting_up import SettingUp
from sealed.games.shaef.setup.stationing import strays
from sealed.games.shaef.setup.templates import historical_answers
from sealed.games.shaef.state import (
    ALLIES,
    AXIS,
    DECK,
    DOWN,
    HQ_CARD,
    HQS,
    LANE,
    RESERVE,
    SIDE,
    UP,
    Terms,
    blank,
    roster,
    seat_of,
)

NORMANDY_LANE = LANE + REGION["NOR"]


def set_up(free):
    """The set-up with both rosters drawn."""
    s = run(push(blank(Terms(free=free, wetlands=1)), SettingUp()), [])
    for side in (ALLIES, AXIS):
        s = apply(s, make("deal", *roster(side)), CHANCE).state
    return s


def lay_out(s, side, free):
    """The set-up after the answers of a side's template."""
    for action in historical_answers(side, free=free):
        s = apply(s, action, seat_of(side)).state
    return s


def organising():
    """The Free Scenario when the Allied HQs stand."""
    return answered(set_up(1), "set-up")


def stationed():
    """The Free Scenario when the Axis units stand where they did."""
    s = lay_out(set_up(1), ALLIES, True)
    for action in historical_answers(AXIS, free=True):
        s = apply(s, action, seat_of(AXIS)).state
        if action.verb == "done":
            return s
    raise AssertionError


def test_rosters_are_drawn_whole():
    """Both lists are dealt into the Reinforcement Decks, the Allied one first, in any portions (3a)."""
    s = run(push(blank(Terms(0, 1)), SettingUp()), [])
    assert requests(s)[0] == (DECK + ALLIES, RESERVE + ALLIES, 192)
    s = apply(s, make("deal", *roster(ALLIES)[:100]), CHANCE).state
    s = apply(s, make("deal", *roster(ALLIES)[100:]), CHANCE).state
    assert requests(s)[0] == (DECK + AXIS, RESERVE + AXIS, 168)
    s = apply(s, make("deal", *roster(AXIS)), CHANCE).state
    assert (asked(s), cards(s.zones[RESERVE + AXIS])) == ((1,), roster(AXIS))


def test_the_historical_set_up_is_one_answer_each():
    """The Allies lay out, then the Axis; then the set-up is over (3.1)."""
    s = set_up(0)
    assert legal_actions(s, 1) == (make("set-up"),)
    s = lay_out(s, ALLIES, False)
    assert asked(s) == (2,)
    s = lay_out(s, AXIS, False)
    assert s.stack is None


def test_june_1944_stands_as_printed():
    """Every unit At Start has its printed place, cards and marker; 3 points are left (3.1e)."""
    s = lay_out(lay_out(set_up(0), ALLIES, False), AXIS, False)
    assert s == printed_june(blank(Terms(0, 1)))
    start = {*START_UNITS[ALLIES], *START_UNITS[AXIS]}
    rows = [row for row in load().historical if row.unit in start]
    assert len(rows) == 27
    for row in rows:
        assert s.where[row.unit] == {-1: NORMANDY_LANE, -2: 120}.get(row.place, row.place)
        held = {*cards(s.zones[DOWN + row.unit]), *cards(s.zones[UP + row.unit])}
        assert held == set(row.cards)
        assert s.army[row.unit] == load().units[row.unit].home
        assert s.fortress >> row.unit & 1 == row.fortress
    assert s.points == (3, 10)
    assert cards(s.zones[UP + UNIT["US1-R"]]) == (CARD["SHAEF"],)
    assert s.fortress.bit_count() == 7
    assert s.where.count(NORMANDY_LANE) == 6
    for side in (ALLIES, AXIS):
        assert size(s.zones[HQS + side]) == len(START_UNITS[side])
        assert at(s, "GEP5-R") == 255


@pytest.mark.parametrize("free", [0, 1])
def test_replicas_follow_the_set_up(free):
    """Each replica that is told the masked answers arrives at the same board (spec 2.16)."""
    s = set_up(free)
    for side in (ALLIES, AXIS):
        for action in historical_answers(side, free=bool(free)):
            s = require_replicas_follow(s, side, action)
    assert s.stack is None


def test_the_enemy_sees_numbers_only():
    """Of the cards that a side has laid face-down the other one sees how many lie where."""
    s = view(lay_out(set_up(0), ALLIES, False), seat_eye(2))
    assert s.zones[DOWN + UNIT["US-V"]] == 4
    assert s.zones[RESERVE + ALLIES] == 192 - 10 - 38


def test_the_template_of_the_free_scenario_is_the_historical_lay_out():
    """Its cards lie as in June 1944, but the lane is empty, SHAEF unused (3.2c)."""
    s = lay_out(lay_out(set_up(1), ALLIES, True), AXIS, True)
    june = printed_june(blank(Terms(1, 1)))
    assert s.stack is None
    assert s.points == (35, 10)
    assert s.fortress == june.fortress
    for unit in range(63):
        lane = june.where[unit] == NORMANDY_LANE
        assert s.where[unit] == (120 if lane else june.where[unit])
        assert s.zones[DOWN + unit] == june.zones[DOWN + unit] + june.zones[UP + unit]
        assert s.army[unit] == june.army[unit]


def test_land_forces_keep_their_army():
    """A Land Force goes to any unit of its historical Army and to no other; support goes anywhere (3.2b)."""
    s = answered(organising(), "organise VII Corps")
    assert told(s, "take Reinforcement Deck 29th Infantry Division") == []
    assert told(s, "take Reinforcement Deck 7th Armoured Division") == ["historical-army"]
    assert told(s, "take Reinforcement Deck No. 83 Group RAF") == []
    assert told(s, "take Reinforcement Deck Night Drop") == []
    assert told(s, "take Reinforcement Deck V Corps") == ["not-from-deck", "is-hq"]
    assert told(s, "take Reinforcement Deck 8th Infantry Division") == ["not-at-start"]
    assert told(s, "take XIX Corps 29th Infantry Division") == ["not-from-deck"]


def test_a_unit_is_filled():
    """Four cards fit into a unit; it is not turned to again (5.3a)."""
    numbers = ("1st", "2nd", "4th", "9th")
    s = answered(
        organising(), "organise V Corps", *(f"take Reinforcement Deck {n} Infantry Division" for n in numbers)
    )
    assert told(s, "take Reinforcement Deck 29th Infantry Division") == ["unit-full"]
    assert told(answered(s, "done"), "organise V Corps") == ["unit-full"]


def test_land_forces_keep_their_places():
    """Support and tactics take no place that a Land Force of the Army needs (3.2b)."""
    s = organising()
    land = {card for army in LAND_FORCES_OF.values() for card in army}
    spare = [card for card in START_CARDS[ALLIES] if card not in land]
    army = UNIT["US1-R"]
    free = 4 * sum(HOME[unit] == army for unit in START_UNITS[ALLIES]) - len(LAND_FORCES_OF[army])
    units = iter([unit for unit in START_UNITS[ALLIES] if HOME[unit] == army])
    for number, card in enumerate(spare[:free]):
        if number % 4 == 0:
            s = answered(s, *(["done"] if number else []), str(make("organise", next(units))))
        s = answered(s, str(make("take", THE_DECK, card)))
    s = answered(s, "done", str(make("organise", next(units))))
    assert told(s, str(make("take", THE_DECK, spare[free]))) == ["places-for-land-forces"]
    assert told(s, str(make("take", THE_DECK, LAND_FORCES_OF[army][0]))) == []


def test_all_land_forces_at_start_are_assigned():
    """A side is not done while a Land Force At Start is left over; support and tactics may be (3.2b)."""
    s = organising()
    left = sum(len(LAND_FORCES_OF[army]) for army in (UNIT["US1-R"], UNIT["UK2-R"]))
    assert unassigned(s, ALLIES) == left
    assert told(s, "done") == ["must-be-assigned"]
    actions = historical_answers(ALLIES, free=True)
    land = {card for army in LAND_FORCES_OF.values() for card in army}
    kept = [a for a in actions[1:] if a.verb != "take" or a.args[1] in land]
    for action in kept[:-1]:
        s = apply(s, action, 1).state
    assert unassigned(s, ALLIES) == 0
    assert told(s, "done") == []


def test_others_count_what_must_have_been_assigned():
    """Who sees no cards holds `done` to the numbers: each Army has at least as many cards as Land Forces."""
    s = organising()
    seen = view(s, seat_eye(2))
    assert unassigned(seen, ALLIES) == unassigned(s, ALLIES)
    done = lay_out(set_up(1), ALLIES, True)
    assert unassigned(view(done, seat_eye(2)), ALLIES) == 0


def test_lane_hqs_stand_in_britain():
    """No unit begins on a lane in the Free Scenario (3.2c)."""
    s = organising()
    assert {s.where[unit] for unit in START_UNITS[ALLIES]} == {120}
    assert size(s.zones[HQS + ALLIES]) == 10


def test_axis_armies_stand_near_their_printed_place():
    """An Army Reserve is placed in or next to the region of its card (3.2e)."""
    s = lay_out(set_up(1), ALLIES, True)
    home = REGION["MAI"]
    allowed = {int(action.args[1]) for action in legal_actions(s, 2) if action.args[:1] == (UNIT["GE7-R"],)}
    assert allowed == {region for region in range(47) if near(home, region)}
    assert told(s, "station 7. Armee Ruhr", AXIS) == ["not-printed-place"]
    assert told(s, "station LXXXIV. Armeekorps Normandy", AXIS) == ["must-be-placed"]
    assert told(s, "station 25. Armee Ruhr", AXIS) == ["not-in-play"]
    s = answered(s, "station 7. Armee Normandy", side=AXIS)
    assert told(s, "station 7. Armee Brittany", AXIS) == ["already-placed"]
    assert told(s, "done", AXIS) == ["must-be-placed"] * (len(START_UNITS[AXIS]) - 1)


def test_two_corps_may_stand_far_from_their_army():
    """Of all Armies together two Corps may be neither in nor next to the region of their Army (3.2e)."""
    armies = ("station 7. Armee Maine-Anjou", "station 15. Armee Picardy")
    s = answered(lay_out(set_up(1), ALLIES, True), *armies, side=AXIS)
    s = answered(s, "station LXXXIV. Armeekorps Ruhr", "station LXVII. Armeekorps Alsace", side=AXIS)
    assert strays(s, AXIS) == 2
    assert told(s, "station XXV. Armeekorps Picardy", AXIS) == ["too-far-from-army"]
    assert told(s, "station XXV. Armeekorps Brittany", AXIS) == []


def test_fortress_markers_lie_on_corps_in_forts():
    """A marker goes on one Corps in each Fort region, seven in all (3.1 sidebar, E-38, E-105)."""
    s = lay_out(set_up(1), ALLIES, True)
    stations = [str(a) for a in historical_answers(AXIS, free=True) if a.verb == "station"]
    s = answered(s, *stations, side=AXIS)
    assert told(s, "fortify 7. Armee", AXIS) == ["not-a-corps", "no-fort"]
    assert told(s, "fortify LXVII. Armeekorps", AXIS) == ["no-fort"]
    s = answered(s, "fortify II. Fallschirmkorps", side=AXIS)
    assert told(s, "fortify LXXIV. Armeekorps", AXIS) == ["fortress-taken"]
    assert told(s, "fortify II. Fallschirmkorps", AXIS) == ["has-fortress"]
    assert told(s, "fortify LVIII. Panzerkorps", AXIS) == ["not-in-play"]
    assert s.fortress == units("GE-IIFJ")
    assert told(s, "done", AXIS) == []


def test_seven_markers_are_all():
    """The eighth marker stays in the pool for the Westwall (E-105)."""
    s = lay_out(set_up(1), ALLIES, True)
    answers = [a for a in historical_answers(AXIS, free=True) if a.verb in {"station", "fortify"}]
    moved = ACTION("station LXXXIX. Armeekorps Zeeland")
    for action in answers:
        s = apply(s, moved if action.args[0] == moved.args[0] else action, 2).state
    assert s.fortress.bit_count() == 7
    assert told(s, "fortify LXXXIX. Armeekorps", AXIS) == ["no-fortress-marker"]


@pytest.mark.parametrize("side", [ALLIES, AXIS])
def test_lists_are_exact_in_every_replica(side):
    """Each replica offers exactly what nothing stands against, at every question of the Free set-up."""
    s = organising() if side == ALLIES else stationed()
    own = START_UNITS[side]
    spoken = [make("organise", unit) for unit in range(63)] + [make("done")]
    assert require_exact(s, side, spoken) == len(own)
    land = next(iter(LAND_FORCES_OF[own[0]]))
    s = answered(s, str(make("organise", own[0])), str(make("take", THE_DECK, land)), side=side)
    assert isinstance(s.stack.frame, Assembling)
    spoken = [make("take", source, card) for source in (THE_DECK, *own[:2]) for card in roster(side)]
    require_exact(s, side, [*spoken, make("done")])


def test_stations_are_exact_in_every_replica():
    """The places of the Axis are public: every replica has the same list."""
    s = lay_out(set_up(1), ALLIES, True)
    own = START_UNITS[AXIS]
    spoken = [make("station", unit, region) for unit in own for region in range(0, 47, 9)]
    spoken += [make("fortify", unit) for unit in own]
    require_exact(s, AXIS, spoken)
    s = answered(s, "station 7. Armee Brittany", "station LXXXIV. Armeekorps Brittany", side=AXIS)
    require_exact(s, AXIS, spoken)
    assert offered(s, "fortify", AXIS) == ["fortify LXXXIV. Armeekorps"]


def test_start_cards_are_those_of_the_pack():
    """What may be assigned is At Start and no HQ; each side has room for all its Land Forces."""
    for side in (ALLIES, AXIS):
        expected = {c.code for c in load().cards if c.side == side and c.entry == 0 and c.code not in HQ_CARD}
        assert START_CARDS[side] == expected
        for army, land in LAND_FORCES_OF.items():
            if SIDE[army] == side:
                assert len(land) <= 4 * sum(load().units[unit].home == army for unit in START_UNITS[side])


def test_nobody_needs_more_than_the_reserve_holds():
    """Before the set-up every card of a side may lie in its Reinforcement Deck, for every eye."""
    s = view(set_up(1), seat_eye(2))
    assert all(could_hold(s.zones[RESERVE + ALLIES], card) for card in roster(ALLIES))
