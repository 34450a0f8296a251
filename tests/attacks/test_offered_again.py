"""Attack 58: the nonces and anchors of one table are offered for a second one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from match import InMemoryMatch

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import BEFORE_GENESIS
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import Commit
from sealed_client.history import HISTORY_KEY, History, history_of, keep
from sealed_client.moves import Commitment
from sealed_client.seat import Seat
from sealed_client.seat_errors import TableRefusedError
from sealed_client.seat_store import Kept, Kind, MemorySeatStore

SEED = 58


def _open(seats, cap):
    """Returns a table with everybody seated; identities and nonces are the same at each."""
    return InMemoryMatch(TITLE, seats, Random(SEED), {"round-cap": cap})


def _met(match):
    """Returns what the first seat's device knows after a table."""
    return History(one for one in match.stores[1].load(b"table") if one.kind == Kind.SEEN)


def _taken(match, nonce, history):
    """Lets the first seat sit down with a nonce and its history, in the place of the one that sits there."""
    old = match.seats[1].enrolment
    seat, _ = Seat.take(
        old.identity,
        match.titles,
        match.signatures,
        match.table.description(),
        match.referee.public,
        (1, nonce),
        history,
    )
    return seat


@pytest.fixture(params=[2, 3])
def tables(request):
    """A table that has begun, what its first seat has met there, and a second table with the same nonces."""
    first, second = _open(request.param, "8"), _open(request.param, "12")
    first.begin()
    assert first.table.table_id != second.table.table_id
    return first, _met(first), second


def test_an_own_nonce_is_not_signed_for_twice(tables):
    """A seat does not join a second table with the nonce of an earlier one."""
    _, history, second = tables
    with pytest.raises(TableRefusedError) as refused:
        _taken(second, second.seats[1].join.nonce, history)
    assert refused.value.code == "GEN_COMMIT_DUPLICATE"
    assert _taken(second, bytes(32), history).join.nonce == bytes(32)


def test_nonces_of_others_are_known_before_the_commit(tables):
    """Nonces that another table had keep the seat from committing; nothing is signed for that table."""
    first, _, second = tables
    seat, nonce = second.seats[1], second.seats[2].join.nonce
    met = Kept(Kind.SEEN, first.table.table_id + nonce)
    seat.enrolment = replace(seat.enrolment, history=History([met]))
    with pytest.raises(TableRefusedError) as refused:
        seat.commit(second.table.description())
    assert refused.value.code == "GEN_COMMIT_DUPLICATE"
    assert not seat.placed


def test_an_old_anchor_in_genesis_gets_no_agree(tables):
    """A seat that commits to the anchor of its earlier table is caught at GENESIS, before the AGREE."""
    first, _, second = tables
    seat, other = second.seats[1], second.seats[2]
    moves = {number: one.commit(second.table.description()) for number, one in second.seats.items()}
    old = first.seats[2]._place.commit
    forged = other.outbox.sign(EntryType.COMMIT, 1, (0, BEFORE_GENESIS), old)
    other.expect_commit(forged)
    met = Kept(Kind.SEEN, first.table.table_id + Commit.FromString(old).anchor)
    seat.enrolment = replace(seat.enrolment, history=History([met]))
    for number, one in moves.items():
        second.do(number, replace(one, send=(Commitment(forged),)) if number == 2 else one)
    second.settle()
    assert seat.follower.failure.code == "GEN_COMMIT_DUPLICATE"
    assert second.table.size == 1
    assert not any(one.kind == Kind.AGREED for one in second.stores[1].load(b"table"))


def test_coming_back_to_a_table_is_no_second_table(tables):
    """What a device met at a table does not keep it from that table; an honest referee is not accused."""
    first, history, _ = tables
    seat = first.seats[1]
    assert not history.repeats([seat.join.nonce], first.table.table_id)
    assert history.repeats([seat.join.nonce], bytes(32))


def test_the_history_outlives_the_table(tables):
    """A store keeps the history apart from its tables, and gives it back to the next sitting down."""
    first, history, _ = tables
    store = MemorySeatStore(first.signatures)
    keep(store, b"table", first.stores[1].load(b"table"))
    assert all(one.kind == Kind.SEEN for one in store.load(HISTORY_KEY))
    assert not any(one.kind == Kind.SEEN for one in store.load(b"table"))
    assert repr(history_of(store)) == repr(history)
