"""Golden records: whole honest matches, made once (tools/make_golden.py), replayed publicly and fully.

They bind the edition of the rules and the bytes of the protocol and nothing else. If one of those changes on
purpose, the tool makes new ones; if a test here fails otherwise, old records of players would fail too.
"""

import json
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from golden_walk import Walk, in_short, walked

from sealed.engine.frames import State
from sealed.engine.zones import size
from sealed.fairness.audit.audit import audit
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.record import read_record_bytes, record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.battle import battle_of
from sealed.games.popular_front.board import CITIES
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.state import COLOURS, army_disks, holds

FOLDER = Path(__file__).parent / "popular_front"
EXPECTED = json.loads((FOLDER / "expect.json").read_text("utf-8"))
NAMES = sorted(EXPECTED)
SEAT_ENTRIES = {EntryType.COMMIT, EntryType.AGREE}
"""Types of messages that travel inside GENESIS and START and are no entries of their own."""

golden = pytest.mark.parametrize("name", NAMES)


def data_of(name: str) -> bytes:
    """Returns the bytes of a golden record."""
    return (FOLDER / f"{name}.ftr").read_bytes()


@cache
def walk(name: str) -> Walk:
    """Returns a golden record with everything that happened in it."""
    return walked(data_of(name))


def total(counters) -> Counter:
    """Returns the sum of counters."""
    return sum(counters, Counter())


def test_every_record_has_its_expectations():
    """There is one record for each entry of expect.json, and no other."""
    assert [file.stem for file in sorted(FOLDER.glob("*.ftr"))] == NAMES


@golden
def test_a_record_is_written_as_it_was_read(name):
    """Reading and writing a record gives the same bytes, and the end line states the digest of the audit."""
    record = read_record_bytes(data_of(name))
    assert record_bytes(record) == data_of(name)
    assert record.end.digest.hex() == EXPECTED[name]["digest"]


@golden
def test_a_record_holds_publicly(name):
    """A fresh verifier that knows nothing hidden finds nothing in any append, and the same end."""
    walked = walk(name)
    expected = EXPECTED[name]
    assert walked.verdicts == []
    assert walked.verifier.game_over.result == expected["result"]
    assert walked.verifier.game_over.cause == expected["cause"]
    assert walked.verifier.phase == "R"


@golden
def test_a_record_holds_fully(name):
    """The audit passes with nothing left unchecked and finds digest, end and numbers as when it was made."""
    expected = EXPECTED[name]
    record = read_record_bytes(data_of(name))
    report = audit(record, title_of, load_backend())
    assert in_short(report, record) == expected
    assert (report.failures, dict(report.not_checked), report.exit_code) == ((), {}, 0)


# ---- what is conserved ----


def cards_of(state: State, colour: int) -> int:
    """Returns how many cards of a colour there are, wherever they lie."""
    return sum(size(zone) for zone in state.zones[colour::COLOURS])


def disks_of(state: State, colour: int) -> int:
    """Returns how many disks of a colour there are, on the board and off it."""
    return sum(state.disks[colour]) + state.stock[colour]


def misplaced(state: State) -> list[str]:
    """Returns the names of cities in which not 1 to 4 disks of one army stand.

    During the set-up cities are empty; so is the target of a battle between withdrawal and occupation.
    """
    battle = battle_of(state)
    allowed = {battle.target} if battle else set()
    if not state.round:
        allowed = {city.index for city in CITIES}
    wrong = []
    for city in CITIES:
        sides = [sum(row[city.index] for row in state.disks[side::2]) for side in (0, 1)]
        standing = sum(sides) in range(1, 5) or (sum(sides) == 0 and city.index in allowed)
        booked = [army_disks(state, side, city.index) for side in (0, 1)]
        held = [holds(state, side, city.index) for side in (0, 1)]
        if not standing or all(sides) or booked != sides or held != [bool(count) for count in sides]:
            wrong.append(city.name)
    return wrong


@golden
def test_cards_are_conserved(name):
    """After every step each colour that plays has its 20 cards, the others none."""
    colours = walk(name).verifier.setup.colours
    for number, state in enumerate(walk(name).states):
        found = [cards_of(state, colour) for colour in range(COLOURS)]
        assert found == [20] * colours + [0] * (COLOURS - colours), f"after step {number}"


@golden
def test_disks_are_conserved(name):
    """After every step each colour has as many disks on and off the board as its box holds."""
    colours = walk(name).verifier.setup.colours
    for number, state in enumerate(walk(name).states):
        found = [disks_of(state, colour) for colour in range(colours)]
        assert found == list(load().disks(colours)), f"after step {number}"


@golden
def test_stacks_are_within_their_limits(name):
    """After every step one army holds each city with 1 to 4 disks, and the packed counts say the same."""
    for number, state in enumerate(walk(name).states):
        assert misplaced(state) == [], f"after step {number}"


@golden
def test_economic_markers_never_go_back(name):
    """Economic markers only advance, Nationalists upwards and Republic downwards, and stay on the track."""
    states = walk(name).states
    for number, (before, after) in enumerate(pairwise(states), 1):
        assert before.economic[0] <= after.economic[0] < after.terms.spaces, f"after step {number}"
        assert before.economic[1] >= after.economic[1] >= 0, f"after step {number}"


# ---- what they cover ----


def test_every_question_occurs():
    """Each question of the title is answered in some golden record."""
    assert set(total(walk(name).questions for name in NAMES)) == set(TITLE.question_kinds)


def test_every_verb_of_a_seat_occurs():
    """Each verb with which a seat can answer is used in some golden record."""
    spoken = {action.verb for seats in TITLE.seats for action in TITLE.vocabulary(TITLE.setup(seats))}
    assert spoken - set(total(walk(name).verbs for name in NAMES)) == set()


def test_every_outcome_occurs():
    """Each verb of chance that the title ever asks for is the answer in some golden record."""
    wanted = {"shuffle", "pick", "order", "deal", "open", "look"}
    assert wanted - set(total(walk(name).verbs for name in NAMES)) == set()


def test_every_event_occurs():
    """Each event that the title can tell is told in some golden record."""
    told = {
        event.id
        for name in NAMES
        for passage in walk(name).passages
        for played in passage.played
        for event in played.events
    }
    assert told == set(TITLE.event_kinds)


def test_every_type_of_entry_occurs():
    """Each entry that a log can hold stands in some golden record."""
    found = {passage.type for name in NAMES for passage in walk(name).passages}
    assert found == set(EntryType) - SEAT_ENTRIES


def test_every_table_occurs():
    """Each number of seats, and each track and kind of flags, is played in some golden record."""
    setups = [walk(name).verifier.setup for name in NAMES]
    assert {setup.seats for setup in setups} == set(TITLE.seats)
    for option in TITLE.options:
        if option.name != "round-cap":
            assert {setup.option(option.name) for setup in setups} == set(option.values)


def test_every_end_occurs():
    """Each way to end is in some golden record: rules, resignation, time at a question and in a slot, a stop.

    The end for want of slots is not: this title's games are shorter than its tapes.
    """
    ends = {(one["cause"], bool(one["unfinished"])) for one in EXPECTED.values()}
    wanted = {("rules", False), ("resign", True), ("time", False), ("time", True), ("abandon", False)}
    assert wanted <= ends
    assert any(one["unsigned"] for one in EXPECTED.values())
    assert {"side 1", "side 2", "none"} == {one["result"] for one in EXPECTED.values()}
