"""Attacks 94-97 on the clock of a table: silence, false deadlines, impossible and late stamps."""

from __future__ import annotations

import pytest
from clock_trial import BOTH, HOUR, acting, asking, first_answer, passes, says, spent, table, until_late, wait
from clocked import SECOND
from witness import BACKEND, popular_front

from sealed.fairness.audit.audit import audit
from sealed.fairness.bridge.duties import Answers, Slots
from sealed.fairness.payloads.codec import EntryType as E

# ---- 94: nobody keeps a table open ----


@BOTH
def test_a_withheld_link_loses_at_its_deadline(seats) -> None:
    """A link is lost by time, stated answers or not; the report names slot and seat (case 94)."""
    trial = table(seats)
    until_late(trial, seats)
    trial.scribe.time_out(seats)
    trial.scribe.game_over("time", seats)
    trial.scribe.sign()
    report = passes(trial)
    assert [one.owing for one in report.unfinished] == [(seats,)]
    assert (report.ended.cause, report.ended.seats) == ("time", (seats,))


@BOTH
@pytest.mark.parametrize("links", [True, False], ids=["all links", "one answer"])
def test_the_table_ends_when_a_seat_is_silent(links, seats) -> None:
    """Where nothing is stated the game is lost at the deadline: all contributors, or the seat asked."""
    trial, seat = asking(seats) if not links else (table(seats), 1)
    late = until_late(trial, seat)
    trial.scribe.expire()
    report = passes(trial)
    assert report.ended.seats == (tuple(range(1, seats + 1)) if links else (seat,))
    assert trial.witnesses[0].verifier.time_of(report.ended.entry) == late


@BOTH
def test_without_results_the_reveal_comes_all_the_same(seats) -> None:
    """Nobody signs a RESULT: the reveal waits `result_s`, and the report names the seats (case 94)."""
    trial, _ = asking(seats)
    trial.scribe.resign(1)
    wait(trial, trial.scribe.rule.result_s - 1)
    trial.scribe.reveal()
    assert trial.deliver() is None
    report = audit(trial.scribe.record(), popular_front, BACKEND)
    assert (report.verdict, report.unsigned) == ("PASS", tuple(range(1, seats + 1)))


@BOTH
@pytest.mark.parametrize("step", [0, 3, 9, 40])
def test_whoever_falls_silent_at_any_step_loses_in_time(seats, step) -> None:
    """A seat that sends nothing from a step on loses within the sum of its deadlines (case 94)."""
    trial = table(seats, step)
    scribe, silent, spent = trial.scribe, 1, 0
    rule = scribe.rule
    for _ in range(400):
        before, due = scribe.now, scribe.due()
        owes = due.seats if isinstance(due, Answers) else tuple(scribe.players)
        if silent not in owes:
            trial.play(1)
            continue
        until_late(trial, silent)
        spent += scribe.now - before
        assert scribe.now - before <= SECOND * max(rule.decision_s, rule.link_s)
        if isinstance(due, Slots):
            scribe.time_out(silent)
            scribe.game_over("time", silent)
            scribe.sign()
            break
        scribe.expire()
        if scribe.entries[-1].type == E.GAME_OVER:
            break
    assert passes(trial).ended.seats == (silent,)
    assert spent <= SECOND * rule.decision_s * (rule.misses + 1)


# ---- 95: too early ----

EARLY = {
    "the increment is forgotten": 15,
    "the bank is counted twice": 31,
    "time of the engine is charged": 7,
    "a pause is charged": 120,
    "a credit is charged": 100,
}


@BOTH
@pytest.mark.parametrize(
    ("fault", "rule"), [*((fault, "loss") for fault in EARLY), ("a pause is charged", "answer")]
)
def test_a_time_out_by_false_books_convicts(fault, rule, seats) -> None:
    """Whatever is charged wrongly, the deadline is not the recomputed one: TIMEOUT_EARLY (case 95)."""
    trial, seat = spent(seats, asking if rule == "loss" else acting)
    scribe = trial.scribe
    false = scribe.expiry(seat) - EARLY[fault] * SECOND
    scribe.now = max(false, scribe.now)
    if rule == "loss":
        scribe.time_out(seat, deadline_ms=false)
        scribe.game_over("time", seat)
    else:
        scribe.state_answer(seat, deadline_ms=false)
        scribe.settle()
    scribe.sign()
    says(trial, "TIMEOUT_EARLY")


@BOTH
def test_the_time_of_another_seat_is_not_charged(seats) -> None:
    """What one seat used is not taken from the bank of the next one: TIMEOUT_EARLY (case 95)."""
    trial, seat = asking(seats)
    scribe = trial.scribe
    wait(trial, 60)
    scribe.answer(seat, first_answer(scribe, seat))
    assert trial.deliver() is None
    other = scribe.due().seats[0]
    assert other != seat
    scribe.time_out(other, deadline_ms=until_late(trial, other) - 40 * SECOND)
    scribe.game_over("time", other)
    scribe.sign()
    says(trial, "TIMEOUT_EARLY")


