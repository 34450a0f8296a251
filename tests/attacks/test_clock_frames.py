"""Frames by the clock: nothing that is left out of an honest log, or edited in it, convicts anybody."""

from __future__ import annotations

import pytest
from clock_trial import HOUR, acting, passes, spent, until_late
from clocked import SECOND
from framing import Pool
from witness import BACKEND, Found, judged, no_rules, popular_front

from sealed.fairness.audit.audit import audit
from sealed.fairness.bridge.duties import Answers
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.record import Record
from sealed.wire.v1 import fairness_pb2 as wire

# ---- frames ----


@pytest.fixture(scope="module", params=[2, 3], ids=["2 seats", "3 seats"])
def honest(request):
    """Returns an honest table with pause, credit, stated answers, and an end by time."""
    trial, seat = spent(request.param, acting, misses=1)
    scribe = trial.scribe
    for _ in range(300):
        due = scribe.due()
        if scribe.entries[-1].type == E.GAME_OVER:
            break
        if isinstance(due, Answers) and due.seats == (seat,):
            until_late(trial, seat)
            scribe.expire()
        else:
            trial.play(1)
    passes(trial)
    return trial


def innocent(trial, lines, code="TIMEOUT_EARLY", rules=popular_front) -> bool:
    """Tells whether a record of these lines convicts nobody, in the audit and as evidence."""
    record = Record(trial.scribe.id, "", "", tuple(lines))
    report = audit(record, rules, BACKEND)
    if not report.failures:
        return report.exit_code != 1
    found = Found(report.failures[0], record, 0, report.failures)
    evidence = found.evidence
    claimed = evidence and evidence._replace(code=code, klass=Klass.C, key=trial.referee)
    return report.exit_code == 2 and (claimed is None or judged(claimed, rules).exit_code == 2)


def test_a_head_left_out_frames_nobody(honest) -> None:
    """An honest log with any one head left out convicts of nothing, whatever times it then seems to have."""
    lines = honest.scribe.record().lines
    heads = [at for at, line in enumerate(lines) if isinstance(line, wire.Head)][:-1]
    for left_out in (heads[1], heads[-20], heads[-6]):
        assert innocent(honest, [line for at, line in enumerate(lines) if at != left_out])


def test_a_log_cut_around_a_time_out_frames_nobody(honest) -> None:
    """A log cut before or after a TIMEOUT is exit 2 (case 117)."""
    lines = honest.scribe.record().lines
    at = max(at for at, one in enumerate(lines) if isinstance(one, wire.Entry) and one.type == E.TIMEOUT)
    for size in (at, at + 1, at + 3):
        assert innocent(honest, lines[:size])


EDITS = {
    E.ACT: (wire.ActEntry, lambda m: setattr(m, "received_ms", m.received_ms + HOUR * SECOND)),
    E.PAUSE: (wire.PauseEntry, lambda m: setattr(m, "received_ms", 1)),
    E.NOTICE: (wire.Notice, lambda m: setattr(m, "from_ms", m.to_ms)),
    E.TIMEOUT: (wire.Timeout, lambda m: setattr(m, "deadline_ms", m.deadline_ms - SECOND)),
    E.SLOT_END: (wire.SlotEnd, lambda m: m.waits.__setitem__(0, HOUR * SECOND)),
}


@pytest.mark.parametrize("kind", EDITS)
def test_an_edited_time_frames_nobody(honest, kind) -> None:
    """A stamp, wait, credit or deadline that somebody changed lies under no head: exit 2."""
    message_class, change = EDITS[kind]
    lines = list(honest.scribe.record().lines)
    at = min(at for at, one in enumerate(lines) if isinstance(one, wire.Entry) and one.type == kind)
    message = message_class.FromString(lines[at].payload)
    change(message)
    payload = message.SerializeToString(deterministic=True)
    lines[at] = wire.Entry(index=lines[at].index, type=kind, payload=payload)
    assert innocent(honest, lines, "TIME_RANGE")


def test_without_the_rules_the_clock_convicts_nobody(honest) -> None:
    """Who has no rules cannot say who owed what: NOT_CHECKED(rules), and exit 2."""
    report = audit(honest.scribe.record(), no_rules, BACKEND)
    assert (report.exit_code, report.failures) == (2, ())
    skipped = {kind.code for kind in report.not_checked if kind.reason == "rules"}
    assert skipped >= {"TIMEOUT_EARLY", "TIMEOUT_ANSWER", "TIME_UP"}
    assert {kind.reason for kind in report.not_checked} == {"rules"}
    assert report.times is None


def test_an_honest_clock_convicts_nobody(honest) -> None:
    """The bytes of the whole log show nothing of class C, so that no claim about its time holds."""
    honest.scribe.refused = []
    pool = Pool(honest.scribe)
    judgement = judged(pool.claim("TIMEOUT_EARLY", honest.referee, **pool.whole()))
    assert judgement.exit_code == 2
    assert not [one for one in judgement.shown if one.klass is Klass.C]
