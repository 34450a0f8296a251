"""Laws of a referee whose store is an old copy: it signs nothing, its players bring it up to date (2.13)."""

from __future__ import annotations

from random import Random

import pytest
from loopback import Guest, Stream
from old_copy import OldCopy, lays, notices
from table_titles import SKIRMISH

from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import SlotEnd, SlotOpen
from sealed_client import recovery
from sealed_client.recovery import pages
from sealed_referee import homecoming
from sealed_referee.chronicle import RestoreError

BEHIND = "RES_REFEREE_BEHIND"
BEFORE, LOST = 3, 10


@pytest.fixture
def old(tmp_path, clock):
    """Returns a function that plays, loses the newest entries and restarts on the old copy."""
    made = []

    def lose(
        seats: int = 2, before: int = BEFORE, lost: int = LOST, seed: int = 7, *, enough=lambda _: True
    ) -> OldCopy:
        one = OldCopy(tmp_path / f"{len(made)}", SKIRMISH, Random(seed), seats, now_ms=clock)
        made.append(one)
        one.party.set_up()
        one.party.play(before)
        one.copy()
        size = one.table().log_size
        one.party.play(lost)
        log = one.party.players[0].seat.follower.notebook.entries
        while not (one.party.over or enough(log[size:])):
            one.party.play(1)
        one.held = one.restore()
        one.size = one.table().log_size
        clock.ms += 5000
        return one

    yield lose
    for one in made:
        one.close()


def lost_part(one: OldCopy) -> list:
    """Returns the entries that the referee has lost."""
    return one.party.players[0].seat.follower.notebook.entries[one.size :]


def rolls_and_lays(entries) -> bool:
    """Tells whether a slot ends among entries, and a card is laid."""
    return any(entry.type == EntryType.SLOT_END for entry in entries) and any(map(lays, entries))


def shuffles_again(entries) -> bool:
    """Tells whether a reshuffle ends among entries."""
    slots = [SlotOpen.FromString(one.payload) for one in entries if one.type == EntryType.SLOT_OPEN]
    again = [slot for slot in slots if any(request.shuffle.epoch > 1 for request in slot.requests)]
    ended = [SlotEnd.FromString(one.payload).first_k for one in entries if one.type == EntryType.SLOT_END]
    return any(slot.first_k in ended for slot in again)


def refusal_of_resume(one: OldCopy, player) -> str:
    """Lets a player come back and returns the code with which his stream ends."""
    player.resume(one.party.inbox)
    one.party.pump(lambda: bool(player.ended))
    problem = dict(player.ended.pop().trailing_metadata())["sealed-problem-bin"]
    return rpc.Problem.FromString(problem).code


@pytest.mark.parametrize(("seats", "seed"), [(2, 7), (3, 2)])
def test_an_old_copy_is_brought_up_to_date_and_the_match_is_fair(old, seats, seed):
    """It signs nothing until all have brought what they hold; then the same log goes on to PASS."""
    one = old(seats, seed=seed, enough=rolls_and_lays)
    lost = lost_part(one)
    assert len(lost) >= LOST
    assert rolls_and_lays(lost)
    for player in one.party.players:
        assert refusal_of_resume(one, player) == BEHIND
    assert "old copy" in one.table().waiting_for
    assert one.table().log_size == one.size
    for player in one.party.players:
        one.give_back(player)
    assert one.table().log_size == one.held
    one.party.connect()
    log = one.finish()
    assert log[: one.held] == one.party.players[0].seat.follower.notebook.entries[: one.held]
    assert notices(log[one.held :])[:2] == ["credit", "restored"]


def test_shuffles_in_the_lost_part_come_out_the_same(old):
    """A reshuffle that was lost is dealt again from K_t, under the very heads that were signed."""
    one = old(before=1, seed=3, enough=shuffles_again)
    assert shuffles_again(lost_part(one))
    for player in one.party.players:
        one.give_back(player)
    one.party.connect()
    one.finish()


def test_one_device_is_not_enough_if_another_has_laid_cards_since(old):
    """While the handles of a seat are missing the table stops in words that name it; then it goes on."""
    one = old()
    first, second = one.party.players
    one.give_back(first)
    told = one.table()
    assert told.log_size == one.size
    assert f"device of seat {second.seat.number}" in told.waiting_for
    assert one.give_back(second) == one.held
    one.party.connect()
    one.finish()


