"""The law of the board: what holds for units, cards, markers and control at every step of every match."""

from collections import Counter
from contextlib import nullcontext
from random import Random

import pytest
from shaef_bold import BoldPlayer

from sealed.engine.kernel import question
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, copies
from sealed.games.shaef.board.geography import PARIS, WITH_PORTS
from sealed.games.shaef.combat.battle import separated
from sealed.games.shaef.combat.combats import CombatSteps
from sealed.games.shaef.pack import load
from sealed.games.shaef.reorganisation.attaching import Attaching
from sealed.games.shaef.reorganisation.collecting import Collecting
from sealed.games.shaef.reorganisation.deploying import Deploying
from sealed.games.shaef.state import (
    AFRICA,
    ALLIES,
    ARRIVED,
    AXIS,
    BRITAIN,
    DECK,
    DOWN,
    HQ_CARD,
    HQS,
    IS_ARMY,
    LANE,
    LOST_MULBERRY,
    N_REGIONS,
    N_UNITS,
    NOWHERE,
    OFF,
    SHOWN,
    SIDE,
    SIDE_ZONES,
    UNIT_ZONES,
    UP,
    roster,
    units_in,
)
from sealed.games.shaef.supply.lines import FRENCH
from sealed.games.shaef.title import TITLE
from sealed.testing.moments import answers_by, play

UNIT_KINDS = tuple(kind * N_UNITS for kind in range(len(UNIT_ZONES)))
SIDE_KINDS = tuple(DECK + 2 * kind for kind in range(len(SIDE_ZONES)))
MOST_CARDS, MOST_CORPS, MOST_FORTRESSES, TOP, LAST_MONTH = 4, 4, 8, 59, 10
PLAYERS = ("uniform", "bold")
LANES = {LANE + region for region in range(N_REGIONS)}
IN_PLACE = {"array", "pair", "secondary", "fire", "declare", "before-roll", "react"}
"""The questions of a combat before anybody retreats."""
SCENARIOS = ("historical", "free")
NAMES = [unit.name for unit in load().units]


def in_play(s):
    """Return the units in play."""
    return [unit for unit, place in enumerate(s.where) if place != OFF]


def under(s, *kinds):
    """Tell whether a frame of these kinds is open or waits."""
    node = s.stack
    while node is not None:
        if isinstance(node.frame, kinds):
            return True
        node = node.below
    return False


def cards_stay(s):
    """Each side has each card of its roster in exactly one zone of its own (2.3)."""
    for side in (ALLIES, AXIS):
        zones = [kind + unit for kind in UNIT_KINDS for unit in range(N_UNITS) if SIDE[unit] == side]
        zones += [kind + side for kind in SIDE_KINDS]
        lying = sorted(card for zone in zones for card in cards(s.zones[zone]))
        yield lying == sorted(roster(side)), f"cards of side {side} are lost, made or strayed"


def headquarters(s):
    """An HQ card is in play if and only if its counter is, and lies nowhere else then (2.3, 2.7d)."""
    for unit in range(N_UNITS):
        there = bool(copies(s.zones[HQS + SIDE[unit]], HQ_CARD[unit]))
        yield there == (s.where[unit] != OFF), f"HQ and counter of {NAMES[unit]} differ"
        inside = any(copies(s.zones[kind + unit], HQ_CARD[unit]) for kind in UNIT_KINDS)
        yield not inside, f"the HQ card of {NAMES[unit]} lies in its unit"


def limits(s):
    """A unit has four cards at the most, an Army in play four Corps, but in steps that may exceed it (5)."""
    for unit in range(N_UNITS):
        held = [card for kind in UNIT_KINDS for card in cards(s.zones[kind + unit])]
        if s.where[unit] == OFF:
            apart = separated(s.combat, unit) if s.combat else ()
            yield set(held) <= set(apart), f"{NAMES[unit]} is not in play and holds {held}"
        yield (
            len(held) <= MOST_CARDS or under(s, Deploying, Collecting),
            f"{NAMES[unit]} has {len(held)} cards",
        )
    corps = Counter(s.army[unit] for unit in in_play(s) if not IS_ARMY[unit])
    del corps[NOWHERE]
    for army, number in corps.items():
        yield IS_ARMY[army], f"a Corps is under {NAMES[army]}"
        lost = s.where[army] == OFF
        yield number <= MOST_CORPS or lost or under(s, Attaching), f"{NAMES[army]} has {number} Corps"
    for unit in in_play(s):
        own = s.army[unit]
        yield own == NOWHERE or SIDE[own] == SIDE[unit], f"{NAMES[unit]} is under an enemy Army"
        yield not IS_ARMY[unit] or own == unit, f"{NAMES[unit]} is not its own Army"


