"""Attacks 98-102 on the clock of a table: false ends and stated answers, pauses, reveals, increments."""

from __future__ import annotations

from functools import partial

import pytest
from clock_trial import BOTH, HOUR, acting, asking, first_answer, passes, says, table, until_late, wait
from clocked import SECOND, with_clock
from witness import BACKEND, Trial, convicted, no_rules, popular_front

from sealed.engine.kernel import legal_actions
from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.audit.audit import audit
from sealed.fairness.bridge.duties import Answers
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.payloads.codec import encode
from sealed.wire.v1 import fairness_pb2 as wire

# ---- 98: how it ends, and what is stated ----


def lost(trial, seat) -> None:
    """Logs a loss by time without the end that follows."""
    until_late(trial, seat)
    trial.scribe.time_out(seat)
    trial.scribe.sign()


ENDS = {
    "by time without a time-out": ("END_CAUSE", lambda t, seat: t.scribe.game_over("time", seat)),
    "resigned without a RESIGN": ("END_CAUSE", lambda t, seat: t.scribe.game_over("resign", seat)),
    "another seat is out of time": (
        "END_CAUSE",
        lambda t, seat: (lost(t, seat), t.scribe.game_over("time", seat % len(t.scribe.players) + 1)),
    ),
    "abandoned instead of lost": (
        "END_CAUSE",
        lambda t, seat: (lost(t, seat), t.scribe.game_over("abandon")),
    ),
    "another winner": (
        "FIN_RESULT",
        lambda t, seat: (
            t.scribe.at("GAME_OVER", lambda m: setattr(m, "result", "side 7")),
            lost(t, seat),
            t.scribe.game_over("time", seat),
        ),
    ),
    "an answer after the loss": (
        "LOG_PHASE",
        lambda t, seat: (lost(t, seat), t.scribe.act(seat, first_answer(t.scribe, seat))),
    ),
    "a pause after the loss": ("LOG_PHASE", lambda t, seat: (lost(t, seat), t.scribe.pause(seat))),
}


@BOTH
@pytest.mark.parametrize("name", ENDS)
def test_a_false_end_convicts(name, seats) -> None:
    """Cause, seats and winner follow from the log, and nothing comes between a loss and the end (case 98)."""
    code, end = ENDS[name]
    trial, seat = asking(seats)
    end(trial, seat)
    trial.scribe.sign()
    says(trial, code)


def instead(trial, seat, **changed) -> None:
    """States the answer of a seat that is late, but says something else."""
    until_late(trial, seat)
    trial.scribe.state_answer(seat, **changed)


def other_answer(trial, seat) -> None:
    """States another legal answer than the title's."""
    stated = trial.scribe.title.stated_answer(trial.scribe.state, seat)
    instead(trial, seat, action=next(one.text for one in _legal(trial, seat) if one is not stated))


def _legal(trial, seat):
    """Returns what a seat may answer."""
    return legal_actions(trial.scribe.state, seat)


def loss_instead(trial, seat) -> None:
    """Logs a loss where an answer is stated."""
    until_late(trial, seat)
    trial.scribe.time_out(seat)
    trial.scribe.game_over("time", seat)


STATED = {
    "another answer": ("TIMEOUT_ANSWER", other_answer),
    "words that are no answer": ("TIMEOUT_ANSWER", partial(instead, action="pass")),
    "a loss": ("TIMEOUT_ANSWER", loss_instead),
    "another position": ("STATE_MISMATCH", partial(instead, state=bytes(32))),
    "about another message": ("TIMEOUT_EARLY", partial(instead, counter=9999)),
    "an end that it does not bring": (
        "END_CAUSE",
        lambda t, seat: (instead(t, seat), t.scribe.game_over("time", seat)),
    ),
}


@BOTH
@pytest.mark.parametrize("name", STATED)
def test_a_false_stated_answer_convicts(name, seats) -> None:
    """What stands in for a late seat is the title's answer, with the position after it (case 98)."""
    code, cheat = STATED[name]
    trial, seat = acting(seats)
    cheat(trial, seat)
    trial.scribe.sign()
    says(trial, code)


@BOTH
@pytest.mark.parametrize("misses", [0, 2])
def test_the_miss_count_is_the_logs(misses, seats) -> None:
    """After `misses` stated answers in a row the next time-out is a loss; one more convicts (case 98)."""
    trial, seat = acting(seats, misses=misses)
    scribe = trial.scribe
    scribe.watches[seat].misses = 0
    while scribe.stated(seat) is not None:
        until_late(trial, seat)
        scribe.expire()
        assert trial.deliver() is None
        while not (isinstance(scribe.due(), Answers) and scribe.due().seats == (seat,)):
            trial.play(1)
            _until_act(trial, seat)
    assert trial.witnesses[0].verifier.misses(seat) == misses
    until_late(trial, seat)
    scribe.state_answer(seat)
    scribe.sign()
    says(trial, "TIMEOUT_ANSWER")


