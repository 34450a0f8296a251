"""Laws of the way back after a restart: no seat can make it endless, or fill the memory with pieces."""

from __future__ import annotations

import threading
from random import Random

import grpc
import pytest
from loopback import problem_of
from old_copy import OldCopy
from table_titles import SKIRMISH

from sealed.engine import kernel
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Entry
from sealed_referee.recovery import PIECES_LIMIT

LATER_MS, MINUTES = 61_000, 120
"""Longer than `stall_s`; all of them are far less than `decision_s`."""


@pytest.fixture
def restarted(tmp_path, clock):
    """Returns a party whose referee was just started again, nobody there yet."""
    one = OldCopy(tmp_path, SKIRMISH, Random(7), now_ms=clock)
    one.party.set_up()
    one.party.play(3)
    one.restart()
    clock.ms += 1000
    yield one
    one.close()


def test_a_seat_without_a_stream_waits_no_longer_than_the_others(restarted, clock):
    """The wait for the other players ends `stall_s` after an answer that came by a call of its own too."""
    player = restarted.party.asked()[0]
    draft = player.seat.draft()
    legal = kernel.legal_actions(draft.state, player.seat.number)
    assert draft.add(next(one for one in legal if one.verb not in {"strike", "scout"})) is None
    submit = player.seat.submit(draft).send[0]
    request = rpc.SubmitRequest(table=restarted.party.ref, submit=submit)
    before = restarted.table().log_size
    replies = []
    call = threading.Thread(target=lambda: replies.append(player.guest.call("Submit", request)))
    call.start()
    for _ in range(MINUTES):
        clock.ms += LATER_MS
        call.join(0.05)
        if replies:
            break
    assert replies[0].HasField("entry")
    assert restarted.table().log_size > before


def test_entries_without_content_fill_no_memory(restarted):
    """Pieces of an append are weighed with what an entry takes by itself, so empty ones end as well."""
    guest, size = restarted.party.players[0].guest, restarted.table().log_size
    empty = [Entry(index=size + at) for at in range(PIECES_LIMIT // 100)]
    request = rpc.PutEntriesRequest(table=restarted.party.ref, batches=[rpc.Batch(entries=empty)])
    with pytest.raises(grpc.RpcError) as caught:
        guest.call("PutEntries", request)
    assert problem_of(caught.value).code == "ENC_TOO_LARGE"
