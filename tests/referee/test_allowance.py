"""Laws of what one seat may put into the store for good without moving the game."""

from __future__ import annotations

import pytest
from poll import AYE
from poll_match import PollMatch

from sealed.fairness.payloads.codec import EntryType
from sealed_referee import allowance


@pytest.fixture
def narrow(monkeypatch):
    """Makes the limits small enough to reach."""
    monkeypatch.setattr(allowance, "REFUSALS", 3)
    monkeypatch.setattr(allowance, "WISHES", 3)


def wrong(match):
    """Lets seat 2 submit a draft without a step, which is always refused."""
    seat = match.seat(2)
    return match.submit(seat, seat.forge(()))


def test_a_seat_that_changes_its_wish_too_often_has_to_wait(narrow) -> None:
    """A wish beyond the burst is not judged and not refused; after the wait the same seat may wish again."""
    match = PollMatch.begin()
    for number in range(3):
        assert match.pause(1, on=number % 2 == 0).entries
    output = match.pause(1)
    assert (output.problem.code, output.refusal, output.change) == ("TOO_FAST", None, None)
    assert 0 < output.problem.retry_after_ms <= 10_001
    match.wait(10)
    assert match.pause(1).entries


def test_one_seats_wishes_cost_the_other_nothing(narrow) -> None:
    """Each seat has its own allowance."""
    match = PollMatch.begin()
    for _ in range(4):
        last = match.pause(1)
    assert last.problem is not None
    assert match.pause(2).entries


def test_a_seat_whose_messages_are_refused_too_often_has_to_wait(narrow) -> None:
    """The fourth illegal draft is not judged, so that nothing more is kept of it; a good answer waits too."""
    match = PollMatch.begin()
    kept = [wrong(match).change for _ in range(3)]
    assert all(change is not None and change.facts for change in kept)
    output = wrong(match)
    assert (output.problem.code, output.refusal, output.change) == ("TOO_FAST", None, None)
    assert match.say(1, AYE).entries
    match.wait(1.1)
    assert wrong(match).refusal is not None


def test_a_seat_may_resign_whatever_it_has_spent(narrow) -> None:
    """To resign is possible at any moment (2.12)."""
    match = PollMatch.begin()
    for _ in range(5):
        wrong(match)
        match.pause(2)
    seat = match.seat(2)
    entries = match.submit(seat, seat.resign()).entries
    assert [entry.type for entry in entries] == [EntryType.RESIGN, EntryType.GAME_OVER]


def test_the_same_bytes_again_cost_nothing(narrow) -> None:
    """A refused message that comes again gets its refusal again, however often."""
    match = PollMatch.begin()
    seat = match.seat(2)
    sent = seat.forge(())
    first = match.submit(seat, sent).refusal
    assert all(match.submit(seat, sent).refusal == first for _ in range(9))
    assert wrong(match).refusal is not None


def test_what_was_not_judged_may_come_again_as_it_is(narrow) -> None:
    """No counter is burnt by having to wait: the same bytes are taken later."""
    match = PollMatch.begin()
    for number in range(3):
        match.pause(1, on=number % 2 == 0)
    seat = match.seat(1)
    sent = seat.pause(on=False)
    assert match.submit(seat, sent).problem is not None
    match.wait(10)
    assert match.submit(seat, sent).entries
