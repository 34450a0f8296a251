"""Laws of crash, restart and a full disk (spec 2.13)."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest
from loopback import Guest, Party, referee
from table_titles import SKIRMISH

from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Notice
from sealed_referee import serve as serving
from sealed_referee.journal import Journal, JournalFullError


def log_of(party: Party) -> list:
    """Returns the whole log as the referee tells it to anybody."""
    told, entries = 1, []
    while len(entries) < told:
        page = party.players[0].guest.call(
            "GetRange", rpc.GetRangeRequest(table=party.ref, first=len(entries))
        )
        told = page.size
        entries += [entry for batch in page.batches for entry in batch.entries]
    return entries


def test_a_new_referee_on_the_same_store_goes_on(tmp_path, rng):
    """In mid-game the service is stopped and started: same key, same log, a credit, and the game ends."""
    with referee(tmp_path, SKIRMISH) as first:
        party = Party(first, SKIRMISH, rng)
        party.set_up()
        party.play(6)
        before, public = log_of(party), first.public
        party.close()
    with referee(tmp_path, SKIRMISH) as second:
        assert second.public == public
        party.reconnect(second)
        party.play()
        after = log_of(party)
        party.close()
    assert after[: len(before)] == before
    credit = after[len(before)]
    assert (credit.type, Notice.FromString(credit.payload).kind) == (EntryType.NOTICE, "credit")
    assert EntryType.GAME_OVER in {entry.type for entry in after}


def test_streams_end_in_words_when_the_referee_stops(tmp_path, rng):
    """A referee that is told to stop tells the players so."""
    with referee(tmp_path, SKIRMISH) as running:
        party = Party(running, SKIRMISH, rng)
        party.set_up()
        running.stop()
        party.pump(lambda: all(player.ended for player in party.players))
        problems = [dict(one.ended[0].trailing_metadata())["sealed-problem-bin"] for one in party.players]
        assert {rpc.Problem.FromString(one).code for one in problems} == {"SHUTTING_DOWN"}
        party.close()


def test_a_table_that_is_still_gathering_survives_a_restart(tmp_path, rng):
    """Seats taken before the restart are taken after it; the same request still makes the same table."""
    with referee(tmp_path, SKIRMISH) as first:
        someone = Guest(first, rng).log_in()
        table = someone.create(SKIRMISH, 2, request_id=b"i" * 16)
    with referee(tmp_path, SKIRMISH) as second:
        someone.connect(second)
        someone.log_in()
        assert someone.create(SKIRMISH, 2, request_id=b"i" * 16) == table


def test_a_table_of_an_edition_that_is_not_here_is_kept_and_says_so(tmp_path, rng):
    """A referee with another edition of the title serves the rest and names the trouble."""
    with referee(tmp_path, SKIRMISH) as first:
        someone = Guest(first, rng).log_in()
        table = someone.create(SKIRMISH)
    other = dataclasses.replace(SKIRMISH, edition=bytes(32))
    ref = rpc.TableRef(lobby_id=table.lobby_id)
    with referee(tmp_path, other) as second:
        someone.connect(second)
        someone.log_in()
        assert someone.refused("GetTable", ref).code == "TABLE_DAMAGED"
        assert someone.create(other).lobby_id != table.lobby_id
    with referee(tmp_path, SKIRMISH) as third:
        someone.connect(third)
        assert someone.call("GetTable", ref) == table


class FullJournal(Journal):
    """Is a journal whose disk is full while `full` says so."""

    full = False

    def commit(self, changes) -> None:
        """Stores nothing while the disk is full."""
        if FullJournal.full and changes:
            raise JournalFullError("no room")
        super().commit(changes)


@pytest.fixture
def full_disk(monkeypatch):
    """Returns the switch of a disk that can be full."""
    monkeypatch.setattr(serving, "Journal", FullJournal)
    monkeypatch.setattr(FullJournal, "full", False)
    return FullJournal


def test_with_a_full_disk_nothing_is_said_and_later_the_game_goes_on(tmp_path, rng, full_disk):
    """An answer that cannot be stored is a Problem; no head is sent; with room the same bytes count."""
    with referee(tmp_path, SKIRMISH) as running:
        party = Party(running, SKIRMISH, rng)
        party.set_up()
        party.play(4)
        size = party.players[0].guest.call("GetTable", party.ref).log_size
        asked = party.asked()[0]
        full_disk.full = True
        party.act(asked)
        party.pump(lambda: bool(asked.problems))
        assert asked.problems[0].code == "STORE_FULL"
        assert asked.problems[0].retry_after_ms > 0
        assert all(player.seat.follower.verifier.size <= size for player in party.players)
        full_disk.full = False
        party.send_until_taken(asked)
        party.play()
        assert party.over
        party.close()


def test_with_a_full_disk_no_table_is_made(tmp_path, rng, full_disk):
    """A table that cannot be stored does not exist; with room the same request makes it."""
    with referee(tmp_path, SKIRMISH) as running:
        someone = Guest(running, rng).log_in()
        request = rpc.CreateTableRequest(title=SKIRMISH.id, seats=2, request_id=bytes(16))
        full_disk.full = True
        assert someone.refused("CreateTable", request).code == "STORE_FULL"
        assert list(someone.call("ListTables", rpc.ListTablesRequest()).tables) == []
        full_disk.full = False
        assert someone.call("CreateTable", request).phase == rpc.PHASE_GATHERING


def test_a_deadline_that_passes_ends_the_game(tmp_path, clock):
    """Nobody can keep a table open: after decision_s the silent seat loses by time."""
    with referee(tmp_path, SKIRMISH, now_ms=clock) as running:
        party = Party(running, SKIRMISH, Random(1), clock={"decision_s": 60})
        party.set_up()
        asked = party.asked()[0].seat.number
        clock.ms += 61_000
        party.pump(lambda: party.over)
        log = log_of(party)
        types = [entry.type for entry in log]
        assert types[types.index(EntryType.TIMEOUT) + 1] == EntryType.GAME_OVER
        told = party.players[0].guest.call("GetTable", party.ref)
        assert told.result == f"side {3 - asked}"
        party.close()


def test_a_finished_table_looks_the_same_after_a_restart(tmp_path, rng):
    """The list shows it as before without playing it again, and its record is the same file."""
    finished = rpc.ListTablesRequest(phases=[rpc.PHASE_REVEALED])

    def seen(someone: Guest):
        record = someone.call("GetRecord", rpc.GetRecordRequest(table=party.ref))
        return someone.call("ListTables", finished), b"".join(page.data for page in record)

    with referee(tmp_path, SKIRMISH) as first:
        party = Party(first, SKIRMISH, rng, options={"rounds": "2"})
        party.set_up()
        party.play()
        party.pump(lambda: all(one.seat.follower.ended is not None for one in party.players))
        party.close()
        someone = Guest(first, rng)
        list(iter(lambda: any(seat.present for seat in seen(someone)[0].tables[0].seats), False))
        before = seen(someone)
    with referee(tmp_path, SKIRMISH) as second:
        someone.connect(second)
        after = seen(someone)
        assert list(someone.call("ListTables", rpc.ListTablesRequest()).tables) == []
        assert someone.call("GetTable", rpc.TableRef(table_id=before[0].tables[0].table_id)).params
    assert after == before
