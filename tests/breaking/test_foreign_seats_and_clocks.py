"""Laws of seats that do not exist and of clocks that go back."""

from __future__ import annotations

from random import Random

import pytest
from loopback import Guest, Party, referee
from scribe import Scribe
from table_titles import POPULAR_FRONT

from sealed.fairness.live.verifier import Verifier
from sealed.fairness.signing import messages
from sealed.fairness.signing.private import Kind, private_message
from sealed.games.popular_front import TITLE
from sealed.wire.v1 import referee_pb2 as rpc
from sealed_referee.journal import Journal, JournalFullError

HOUR_MS = 3_600_000


@pytest.mark.parametrize("seat", [0, 3, 6])
def test_private_message_for_a_seat_that_does_not_exist(seat) -> None:
    """A SEED that a referee signs for a seat beyond the table's is a failed check, nothing else."""
    scribe = Scribe(TITLE, 2, Random(1))
    scribe.begin()
    verifier = Verifier(lambda game, edition: TITLE, scribe.backend, seat=seat)
    for entries, head in scribe.appends():
        verifier.feed(entries, head)
    message = private_message(scribe.id, seat, 0, Kind.SEED, bytes(32))
    found = verifier.feed_private(messages.sign_private(scribe.referee, message))
    assert [verdict.code for verdict in found] == ["OPEN_LEAK"]


def test_clock_that_is_set_back_keeps_no_table_waiting(tmp_path, monkeypatch) -> None:
    """A table that waits for room on the disk goes on a moment after there is, whatever the clock does."""
    clock = [1_800_000_000_000]
    full = [False]
    commit = Journal.commit

    def commit_or_not(journal, changes) -> None:
        if full[0]:
            raise JournalFullError("full")
        commit(journal, changes)

    monkeypatch.setattr(Journal, "commit", commit_or_not)
    with referee(tmp_path, POPULAR_FRONT, now_ms=lambda: clock[0]) as house:
        party = Party(house, POPULAR_FRONT, Random(1))
        party.set_up()
        full[0] = True
        clock[0] += 10
        party.act(party.asked()[0])
        party.pump(lambda: any(player.problems for player in party.players))
        assert Guest(house, Random(2)).refused("GetTable", party.ref).code == "STORE_FULL"
        full[0] = False
        clock[0] -= HOUR_MS
        assert Guest(house, Random(3)).call("GetTable", party.ref).phase == rpc.PHASE_PLAYING
        party.close()


def test_clock_that_is_set_back_stops_no_match(tmp_path) -> None:
    """Heads are never dated back, and the match goes on, when the referee's clock jumps an hour back."""
    clock = [1_800_000_000_000]
    with referee(tmp_path, POPULAR_FRONT, now_ms=lambda: clock[0]) as house:
        party = Party(house, POPULAR_FRONT, Random(1))
        party.set_up()
        party.play(2)
        clock[0] -= HOUR_MS
        party.play(2)
        table = party.players[0].guest.call("GetTable", party.ref)
        assert table.head.time_ms == 1_800_000_000_000
        assert not any(player.refusals or player.problems for player in party.players)
        party.close()
