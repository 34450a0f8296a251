"""Every way in which a table ends, and that nobody can hold it up."""

from __future__ import annotations

from random import Random

import pytest
from table_match import begin_match, play_match
from table_titles import POPULAR_FRONT, SKIRMISH, titles

from sealed.fairness.audit.audit import audit
from sealed.fairness.audit.report import PASS
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.keys import load_backend
from sealed.wire.v1 import fairness_pb2 as wire
from sealed.wire.v1.referee_pb2 import CreateTableRequest, Phase

HOUR_MS = 3_600_000


def request(**more) -> CreateTableRequest:
    clock = wire.Clock(decision_s=60, link_s=30, result_s=20, stall_s=10)
    return CreateTableRequest(title=SKIRMISH.id, clock=clock, **more)


@pytest.fixture
def match():
    return begin_match(SKIRMISH, 2, Random(4), request(), longest_draft=1)


def types(entries) -> list[int]:
    return [entry.type for entry in entries]


def report(match):
    return audit(match.record(), titles, load_backend(), referee_pk=match.table.keys.signer.public)


def run_out(match):
    """Lets the next deadline pass."""
    match.now_ms = match.table.next_deadline
    return match.deliver(match.table.tick(match.now_ms))


def test_nothing_happens_at_a_deadline_that_has_not_passed(match):
    """A tick before or at the deadline does nothing."""
    match.asked()
    assert match.table.tick(match.table.next_deadline - 1).change is None


def test_an_answer_that_does_not_come_is_a_time_out(match):
    """At the deadline of an answer the seat loses: TIMEOUT and GAME_OVER in one append."""
    seat = match.asked()
    deadline = match.heads[-1].time_ms + 60_000
    output = run_out(match)
    assert types(output.entries) == [EntryType.TIMEOUT, EntryType.GAME_OVER]
    timeout = wire.Timeout.FromString(output.entries[0].payload)
    assert (timeout.seat, timeout.kind, timeout.rule) == (seat.seat, 1, "loss")
    assert timeout.deadline_ms == deadline < output.head.time_ms
    assert timeout.counter == seat.counter
    over = match.table.match.over
    assert (over.cause, over.seats, over.result) == ("time", (seat.seat,), f"side {3 - seat.seat}")


def test_a_link_that_does_not_come_is_a_time_out_and_the_slot_stays_open(match):
    """A withheld link ends the game; the slot never gets a result, even if the link turns up."""
    match.open_slot()
    first, second = match.seats
    match.deliver(match.table.contribute(first.seat, *first.link(), match.tick()))
    late = second.link()
    first_k = second.opened.first_k
    output = run_out(match)
    timeout = wire.Timeout.FromString(output.entries[0].payload)
    assert (timeout.seat, timeout.kind, timeout.first_k) == (second.seat, 2, first_k)
    assert match.table.contribute(second.seat, *late, match.tick()).problem.code == "SLOT_SEQUENCE"
    match.finish()
    found = report(match)
    assert found.verdict == PASS, found.failures
    assert found.unfinished


def test_all_who_are_late_time_out_together():
    """Seats late at once get one TIMEOUT each, ascending, in one append; nobody wins."""
    match = begin_match(SKIRMISH, 2, Random(4), request(), longest_draft=1)
    while not all(seat.asked for seat in match.seats):
        match.step()
    output = run_out(match)
    seats = [
        wire.Timeout.FromString(one.payload).seat for one in output.entries if one.type == EntryType.TIMEOUT
    ]
    assert seats == [1, 2]
    assert match.table.match.over.result == "none"


def test_a_missing_result_holds_the_reveal_back_for_its_time_only(match):
    """Without a RESULT the reveal comes `result_s` after GAME_OVER, with all pages in one append."""
    match.play(12)
    match.submit(match.seats[0], match.seats[0].resign())
    match.submit(match.seats[0], match.seats[0].result())
    over_ms = match.table.match.over.time_ms
    assert match.table.next_deadline == over_ms + 20_000
    output = run_out(match)
    assert output.entries[0].type == EntryType.FINAL_REVEAL
    assert set(types(output.entries[1:])) <= {EntryType.FINAL_PAGE}
    assert match.table.phase == Phase.PHASE_REVEALED
    assert report(match).verdict == PASS


def test_the_reveal_follows_the_last_result_at_once(match):
    """With the last RESULT the reveal is logged in the same append."""
    match.play(12)
    match.submit(match.seats[0], match.seats[0].resign())
    match.submit(match.seats[1], match.seats[1].result())
    output = match.submit(match.seats[0], match.seats[0].result())
    assert types(output.entries)[:2] == [EntryType.RESULT, EntryType.FINAL_REVEAL]


def test_a_disputing_result_holds_nothing_back(match):
    """A seat that disagrees signs so, and the reveal comes as for all others."""
    match.submit(match.seats[0], match.seats[0].resign())
    match.submit(match.seats[1], match.seats[1].result())
    vote = wire.ResultVote(game_over_leaf=match.seats[0].game_over_leaf, reason="no")
    sent = match.seats[0].forge([])
    sent.signed.CopyFrom(match.seats[0].sign(EntryType.RESULT, vote))
    assert match.submit(match.seats[0], sent).answer is not None
    assert match.table.phase == Phase.PHASE_REVEALED


