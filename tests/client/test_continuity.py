"""Laws of coming back: the referee's log must go on from the one that this device has verified (2.13)."""

from __future__ import annotations

import asyncio

import pytest

from sealed.fairness.arithmetic import merkle
from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.live.verdicts import Klass, Tally
from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1.fairness_pb2 import Notice
from sealed_client.continuity import compare, contradicts


class Prover:
    """Is a referee's side that proves for one list of entries."""

    def __init__(self, table_id, entries):
        self._leaves = [log_leaf_hash(table_id, one.index, one.type, one.payload) for one in entries]

    async def consistency(self, key, first, second):
        """Returns the proof."""
        assert key == "lobby"
        return tuple(merkle.consistency_proof(first, self._leaves[:second]))


@pytest.fixture
def played(begun, bots):
    """A match of which the seat that was not asked has missed the last append."""
    asked, honest = begun.asked[0], begun.tell
    begun.absent = 3 - asked
    begun.tell = lambda number, *append: None if number == begun.absent else honest(number, *append)
    begun.answer(asked, bots(begun)[asked])
    assert begun.table.size > begun.seats[begun.absent].follower.verifier.size
    return begun


def _compare(match, table, entries, number=2):
    follower, tally = match.seats[number].follower, Tally()
    return asyncio.run(compare(Prover(match.table.table_id, entries), table, follower, tally)), tally.executed


def test_a_log_that_goes_on_is_proven_before_its_entries_come(played):
    """The newest head of an honest referee is consistent with what an absent device holds."""
    table = played.table.description()
    failure, ran = _compare(played, table, played.table.entries(0, played.table.size), played.absent)
    assert failure is None
    assert ran["LOG_INCONSISTENT"] == ran["RES_REFEREE_BEHIND"] == 1


def test_another_past_is_found_without_its_entries(begun, forge):
    """A head over a log with another past is LOG_INCONSISTENT, local, and stops the seat."""
    size = begun.seats[2].follower.verifier.size
    other = [(EntryType.NOTICE, Notice(kind="x", text=str(n))) for n in range(3)]
    entries, head = forge(begun, size - 2, other)
    table = begun.table.description()
    table.head.CopyFrom(head)
    table.log_size = head.size
    failure, _ = _compare(begun, table, [*begun.table.entries(0, size - 2), *entries])
    assert (failure.code, failure.klass, failure.key) == ("LOG_INCONSISTENT", Klass.L, None)
    assert begun.seats[2].follower.failure is failure


def test_a_shorter_log_is_a_referee_that_is_behind(begun):
    """RES_REFEREE_BEHIND stops the seat locally and says what has happened and what to do."""
    table = begun.table.description()
    table.log_size -= 1
    table.head.size -= 1
    failure, _ = _compare(begun, table, [])
    assert (failure.code, failure.klass) == ("RES_REFEREE_BEHIND", Klass.L)
    assert "restored from an old copy" in failure.detail
    assert "brought up to date" in failure.detail
    assert "your record is kept" in failure.detail


def test_a_head_that_the_referee_has_not_signed_proves_nothing(played):
    """A described head without the referee's signature is SIG_INVALID, local."""
    table = played.table.description()
    table.head.time_ms += 1
    failure, _ = _compare(played, table, played.table.entries(0, played.table.size), played.absent)
    assert (failure.code, failure.klass) == ("SIG_INVALID", Klass.L)


def test_another_root_over_the_same_size_convicts(begun, forge):
    """Two heads of one size with different roots are LOG_FORK: fed, they convict and are kept as evidence."""
    size = begun.seats[2].follower.verifier.size
    _, head = forge(begun, size - 1, [(EntryType.NOTICE, Notice(kind="x"))])
    table = begun.table.description()
    assert not contradicts(table, begun.seats[2].follower)
    table.head.CopyFrom(head)
    assert contradicts(table, begun.seats[2].follower)
    moves = begun.seats[2].feed((), table.head)
    assert [(one.code, one.klass, one.key) for one in moves.verdicts] == [
        ("LOG_FORK", Klass.C, begun.referee.public)
    ]
    assert moves.keep
