"""Golden records of SHAEF: honest matches, made once (tools/make_golden.py), replayed publicly and fully.

They bind the edition of the rules and the bytes of the protocol. If one of those changes on purpose,
`python tools/make_golden.py shaef` makes new ones.
"""

from collections import Counter

import pytest
from golden_folder import GoldenFolder
from shaef_ways import ways_of

from sealed.engine.zones import size
from sealed.games.shaef import TITLE
from sealed.games.shaef.state import N_UNITS, OFF, SIDE, roster

_RECORDS = GoldenFolder("shaef")
EXPECTED, NAMES, walk, total = _RECORDS.expected, _RECORDS.names, _RECORDS.walk, _RECORDS.total

golden = pytest.mark.parametrize("name", NAMES)


# ---- what is conserved ----


@golden
def test_cards_are_conserved(name):
    """After every step each side has all of its cards, wherever they lie."""
    zones = [[z for z, form in enumerate(TITLE.zone_forms) if form.colour == side] for side in (0, 1)]
    for number, state in enumerate(walk(name).states):
        found = [sum(size(state.zones[zone]) for zone in zones[side]) for side in (0, 1)]
        assert found == [len(roster(side)) for side in (0, 1)], f"after step {number}"


@golden
def test_what_is_not_in_play_has_no_cards(name):
    """After every step a unit that is off the map has none: they went with their HQ."""
    kinds = range(0, 4 * N_UNITS, N_UNITS)
    for number, state in enumerate(walk(name).states):
        gone = [unit for unit in range(len(SIDE)) if state.where[unit] == OFF]
        assert not any(state.zones[kind + unit] for unit in gone for kind in kinds), f"after step {number}"


# ---- what they cover ----


def test_every_table_occurs():
    """Each value of each option is played in some golden record."""
    setups = [walk(name).verifier.setup for name in NAMES]
    for option in TITLE.options:
        assert {setup.option(option.name) for setup in setups} == set(option.values)


def test_every_question_of_a_common_turn_occurs():
    """Set-up, movement, the course of a combat, reorganisation and what is owed: all are answered."""
    common = {
        *("set-up", "station", "organise", "collect", "turn-down", "muster", "sail", "fly", "move"),
        *("array", "fire", "declare", "before-roll", "casualty", "retreat"),
        *("attach", "deploy", "markers", "orphans", "interlude"),
    }
    assert set(total("questions")) >= common


def test_hidden_cards_go_the_common_ways():
    """Cards are organised in secret, reassigned, turned down as owed, fired, discarded, drawn anew."""
    found = sum((ways_of(walk(name)) for name in NAMES), Counter())
    assert set(found) >= {
        *("drafts of several steps", "turned down as owed", "orphans stand down"),
        *("cards in secret to their units", "cards reassigned", "fire", "tactics"),
    }


def test_every_end_occurs():
    """By the rules, by a resignation that leaves a slot unfinished, by time."""
    ends = {(one["cause"], bool(one["unfinished"])) for one in EXPECTED.values()}
    assert ends == {("rules", False), ("resign", True), ("time", False)}
