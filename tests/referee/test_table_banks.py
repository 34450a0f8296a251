"""Laws of banks: whose time it is, what is charged and what is earned (spec 2.12)."""

from __future__ import annotations

import pytest
from poll import AYE, MORE, ROLL
from poll_match import PollMatch

from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1.fairness_pb2 import Clock
from sealed_referee.clocks import ClockError, clock_of


def test_what_is_used_beyond_the_minimum_is_taken_and_a_fresh_answer_earns_the_increment():
    """40 seconds with a minimum of 5 and an increment of 10 cost 25."""
    match = PollMatch.begin()
    match.wait(40)
    match.say(1, AYE)
    assert match.banks == [60 - 35 + 10, 60]


def test_a_bank_goes_down_to_nothing_and_no_further():
    """Who has used up his bank answers within the minimum, and has the increment then."""
    match = PollMatch.begin(increment_s=0, decision_s=100)
    match.wait(65)
    match.say(1, AYE)
    assert match.banks == [0, 60]
    match.say(2, AYE)
    assert match.left(1) == 5
    match.wait(5)
    assert match.say(1, AYE).refusal is None
    assert match.banks[0] == 0


def test_a_question_put_by_another_seats_answer_is_charged_to_the_seat_that_is_asked():
    """The one whose answer put it pays nothing for the other's thinking."""
    match = PollMatch.begin()
    match.say(1, AYE)
    assert match.banks == [70, 60]
    match.wait(40)
    match.say(2, AYE)
    assert match.banks == [70, 60 - 35 + 10]


@pytest.mark.parametrize("again", [MORE, ROLL])
def test_a_draft_cut_into_pieces_earns_one_increment(again):
    """A question put by the seat's own answer earns nothing; one put by the end of a slot is fresh (102)."""
    match = PollMatch.begin(bank_s=30)
    match.say(1, again)
    if again is ROLL:
        match.link(1)
        match.link(2)
    match.say(1, AYE)
    assert match.banks == [50 if again is ROLL else 40, 30]


def test_the_first_question_of_the_game_is_fresh():
    """START puts it, and no seat."""
    match = PollMatch.begin()
    match.say(1, AYE)
    assert match.banks[0] == 70


def test_seats_asked_at_once_are_charged_each_until_its_own_answer():
    """Simultaneous questions are independent."""
    match = PollMatch.begin(options={"asked": "together"})
    match.wait(10)
    match.say(2, AYE)
    match.wait(20)
    match.say(1, AYE)
    assert match.banks == [60 - 25 + 10, 60 - 5 + 10]


def test_a_link_is_charged_and_earns_nothing():
    """Each seat pays for its own link at the end of the slot, beyond the minimum (102)."""
    match = PollMatch.begin()
    match.say(1, ROLL)
    match.link(2)
    match.wait(12)
    assert match.banks == [70, 60]
    match.link(1)
    assert match.banks == [70 - 7, 60]


def test_the_time_between_an_answer_and_the_next_question_is_nobodys():
    """While one seat feeds a slot late, the time of the other stands still."""
    match = PollMatch.begin()
    match.say(1, ROLL)
    match.link(1)
    match.wait(20)
    match.link(2)
    match.say(1, AYE)
    assert match.banks == [80, 60 - 15]


def test_a_deadline_is_the_bank_with_the_minimum_but_no_later_than_a_decision():
    """min(decision, minimum + bank), and for a link min(link, minimum + bank)."""
    match = PollMatch.begin(increment_s=0)
    assert match.left(1) == 50
    match.wait(45)
    match.say(1, AYE)
    match.say(2, AYE)
    assert match.left(1) == 5 + 20
    match.say(1, ROLL)
    assert (match.left(1), match.left(2)) == (25, 30)


def test_an_answer_after_the_deadline_is_refused_and_a_refused_message_stops_no_clock():
    """TIME_UP, and the deadline stays where it was."""
    match = PollMatch.begin()
    match.wait(30)
    seat = match.seat(1)
    assert match.submit(seat, seat.forge([])).refusal is not None
    assert match.left(1) == 20
    match.wait(20.001)
    assert match.submit(seat, seat.forge([])).refusal.code == "TIME_UP"
    assert match.banks == [60, 60]


def test_a_table_without_banks_charges_and_earns_nothing():
    """Without bank and minimum the spans alone count, whatever the increment."""
    match = PollMatch.begin(bank_s=0, minimum_s=0)
    match.wait(40)
    match.say(1, AYE)
    match.say(2, ROLL)
    assert match.banks == [0, 0]
    assert match.left(1) == 30


def test_only_what_means_nothing_as_zero_is_filled_in():
    """A table with a bank gets live spans and two misses; one without gets a week; what was asked stays."""
    banked = clock_of(Clock(bank_s=600))
    assert (banked.decision_s, banked.link_s, banked.result_s, banked.stall_s) == (900, 120, 300, 60)
    assert (banked.on_timeout, banked.misses) == (2, 2)
    assert (banked.increment_s, banked.minimum_s, banked.pause_s) == (0, 0, 0)
    strict = clock_of(Clock(bank_s=600, on_timeout=2))
    assert (strict.on_timeout, strict.misses) == (2, 0)
    plain = clock_of(Clock())
    assert (plain.decision_s, plain.on_timeout, plain.misses, plain.pause_s) == (604_800, 1, 0, 0)


@pytest.mark.parametrize(
    "asked",
    [
        Clock(bank_s=60, minimum_s=30, decision_s=20),
        Clock(minimum_s=901),
        Clock(decision_s=1 << 31),
        Clock(on_timeout=3),
        Clock(bank_s=60, misses=1000),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused_in_words(asked):
    """The sentence says what is wrong and what would do."""
    with pytest.raises(ClockError, match="; ask for "):
        clock_of(asked)


def test_an_answer_waits_in_the_log_with_the_time_at_which_it_came():
    """`received_ms` is what is charged."""
    match = PollMatch.begin()
    match.wait(7)
    output = match.say(1, AYE)
    assert output.entries[0].type == EntryType.ACT
    assert match.banks == [60 - 2 + 10, 60]
