"""Laws of a match over sockets in which cards are mixed: it passes, after a restart and after a loss."""

from __future__ import annotations

from random import Random

import pytest
from mixing_match import agree, mixing_player
from mixing_title import TITLE
from old_copy import OldCopy, notices

from sealed.fairness.payloads.codec import EntryType, decode, decode_signed


@pytest.fixture
def match(tmp_path, clock):
    """A match of Mixing over sockets, at its first question; its players try all verbs."""
    one = OldCopy(tmp_path, TITLE, Random(31), 2, now_ms=clock)
    choose = mixing_player(Random(32))

    def act(player):
        draft = player.seat.draft()
        assert draft.add(choose(draft.state, player.seat.number)) is None
        player.do(player.seat.submit(draft))

    one.party.act = act
    one.party.set_up()
    yield one
    one.close()


def regroups(entries) -> int:
    """Counts the regroups among entries."""
    acts = [
        act
        for entry in entries
        if entry.type == EntryType.ACT
        for step in decode_signed(entry.type, decode(entry.type, entry.payload).msg.payload).steps
        for act in step.cards
    ]
    return sum(act.HasField("regroup") for act in acts)


def test_a_match_over_sockets_passes_after_a_restart(match):
    """The service is stopped in mid-game; both seats go on and the record passes."""
    match.party.play(25)
    match.restart()
    match.party.reconnect(match.serving)
    entries = match.finish()
    assert regroups(entries) > 10
    for player in match.party.players:
        agree(player.seat)


def test_what_an_old_copy_has_lost_comes_back_with_the_handles_of_its_regroups(match, clock):
    """The devices bring entries and handles; the referee takes them and the match ends audited."""
    match.party.play(6)
    match.copy()
    match.party.play(20)
    size = match.table().log_size
    match.restore()
    clock.ms += 5000
    lost = match.party.players[0].seat.follower.notebook.entries[match.table().log_size :]
    assert regroups(lost) > 5
    for player in match.party.players:
        match.give_back(player)
    assert match.table().log_size == size
    match.party.connect()
    entries = match.finish()
    assert "restored" in notices(entries)