def places(s):
    """Axis units stand in regions, Allied ones there, on lanes before they land, or in bases (2.8)."""
    for unit in in_play(s):
        place = s.where[unit]
        ashore = place < N_REGIONS
        yield ashore or SIDE[unit] == ALLIES, f"{NAMES[unit]} stands in {place}"
        yield ashore or place in {BRITAIN, AFRICA} or place in LANES, f"{NAMES[unit]} is at {place}"
        yield place not in LANES or s.phase < 2, f"{NAMES[unit]} lies on a lane in phase {s.phase}"


def markers_on_units(s):
    """Markers lie on units in play, and only on those that can bear them (3.1, 9.2, 10, 11)."""
    here = sum(1 << unit for unit in in_play(s))
    armies = sum(1 << unit for unit in range(N_UNITS) if IS_ARMY[unit])
    allied = sum(1 << unit for unit in range(N_UNITS) if SIDE[unit] == ALLIES)
    for name in ("engaged", "exhausted", "unsupplied", "fortress", "amphibious", "airborne", "crossed"):
        yield not getattr(s, name) & ~here, f"{name}: a unit that is not in play"
    yield not (s.engaged | s.fortress | s.airborne) & armies, "an Army Reserve bears a marker of Corps"
    yield not (s.amphibious | s.airborne) & ~allied, "an Axis unit has landed or flown"
    yield not s.fortress & allied, "an Allied unit is beneath a Fortress Marker"
    yield s.fortress.bit_count() <= MOST_FORTRESSES, f"{s.fortress.bit_count()} Fortress Markers"
    yield all(s.where[unit] < N_REGIONS for unit in units_in(s.fortress)), "a fortress at sea"
    yield not (s.moved | s.deployed) & ~here, "a unit has moved that is not in play"


def control(s):
    """Outside combats, where only one side stands, that side controls the region (Region Control)."""
    yield not s.held >> N_REGIONS, "a region is held that there is not"
    yield not s.captured >> N_REGIONS, "a region is captured that there is not"
    yield not s.landings & ~s.captured, "a landing has captured what did not change hands"
    yield not s.landings & ~s.held, "a landing has captured what the Allies do not control"
    if s.combat is not None or question(s) is None:
        return
    for region in range(N_REGIONS):
        sides = {SIDE[unit] for unit in in_play(s) if s.where[unit] == region}
        if len(sides) == 1:
            yield (s.held >> region & 1) == (sides == {ALLIES}), f"region {region} is held by nobody there"


def supply_markers(s):
    """Supply markers are those of Allied Armies in play, Mulberries stand in Allied regions (7.3, 7.4)."""
    for army, place in enumerate(s.markers):
        yield place == NOWHERE or s.where[army] != OFF, f"a marker of {NAMES[army]}, which is not in play"
        yield place == NOWHERE or place < N_REGIONS, f"the marker of {NAMES[army]} is at {place}"
        yield place != PARIS or army == FRENCH, f"the marker of {NAMES[army]} is in Paris"
    for place in s.mulberries:
        standing = place not in {NOWHERE, LOST_MULBERRY}
        yield not standing or s.held >> place & 1, "a Mulberry in enemy hands"
        yield not standing or not WITH_PORTS >> place & 1 or place < N_REGIONS, "a Mulberry at sea"


def tracks(s):
    """Months, phases and points stay on their tracks; what lasts has an end (4, 6)."""
    yield 1 <= s.month <= LAST_MONTH, f"month {s.month}"
    yield 0 <= s.phase <= 3, f"phase {s.phase}"
    yield all(0 <= points <= TOP for points in s.points), f"points {s.points}"
    yield all(one.until >= 1 for one in s.lasting), f"something has ended and lasts: {s.lasting}"
    yield s.winner in {0, 1, 2}, f"winner {s.winner}"