def _until_act(trial, seat) -> None:
    """Lets the others end their turns."""
    scribe = trial.scribe
    while isinstance(scribe.due(), Answers) and scribe.due().seats != (seat,):
        other = scribe.due().seats[0]
        scribe.answer(other, scribe.title.stated_answer(scribe.state, other) or first_answer(scribe, other))
        assert trial.deliver() is None


@BOTH
def test_nothing_is_stated_where_the_table_does_not_ask_for_it(seats) -> None:
    """With `on_timeout` 1 a stated answer is TIMEOUT_ANSWER, without the rules as well (case 98)."""
    trial, seat = acting(seats, on_timeout=1)
    until_late(trial, seat)
    trial.scribe.state_answer(seat)
    trial.scribe.sign()
    says(trial, "TIMEOUT_ANSWER")
    assert convicted(trial.found, no_rules) == {trial.referee}


@BOTH
def test_no_answer_stands_in_for_a_link(seats) -> None:
    """The TIMEOUT of a link that states an answer is TIMEOUT_ANSWER (case 98)."""
    trial = table(seats)
    until_late(trial, 1)
    trial.scribe.time_out(1, rule="answer", action="end", state=bytes(32))
    trial.scribe.sign()
    says(trial, "TIMEOUT_ANSWER")


# ---- 99, 100, 101: resigning, pausing, revealing ----


@BOTH
@pytest.mark.parametrize("moment", ["open slot", "pause", "asked nothing", "old view"])
def test_a_resignation_is_accepted_at_any_moment(moment, seats) -> None:
    """RESIGN ends the game while a slot is open, in a pause, unasked, and on an old view (case 99)."""
    trial, seat = (table(seats), 1) if moment == "open slot" else asking(seats)
    scribe, say = trial.scribe, trial.scribe.say
    if moment == "pause":
        for one in scribe.players:
            scribe.pause(one)
    if moment == "asked nothing":
        seat = seat % seats + 1
    if moment == "old view":
        old = scribe.heads[1].size
        scribe.say = lambda who, kind, payload: say(who, kind, payload, old if kind == E.RESIGN else None)
    scribe.resign(seat)
    report = passes(trial)
    assert (report.ended.cause, report.ended.seats) == ("resign", (seat,))
    assert bool(report.unfinished) == (moment == "open slot")


@BOTH
def test_one_seats_wish_stops_no_clock(seats) -> None:
    """A PAUSE that not all wish moves no deadline; a late answer after it convicts (case 100)."""
    trial, seat = asking(seats)
    before = trial.scribe.expiry(seat)
    trial.scribe.pause(seat)
    assert trial.deliver() is None
    verifier = trial.witnesses[0].verifier
    assert (verifier.deadline_ms(seat), verifier.pause.wishes, verifier.pause.since_ms) == (
        before,
        (seat,),
        None,
    )
    trial.scribe.now = before + 1
    trial.scribe.answer(seat, first_answer(trial.scribe, seat))
    says(trial, "TIME_UP")


@BOTH
def test_pauses_beyond_their_sum_stop_no_clock(seats) -> None:
    """When `pause_s` is used up clocks run though all wish a pause, and a new wish begins none (case 100)."""
    trial, seat = asking(seats, pause_s=100)
    scribe, verifier = trial.scribe, trial.witnesses[0].verifier
    before = scribe.expiry(seat)
    for one in scribe.players:
        scribe.pause(one)
    assert trial.deliver() is None
    assert (
        verifier.deadline_ms(seat) == before + 100 * SECOND == verifier.pause.until_ms + before - scribe.now
    )
    wait(trial, 60)
    scribe.pause(1, on=False)
    scribe.pause(1)
    assert trial.deliver() is None
    assert verifier.pause.left_ms == 40 * SECOND
    wait(trial, 50)
    scribe.pause(1, on=False)
    scribe.pause(1)
    assert trial.deliver() is None
    assert (verifier.pause.since_ms, verifier.pause.left_ms) == (None, 0)
    assert verifier.deadline_ms(seat) == before + 100 * SECOND == scribe.expiry(seat)
    scribe.now = before + 100 * SECOND + 1
    scribe.answer(seat, first_answer(scribe, seat))
    says(trial, "TIME_UP")


