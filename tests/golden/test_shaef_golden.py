"""Golden records of SHAEF: honest matches, made once (tools/make_golden.py), replayed publicly and fully.

They bind the edition of the rules and the bytes of the protocol. If one of those changes on purpose,
`python tools/make_golden.py shaef` makes new ones.
"""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from golden_walk import in_short, walked
from shaef_ways import ways_of

from sealed.engine.zones import size
from sealed.fairness.audit.audit import audit
from sealed.fairness.record import read_record_bytes, record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.games.shaef import TITLE
from sealed.games.shaef.state import N_UNITS, OFF, SIDE, roster
from sealed_client.desk import main
from second_verifier import no_title, run

FOLDER = Path(__file__).parent / "shaef"
EXPECTED = json.loads((FOLDER / "expect.json").read_text("utf-8"))
NAMES = sorted(EXPECTED)

OWED = {"REGROUP_OWED"}
"""Without the rules the first verifier does not speak of what only they can owe; the second says so."""

golden = pytest.mark.parametrize("name", NAMES)


def file_of(name):
    """Returns where a golden record lies."""
    return FOLDER / f"{name}.ftr"


@cache
def walk(name):
    """Returns a golden record with everything that happened in it."""
    return walked(file_of(name).read_bytes())


def total(part):
    """Returns the sum of a count over all records."""
    return sum((getattr(walk(name), part) for name in NAMES), Counter())


def test_every_record_has_its_expectations():
    """There is one record for each entry of expect.json, and no other."""
    assert [file.stem for file in sorted(FOLDER.glob("*.ftr"))] == NAMES


@golden
def test_a_record_is_written_as_it_was_read(name):
    """Reading and writing a record gives the same bytes, and the end line states the digest of the audit."""
    record = read_record_bytes(file_of(name).read_bytes())
    assert record_bytes(record) == file_of(name).read_bytes()
    assert record.end.digest.hex() == EXPECTED[name]["digest"]


@golden
def test_a_record_holds_publicly(name):
    """A fresh verifier that knows nothing hidden finds nothing in any append, and the same end."""
    seen = walk(name)
    assert seen.verdicts == []
    assert seen.verifier.game_over.result == EXPECTED[name]["result"]
    assert seen.verifier.game_over.cause == EXPECTED[name]["cause"]
    assert seen.verifier.phase == "R"


@golden
def test_a_record_holds_fully(name):
    """The audit passes with nothing left unchecked and finds digest, end and numbers as when it was made."""
    record = read_record_bytes(file_of(name).read_bytes())
    report = audit(record, title_of, load_backend())
    assert in_short(report, record) == EXPECTED[name]
    assert (report.failures, dict(report.not_checked), report.exit_code) == ((), {}, 0)


@golden
def test_the_command_verifies_a_record(name, capsys):
    """`sealed verify` passes it."""
    assert main(["verify", str(file_of(name))]) == 0
    assert "Verified" in capsys.readouterr().out


@golden
def test_the_second_verifier_agrees(name):
    """Exit 0, no failure, only what the first leaves without the rules unchecked, the same end."""
    code, line = run(file_of(name))
    record = read_record_bytes(file_of(name).read_bytes())
    left = {skipped.code for skipped in audit(record, no_title, load_backend()).not_checked}
    ended, expected = line["ended"], EXPECTED[name]
    assert (code, line["failures"]) == (0, [])
    assert {one["code"] for one in line["not_checked"]} - OWED == left
    assert (ended["cause"], ended["seats"]) == (expected["cause"], expected["seats"])
    assert len(line["unfinished"]) == len(expected["unfinished"])


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
