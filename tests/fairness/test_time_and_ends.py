"""Laws of stamps, deadlines and ends (spec 2.10, 2.12), live and in the audit."""

from __future__ import annotations

from random import Random

import pytest
from scribe import Scribe

from sealed.fairness.audit.audit import audit
from sealed.fairness.bridge.duties import Slots
from sealed.fairness.live.verdicts import Klass, Outcome
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.signing.keys import load_backend
from sealed.games.popular_front import TITLE
from sealed.wire.v1 import fairness_pb2 as wire

BACKEND = load_backend("cryptography")
WEEK_MS = 604_800_000


def popular_front(game, edition):
    """Returns the rules of Popular Front."""
    return TITLE


def begun(turns, seed=1):
    """Returns a table that has begun, after some appends of play."""
    scribe = Scribe(TITLE, 2, Random(seed))
    scribe.begin()
    scribe.play(turns)
    return scribe


def judged(scribe, rules=popular_front):
    """Returns the verifier of all that a scribe wrote, and what it found."""
    verifier = Verifier(rules, BACKEND)
    verdicts = []
    for entries, head in scribe.appends():
        verdicts += verifier.feed(entries, head)
        if verifier.failed:
            break
    return verifier, verdicts


def codes(verdicts):
    """Returns code and class of what was found."""
    return [(one.code, one.klass) for one in verdicts]


def owing(scribe):
    """Returns the seat that is asked, and its deadline."""
    verifier, _ = judged(scribe)
    seat = scribe.due().seats[0]
    return seat, verifier.deadline(seat)


def test_a_resignation_ends_the_game_at_any_moment() -> None:
    """RESIGN while a slot is open: the slot stays unfinished, and the audit passes and names it."""
    scribe = begun(0)
    assert isinstance(scribe.due(), Slots)
    scribe.resign(2)
    scribe.finish()
    report = audit(scribe.record(), popular_front, BACKEND)
    assert report.verdict == "PASS"
    assert (report.ended.cause, report.ended.seats, report.ended.result) == ("resign", (2,), "side 1")
    assert [(one.first_k, one.owing, one.cause) for one in report.unfinished] == [(1, (), "resign")]
    assert "still open" in " ".join(report.sentences())


def test_a_seat_that_withholds_its_link_loses_by_time() -> None:
    """TIMEOUT of a link at its deadline: audit PASS that names the unfinished slot and the seat (case 94)."""
    scribe = begun(0)
    verifier, _ = judged(scribe)
    scribe.now = verifier.deadline(1)
    scribe.timeout(1, scribe.now, first_k=1)
    scribe.finish()
    report = audit(scribe.record(), popular_front, BACKEND)
    assert report.verdict == "PASS"
    assert report.unfinished[0].owing == (1,)
    assert "seat 1 did not contribute" in " ".join(report.sentences())


def test_a_seat_that_does_not_answer_loses_by_time() -> None:
    """TIMEOUT of an answer a week after the question: the deadline is recomputed by everybody."""
    scribe = begun(4)
    seat, deadline = owing(scribe)
    assert deadline == scribe.now + WEEK_MS
    scribe.now = deadline + 5
    scribe.timeout(seat, deadline)
    assert judged(scribe)[1] == []


@pytest.mark.parametrize("early", [-1, 1])
def test_a_time_out_states_the_recomputed_deadline(early) -> None:
    """A deadline that is not the recomputed one is TIMEOUT_EARLY, C (case 95)."""
    scribe = begun(4)
    seat, deadline = owing(scribe)
    scribe.now = deadline + 5
    scribe.timeout(seat, deadline + early)
    assert codes(judged(scribe)[1]) == [("TIMEOUT_EARLY", Klass.C)]


def test_a_time_out_before_the_deadline_is_early() -> None:
    """The time of the entry is not before the deadline."""
    scribe = begun(4)
    seat, deadline = owing(scribe)
    scribe.now = deadline - 1
    scribe.timeout(seat, deadline)
    assert codes(judged(scribe)[1]) == [("TIMEOUT_EARLY", Klass.C)]


def test_a_seat_that_owes_nothing_cannot_be_late() -> None:
    """A TIMEOUT of the seat that is not asked is TIMEOUT_EARLY."""
    scribe = begun(4)
    seat, deadline = owing(scribe)
    scribe.now = deadline + 5
    scribe.timeout(3 - seat, deadline)
    assert codes(judged(scribe)[1]) == [("TIMEOUT_EARLY", Klass.C)]


def test_a_restart_credit_pushes_deadlines_back() -> None:
    """An hour of credit moves the deadline by an hour; before it a TIMEOUT is early."""
    scribe = begun(4)
    seat, deadline = owing(scribe)
    scribe.now += 3_600_000
    scribe.credit(scribe.now - 3_600_000, scribe.now)
    assert owing(scribe) == (seat, deadline + 3_600_000)
    scribe.now = deadline + 5
    scribe.timeout(seat, deadline)
    assert codes(judged(scribe)[1]) == [("TIMEOUT_EARLY", Klass.C)]


@pytest.mark.parametrize(("start", "end"), [(-1, 5), (6, 5), (0, 10**9)])
def test_a_credit_lies_between_the_previous_entry_and_its_own(start, end) -> None:
    """Credit over time in which something was logged, or not yet gone by, is TIME_RANGE (case 96)."""
    scribe = begun(4)
    before = scribe.now
    scribe.now += 3_600_000
    scribe.credit(before + start, before + end)
    assert codes(judged(scribe)[1]) == [("TIME_RANGE", Klass.C)]


