"""Laws of finished tables: they leave the memory, and everything about them can still be had."""

from __future__ import annotations

import logging
import time

import pytest
from loopback import Guest, Party, referee
from table_titles import SKIRMISH, titles

from sealed.fairness.audit.audit import audit
from sealed.fairness.record import read_record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.wire.v1 import referee_pb2 as rpc
from sealed_referee.shelf import REST_MS

PATIENCE_S = 10.0


@pytest.fixture
def finished(tmp_path, clock, rng, caplog):
    """Returns a referee and a finished table on it, whose players have left."""
    caplog.set_level(logging.INFO, "sealed.referee.house")
    with referee(tmp_path, SKIRMISH, now_ms=clock) as running:
        party = Party(running, SKIRMISH, rng)
        party.set_up()
        party.play()
        party.finish()
        party.close()
        yield running, party


def comes(caplog, event: str, times: int = 1, clock=None) -> bool:
    """Waits until the referee has logged an event so often; tells whether it has.

    With a clock time goes by meanwhile: a reader may be seen to have left only after the first rest.
    """
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if clock is not None:
            clock.ms += REST_MS + 1
        if sum(f"event={event} " in one.getMessage() + " " for one in caplog.records) >= times:
            return True
        time.sleep(0.02)
    return False


def test_a_finished_table_leaves_the_memory_and_is_still_all_there(finished, clock, rng, caplog):
    """After a while without readers it is put away; the list shows it alike, its record still verifies."""
    running, party = finished
    someone = Guest(running, rng).log_in()
    wanted = rpc.ListTablesRequest(phases=[rpc.PHASE_REVEALED])
    (before,) = someone.call("ListTables", wanted).tables
    assert comes(caplog, "table-put-away", clock=clock)
    (after,) = someone.call("ListTables", wanted).tables
    assert after == before
    pieces = someone.call("GetRecord", rpc.GetRecordRequest(table=party.ref))
    record = read_record_bytes(b"".join(piece.data for piece in pieces))
    assert audit(record, titles, load_backend(), referee_pk=running.public).verdict == "PASS"
    assert comes(caplog, "table-revived")
    assert comes(caplog, "table-put-away", 2, clock)


def test_a_finished_table_that_is_read_stays(finished, clock, rng, caplog):
    """As long as somebody follows it, it is not put away; once he has gone, it is."""
    running, party = finished
    someone = Guest(running, rng)
    stream = someone.stub.Follow(rpc.FollowRequest(table=party.ref))
    next(iter(stream))
    clock.ms += REST_MS + 1
    time.sleep(0.5)
    assert not any("table-put-away" in one.getMessage() for one in caplog.records)
    stream.cancel()
    someone.call("ListTitles", rpc.ListTitlesRequest())
    assert comes(caplog, "table-put-away", clock=clock)
