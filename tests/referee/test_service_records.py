"""Laws of the public log and of records (spec 2.2, 2.8, 6.2)."""

from __future__ import annotations

import pytest

from sealed.fairness.arithmetic import merkle
from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.record import PrivateLine, RefusalLine, read_record_bytes
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Entry, Head
from sealed_referee import pages
from sealed_referee.pages import PAGE_SIZE, cut


@pytest.fixture
def played(party):
    """Returns a short game that is over and revealed."""
    gathered = party(options={"rounds": "2"})
    gathered.set_up()
    gathered.play()
    gathered.pump(lambda: all(one.seat.follower.ended is not None for one in gathered.players))
    return gathered


def ranged(party, **wanted) -> rpc.LogRange:
    """Asks for a range of the log."""
    return party.players[0].guest.call("GetRange", rpc.GetRangeRequest(table=party.ref, **wanted))


def test_ranges_are_whole_appends_within_a_page(played, monkeypatch):
    """Page by page the whole log comes, each append with its head, no page beyond its size."""
    whole = ranged(played)
    monkeypatch.setattr(pages, "PAGE_SIZE", 4096)
    monkeypatch.setattr("sealed_referee.service_records.PAGE_SIZE", 4096)
    batches = []
    held = 0
    while held < whole.size:
        page = ranged(played, first=held)
        assert page.ByteSize() < 4096 + 64
        batches += page.batches
        held = batches[-1].entries[-1].index + 1
    by_entry = [entry for batch in batches for entry in batch.entries]
    assert by_entry == [entry for batch in whole.batches for entry in batch.entries]
    assert [batch.head.size for batch in batches if batch.HasField("head")] == [
        batch.head.size for batch in whole.batches if batch.HasField("head")
    ]


def test_a_range_that_cuts_an_append_comes_without_its_head(played):
    """A head goes only with the last entry it covers."""
    whole = ranged(played)
    long = next(batch for batch in whole.batches if len(batch.entries) > 1)
    first = long.entries[0].index
    part = ranged(played, first=first, end=first + 1)
    assert [batch.HasField("head") for batch in part.batches] == [False]
    rest = ranged(played, first=first + 1, end=first + len(long.entries))
    assert [batch.head for batch in rest.batches] == [long.head]


def test_a_range_beyond_the_log_is_refused(played):
    """There is nothing beyond the newest entry."""
    size = ranged(played).size
    wanted = rpc.GetRangeRequest(table=played.ref, first=size + 1)
    assert played.players[0].guest.refused("GetRange", wanted).code == "BAD_RANGE"


def test_two_sizes_of_a_log_are_proven_consistent(played):
    """GetConsistency gives the proof of RFC 9162 between any two sizes."""
    guest = played.players[0].guest
    whole = ranged(played)
    table_id = guest.call("GetTable", played.ref).table_id
    leaves = [
        log_leaf_hash(table_id, entry.index, entry.type, entry.payload)
        for batch in whole.batches
        for entry in batch.entries
    ]
    for first in (1, 2, 7, whole.size):
        request = rpc.GetConsistencyRequest(table=played.ref, first_size=first, second_size=whole.size)
        proof = list(guest.call("GetConsistency", request).proof)
        assert proof == merkle.consistency_proof(first, leaves)
    wrong = rpc.GetConsistencyRequest(table=played.ref, first_size=0, second_size=3)
    assert guest.refused("GetConsistency", wrong).code == "BAD_RANGE"


def record_bytes(party, player, **wanted) -> bytes:
    """Downloads a record."""
    stream = player.guest.call("GetRecord", rpc.GetRecordRequest(table=party.ref, **wanted))
    return b"".join(page.data for page in stream)


def test_the_record_of_a_finished_game_is_public(played, guest):
    """Anybody gets the file of the whole log with its heads; from an offset on he gets the rest of it."""
    someone = guest()
    stream = someone.call("GetRecord", rpc.GetRecordRequest(table=played.ref))
    data = b"".join(page.data for page in stream)
    record = read_record_bytes(data)
    whole = ranged(played)
    assert [one for one in record.lines if isinstance(one, Entry)] == [
        entry for batch in whole.batches for entry in batch.entries
    ]
    assert [one for one in record.lines if isinstance(one, Head)] == [
        batch.head for batch in whole.batches if batch.HasField("head")
    ]
    assert record_bytes(played, played.players[0], offset=1000) == data[1000:]


def test_the_record_of_a_running_game_is_not_public_and_a_seat_has_its_own(party, guest):
    """While the game runs only seats export, each its own private messages and no others."""
    gathered = party()
    gathered.set_up()
    gathered.play(4)
    assert guest().refused("GetRecord", rpc.GetRecordRequest(table=gathered.ref)).code == "NOT_FINISHED"
    player = gathered.players[1]
    record = read_record_bytes(record_bytes(gathered, player, own=True))
    own = [one for one in record.lines if isinstance(one, PrivateLine | RefusalLine)]
    assert own
    assert {one.seat for one in own} == {2}


def test_an_append_beyond_a_page_has_its_head_on_the_last_piece():
    """A long append is cut into pages of which none is too large."""
    entries = [Entry(index=index, type=22, payload=bytes(30_000)) for index in range(5)]
    pieces = list(cut(entries, Head(size=5)))
    assert [entry for piece in pieces for entry in piece.entries] == entries
    assert [piece.HasField("head") for piece in pieces] == [False] * (len(pieces) - 1) + [True]
    assert max(piece.ByteSize() for piece in pieces) <= PAGE_SIZE + 128