def test_an_answer_after_its_deadline_is_late() -> None:
    """A logged answer with a stamp beyond the deadline is TIME_UP, C (case 97)."""
    scribe = begun(4)
    scribe.now = owing(scribe)[1]
    scribe.turn()
    assert codes(judged(scribe)[1]) == [("TIME_UP", Klass.C)]


def test_heads_do_not_go_back_in_time() -> None:
    """A head dated before its predecessor is LOG_TIME, C (case 43)."""
    scribe = begun(4)
    scribe.now -= 10_000
    scribe.turn()
    assert codes(judged(scribe)[1]) == [("LOG_TIME", Klass.C)]


@pytest.mark.parametrize(
    ("cause", "seats"),
    [("resign", (1,)), ("time", (2,)), ("rules", ()), ("exhausted", ()), ("abandon", (1,))],
)
def test_the_cause_of_an_end_stands_in_the_log(cause, seats) -> None:
    """GAME_OVER without its cause is END_CAUSE, C (case 98)."""
    scribe = begun(4)
    scribe.game_over(cause, *seats)
    scribe.sign()
    assert codes(judged(scribe)[1]) == [("END_CAUSE", Klass.C)]


def test_a_table_may_be_abandoned_by_all_or_by_the_referee() -> None:
    """Standing RESIGN{stop} of all seats lists them; the referee's own act lists nobody."""
    agreed = begun(4)
    agreed.resign(1, stop=True)
    agreed.resign(2, stop=True)
    agreed.game_over("abandon", 1, 2)
    agreed.sign()
    alone = begun(4)
    alone.game_over("abandon")
    alone.sign()
    assert [judged(agreed)[1], judged(alone)[1]] == [[], []]


def test_a_wish_to_stop_ends_with_the_next_answer() -> None:
    """After an ACT of the same seat its RESIGN{stop} stands no more."""
    scribe = begun(4)
    scribe.resign(1, stop=True)
    scribe.resign(2, stop=True)
    scribe.turn()
    scribe.game_over("abandon", 1, 2)
    scribe.sign()
    assert codes(judged(scribe)[1]) == [("END_CAUSE", Klass.C)]


@pytest.mark.parametrize("kind", ["resign", "timeout"])
def test_nothing_comes_between_a_loss_and_its_game_over(kind) -> None:
    """An ACT after a RESIGN or a TIMEOUT is LOG_PHASE (case 98)."""
    scribe = begun(4)
    seat, deadline = owing(scribe)
    scribe.game_over = lambda cause, *seats: None
    if kind == "resign":
        scribe.resign(seat)
    else:
        scribe.now = deadline
        scribe.timeout(seat, deadline)
    scribe.turn()
    assert codes(judged(scribe)[1]) == [("LOG_PHASE", Klass.C)]


def test_nothing_but_the_end_follows_the_end() -> None:
    """An ACT after GAME_OVER, and a second RESULT of a seat, are LOG_PHASE (case 44)."""
    scribe = begun(4)
    over = begun(4)
    scribe.game_over("abandon")
    scribe.sign()
    scribe.turn()
    assert codes(judged(scribe)[1]) == [("LOG_PHASE", Klass.C)]
    over.resign(1)
    over.finish()
    over.finish()
    assert codes(judged(over)[1]) == [("LOG_PHASE", Klass.C)]


def test_no_act_while_a_slot_is_open() -> None:
    """Until its SLOT_END an open slot lets no ACT into the log."""
    scribe = begun(0)
    vote = wire.Draft(steps=[wire.Step(action="end")]).SerializeToString()
    scribe.log(E.ACT, wire.ActEntry(msg=scribe.say(1, E.ACT, vote), state=bytes(32), received_ms=scribe.now))
    scribe.sign()
    assert codes(judged(scribe)[1]) == [("LOG_PHASE", Klass.C)]


def test_a_reveal_before_it_is_due_is_early() -> None:
    """Without all RESULTs the reveal waits result_s after the end (case 101)."""
    early, late = begun(4), begun(4)
    for scribe, wait in ((early, 298_999), (late, 300_000)):
        scribe.resign(1)
        scribe.now += wait - 1000
        scribe.reveal()
    assert codes(judged(early)[1]) == [("FIN_EARLY", Klass.C)]
    report = audit(late.record(), popular_front, BACKEND)
    assert (report.verdict, report.unsigned) == ("PASS", (1, 2))
    assert "has not signed the result" in " ".join(report.sentences())


def test_a_slow_referee_is_warned_of_and_not_convicted() -> None:
    """A result held back beyond stall_s is a warning of class D; it changes no verdict."""
    scribe = begun(0)
    scribe.alter = lambda index, kind, m: (
        ((kind == E.SLOT_END and m.waits.__setitem__(slice(None), [1, 1])) and m) or m
    )
    scribe.now += 100_000
    scribe.turn()
    _, verdicts = judged(scribe)
    assert [(one.code, one.outcome, one.klass) for one in verdicts] == [
        ("SLOT_STALLED", Outcome.WARN, Klass.D)
    ]
