"""Laws of the audit of honest matches."""

from __future__ import annotations

import json
from random import Random

import pytest
from match import play_match
from scribe import Scribe
from table_titles import SKIRMISH

from sealed.engine.kernel import legal_actions
from sealed.fairness.audit.audit import audit
from sealed.fairness.codes import CODES
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.record import read_record_bytes, record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games.popular_front import TITLE
from sealed.wire.v1 import fairness_pb2 as wire

BACKEND = load_backend("cryptography")


def popular_front(game, edition):
    """Returns the rules of Popular Front."""
    return TITLE


def no_rules(game, edition):
    """Returns no rules."""
    return


def careful(rng):
    """Returns a player of Skirmish who neither strikes nor scouts (see SKIRMISH)."""

    def choose(seat, legal):
        return rng.choice([action for action in legal if action.verb not in {"strike", "scout"}])

    return choose


@pytest.fixture(scope="module")
def finished():
    """Returns a finished match of Popular Front for two, with reshuffles, peeks and forced openings."""
    scribe = Scribe(TITLE, 2, Random(102))
    scribe.begin()
    scribe.play()
    scribe.finish()
    return scribe


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_an_honest_match_of_popular_front_passes(seats) -> None:
    """A random match of every number of seats audits PASS with nothing left unchecked."""
    scribe = Scribe(TITLE, seats, Random(seats))
    scribe.begin()
    scribe.play()
    scribe.finish()
    report = audit(scribe.record(), popular_front, BACKEND)
    assert (report.verdict, report.failures, report.exit_code) == ("PASS", (), 0)
    assert not report.not_checked
    assert not report.warnings


@pytest.mark.parametrize("seats", [2, 4])
def test_a_match_through_the_real_table_passes(seats) -> None:
    """What the referee and the seats of this project make of a random match audits PASS from its file."""
    rng = Random(seats)

    def player(state, seat):
        return rng.choice(list(legal_actions(state, seat)))

    match = play_match(TITLE, seats, dict.fromkeys(range(1, seats + 1), player), rng)
    record = read_record_bytes(record_bytes(match.record))
    assert not match.failures
    assert audit(record, popular_front, BACKEND).verdict == "PASS"


@pytest.mark.parametrize("seats", [2, 3])
def test_an_honest_match_of_skirmish_passes(seats) -> None:
    """Simultaneous questions, closed discards that are reshuffled and bags are followed rightly."""
    rng = Random(7 + seats)
    scribe = Scribe(SKIRMISH, seats, rng)
    scribe.begin()
    choose = careful(rng)
    while scribe.turn(choose):
        pass
    scribe.finish()
    report = audit(scribe.record(), lambda game, edition: SKIRMISH, BACKEND)
    assert (report.verdict, report.failures) == ("PASS", ())
    assert report.executed["FIN_DECK_ROOT"] > seats


def test_the_same_record_gives_the_same_report(finished) -> None:
    """An audit has no memory: twice the same record, twice the same line."""
    first, second = (audit(finished.record(), popular_front, BACKEND).json_line() for _ in range(2))
    assert first == second


def test_a_fresh_auditor_and_the_live_client_agree(finished) -> None:
    """The live verifier finds nothing, and every live check ran as often as in the audit."""
    live = Verifier(popular_front, BACKEND, referee_pk=finished.referee.public)
    assert [live.feed(entries, head) for entries, head in finished.appends()] == [[]] * len(finished.heads)
    report = audit(finished.record(), popular_front, BACKEND, referee_pk=finished.referee.public)
    final = {code for code, known in CODES.items() if known.when.startswith("audit")} | {"REF_ORDER"}
    assert {c: n for c, n in live.executed.items() if c[:4] != "FIN_"} == {
        c: n for c, n in report.executed.items() if c not in final and c[:4] != "FIN_"
    }
    assert live.executed["FIN_RESULT"] == 1


def test_without_the_rules_what_rests_on_them_is_not_checked(finished) -> None:
    """Without the title exactly the codes marked r are NOT_CHECKED(rules); the rest runs; exit 2."""
    report = audit(finished.record(), no_rules, BACKEND)
    assert (report.verdict, report.exit_code, report.failures) == ("INCOMPLETE", 2, ())
    assert {kind.reason for kind in report.not_checked} == {"rules"}
    skipped = {kind.code for kind in report.not_checked}
    whole = audit(finished.record(), popular_front, BACKEND).executed
    assert skipped == {code for code in whole if CODES[code].needs_rules} | {
        "GEN_RULES",
        "REF_ORDER",
        "END_CAUSE",
    }
    assert report.executed["FIN_DECK_ROOT"] == whole["FIN_DECK_ROOT"] > 0
    assert report.executed["FIN_HAND"] == whole["FIN_HAND"] > 0


def test_a_record_survives_its_file(finished) -> None:
    """Writing and reading give the same record, plain or packed, and the same bytes again."""
    record = finished.record()
    data = record_bytes(record)
    for form in (data, record_bytes(record, packed=True)):
        back = read_record_bytes(form)
        assert back.lines == record.lines
        assert record_bytes(back) == data


def test_the_json_line_says_what_6_2_wants(finished) -> None:
    """The line for machines has the fields of 6.2 and counts the shown slots."""
    report = audit(finished.record(), popular_front, BACKEND)
    line = json.loads(report.json_line())
    assert set(line) >= {"verdict", "ended", "unfinished", "unsigned", "failures", "not_checked", "executed"}
    ends = (wire.SlotEnd.FromString(e.payload) for e in finished.entries if e.type == 4)
    shown = sum(result.HasField("shown") for end in ends for result in end.results)
    assert line["executed"]["SLOT_TAPE"] == shown
    assert line["ended"]["cause"] == "rules"


def test_the_report_for_people_names_the_players_and_no_code(finished) -> None:
    """A PASS is told in sentences, with the winner and the number of shuffles, without a code."""
    text = "\n".join(audit(finished.record(), popular_front, BACKEND).sentences())
    assert "Player 1" in text
    assert "shuffles" in text
    assert not any(code in text for code in CODES)