@BOTH
def test_no_pause_without_time_for_pauses(seats) -> None:
    """With `pause_s` 0 a PAUSE is logged and has no effect (case 100)."""
    trial, seat = asking(seats, pause_s=0)
    before = trial.scribe.expiry(seat)
    for one in trial.scribe.players:
        trial.scribe.pause(one)
    assert trial.deliver() is None
    assert trial.witnesses[0].verifier.deadline_ms(seat) == before


@BOTH
@pytest.mark.parametrize("why", ["no results", "one result", "a pause before the end"])
def test_a_reveal_before_it_is_due_convicts(why, seats) -> None:
    """FIN_EARLY before all RESULTs and before `result_s`; a pause ends with the game (case 101)."""
    trial, _ = asking(seats)
    scribe = trial.scribe
    if why == "a pause before the end":
        for one in scribe.players:
            scribe.pause(one)
    scribe.resign(1)
    if why == "one result":
        _vote(scribe, 1, agree=True)
    wait(trial, scribe.rule.result_s - 2)
    scribe.reveal()
    says(trial, "FIN_EARLY")


@BOTH
@pytest.mark.parametrize("shift", [-5, 0])
def test_a_credit_after_the_end_pushes_the_reveal_back(shift, seats) -> None:
    """Without all RESULTs `result_s` is counted without the time the referee was away (2.10, case 101)."""
    trial, _ = asking(seats)
    scribe = trial.scribe
    scribe.resign(1)
    wait(trial, 100)
    scribe.credit(scribe.now - 60 * SECOND, scribe.now)
    wait(trial, scribe.rule.result_s - 40 + shift)
    scribe.reveal()
    assert trial.deliver() is None if not shift else says(trial, "FIN_EARLY") is None


@BOTH
@pytest.mark.parametrize("shift", [-5, 0])
def test_a_reveal_before_the_appeal_window_is_over_convicts(shift, seats) -> None:
    """Where a table has an appeal window, all RESULTs end it no sooner (2.10, case 101)."""
    clocked = with_clock()

    class Appealing(clocked):
        def _params(self):
            params = super()._params()
            params.appeal_hours = 2
            return params

    trial = Trial(seats, cls=Appealing)
    trial.begin()
    scribe = trial.scribe
    scribe.resign(1)
    for seat in scribe.players:
        _vote(scribe, seat, agree=True)
    wait(trial, 2 * HOUR + shift)
    scribe.reveal()
    assert trial.deliver() is None if not shift else says(trial, "FIN_EARLY") is None


def _vote(scribe, seat, *, agree) -> None:
    """Logs the RESULT of a seat."""
    over = next(entry for entry in scribe.entries if entry.type == E.GAME_OVER)
    leaf = log_leaf_hash(scribe.id, over.index, over.type, over.payload)
    vote = wire.ResultVote(game_over_leaf=leaf, agree=agree, reason="" if agree else "no")
    scribe.log(E.RESULT, wire.ResultEntry(msg=scribe.say(seat, E.RESULT, encode(vote))))
    scribe.sign()


@BOTH
def test_a_disputing_seat_holds_no_reveal_back(seats) -> None:
    """With all RESULTs in, one of them against it, the reveal is due at once (case 101)."""
    trial, _ = asking(seats)
    trial.scribe.resign(1)
    for seat in trial.scribe.players:
        _vote(trial.scribe, seat, agree=seat != seats)
    trial.scribe.reveal()
    assert trial.deliver() is None
    report = audit(trial.scribe.record(), popular_front, BACKEND)
    assert (report.verdict, report.disputing) == ("PASS", (seats,))


# ---- 102: nothing is gained by many small answers ----


@BOTH
def test_neither_small_drafts_nor_links_earn_increments(seats) -> None:
    """An increment for what others ask, none for what the own ACT asks, none for links (case 102)."""
    trial = table(seats)
    while trial.scribe.last_k < 1 or not isinstance(trial.scribe.due(), Answers):
        assert trial.play(1) is None
    verifier = trial.witnesses[0].verifier
    bank = trial.scribe.rule.bank_s * SECOND
    assert [verifier.bank_ms(seat) for seat in trial.scribe.players] == [bank] * seats
    trial, seat = acting(seats)
    scribe, verifier = trial.scribe, trial.witnesses[0].verifier
    before, earned = verifier.bank_ms(seat), []
    for _ in range(6):
        more = [one for one in _legal(trial, seat) if one.verb in {"muster", "done", "recruit", "politics"}]
        if not more or scribe.due().seats != (seat,):
            break
        scribe.answer(seat, more[-1])
        assert trial.deliver() is None
        earned.append(verifier.bank_ms(seat) - before)
    assert earned == [15 * SECOND] * len(earned)
    assert len(earned) > 1
