"""Attacks 94-102 on the clock of a table: banks, pauses, credits, stated answers, and ends by time."""

from __future__ import annotations

from functools import partial

import pytest
from clocked import SECOND, with_clock
from framing import Pool
from witness import BACKEND, Found, Trial, convicted, judged, no_rules, popular_front

from sealed.engine.kernel import legal_actions, question
from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.audit.audit import audit
from sealed.fairness.bridge.duties import Answers, Slots
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.payloads.codec import encode
from sealed.fairness.record import Record
from sealed.wire.v1 import fairness_pb2 as wire

BOTH = pytest.mark.parametrize("seats", [2, 3])
HOUR = 3600


def table(seats, turns=0, **clock) -> Trial:
    """Returns a table with a clock, after some honest appends."""
    trial = Trial(seats, cls=with_clock(**clock))
    trial.begin()
    assert trial.play(turns) is None
    return trial


def asking(seats, **clock):
    """Returns a table at which a seat is asked to place a disk (nothing is stated for that), and the seat."""
    trial = table(seats, **clock)
    while not isinstance(trial.scribe.due(), Answers):
        assert trial.play(1) is None
    return trial, trial.scribe.due().seats[0]


def acting(seats, **clock):
    """Returns a table at which it is a seat's turn, so that `end` is stated at its deadline, and the seat."""
    trial = table(seats, **clock)
    while question(trial.scribe.state) is None or question(trial.scribe.state).id != "act":
        assert trial.play(1) is None
    return trial, trial.scribe.due().seats[0]


def wait(trial, seconds) -> None:
    """Lets time go by."""
    trial.scribe.now += seconds * SECOND


def until_late(trial, seat) -> int:
    """Lets the time of a seat run out, and returns its deadline."""
    trial.scribe.now = trial.scribe.expiry(seat)
    return trial.scribe.now


def says(trial, code) -> None:
    """Everybody finds a code of class C against the referee, and the evidence alone names its key."""
    found = trial.deliver()
    assert found.says[:2] == (code, Klass.C)
    assert found.verdict.key == trial.referee
    assert convicted(found) == {trial.referee}
    assert {witness.found.verdict.code for witness in trial.witnesses} == {code}


def passes(trial):
    """Finishes a table, finds that its audit passes, and returns the report."""
    if trial.scribe.entries[-1].type == E.GAME_OVER:
        trial.scribe.finish()
    assert trial.deliver() is None
    report = audit(trial.scribe.record(), popular_front, BACKEND)
    assert report.verdict == "PASS", report.failures
    return report


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


def spent(seats, question_of=asking, **clock):
    """Returns a table with a bank partly used, a pause and a credit behind the seat that is asked."""
    trial, seat = question_of(seats, bank_s=200, decision_s=900, **clock)
    scribe = trial.scribe
    wait(trial, 50)
    scribe.answer(seat, scribe.title.stated_answer(scribe.state, seat) or _first(scribe, seat))
    assert trial.deliver() is None
    while not isinstance(scribe.due(), Answers):
        assert trial.play(1) is None
    seat = scribe.due().seats[0]
    wait(trial, 5)
    for one in scribe.players:
        scribe.pause(one)
    wait(trial, 120)
    scribe.pause(seats, on=False)
    wait(trial, 100)
    scribe.credit(scribe.now - 100 * SECOND, scribe.now)
    assert trial.deliver() is None
    return trial, seat


def _first(scribe, seat):
    """Returns a legal answer."""
    return next(iter(legal_actions(scribe.state, seat)))


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
    scribe.answer(seat, _first(scribe, seat))
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
    trial.scribe.answer(seat, _first(trial.scribe, seat))
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
    scribe.answer(seat, _first(scribe, seat))
    assert trial.deliver() is None
    assert trial.witnesses[0].verifier.bank_ms(seat) == scribe.watches[seat].bank


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
        lambda t, seat: (lost(t, seat), t.scribe.act(seat, _first(t.scribe, seat))),
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
        scribe.answer(other, scribe.title.stated_answer(scribe.state, other) or _first(scribe, other))
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
    trial.scribe.answer(seat, _first(trial.scribe, seat))
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
    scribe.answer(seat, _first(scribe, seat))
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
