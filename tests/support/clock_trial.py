"""Tables with a clock at which somebody cheats: how they are set up, and what everybody must find."""

from __future__ import annotations

import pytest
from clocked import SECOND, with_clock
from witness import BACKEND, Trial, convicted, popular_front

from sealed.engine.kernel import legal_actions, question
from sealed.fairness.audit.audit import audit
from sealed.fairness.bridge.duties import Answers
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E

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


def spent(seats, question_of=asking, **clock):
    """Returns a table with a bank partly used, a pause and a credit behind the seat that is asked."""
    trial, seat = question_of(seats, bank_s=200, decision_s=900, **clock)
    scribe = trial.scribe
    wait(trial, 50)
    scribe.answer(seat, scribe.title.stated_answer(scribe.state, seat) or first_answer(scribe, seat))
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


def first_answer(scribe, seat):
    """Returns a legal answer."""
    return next(iter(legal_actions(scribe.state, seat)))
