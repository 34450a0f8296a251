"""Laws of tables at which anything happens at any time (spec 2.12)."""

from __future__ import annotations

from random import Random

import pytest
from poll import POLL, poll_title
from poll_match import poll_request
from restless import RestlessMatch
from table_titles import SKIRMISH
from table_titles import titles as table_titles

from sealed.fairness.audit.audit import audit
from sealed.fairness.audit.report import PASS
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.keys import load_backend
from sealed.wire.v1.fairness_pb2 import Clock, Timeout
from sealed.wire.v1.referee_pb2 import CreateTableRequest, Phase

CLOCKS = (
    {},
    {"bank_s": 0, "minimum_s": 0},
    {"on_timeout": 1, "misses": 0},
    {"bank_s": 20, "increment_s": 0, "minimum_s": 1},
    {"pause_s": 30, "misses": 1},
)


def restless_poll(seed: int) -> RestlessMatch:
    """Returns a poll that has come to its end."""
    rng = Random(seed)
    options = {
        "asked": rng.choice(("turns", "together")),
        "rounds": rng.choice(("2", "3", "9")),
        "stated": rng.choice(("pass", "pass", "stop", "none")),
    }
    request = poll_request(options, CLOCKS[seed % len(CLOCKS)])
    match = RestlessMatch.begin(POLL, poll_title, rng.choice((2, 3)), rng, request)
    match.play_out(80)
    return match


def restless_skirmish(seed: int) -> RestlessMatch:
    """Returns a skirmish, with its hidden cards, that has come to its end."""
    rng = Random(seed)
    clock = Clock(
        bank_s=300, increment_s=10, minimum_s=5, decision_s=60, link_s=50, pause_s=100, on_timeout=2, misses=3
    )
    request = CreateTableRequest(title=SKIRMISH.id, clock=clock)
    match = RestlessMatch.begin(SKIRMISH, table_titles, rng.choice((2, 3)), rng, request)
    match.play_out(150)
    return match


@pytest.fixture(scope="module")
def matches():
    """Are matches that have ended; a verifier has followed each and agreed with the table all the way."""
    return [*map(restless_poll, range(20)), *map(restless_skirmish, range(100, 106))]


def test_every_table_ends_and_its_record_passes_the_audit(matches):
    """Silences, pauses, restarts and resignations keep no table open and nothing from being proven."""
    for match in matches:
        keys = match.table.keys.signer.public
        report = audit(match.record(), match.titles, load_backend(), referee_pk=keys)
        assert report.verdict == PASS, report.failures
        assert match.table.phase == Phase.PHASE_REVEALED


def test_everything_about_time_has_happened_somewhere(matches):
    """The matches have pauses, credits, stated answers, losses by time, resignations, agreed ends."""
    entries = [entry for match in matches for entry in match.entries]
    assert {EntryType.PAUSE, EntryType.NOTICE, EntryType.RESIGN} <= {entry.type for entry in entries}
    late = [Timeout.FromString(one.payload) for one in entries if one.type == EntryType.TIMEOUT]
    assert {(one.kind, one.rule) for one in late} == {(1, "answer"), (1, "loss"), (2, "loss")}
    assert {"rules", "time", "resign"} <= {match.table.match.over.cause for match in matches}
    assert any(match.table.match.deadlines.pauses.spans for match in matches)