def test_a_message_sent_again_brings_its_handles(old):
    """A device that never saw its answer logged sends it again; that is enough for the cards it laid."""
    one = old(lost=0)
    first, second = one.party.players
    one.restart()
    one.party.connect()
    one.party.play(LOST)
    log = one.party.players[0].seat.follower.notebook.entries
    laid = [entry for entry in log[one.size :] if lays(entry)]
    sent = [submit for submit in second.seat.outbox._sent.values() if submit.handles]
    assert laid
    assert sent
    one.held = one.restore()
    one.give_back(first)
    stream = Stream(second.guest, one.party.inbox)
    second.stream = stream
    stream.send(rpc.Up(resume=rpc.Resume(table=one.party.ref, size=1)))
    for submit in sent:
        stream.send(rpc.Up(submit=submit))
    while one.table().log_size < one.held:
        one.party.inbox.get(timeout=10)
    stream.close()
    one.party.connect()
    one.finish()


def test_after_a_recovery_nothing_signed_before_it_counts(old):
    """Case 114: a resignation from before NOTICE{restored} is refused, whatever its counter."""
    one = old()
    early = [player.seat.resign() for player in one.party.players]
    for player, moves in zip(one.party.players, early, strict=True):
        assert moves.send
        one.give_back(player)
        player.seat.outbox.drop(EntryType.RESIGN)
    one.party.connect()
    one.party.pump(one.party._settled)
    for player, moves in zip(one.party.players, early, strict=True):
        player.send(moves.send[0])
        one.party.pump(lambda player=player: bool(player.refusals))
        assert [refusal.code for refusal in player.refusals] == ["HEAD_STALE"]
    log = one.finish()
    assert EntryType.RESIGN not in {entry.type for entry in log}


def test_the_end_of_a_match_comes_back_with_its_pages(tmp_path, clock):
    """A copy from before the end gets result, reveal and pages back, and takes the audits still to come."""
    one = OldCopy(tmp_path, SKIRMISH, Random(7), now_ms=clock)
    one.party.set_up()
    one.party.play(3)
    one.copy()
    one.party.play()
    one.party.pump(lambda: all(player.seat.audit_due for player in one.party.players))
    held = one.restore()
    for player in one.party.players:
        one.give_back(player)
    assert one.table().log_size == held
    one.party.connect()
    log = one.finish()
    assert EntryType.FINAL_PAGE in {entry.type for entry in log[:held]}
    one.close()


def test_a_result_from_before_a_recovery_is_signed_anew(tmp_path, clock):
    """The refused RESULT costs nobody his word: the seat looks at the log as it is and signs again."""
    one = OldCopy(tmp_path, SKIRMISH, Random(7), now_ms=clock)
    one.party.set_up()
    one.party.play(3)
    one.copy()
    first = one.party.players[0]
    first.send = lambda sending: None if first.seat.follower.game_over else type(first).send(first, sending)
    one.party.play()
    held = one.restore()
    del first.send
    for player in one.party.players:
        one.give_back(player)
    assert one.table().log_size == held
    one.party.connect()
    log = one.finish()
    assert [refusal.code for refusal in first.refusals] == ["HEAD_STALE"]
    assert notices(log[held:]) == ["restored"]
    one.close()


def test_who_is_up_to_date_waits_for_who_is_not(old, clock):
    """Nobody's deadline passes and nothing is signed while a table is behind, however long that takes."""
    one = old()
    one.party.players[0].resume(one.party.inbox)
    one.party.pump(lambda: bool(one.party.players[0].ended))
    one.party.players[0].ended.clear()
    clock.ms += 30 * 24 * 3600 * 1000
    for player in one.party.players:
        player.guest.log_in()
    assert refusal_of_resume(one, one.party.players[1]) == BEHIND
    assert one.table().log_size == one.size


def test_with_nobody_there_an_old_copy_signs_nothing(old):
    """Without its players a restored table stands still, and it says whom it waits for."""
    one = old()
    told = one.table()
    assert told.log_size == one.size
    assert "Player 1 and Player 2 to come back" in told.waiting_for


@pytest.mark.parametrize("page", [1, 400])
def test_appends_may_come_in_pieces(old, monkeypatch, page):
    """However small the pages, each append is whole in the end, and its handles come with its head."""
    monkeypatch.setattr(recovery, "PAGE_BYTES", page)
    one = old(enough=rolls_and_lays)
    for player in one.party.players:
        one.give_back(player)
    assert one.table().log_size == one.held


def test_a_referee_that_dies_before_its_notice_still_owes_it(old):
    """What was adopted is durable, and so is that NOTICE{restored} is still to come."""
    one = old()
    for player in one.party.players:
        one.give_back(player)
    one.restart()
    assert one.table().log_size == one.held
    one.party.connect()
    assert "restored" in notices(one.finish()[one.held :])


