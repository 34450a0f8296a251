"""Everybody lets a choice pass that all owe: the table ends in order, and nobody wins (lessons, spares)."""

from __future__ import annotations

from random import Random

from loopback import Party, referee
from table_titles import SKIRMISH

from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1.fairness_pb2 import Clock, GameOver, Timeout
from sealed_referee.options import system_clock

DECISION_S = 600


def test_both_seats_that_let_a_common_choice_pass_lose(tmp_path):
    """A TIMEOUT for each, in one append, then the end without a winner; results and audits follow as ever."""
    passed = [0]

    def clock():
        return system_clock() + passed[0]

    with referee(tmp_path / "referee", SKIRMISH, now_ms=clock) as served:
        party = Party(served, SKIRMISH, Random(4), clock=Clock(decision_s=DECISION_S, on_timeout=1))
        party.set_up()
        while len(party.asked()) < len(party.players):
            party.play(1)
        size = party.players[0].seat.follower.verifier.size
        passed[0] = (DECISION_S + 1) * 1000
        party.pump(lambda: party.over)
        entries = party.players[0].seat.follower.notebook.entries[size:]
        late = [Timeout.FromString(one.payload) for one in entries if one.type == EntryType.TIMEOUT]
        (over,) = [GameOver.FromString(one.payload) for one in entries if one.type == EntryType.GAME_OVER]
        assert [one.seat for one in late] == [1, 2]
        assert (over.cause, over.result) == ("time", "none")
        party.finish()
        assert all(player.seat.report.verdict == "PASS" for player in party.players)
        party.close()