@BOTH
@pytest.mark.parametrize("what", ["not asked", "twice", "a link", "no such seat"])
def test_who_owes_nothing_is_not_late(what, seats) -> None:
    """A TIMEOUT of a seat that owes nothing, or not that, is TIMEOUT_EARLY (case 95)."""
    trial, seat = asking(seats, on_timeout=1)
    scribe = trial.scribe
    until_late(trial, seat)
    match what:
        case "not asked":
            scribe.time_out(seat % seats + 1, deadline_ms=scribe.now)
        case "twice":
            scribe.time_out(seat)
            scribe.time_out(seat)
        case "a link":
            scribe.time_out(seat, kind=2, first_k=scribe.last_k)
        case _:
            scribe.time_out(seat, seat=6, counter=0)
    scribe.game_over("time", seat)
    scribe.sign()
    says(trial, "TIMEOUT_EARLY")


@BOTH
@pytest.mark.parametrize("changed", [{"first_k": 99}, {"kind": 1, "first_k": 0}], ids=["slot", "answer"])
def test_a_time_out_for_another_slot_or_no_link_convicts(changed, seats) -> None:
    """Who owes the link of the open slot is not late with another one, or with an answer (case 95)."""
    trial = table(seats, on_timeout=1)
    scribe = trial.scribe
    assert isinstance(scribe.due(), Slots)
    until_late(trial, 1)
    scribe.time_out(1, **changed)
    scribe.game_over("time", 1)
    scribe.sign()
    says(trial, "TIMEOUT_EARLY")


@BOTH
def test_a_time_out_in_a_pause_convicts(seats) -> None:
    """While a pause runs no deadline comes before its latest end (case 95)."""
    trial, seat = asking(seats)
    scribe = trial.scribe
    plain = scribe.expiry(seat)
    for one in scribe.players:
        scribe.pause(one)
    scribe.now = plain
    scribe.time_out(seat, deadline_ms=plain)
    scribe.game_over("time", seat)
    scribe.sign()
    says(trial, "TIMEOUT_EARLY")


# ---- 96, 97: stamps ----


@BOTH
@pytest.mark.parametrize("entry", ["PAUSE", "RESIGN", "ACT"])
@pytest.mark.parametrize("shift", [1, -HOUR * SECOND], ids=["after its entry", "before its head"])
def test_an_impossible_stamp_convicts(entry, shift, seats) -> None:
    """`received_ms` lies between the head that the message names and its entry: TIME_RANGE (case 96)."""
    trial, seat = asking(seats)
    scribe = trial.scribe
    wait(trial, 5)
    scribe.at(entry, lambda m: setattr(m, "received_ms", m.received_ms + shift))
    {"PAUSE": scribe.pause, "RESIGN": scribe.resign, "ACT": lambda _: scribe.turn()}[entry](seat)
    says(trial, "TIME_RANGE")


@BOTH
@pytest.mark.parametrize("fault", ["a wait", "a credit", "heads"])
def test_impossible_times_convict_at_a_clock_too(fault, seats) -> None:
    """A wait beyond its slot, a credit over logged time, heads that go back (case 96)."""
    trial = table(seats)
    scribe = trial.scribe
    match fault:
        case "a wait":
            scribe.at("SLOT_END", lambda m: m.waits.__setitem__(0, HOUR * SECOND))
            scribe.turn()
        case "a credit":
            wait(trial, 100)
            scribe.credit(scribe.now - 101 * SECOND, scribe.now)
        case _:
            wait(trial, -5)
            scribe.pause(1)
    says(trial, "LOG_TIME" if fault == "heads" else "TIME_RANGE")


@BOTH
def test_a_late_answer_convicts_who_logs_it(seats) -> None:
    """An answer stamped one millisecond after minimum and bank are used up is TIME_UP (case 97)."""
    trial, seat = asking(seats)
    until_late(trial, seat)
    trial.scribe.now += 1
    trial.scribe.answer(seat, first_answer(trial.scribe, seat))
    says(trial, "TIME_UP")


@BOTH
def test_a_late_answer_with_an_early_stamp_shows_nothing(seats) -> None:
    """Within the bounds of the heads a stamp is the referee's word; nobody is named (case 97)."""
    trial, seat = asking(seats)
    scribe = trial.scribe
    late = until_late(trial, seat)
    wait(trial, 5)
    scribe.lag = scribe.now - late
    scribe.at("ACT", lambda m: setattr(m, "received_ms", late))
    scribe.answer(seat, first_answer(scribe, seat))
    assert trial.deliver() is None
    assert trial.witnesses[0].verifier.bank_ms(seat) == scribe.watches[seat].bank