def test_a_seat_that_has_given_all_and_left_is_not_waited_for_longer_than_stall_s(old, clock):
    """With the lost part back the usual rule holds: `stall_s` after the first came it goes on."""
    one = old()
    for player in one.party.players:
        one.give_back(player)
    here, away = one.party.players
    here.resume(one.party.inbox)
    _soon(one, f"Player {away.seat.number} to come back")
    clock.ms += 61_000
    one.party.pump(lambda: here.seat.follower.verifier.size >= one.held + 2)
    assert notices(here.seat.follower.notebook.entries[one.held :]) == ["credit", "restored"]


def test_a_normal_restart_is_not_noticed(tmp_path, clock):
    """Who comes back first waits unanswered, not refused, until the others are back."""
    one = OldCopy(tmp_path, SKIRMISH, Random(7), now_ms=clock)
    one.party.set_up()
    one.party.play(3)
    one.restart()
    asked = one.party.asked()[0]
    other = next(player for player in one.party.players if player is not asked)
    size = one.table().log_size
    asked.resume(one.party.inbox)
    one.party.act(asked)
    _soon(one, f"Player {other.seat.number} to come back")
    assert one.table().log_size == size
    other.resume(one.party.inbox)
    one.finish()
    assert not asked.problems
    one.close()


def _soon(one: OldCopy, words: str) -> None:
    while not one.table().waiting_for.startswith(words):
        pass


def test_who_does_not_come_back_is_waited_for_no_longer_than_stall_s(tmp_path, clock):
    """When `stall_s` have passed since the first came back, the table goes on without the others."""
    one = OldCopy(tmp_path, SKIRMISH, Random(7), now_ms=clock)
    one.party.set_up()
    one.party.play(3)
    one.restart()
    asked = one.party.asked()[0]
    size = asked.seat.follower.verifier.size
    asked.resume(one.party.inbox)
    one.party.act(asked)
    _soon(one, f"Player {3 - asked.seat.number} to come back")
    clock.ms += 61_000
    one.party.pump(lambda: asked.seat.follower.verifier.size > size + 1)
    one.close()


def test_a_table_whose_lost_part_does_not_come_out_stops_for_good(old, monkeypatch):
    """What cannot be made again is not adopted: the table stops in words and signs no second history."""
    one = old()

    def no_way(*_):
        raise RestoreError("the dice fall otherwise")

    monkeypatch.setattr(homecoming, "adopt", no_way)
    first, second = one.party.players
    one.give_back(first)
    request = next(pages(second.seat.follower, one.size))
    refused = second.guest.refused(
        "PutEntries", rpc.PutEntriesRequest(table=one.party.ref, batches=request[0], handles=request[1])
    )
    assert (refused.code, refused.retry_after_ms) == (BEHIND, 0)
    assert "the dice fall otherwise" in one.table().waiting_for
    assert refusal_of_resume(one, first) == BEHIND
    assert one.table().log_size == one.size


def test_a_referee_that_has_gone_on_does_not_take_another_history(old, clock):
    """Who shows a head of another history after all stops the table for good; nothing is mended."""
    one = old(lost=1)
    for player in one.party.players:
        stream = Stream(player.guest, one.party.inbox)
        stream.send(rpc.Up(resume=rpc.Resume(table=one.party.ref)))
        player.forgetful = stream
    while one.table().log_size == one.size:
        pass
    signed = one.table().log_size
    for player in one.party.players:
        player.forgetful.close()
        assert refusal_of_resume(one, player) == BEHIND
    player = one.party.players[0]
    batches, handles = lost_pages(one, player)[0]
    assert put(player.guest, one, batches, handles) in {BEHIND, "LOG_ROOT"}
    assert one.table().log_size == signed
    assert "old copy" in one.table().waiting_for


# -- malicious ------------------------------------------------------------------------------------------


def put(guest: Guest, one: OldCopy, batches, handles: bytes = b"") -> str:
    """Sends entries and returns the code of the refusal."""
    request = rpc.PutEntriesRequest(table=one.party.ref, batches=batches, handles=handles)
    return guest.refused("PutEntries", request).code


def lost_pages(one: OldCopy, player) -> list:
    """Returns what a player would give back."""
    return [
        ([rpc.Batch.FromString(batch.SerializeToString()) for batch in batches], handles)
        for batches, handles in pages(player.seat.follower, one.size)
    ]


def forged_head(batches):
    """A head that nobody has signed."""
    batches[1].head.sig = bytes(64)


def forged_goal(batches):
    """A head that nobody has signed, further than any log."""
    batches[0].head.size += 1000


