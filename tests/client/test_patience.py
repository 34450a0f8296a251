"""Laws of patience: what the referee owes is late by the device's own clock, is told, and convicts nobody."""

from __future__ import annotations

import pytest

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.live.verdicts import Klass, Outcome
from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1.fairness_pb2 import Head
from sealed.wire.v1.referee_pb2 import Link, TableDescription
from sealed_client.patience import STOP_AFTER, Patience
from sealed_client.viewing import Own, Viewer

STALL_S, SECOND = 60, 1000
DEVICE_MS = 1_900_000_000_000
"""What the device's clock shows: years from the referee's, and that matters only to LOG_TIME."""


class Wait:
    """Is a seat's patience with a clock that only the test moves."""

    def __init__(self, match, number=1, referee_ms=None):
        self.seat, self.now = match.seats[number], DEVICE_MS
        self.patience = Patience(STALL_S)
        size = self.seat.follower.verifier.size
        self.patience.connected(size, match.now_ms if referee_ms is None else referee_ms, self.now)
        self.look()

    def look(self):
        """Looks now and returns the codes that stand."""
        seat = self.seat
        return [one.code for one in self.patience.overdue(seat.follower, seat.outbox.waiting, self.now)]

    def sit(self, seconds):
        """Lets time pass second by second, and looks each time."""
        for _ in range(seconds):
            self.now += SECOND
            self.look()
        return self.look()


def _send(match, number):
    """Lets a seat sign an answer that nobody delivers."""
    seat = match.seats[number]
    draft = seat.draft()
    while not draft.done:
        draft.add(draft.legal()[0])
    return seat.submit(draft)


def test_an_unanswered_message_is_told_after_stall_s_and_forgotten_when_it_is_logged(begun):
    """ACT_OMITTED stands from `stall_s` after the sending until the message is in the log."""
    number = begun.asked[0]
    moves, wait = _send(begun, number), Wait(begun, number)
    assert wait.sit(STALL_S) == []
    assert wait.sit(1) == ["ACT_OMITTED"]
    begun.do(number, moves)
    begun.settle()
    assert wait.look() == []
    assert wait.patience.tally.executed["ACT_OMITTED"] == 1


def test_after_much_longer_the_words_say_to_stop(begun):
    """The reaction is first to wait, then to stop and keep the record; it stays a warning all the time."""
    number = begun.asked[0]
    _send(begun, number)
    wait = Wait(begun, number)
    wait.sit(STALL_S + 1)
    assert "leave and come back" in wait.patience.standing[0].detail
    wait.sit(STALL_S * STOP_AFTER)
    (late,) = wait.patience.standing
    assert "wait no longer" in late.detail
    assert late.outcome is Outcome.WARN
    assert begun.seats[number].follower.failure is None


def test_time_without_a_line_or_asleep_does_not_count(begun):
    """A device that was away or slept for a day has not waited."""
    number = begun.asked[0]
    _send(begun, number)
    wait = Wait(begun, number)
    for _ in range(5):
        wait.now += 86_400 * SECOND
        assert wait.look() == []
    wait.now += 86_400 * SECOND
    wait.patience.connected(begun.table.size, 0, wait.now)
    assert wait.look() == []


def test_a_line_that_is_cut_again_and_again_hides_nothing(begun):
    """The waits of several connections add up."""
    number = begun.asked[0]
    _send(begun, number)
    wait = Wait(begun, number)
    for _ in range(4):
        wait.sit(20)
        wait.patience.connected(begun.table.size, begun.now_ms, wait.now)
    assert wait.look() == ["ACT_OMITTED"]


def test_cards_that_do_not_come_are_missed_until_they_do(new_match, monkeypatch):
    """OPEN_MISSING stands for an entry of my own whose private message has not come, and for no other's."""
    match, held = new_match(), []
    honest = match.tell_private
    monkeypatch.setattr(
        match, "tell_private", lambda *told: held.append(told) if told[0] == 1 else honest(*told)
    )
    match.do(1, match.seats[1].commit(match.table.description()))
    match.do(2, match.seats[2].commit(match.table.description()))
    match.settle()
    mine, other = Wait(match, 1), Wait(match, 2)
    assert mine.sit(STALL_S + 1) == ["OPEN_MISSING"]
    assert mine.patience.standing[0].entry == 0
    assert "OPEN_MISSING" not in other.sit(STALL_S + 1)
    for told in held:
        honest(*told)
    assert mine.look() == []


@pytest.fixture
def slot_open(new_match, monkeypatch):
    """A match whose first act of chance waits for all links."""
    match = new_match()
    honest = match.post
    monkeypatch.setattr(
        match,
        "post",
        lambda n, one: honest(n, one) if not isinstance(one, Link) else type(match.outputs[0])(),
    )
    match.begin()
    assert match.seats[1].follower.open_slot is not None
    return match


def test_a_slot_without_an_end_is_stalled_once_no_link_is_missing(slot_open):
    """SLOT_STALLED needs the referee's word that it has all links; while one is missing it waits."""
    wait, table = Wait(slot_open), slot_open.table.description()
    follower = wait.seat.follower
    assert not wait.patience.wonders(follower)
    assert wait.sit(STALL_S) == []
    assert wait.patience.wonders(follower)
    wait.patience.told(table)
    assert wait.sit(STALL_S + 1) == []
    for seat in table.seats:
        seat.owes = False
    wait.patience.told(table)
    assert wait.sit(STALL_S) == []
    assert wait.sit(2) == ["SLOT_STALLED"]
    assert wait.patience.standing[0].klass is Klass.D
    elsewhere = TableDescription(log_size=table.log_size + 1)
    wait.patience.told(elsewhere)
    assert wait.look() == []