def combat(s):
    """A combat is fought between forces that are placed once, in battles that share nobody (12.1)."""
    fought = s.combat
    if fought is None:
        yield not under(s, CombatSteps), "the steps of a combat without a combat"
        return
    yield under(s, CombatSteps), "a combat without its steps"
    yield fought.phase == s.phase and fought.attacker == s.turn, "a combat of another phase or turn"
    yield not fought.front & fought.strike, "a force stands in front and against the rear"
    yield not (fought.front | fought.strike) & ~fought.arrayed, "a force stands and has not been placed"
    seen = 0
    for battle in fought.battles:
        yield not (battle.attackers | battle.defenders) & seen, "a force fights in two battles"
        seen |= battle.attackers | battle.defenders
    asking = question(s)
    if asking is None or asking.id not in IN_PLACE:
        return
    for force in range(N_UNITS):
        if fought.arrayed >> force & 1 and s.where[force] != OFF:
            near = s.where[force] == fought.region or fought.slipped >> force & 1
            yield near, f"{NAMES[force]} fights elsewhere"


def arrivals(s):
    """Cards that have arrived wait for the end of a deployment, nowhere else (13.2c)."""
    waiting = any(s.zones[ARRIVED + unit] for unit in range(N_UNITS))
    yield not waiting or under(s, Deploying), "cards have arrived outside a deployment"


BOARD = (
    cards_stay,
    headquarters,
    limits,
    places,
    markers_on_units,
    control,
    supply_markers,
    tracks,
    combat,
    arrivals,
)


def match(player, scenario, seed, laws=BOARD, every=1):
    """Play a match to its end and hold its steps to all laws; return the last moment."""
    setup, rng, last = TITLE.setup(2, {"scenario": scenario}), Random(f"{scenario} {seed}"), None
    chooser = answers_by(BoldPlayer(Random(f"{seed}")).answer) if player == "bold" else nullcontext()
    with chooser:
        for last in play(TITLE, setup, rng):
            if last.number % every == 0:
                for law in laws:
                    for holds, said in law(last.after):
                        last.require(holds, f"{law.__name__}: {said}")
    last.require(TITLE.result(last.after) in {"side 1", "side 2"}, "nobody has won")
    return last


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("player", PLAYERS)
def test_the_board_is_legal_in_a_match(player, scenario):
    """Every fourth step of a match obeys the laws of the board, and the match has a winner."""
    match(player, scenario, 1, every=4 if player == "bold" else 5)


def broken(s):
    """Yield boards that break a law, each with the law."""
    here = [unit for unit in in_play(s) if SIDE[unit] == AXIS]
    first, army = here[0], next(unit for unit in here if IS_ARMY[unit])
    gone = next(unit for unit in range(N_UNITS) if s.where[unit] == OFF)
    zones = list(s.zones)
    zones[UP + first] = zones[DOWN + first]
    where = bytearray(s.where)
    where[first] = BRITAIN
    lost = bytearray(s.where)
    lost[first] = OFF
    yield cards_stay, copy_with(s, zones=tuple(zones))
    yield limits, copy_with(s, zones=(*zones[:SHOWN], zones[HQS], *zones[SHOWN + 1 :]))
    yield places, copy_with(s, where=bytes(where))
    yield headquarters, copy_with(s, where=bytes(lost))
    yield markers_on_units, copy_with(s, engaged=1 << army)
    yield markers_on_units, copy_with(s, exhausted=1 << gone)
    yield control, copy_with(s, held=s.held ^ 1 << s.where[first])
    yield control, copy_with(s, landings=~s.held & ((1 << N_REGIONS) - 1))
    yield supply_markers, copy_with(s, mulberries=(s.where[army], NOWHERE))
    yield tracks, copy_with(s, points=(TOP + 1, 0))
    yield tracks, copy_with(s, month=LAST_MONTH + 1)


def test_a_broken_board_breaks_a_law():
    """The laws can fail: cards twice, a unit in the sea, markers on nobody, control by who is not there."""
    s = next(m.after for m in play(TITLE, TITLE.setup(2), Random(1)) if m.after.month == 1 and m.number > 380)
    assert all(holds for law in BOARD for holds, _ in law(s))
    for law, wrong in broken(s):
        assert not all(holds for holds, _ in law(wrong)), law.__name__


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("player", PLAYERS)
def test_many_matches_are_legal_to_their_end(player, scenario):
    """So does every third step of seventy-five matches of each player and scenario: three hundred in all."""
    ends = Counter(TITLE.result(match(player, scenario, seed, every=3).after) for seed in range(2, 77))
    assert sum(ends.values()) == 75
