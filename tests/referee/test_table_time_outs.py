"""Laws of time-outs with stated answers (spec 2.12)."""

from __future__ import annotations

import pytest
from poll import AYE, ROLL
from poll_match import PollMatch, time_outs

from sealed.fairness.payloads.codec import EntryType

TOGETHER = {"asked": "together"}


def test_at_a_deadline_the_stated_answer_is_given_and_the_game_goes_on():
    """TIMEOUT carries seat, deadline, counter, answer and the digest of the position after it."""
    match = PollMatch.begin()
    deadline = match.table.match.owed()[1]
    output = match.run_out()
    (timeout,) = time_outs(output)
    assert [entry.type for entry in output.entries] == [EntryType.TIMEOUT]
    assert (timeout.seat, timeout.kind, timeout.rule, timeout.action) == (1, 1, "answer", "pass")
    assert (timeout.deadline_ms, timeout.counter) == (deadline, match.seat(1).counter)
    assert timeout.state == match.table.match.game.digest()
    assert match.table.owing() == (2,)
    assert match.misses == [1, 0]


def test_a_missed_answer_is_charged_up_to_its_deadline_and_earns_nothing():
    """50 seconds with a minimum of 5 leave 15."""
    match = PollMatch.begin()
    match.run_out()
    assert match.banks == [15, 60]


def test_a_question_put_by_a_time_out_is_fresh():
    """Whoever answers it earns the increment, also the seat that was late."""
    match = PollMatch.begin(options={"rounds": "9"})
    match.say(1, AYE)
    match.run_out()
    match.say(1, AYE)
    assert match.banks == [80, 15]


def test_after_two_misses_in_a_row_the_third_time_out_loses():
    """The third in a row has no answer stated for it: loss and GAME_OVER in one append."""
    match = PollMatch.begin(bank_s=0)
    for expected in (1, 2):
        match.run_out()
        assert match.misses[0] == expected
        match.say(2, AYE)
    output = match.run_out()
    assert [entry.type for entry in output.entries] == [EntryType.TIMEOUT, EntryType.GAME_OVER]
    assert (time_outs(output)[0].rule, time_outs(output)[0].action) == ("loss", "")
    over = match.table.match.over
    assert (over.cause, over.seats, over.result) == ("time", (1,), "side 2")


def test_an_own_answer_forgets_the_misses():
    """Only misses in a row count."""
    match = PollMatch.begin(bank_s=0)
    for _ in range(3):
        match.run_out()
        match.say(2, AYE)
        match.say(1, AYE)
        match.say(2, AYE)
    assert match.misses == [0, 0]
    assert match.table.match.over is None


def test_without_a_miss_to_spare_the_first_time_out_loses():
    """Misses 0 is as strict as on_timeout 1."""
    match = PollMatch.begin(misses=0)
    match.run_out()
    assert match.table.match.over.seats == (1,)


def test_a_question_without_a_stated_answer_loses():
    """What the title does not state nobody makes up."""
    match = PollMatch.begin(options={"stated": "none"})
    assert time_outs(match.run_out())[0].rule == "loss"


def test_a_link_that_does_not_come_loses_whatever_was_agreed_for_answers():
    """No act of chance is ever completed without a seat."""
    match = PollMatch.begin()
    match.say(1, ROLL)
    match.link(1)
    (timeout,) = time_outs(match.run_out())
    assert (timeout.seat, timeout.kind, timeout.rule, timeout.first_k) == (2, 2, "loss", 1)
    assert match.table.match.over.seats == (2,)


def test_several_seats_late_at_once_have_one_time_out_each_in_one_append():
    """Ascending, and what they make due comes after the last."""
    match = PollMatch.begin(3, options=TOGETHER)
    output = match.run_out()
    assert [entry.type for entry in output.entries] == [EntryType.TIMEOUT] * 3
    assert [one.seat for one in time_outs(output)] == [1, 2, 3]
    assert match.table.owing() == (1, 2, 3)
    assert set(match.table.match.game.asked.values()) == {output.entries[-1].index}


def test_if_one_of_the_late_seats_loses_no_answer_is_stated_for_the_others():
    """The loser's TIMEOUT stands alone, and GAME_OVER names him only."""
    match = PollMatch.begin(options=TOGETHER, misses=1, bank_s=0)
    match.say(1, AYE)
    match.run_out()
    assert match.misses == [0, 1]
    output = match.run_out()
    assert [(one.seat, one.rule) for one in time_outs(output)] == [(2, "loss")]
    assert match.table.match.over.seats == (2,)


def test_two_who_both_lose_by_time_are_both_named():
    """With a loss for each there is no winner."""
    match = PollMatch.begin(options=TOGETHER, misses=0)
    assert [one.rule for one in time_outs(match.run_out())] == ["loss", "loss"]
    over = match.table.match.over
    assert (over.seats, over.result) == ((1, 2), "none")


def test_a_late_seat_whose_question_another_stated_answer_has_closed_has_no_time_out():
    """The game is over by the rules with the first one."""
    match = PollMatch.begin(options={"asked": "together", "stated": "stop", "rounds": "1"})
    output = match.run_out()
    assert [one.seat for one in time_outs(output)] == [1]
    assert match.table.match.over.cause == "rules"


@pytest.mark.parametrize("seats", [2, 3])
def test_a_table_at_which_nobody_ever_answers_ends(seats):
    """Everybody misses twice and loses with the third deadline; within the sum of the deadlines."""
    match = PollMatch.begin(seats, options=TOGETHER)
    begun = match.now_ms
    while match.table.match.over is None:
        match.run_out()
    assert match.table.match.over.seats == tuple(range(1, seats + 1))
    assert match.now_ms - begun <= 3 * 50_000 + 3
