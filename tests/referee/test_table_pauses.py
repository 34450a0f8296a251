"""Laws of pauses and of restart credits beside a clock (spec 2.12)."""

from __future__ import annotations

import pytest
from poll import AYE, ROLL
from poll_match import PollMatch, time_outs

from sealed.fairness.payloads.codec import EntryType
from sealed_referee.pauses import Pauses


def test_a_pause_begins_with_the_last_wish_and_ends_with_the_first_seat_that_takes_it_back():
    """In between no clock runs; the answer costs what was thought before and after."""
    match = PollMatch.begin()
    match.wait(10)
    match.pause(2)
    match.wait(5)
    match.pause(1)
    match.wait(60)
    match.pause(2, on=False)
    assert match.left(1) == 50 - 15
    match.wait(10)
    match.say(1, AYE)
    assert match.banks == [60 - 20 + 10, 60]


def test_one_seat_alone_stops_no_clock():
    """A pause wished by one seat only is none (100)."""
    match = PollMatch.begin()
    match.pause(1)
    match.wait(30)
    assert match.left(1) == 20
    match.say(1, AYE)
    assert match.banks[0] == 60 - 25 + 10


def test_while_a_pause_runs_deadlines_lie_behind_what_is_left_of_its_budget():
    """The deadline is known at any moment, without knowing when the pause will end."""
    match = PollMatch.begin()
    match.pause(1)
    match.pause(2)
    assert match.left(1) == 50 + 100
    match.wait(149)
    assert match.look().change is None
    assert match.left(1) == 1


def test_all_pauses_together_last_no_longer_than_the_budget():
    """Beyond it clocks run, and a new wish of all begins nothing (100)."""
    match = PollMatch.begin()
    for on in (True, False):
        match.pause(1, on=on)
        match.pause(2, on=on)
        match.wait(70)
    assert match.left(1) == 50 - 70
    match = PollMatch.begin(decision_s=500, bank_s=500)
    for _ in range(3):
        match.pause(1)
        match.pause(2)
        match.wait(70)
        match.pause(1, on=False)
    assert match.left(1) == 500 - 210 + 100


def test_without_a_budget_a_wish_is_logged_and_stops_nothing():
    """pause_s 0: the entry stands in the log, and clocks run."""
    match = PollMatch.begin(pause_s=0)
    assert [entry.type for entry in match.pause(1).entries] == [EntryType.PAUSE]
    match.pause(2)
    match.wait(30)
    assert match.left(1) == 20


def test_an_answer_during_a_pause_is_taken_and_changes_no_wish():
    """A pause stops clocks, not people."""
    match = PollMatch.begin()
    match.pause(1)
    match.pause(2)
    match.wait(80)
    assert match.say(1, AYE).answer is not None
    assert match.table.match.deadlines.pauses.wishing == {1, 2}
    match.wait(10)
    match.say(2, AYE)
    assert match.banks == [70, 70]


def test_a_pause_is_legal_at_any_moment_and_never_stale():
    """Asked nothing, while a slot is open, with an old head: it is logged, and the slot waits."""
    match = PollMatch.begin()
    seat = match.seat(2)
    seen = {"seen_size": seat.size, "seen_root": seat.root}
    match.say(1, ROLL)
    old = seat.sign(EntryType.PAUSE, b"\x08\x01", **seen)
    assert match.deliver(match.table.submit(2, old, b"", match.now_ms)).answer is not None
    match.pause(1)
    match.wait(100)
    assert (match.left(1), match.left(2)) == (30, 30)


def test_a_pause_reaches_no_further_than_the_end_of_the_game():
    """The reveal waits for the results as long as ever."""
    match = PollMatch.begin()
    match.pause(1)
    match.pause(2)
    match.wait(10)
    over = match.submit(match.seat(1), match.seat(1).resign())
    assert match.table.next_deadline == over.head.time_ms + 20_000


def test_no_pause_is_taken_when_the_game_is_over():
    """The seats sign its result then."""
    match = PollMatch.begin()
    match.submit(match.seat(1), match.seat(1).resign())
    assert match.pause(2).refusal.code == "ENC_BAD_TYPE"


def test_a_restart_is_charged_to_nobody():
    """The credit pushes the deadline back by its length, for all alike."""
    match = PollMatch.begin()
    match.wait(10)
    match.deliver(match.table.credit(match.now_ms))
    assert match.left(1) == 50
    match.wait(20)
    match.say(1, AYE)
    assert match.banks == [60 - 15 + 10, 60]


def test_a_credit_within_a_pause_counts_once_and_the_budget_runs_on():
    """Pauses and credits are one union of intervals."""
    match = PollMatch.begin()
    match.pause(1)
    match.pause(2)
    match.wait(60)
    match.deliver(match.table.credit(match.now_ms))
    assert match.left(1) == 50 + 40
    match.wait(60)
    assert match.left(1) == 30


def test_a_time_out_is_logged_while_all_wish_a_pause_that_came_too_late():
    """What was due before the pause began is due."""
    match = PollMatch.begin()
    match.pause(1)
    match.wait(50.5)
    match.pause(2)
    assert time_outs(match.look())[0].seat == 1


@pytest.mark.parametrize("again", [False, True])
def test_a_wish_that_is_repeated_changes_nothing(again):
    """The last word of a seat counts, however often it is said."""
    pauses = Pauses(2, 100)
    for seat, at in ((1, 0), (2, 10), *(((1, 20), (2, 30)) if again else ())):
        pauses.wish(seat, at, on=True)
    assert pauses.spans == [(10, 110)]
    pauses.wish(1, 50, on=False)
    assert pauses.spans == [(10, 50)]
    pauses.wish(2, 60, on=False)
    pauses.wish(1, 70, on=True)
    pauses.wish(2, 80, on=True)
    assert pauses.spans == [(10, 50), (80, 140)]


def test_the_lobby_says_that_all_wish_a_pause():
    """Whoever looks at the list reads why nothing goes on."""
    match = PollMatch.begin()
    match.pause(1)
    assert match.table.description().waiting_for == "Seat 1 to move"
    match.pause(2)
    assert match.table.description().waiting_for == "Seat 1 to move, and all wish a pause"
