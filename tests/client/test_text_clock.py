"""What the text client says of time: pauses, the own time left, time-outs, and `who`."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from talked_match import DEVICE_MS, TalkedMatch

from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import Clock
from sealed_client.text import looking_up, speaking
from sealed_client.time_left import NO_HURRY

SECOND = 1000
LIVE = {
    "bank_s": 400,
    "increment_s": 15,
    "minimum_s": 20,
    "decision_s": 300,
    "link_s": 120,
    "pause_s": 3600,
    "on_timeout": 2,
    "misses": 2,
}


def talked(**changes) -> TalkedMatch:
    """Returns a conversation at a clocked table, at the moment when its player is asked."""
    match = TalkedMatch(TITLE, 2, Random(5), {"round-cap": "8"}, clock=Clock(**LIVE | changes))
    match.others()
    match.said.clear()
    return match


@pytest.fixture(autouse=True)
def _device(monkeypatch):
    """Stops the clock of the device; that of the table moves."""
    monkeypatch.setattr(looking_up, "system_clock", lambda: DEVICE_MS)


@pytest.fixture
def match():
    """Returns a conversation at a clocked table."""
    return talked()


def other_pauses(match, *, on: bool) -> list[str]:
    """Lets the other player wish a pause, or its end; returns what is said of it."""
    match.match.do(2, match.match.seats[2].pause(on=on))
    match.match.settle()
    return match.look()


def test_a_pause_is_wished_granted_and_ended_in_words(match):
    """Each wish is told, and that the clocks stand still or run again."""
    match.say("pause")
    assert any("A pause is wished by you, seat 1" in line for line in match.said)
    assert "Paused: no clock runs." not in match.said
    assert other_pauses(match, on=True)[-1] == "Paused: no clock runs."
    match.said.clear()
    match.say("unpause")
    assert match.said[0] == "You no longer wish a pause."
    assert "The pause is over; the clocks run." in match.said


def test_where_no_pause_was_agreed_nothing_is_sent():
    """The sentence says so."""
    match = talked(pause_s=0)
    assert match.say("pause").wishes == ()
    assert "without pauses" in match.said[-1]


def test_the_question_says_how_much_time_is_left(match):
    """The own time stands behind the question, whenever it is put."""
    match.match.wait(100 * SECOND)
    match.look()
    match.say("list")
    assert any("Your time: 3 minutes 20 seconds." in line for line in match.said)


def test_a_table_by_the_week_says_nothing_of_minutes():
    """Time is no matter there until the last day."""
    match = talked(bank_s=0, minimum_s=0, decision_s=7 * 86_400)
    match.say("list")
    assert not any("Your time" in line for line in match.said)


def test_a_warning_comes_when_time_gets_short_and_each_only_once(match):
    """At five minutes, at one, at twenty seconds."""
    match.match.wait(245 * SECOND)
    assert match.look() == ["Your time gets short: 1 minute left."]
    match.match.wait(5 * SECOND)
    assert match.look() == []
    match.match.wait(35 * SECOND)
    assert match.look() == ["Your time gets short: 20 seconds left."]


def test_a_stated_answer_is_told_in_words_with_the_misses(match):
    """The answer, that time was up, and how many misses there are by now."""
    match.until("act")
    match.match.wait(301 * SECOND)
    told = match.look()
    assert any(
        "For you, seat 1 (Player 1): " in line and "time was up, 1 of 2 misses." in line for line in told
    )


def test_who_lists_banks_misses_and_pauses(match):
    """Whose clock runs and until when, what each bank holds, who has missed or wishes a pause."""
    match.until("act")
    match.match.wait(301 * SECOND)
    match.look()
    other_pauses(match, on=True)
    match.said.clear()
    match.say("clock")
    said = "\n".join(match.said)
    assert "An answer is due from" in said
    assert "You, seat 1 (Player 1): bank " in said
    assert "1 of 2 misses" in said
    assert "Seat 2 (Player 2): bank " in said
    assert "wishes a pause" in said
    assert "Pauses: 0 seconds used, 1 hour left." in said


def test_who_only_watches_wishes_no_pause(match):
    """The wish is a player's."""
    match.talk.view = replace(match.view(), seat=0)
    reply = match.talk.hear("pause")
    assert (reply.lines, reply.wishes) == (["You are watching; only players can do that."], ())


def test_who_has_not_wished_a_pause_is_told_how_to_agree_once(match):
    """The wish of another says what to type; the own one says nothing of the kind."""
    assert speaking.PAUSE_OFFERED in other_pauses(match, on=True)
    assert match.look() == []
    match.say("pause")
    assert speaking.PAUSE_OFFERED not in match.said[-3:]


def test_where_the_pauses_are_used_up_no_pause_is_promised(match):
    """Nothing is sent, and the sentence says why."""
    match.say("pause")
    other_pauses(match, on=True)
    match.match.wait(3601 * SECOND)
    match.look()
    reply = match.say("pause")
    assert (reply.lines, reply.wishes) == ([speaking.NO_PAUSE_LEFT], ())


def test_who_comes_back_late_is_told_what_is_left_and_not_the_warning_that_has_passed(match):
    """A device that first hears the referee's clock with 100 seconds left does not say five minutes."""
    match.match.wait(200 * SECOND)
    now = match.view()
    before = replace(now, hurry=NO_HURRY)
    assert speaking.time(before, now, 100 * SECOND) == ["Your time gets short: 1 minute 40 seconds left."]


def test_that_time_was_up_is_told_before_what_it_brings(match):
    """First whose time was up and what stands in for him, then what the game does."""
    match.until("act")
    match.match.wait(301 * SECOND)
    told = match.look()
    late = next(number for number, line in enumerate(told) if "time was up" in line)
    assert any("to move" in line or "drew" in line for line in told[late:])
    assert not any("to move" in line or "drew" in line for line in told[:late])


def test_the_last_miss_says_that_the_next_one_loses():
    """At a table where one miss is forgiven, the first says so."""
    match = talked(misses=1)
    match.until("act")
    match.match.wait(301 * SECOND)
    assert any("1 of 1 misses; once more in a row and the game is lost." in line for line in match.look())
