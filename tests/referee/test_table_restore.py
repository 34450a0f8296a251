"""A table that is lost at any moment comes back equal and goes on the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from table_match import MemoryMatch, begin_match, play_match, referee_keys, saved_of
from table_titles import POPULAR_FRONT, SKIRMISH, titles

from sealed.wire.v1 import fairness_pb2 as wire
from sealed.wire.v1.referee_pb2 import Phase
from sealed_referee.chronicle import RestoreError
from sealed_referee.restoring import restore_table


def face(table):
    """Returns all that a table shows and all that decides how it goes on."""
    match = table.match
    inner = (
        ()
        if match is None
        else (
            match.game.state,
            match.game.asked,
            match.game.asked_ms,
            match.pending,
            match.stops,
            match.over,
            match.deadlines.gaps,
            match.deadlines.banks,
            match.deadlines.misses,
            match.deadlines.pauses.wishing,
            match.privates,
            [match.game.piles.made(seat) for seat in table.gathering.joins],
        )
    )
    return (
        table.description().SerializeToString(deterministic=True),
        table.entries(0, table.size),
        list(table.heads),
        table.next_deadline,
        [table.refusals(seat) for seat in table.gathering.joins],
        inner,
    )


def restored(match):
    return restore_table(match.saved(), titles, referee_keys())


class Forgetful(MemoryMatch):
    """A match whose table is lost after every change and comes back from what was kept."""

    def deliver(self, output):
        """Delivers, loses the table, and takes it up again."""
        super().deliver(output)
        if output.change is not None:
            back = restored(self)
            assert face(back) == face(self.table)
            self.table = back
        return output


@pytest.mark.parametrize(("title", "seats", "seed"), [(SKIRMISH, 2, 1), (SKIRMISH, 3, 2)])
def test_a_match_goes_on_the_same_whenever_it_is_lost(title, seats, seed):
    """Restored after every single change, a match has the same log, heads and private messages to the end."""
    plain = play_match(title, seats, Random(seed))
    lost = Forgetful.open(title, seats, Random(seed))
    lost.set_up()
    lost.play()
    lost.finish()
    assert lost.entries == plain.entries
    assert lost.heads == plain.heads
    assert lost.privates == plain.privates


@pytest.mark.parametrize("seats", [2, 3])
def test_popular_front_comes_back_at_many_moments(seats):
    """The whole title comes back equal; sampled, because each time the whole log is made again."""
    match = begin_match(POPULAR_FRONT, seats, Random(seats))
    while match.table.phase == Phase.PHASE_PLAYING:
        match.play(15)
        match.table = restored(match)
    match.finish()
    assert face(restored(match)) == face(match.table)


def test_refusals_survive():
    """A refused message is refused with the same bytes after a restart, and its counter stays burnt."""
    match = begin_match(SKIRMISH, 2, Random(1))
    seat = match.asked()
    sent = seat.forge([wire.Step(action="parry")])
    refusal = match.submit(seat, sent).refusal
    match.table = restored(match)
    assert match.submit(seat, sent).refusal == refusal
    seat.counter -= 1
    assert match.submit(seat, seat.forge([wire.Step(action="done")])).refusal.code == "ACT_EQUIVOCATED"


def test_logged_messages_are_known_after_a_restart():
    """A message that was logged before the restart gets its entry again."""
    match = begin_match(SKIRMISH, 2, Random(1))
    seat = match.asked()
    sent = seat.act()
    answer = match.submit(seat, sent).answer
    match.table = restored(match)
    assert match.submit(seat, sent).answer == answer


def test_links_of_an_open_slot_survive():
    """A link that was answered for is not asked for again."""
    match = begin_match(SKIRMISH, 2, Random(1))
    match.open_slot()
    first, second = match.seats
    match.deliver(match.table.contribute(1, *first.link(), match.tick()))
    match.table = restored(match)
    assert match.table.owing() == (2,)
    assert match.deliver(match.table.contribute(2, *second.link(), match.tick())).entries


@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_a_set_up_that_is_interrupted_goes_on(steps):
    """Joins, commits and agrees that were answered for are kept."""
    match = MemoryMatch.open(SKIRMISH, 2, Random(1))
    if steps > 0:
        match.deliver(match.table.join(match.seats[0].join(match.table.description()), 5))
    if steps > 1:
        match.deliver(match.table.leave(match.seats[0].signer.public, 6))
    if steps > 2:
        match.seat_everybody()
        match.deliver(match.table.agree(2, match.seats[1].agree(), 7))
    assert face(restored(match)) == face(match.table)


def test_a_void_table_stays_void():
    """A table that was given up is not taken up again."""
    match = MemoryMatch.open(SKIRMISH, 2, Random(1))
    match.seat_everybody()
    match.deliver(match.table.tick(match.table.next_deadline))
    assert restored(match).phase == Phase.PHASE_VOID


def test_the_time_of_a_restart_is_credited_in_play_only():
    """A table in play logs the credit once; one that is over, or not begun, logs nothing."""
    match = begin_match(SKIRMISH, 2, Random(1))
    match.asked()
    match.table = restored(match)
    output = match.deliver(match.table.credit(match.tick(90_000)))
    assert wire.Notice.FromString(output.entries[0].payload).kind == "credit"
    assert face(restored(match)) == face(match.table)
    match.submit(match.seats[0], match.seats[0].resign())
    assert restored(match).credit(match.tick()).change is None
    fresh = MemoryMatch.open(SKIRMISH, 2, Random(1))
    assert restored(fresh).credit(10**15).change is None


def test_a_journal_that_was_tampered_with_is_noticed():
    """If what is stored does not lead to the signed heads, the table is not taken up."""
    match = begin_match(SKIRMISH, 2, Random(1))
    match.play(10)
    saved = match.saved()
    changed = wire.Entry.FromString(saved.entries[4].SerializeToString())
    changed.payload = changed.payload[:-1] + bytes([changed.payload[-1] ^ 1])
    entries = (*saved.entries[:4], changed, *saved.entries[5:])
    with pytest.raises(RestoreError):
        restore_table(replace(saved, entries=entries), titles, referee_keys())
    with pytest.raises(RestoreError):
        restore_table(saved_of([*match.changes[:3], *match.changes[4:]]), titles, referee_keys())


def test_an_edition_that_is_missing_is_named():
    """A table of an edition that is not installed says which one it needs."""
    match = begin_match(SKIRMISH, 2, Random(1))
    with pytest.raises(RestoreError, match="skirmish"):
        restore_table(match.saved(), lambda game, edition: None, referee_keys())


def test_private_messages_and_handles_are_the_same_bytes_again():
    """What a seat asks for again is what it got, also from a restored table."""
    match = begin_match(SKIRMISH, 2, Random(1))
    match.play(20)
    back = restored(match)
    for seat in (1, 2):
        got = tuple(private for to, private in match.privates if to == seat)
        assert back.privates_from(seat, 0) == match.table.privates_from(seat, 0) == got
        assert back.own_handles(seat, 1) == match.table.own_handles(seat, 1)
