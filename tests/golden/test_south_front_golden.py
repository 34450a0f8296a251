"""Golden records of South Front: made once (tools/make_golden.py), judged by both verifiers and replayed.

They bind the edition of the rules and the bytes of the protocol. If one of those changes on purpose, the tool
makes new ones.
"""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from golden_walk import in_short, walked

from sealed.engine.zones import size
from sealed.fairness.audit.audit import audit
from sealed.fairness.record import read_record_bytes, record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.games.south_front import TITLE
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import (
    ABOARD,
    ALLIES,
    AXIS,
    CARRIER,
    FIRST,
    FLEET,
    KIND,
    LATE,
    OFF,
    PIECES,
    SIDE,
    UNSHOWN,
)
from sealed_client.desk import main
from second_verifier import no_title, run

FOLDER = Path(__file__).parent / "south_front"
EXPECTED = json.loads((FOLDER / "expect.json").read_text("utf-8"))
NAMES = sorted(EXPECTED)
SPACES = load().spaces

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
    assert {one["code"] for one in line["not_checked"]} == left
    assert (ended["cause"], ended["seats"]) == (expected["cause"], expected["seats"])
    assert len(line["unfinished"]) == len(expected["unfinished"])


# ---- what is conserved ----


@golden
def test_cards_are_conserved(name):
    """After every step each side has all of its cards, wherever they lie."""
    cards = [sum(card.side == side for card in load().cards) for side in (AXIS, ALLIES)]
    for number, state in enumerate(walk(name).states):
        found = [sum(map(size, state.zones[side::2])) for side in (AXIS, ALLIES)]
        assert found == cards, f"after step {number}"


def misplaced(state):
    """Returns the pieces that stand in the wrong terrain, in enemy spaces, or aboard what is no ship."""
    wrong = []
    for piece in range(len(PIECES)):
        where, ship = state.where[piece], KIND[piece] in (FLEET, CARRIER)
        if where == OFF:
            continue
        if where >= ABOARD:
            carrier = where - ABOARD
            held = KIND[carrier] in (FLEET, CARRIER) and SIDE[carrier] == SIDE[piece]
            wrong += [] if held and state.where[carrier] < ABOARD and not ship else [piece]
        elif SPACES[where].land:
            wrong += [piece] if ship or not state.held[SIDE[piece]] >> where & 1 else []
        elif not ship:
            wrong.append(piece)
    return wrong


@golden
def test_pieces_stand_where_they_can(name):
    """After every step ships are at sea, all others in own land spaces or aboard an own ship."""
    for number, state in enumerate(walk(name).states):
        assert misplaced(state) == [], f"after step {number}"


# ---- what they cover ----


def test_every_table_occurs():
    """Each value of each option is played in some golden record."""
    setups = [walk(name).verifier.setup for name in NAMES]
    for option in TITLE.options:
        assert {setup.option(option.name) for setup in setups} == set(option.values)


def test_every_question_of_a_common_turn_occurs():
    """Mulligan, movement, actions, combat with all its questions and what cards ask: all are answered."""
    rare = {"control", "supply", "forfeit", "recruit", "counter"}
    assert set(total("questions")) >= set(TITLE.question_kinds) - rare


def test_hidden_cards_go_every_way():
    """A mulligan, the late cards, an open first hand, face-down discards: all of them occur."""
    events = total("events")
    zones = [state.zones for name in NAMES for state in walk(name).states]
    assert events["mulligan"]
    assert events["kept"]
    assert events["late-cards"]
    assert events["spent"]
    assert any(zone[FIRST] for zone in zones)
    assert any(zone[UNSHOWN + AXIS] and zone[UNSHOWN + ALLIES] for zone in zones)
    assert any(zone[LATE] == zone[LATE + ALLIES] == 0 for zone in zones)


def test_an_unless_is_taken_and_declined():
    """The other side pays, eliminates or shows in some record, and concedes in some."""
    verbs = total("verbs")
    assert verbs["concede"]
    assert verbs["pay"] + verbs["show"] + verbs["eliminate-all"]


def test_every_end_occurs():
    """By the rules, by a resignation that leaves a slot unfinished, by time."""
    ends = {(one["cause"], bool(one["unfinished"])) for one in EXPECTED.values()}
    assert ends == {("rules", False), ("resign", True), ("time", False)}
    assert {"side 1", "side 2"} == {one["result"] for one in EXPECTED.values()}