def test_a_slot_past_its_deadline_is_stalled_whatever_is_said(slot_open):
    """After the deadline of the links the referee owes the end or the time-out: SLOT_STALLED."""
    deadline = slot_open.seats[1].follower.verifier.deadline(1)
    wait = Wait(slot_open, referee_ms=deadline)
    assert wait.sit(STALL_S + 1) == ["SLOT_STALLED"]


def test_a_time_out_that_does_not_come_is_the_referees_delay(begun):
    """REF_STALLED stands `stall_s` after a deadline by the referee's clock, not by this device's."""
    number = begun.asked[0]
    deadline = begun.seats[number].follower.verifier.deadline(number)
    assert Wait(begun, number).sit(STALL_S * 2) == []
    wait = Wait(begun, number, referee_ms=deadline - 10 * SECOND)
    assert wait.sit(STALL_S + 9) == []
    assert wait.sit(2) == ["REF_STALLED"]
    assert "time has run out" in wait.patience.standing[0].detail


def test_entries_that_are_announced_and_not_sent_are_the_referees_delay(begun):
    """A referee that says its log is longer than what it sends is REF_STALLED."""
    wait = Wait(begun)
    wait.patience.connected(begun.table.size + 1, begun.now_ms, wait.now)
    assert wait.sit(STALL_S + 2) == ["REF_STALLED"]


def test_a_reveal_that_does_not_come_is_the_referees_delay(begun, monkeypatch):
    """A reveal that is not there `stall_s` after the time for the RESULTs is REF_STALLED until it comes."""
    held, honest = [], begun.tell

    def tell(number, entries, head):
        reveals = any(entry.type == EntryType.FINAL_REVEAL for entry in entries)
        held.append((number, entries, head)) if reveals else honest(number, entries, head)

    monkeypatch.setattr(begun, "tell", tell)
    begun.do(1, begun.seats[1].resign())
    begun.settle()
    wait, result_s = Wait(begun), begun.seats[1].enrolment.rules.params.clock.result_s
    assert wait.sit(result_s + STALL_S - 1) == []
    assert wait.sit(2) == ["REF_STALLED"]
    assert "revealed" in wait.patience.standing[0].detail
    for one in held:
        honest(*one)
    assert wait.look() == []


def test_an_honest_table_is_never_late(begun, bots):
    """While everything comes, nothing stands, and the checks that ran are counted."""
    wait = Wait(begun)
    players = bots(begun)
    for _ in range(10):
        number = begun.asked[0]
        begun.answer(number, players[number])
        assert wait.sit(1) == []


@pytest.mark.parametrize("off_s", [601, -601])
def test_a_head_far_from_the_devices_clock_is_a_warning_until_one_is_near(begun, off_s):
    """LOG_TIME is local here: more than ten minutes off, ahead or behind, until a head is near again."""
    wait = Wait(begun)
    size = begun.table.size + 1
    wait.patience.take_head(Head(size=size, time_ms=wait.now + off_s * SECOND), wait.now)
    assert wait.look() == ["LOG_TIME"]
    (told,) = wait.patience.standing
    assert told.klass is Klass.L
    wait.patience.take_head(Head(size=size + 1, time_ms=wait.now + 2 * off_s * SECOND), wait.now)
    wait.look()
    assert wait.patience.standing == (told,)
    wait.patience.take_head(Head(size=size + 2, time_ms=wait.now + 599 * SECOND), wait.now)
    assert wait.look() == []
    assert wait.patience.tally.executed["LOG_TIME"] == 3


def test_a_head_from_before_the_connection_may_be_old_and_not_from_the_future(begun):
    """What is caught up on was signed long ago; a date ahead of now is told all the same."""
    wait = Wait(begun)
    wait.patience.take_head(Head(size=begun.table.size, time_ms=wait.now - 10**9), wait.now)
    assert wait.look() == []
    wait.patience.take_head(Head(size=begun.table.size, time_ms=wait.now + 10**9), wait.now)
    assert wait.look() == ["LOG_TIME"]


def test_no_warning_of_the_clock_convicts(slot_open):
    """Warnings name no key and are local or disputed; they do not touch `verified` or `failure`."""
    follower = slot_open.seats[1].follower
    wait = Wait(slot_open, referee_ms=follower.verifier.deadline(1))
    wait.patience.take_head(Head(size=10**6, time_ms=0, root=H(b"")), wait.now)
    wait.sit(STALL_S * (STOP_AFTER + 1))
    viewer = Viewer("lobby", slot_open.seats[1].enrolment.rules, 1)
    assert viewer.note_patience(wait.patience)
    assert not viewer.note_patience(wait.patience)
    view = viewer.snapshot(follower, Own())
    assert {one.code for one in view.warnings} == {"LOG_TIME", "SLOT_STALLED"}
    assert all(one.key is None and one.klass in {Klass.L, Klass.D} for one in view.warnings)
    assert view.failure is None
    assert view.checks == follower.verifier.executed.total() + 2