def test_an_appeal_window_delays_the_reveal():
    """With a window the reveal waits for its end, even if all results are in."""
    match = begin_match(SKIRMISH, 2, Random(4), request(appeal_hours=2), longest_draft=1)
    match.submit(match.seats[0], match.seats[0].resign())
    for seat in match.seats:
        match.submit(seat, seat.result())
    assert match.table.phase == Phase.PHASE_OVER
    assert match.table.next_deadline == match.table.match.over.time_ms + 2 * HOUR_MS
    run_out(match)
    assert match.table.phase == Phase.PHASE_REVEALED


def test_resigning_is_possible_while_a_slot_is_open(match):
    """RESIGN ends the game in the middle of a slot, with a seat that is asked nothing and an old head."""
    match.open_slot()
    seat = match.seats[0]
    header = {"seen_size": 1, "seen_root": match.table.log.root_at(1)}
    sent = seat.forge([])
    sent.signed.CopyFrom(seat.sign(EntryType.RESIGN, wire.Resign(), **header))
    output = match.submit(seat, sent)
    assert types(output.entries) == [EntryType.RESIGN, EntryType.GAME_OVER]
    match.finish()
    assert report(match).verdict == PASS


def test_all_seats_together_may_stop(match):
    """When the wishes to stop of all seats stand, the game ends without a result."""
    assert types(match.submit(match.seats[0], match.seats[0].resign(stop=True)).entries) == [EntryType.RESIGN]
    output = match.submit(match.seats[1], match.seats[1].resign(stop=True))
    assert types(output.entries) == [EntryType.RESIGN, EntryType.GAME_OVER]
    over = match.table.match.over
    assert (over.cause, over.seats, over.result) == ("abandon", (1, 2), "none")


def test_a_wish_to_stop_stands_until_the_seats_next_act(match):
    """Whoever acts on has taken his wish back."""
    seat = match.asked()
    other = match.seats[2 - seat.seat]
    match.submit(seat, seat.resign(stop=True))
    match.submit(seat, seat.act())
    match.submit(other, other.resign(stop=True))
    assert match.table.phase == Phase.PHASE_PLAYING


def test_nothing_is_acted_after_the_end(match):
    """After GAME_OVER neither ACT nor RESIGN is taken."""
    seat = match.asked()
    sent = seat.act()
    match.submit(match.seats[0], match.seats[0].resign())
    assert match.submit(seat, sent).refusal.code == "ENC_BAD_TYPE"
    assert match.submit(match.seats[1], match.seats[1].resign()).refusal.code == "ENC_BAD_TYPE"


def test_a_result_is_about_this_game_over_and_comes_once(match):
    """A RESULT names the leaf of GAME_OVER; a second one is refused."""
    match.submit(match.seats[0], match.seats[0].resign())
    seat = match.seats[1]
    right, seat.game_over_leaf = seat.game_over_leaf, bytes(32)
    assert match.submit(seat, seat.result()).refusal.code == "ENC_BAD_VALUE"
    seat.game_over_leaf = right
    assert match.submit(seat, seat.result()).answer is not None
    assert match.submit(seat, seat.result()).refusal.code == "ENC_BAD_TYPE"


def test_audits_are_taken_until_their_time_is_over():
    """AUDITs about this record are logged once each, until `result_s` after the last page."""
    match = begin_match(SKIRMISH, 2, Random(4), request(), longest_draft=1)
    match.submit(match.seats[0], match.seats[0].resign())
    for seat in match.seats:
        match.submit(seat, seat.result())
    one, other = match.seats
    assert match.submit(one, one.audit()).answer is not None
    assert match.submit(one, one.audit()).refusal.code == "ENC_BAD_TYPE"
    other.record = bytes(32)
    assert match.submit(other, other.audit()).refusal.code == "ENC_BAD_VALUE"
    match.tick(20_000)
    assert match.submit(other, other.audit()).refusal.code == "ENC_BAD_TYPE"
    assert match.table.next_deadline is None


def test_an_interval_that_is_credited_pushes_deadlines_back(match):
    """A restart credits the time since the last head, and nobody loses it."""
    match.asked()
    before = match.table.next_deadline
    match.tick(50_000)
    since = match.now_ms - match.heads[-1].time_ms
    output = match.deliver(match.table.credit(match.now_ms))
    notice = wire.Notice.FromString(output.entries[0].payload)
    assert (notice.kind, notice.to_ms - notice.from_ms) == ("credit", since)
    assert match.table.next_deadline == before + since


def test_a_clock_that_goes_back_never_takes_heads_back(match):
    """Heads carry the larger of the clock and the last time signed; stamps stay within their bounds."""
    seat = match.asked()
    last = match.heads[-1].time_ms
    match.now_ms = last - 500_000
    output = match.submit(seat, seat.act())
    assert output.head.time_ms == last
    assert wire.ActEntry.FromString(output.entries[0].payload).received_ms == last


@pytest.mark.parametrize(
    ("title", "seats", "seed"),
    [
        (SKIRMISH, 2, 21),
        (SKIRMISH, 3, 22),
        (POPULAR_FRONT, 2, 23),
        (POPULAR_FRONT, 3, 24),
        (POPULAR_FRONT, 6, 25),
    ],
)
def test_a_whole_match_passes_the_independent_audit(title, seats, seed):
    """The log of a random honest match is a PASS for the auditor, which shares no bookkeeping."""
    match = play_match(title, seats, Random(seed))
    found = report(match)
    assert (found.verdict, found.failures) == (PASS, ())
    assert match.table.match.over.cause == "rules"