def other_entry(batches):
    """An entry that is not the one under the head."""
    batches[1].entries[0].payload += b"\0"


def gap(batches):
    """The first append left out."""
    del batches[1]


def from_nowhere(batches):
    """Entries far beyond the log."""
    for batch in batches:
        for entry in batch.entries:
            entry.index += 1000


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (forged_head, "SIG_INVALID"),
        (forged_goal, "SIG_INVALID"),
        (other_entry, "LOG_ROOT"),
        (gap, "BAD_RANGE"),
        (from_nowhere, "BAD_RANGE"),
    ],
)
def test_bad_entries_change_nothing(old, clock, spoil, code):
    """What this referee has not signed is refused, the next try has to wait, and honest ones still work."""
    one = old()
    player = one.party.players[0]
    (batches, handles), *_ = lost_pages(one, player)
    spoil(batches)
    assert put(player.guest, one, batches, handles) == code
    assert put(player.guest, one, batches, handles) == "TOO_FAST"
    assert one.table().log_size == one.size
    clock.ms += 1000
    for each in one.party.players:
        one.give_back(each)
    assert one.table().log_size == one.held


@pytest.mark.parametrize("handles", [b"\1", b"", bytes(5) * 50])
def test_wrong_handles_are_not_believed(old, handles):
    """Handles that are not those of the commitments bring no table back."""
    one = old()
    for player in one.party.players:
        batches, good = lost_pages(one, player)[0]
        made = bytes(len(good)) if handles == b"\1" else handles
        request = rpc.PutEntriesRequest(table=one.party.ref, batches=batches, handles=made)
        if made:
            assert player.guest.refused("PutEntries", request).code == "PRIV_MISMATCH"
        else:
            assert player.guest.call("PutEntries", request).size == one.size
    assert one.table().log_size == one.size


def test_nobody_without_a_seat_puts_entries(old):
    """A stranger's and a spectator's entries are not looked at."""
    one = old()
    stranger = Guest(one.serving, Random(99)).log_in()
    batches, handles = lost_pages(one, one.party.players[0])[0]
    assert put(stranger, one, batches, handles) == "NOT_SEATED"
    stranger.token = b""
    assert put(stranger, one, batches, handles) == "NOT_LOGGED_IN"


def test_entries_of_another_table_are_none_of_this(old):
    """Heads bind their table: what was signed elsewhere is refused here."""
    one, other = old(), old(seed=8)
    player = one.party.players[0]
    batches, _ = lost_pages(other, other.party.players[0])[0]
    assert put(player.guest, one, batches) in {"SIG_INVALID", "LOG_ROOT", "BAD_RANGE"}
    assert one.table().log_size == one.size


def test_an_append_without_end_is_cut_off(old, clock):
    """Entries without a head pile up to a bound and no further."""
    one = old()
    player = one.party.players[0]
    index, code = one.size, ""
    for _ in range(30):
        entry = {"index": index, "type": 10, "payload": bytes(60_000)}
        request = rpc.PutEntriesRequest(table=one.party.ref, batches=[rpc.Batch(entries=[entry])])
        if index - one.size < 4:
            assert player.guest.call("PutEntries", request).size == one.size
            index += 1
            continue
        code = player.guest.refused("PutEntries", request).code
        break
    assert code == "ENC_TOO_LARGE"
    clock.ms += 1000
    for each in one.party.players:
        one.give_back(each)
    assert one.table().log_size == one.held


def test_entries_that_are_there_already_are_no_news(served, party):
    """A table that lacks nothing answers with its size, as often as asked."""
    gathered = party()
    gathered.set_up()
    gathered.play(2)
    player = gathered.players[0]
    size = player.guest.call("GetTable", gathered.ref).log_size
    for batches, handles in pages(player.seat.follower, 0):
        request = rpc.PutEntriesRequest(table=gathered.ref, batches=batches, handles=handles)
        assert player.guest.call("PutEntries", request).size == size
    assert gathered.play(1) == 1


def test_a_table_that_was_never_away_takes_no_entries(party):
    """Nothing is kept of entries for a table that has been in memory since it was made."""
    gathered = party()
    gathered.set_up()
    gathered.play(3)
    player = gathered.players[0]
    entries = player.seat.follower.notebook.entries
    later = [*entries[-1:]]
    later[0] = type(later[0])(index=len(entries) + 5, type=later[0].type, payload=later[0].payload)
    request = rpc.PutEntriesRequest(table=gathered.ref, batches=[rpc.Batch(entries=later)])
    assert player.guest.refused("PutEntries", request).code == "NOT_BEHIND"
