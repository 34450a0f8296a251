"""Laws of how long a table that was loaded from the store waits, for whom, and with how much (2.13)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from sealed.wire.v1.fairness_pb2 import Clock, Params
from sealed_referee.problems import ServiceError
from sealed_referee.returning import HELD_LIMIT, Held, Return

LOADED, STALL_S, DECISION_S = 1_000_000, 60, 600


@pytest.fixture
def back() -> Return:
    """Returns the way back of a table for two, just loaded."""
    clock = Clock(stall_s=STALL_S, decision_s=DECISION_S)
    return Return(SimpleNamespace(params=Params(seats=2, clock=clock)), LOADED)


def test_with_nobody_there_it_waits_for_decision_s(back) -> None:
    """The wait is one of `decision_s` from the loading on."""
    assert back.deadline_ms == LOADED + DECISION_S * 1000


def test_the_first_who_comes_begins_the_wait_and_nobody_begins_it_again(back) -> None:
    """From the first head shown the others have `stall_s`; who comes later does not lengthen that."""
    back.shows(1, LOADED + 5)
    back.begins(LOADED + 40_000)
    back.shows(1, LOADED + 50_000)
    assert back.deadline_ms == LOADED + 5 + STALL_S * 1000


def test_who_comes_late_does_not_lengthen_the_whole_wait(back) -> None:
    """However late somebody comes, the wait ends with `decision_s`."""
    back.shows(2, LOADED + DECISION_S * 1000 - 1)
    assert back.deadline_ms == LOADED + DECISION_S * 1000


def test_it_is_complete_with_every_seat_and_not_before(back) -> None:
    """One seat that shows its head twice is one seat."""
    for seat, complete in ((1, False), (1, False), (2, True)):
        back.shows(seat, LOADED)
        assert back.complete is complete


def test_only_so_many_inputs_wait(back) -> None:
    """One more than the queue holds is sent away with when to come again, and nothing in it is lost."""
    one = Held(lambda table, now: None, None, None)
    for _ in range(HELD_LIMIT):
        back.hold(one, LOADED)
    with pytest.raises(ServiceError) as refused:
        back.hold(one, LOADED)
    assert refused.value.problem.code == "RETURNING"
    assert refused.value.problem.retry_after_ms > 0
    assert len(back.held) == HELD_LIMIT
