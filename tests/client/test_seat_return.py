"""Laws of coming back.

From the device's store, or without it, and of what never shows in words (spec 2.13).
"""

from __future__ import annotations

from random import Random

import pytest

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import parse_header
from sealed.fairness.signing.private import parse_private
from sealed.wire.v1.fairness_pb2 import ActEntry
from sealed_client.identity import make_identity
from sealed_client.outbox import TAKE_OVER_LEAP
from sealed_client.seat import Seat
from sealed_client.seat_errors import StoppedError, TableRefusedError
from sealed_client.seat_return import restore
from sealed_client.seat_store import StoreError


def _restored(match, number):
    """Rebuilds a seat from its store alone."""
    return restore(
        match.seats[number].enrolment.identity,
        match.titles,
        match.signatures,
        match.stores[number].load(b"table"),
        match.referee.public,
    )


def _equal(one, other):
    assert one.replica.state == other.replica.state
    assert one.replica.holdings.next_ref == other.replica.holdings.next_ref
    assert repr(one.replica.holdings) == repr(other.replica.holdings)
    assert one.again() == other.again()
    assert one.asked == other.asked
    assert one.awaiting == other.awaiting
    assert one.follower.verifier.root == other.follower.verifier.root


def test_a_seat_restored_at_any_moment_is_equal_and_plays_on(new_match, bots):
    """Killing a seat after any answer loses nothing: the rebuilt one is equal, and the match ends audited."""
    match = new_match(2, seed=8)
    match.begin()
    players = bots(match)
    rng, restarts = Random(2), 0
    for _ in range(400):
        if not match.asked:
            break
        if rng.random() < 0.06:
            number = rng.choice(list(match.seats))
            again, now = _restored(match, number)
            _equal(match.seats[number], again)
            assert now.send == ()
            match.seats[number] = again
            restarts += 1
        number = match.asked[0]
        match.answer(number, players[number])
    match.finish()
    assert restarts > 3
    assert all(seat.report.verdict == "PASS" for seat in match.seats.values())
    assert not match.refusals


def test_a_message_sent_before_the_crash_is_repeated_and_not_signed_anew(begun):
    """What was kept before the crash goes out again as the same bytes; no other answer is possible."""
    number = begun.asked[0]
    seat = begun.seats[number]
    draft = seat.draft()
    draft.add(draft.legal()[0])
    moves = seat.submit(draft)
    begun.stores[number].keep(b"table", moves.keep)
    again, _ = _restored(begun, number)
    assert again.again() == moves.send
    assert again.awaiting
    begun.seats[number] = again
    begun.deliver(number, begun.post(number, moves.send[0]))
    begun.settle()
    assert not again.awaiting
    assert not begun.refusals


def test_a_verdict_signed_before_the_crash_is_not_signed_again(new_match, bots):
    """RESULT and AUDIT are signed once, also over restarts."""
    match = new_match(seed=5)
    match.begin()
    match.play(bots(match))
    again, now = _restored(match, 1)
    assert now.send == ()
    match.do(1, match.seats[1].audit())
    match.settle()
    again, now = _restored(match, 1)
    assert now.send == ()
    assert not again.audit_due


def test_a_store_without_a_beginning_is_refused_in_words(begun):
    """A store that does not begin with the table's parameters is damaged, and says so."""
    kept = begun.stores[1].load(b"table")[1:]
    identity = begun.seats[1].enrolment.identity
    with pytest.raises(StoreError, match="take the seat over"):
        restore(identity, begun.titles, begun.signatures, kept, begun.referee.public)


def _taken_over(match, number, identity=None):
    """Lets another device of the same person take a seat over, with nothing but the identity."""
    match.stores[number]._tables.clear()
    seat, moves = Seat.take_over(
        identity or match.seats[number].enrolment.identity,
        match.titles,
        match.signatures,
        match.table.description(),
        match.referee.public,
    )
    match.seats[number] = seat
    match.do(number, moves)
    seat.expect_tip(match.table.size)
    size = 0
    for head in match.table.heads:
        match.tell(number, match.table.entries(size, head.size), head)
        size = head.size
    for private in match.table.privates_from(number, 0):
        match.tell_private(number, private)
    return seat


def test_a_device_without_the_store_takes_the_seat_over(new_match, bots):
    """Entries, private messages and OWN handles give an equal seat; its counters keep clear by 2^20."""
    match = new_match(seed=8)
    match.begin()
    players = bots(match, "random")
    for _ in range(50):
        match.answer(match.asked[0], players[match.asked[0]])
    old = match.seats[1]
    new = _taken_over(match, 1)
    first = new.follower.missing_handles
    assert first == 1
    match.tell_private(1, match.table.own_handles(1, first))
    assert new.follower.missing_handles is None
    _equal(old, new)
    used = new.follower.verifier.counter(1)
    while 1 not in match.asked:
        match.answer(match.asked[0], players[match.asked[0]])
    match.answer(1, players[1])
    acts = [entry for entry in match.table.entries(0, match.table.size) if entry.type == EntryType.ACT]
    headers = [parse_header(ActEntry.FromString(act.payload).msg.header) for act in acts]
    last = [header.counter for header in headers if header.seat == 1][-1]
    assert last == used + TAKE_OVER_LEAP
    match.play(players)
    match.finish()
    assert all(seat.report.verdict == "PASS" for seat in match.seats.values())


def test_a_taken_over_seat_is_restored_like_any_other(new_match, bots):
    """What a device keeps after a take-over rebuilds the seat, OWN handles and counters included."""
    match = new_match(seed=8)
    match.begin()
    players = bots(match, "random")
    for _ in range(50):
        match.answer(match.asked[0], players[match.asked[0]])
    new = _taken_over(match, 1)
    match.tell_private(1, match.table.own_handles(1, 1))
    while 1 not in match.asked:
        match.answer(match.asked[0], players[match.asked[0]])
    match.answer(1, players[1])
    again, now = _restored(match, 1)
    assert now.send == ()
    _equal(new, again)


def test_without_the_client_secret_a_seat_says_that_it_is_lost(begun):
    """A key without its client secret finds another chain in GENESIS.

    RES_SECRET_LOST, and nothing is signed.
    """
    identity = begun.seats[1].enrolment.identity
    secret = identity.signer._secret
    other = make_identity(secret, bytes(32), identity.name, begun.signatures)
    seat = _taken_over(begun, 1, other)
    assert seat.follower.failure.code == "RES_SECRET_LOST"
    assert seat.again() == ()
    with pytest.raises(StoppedError, match="RES_SECRET_LOST"):
        seat.draft()


def test_a_stranger_takes_no_seat_over(begun):
    """An identity without a seat at the table is refused in words."""
    stranger = make_identity(bytes(32), bytes(32), "Stranger", begun.signatures)
    with pytest.raises(TableRefusedError, match="has no seat"):
        Seat.take_over(
            stranger, begun.titles, begun.signatures, begun.table.description(), begun.referee.public
        )


def test_no_secret_of_a_seat_shows_in_words(new_match, bots):
    """Neither keys, chains, seeds, cards nor handles appear in what a seat's objects print of themselves."""
    match = new_match(seed=4)
    match.begin()
    players = bots(match, "random")
    for _ in range(45):
        match.answer(match.asked[0], players[match.asked[0]])
    for number, seat in match.seats.items():
        identity, replica = seat.enrolment.identity, seat.replica
        secrets = [identity.client_secret, identity.signer._secret, replica.blind_seed]
        secrets += [seat._place.chain.link(k) for k in range(1, 30)]
        kept = match.stores[number].load(b"table")
        things = [identity, seat, seat.enrolment, seat._place, seat.follower, seat.follower.notebook]
        things += [replica, replica.holdings, *replica.holdings.laid(256).values(), replica.holdings.bag]
        things += [seat.outbox, seat._lock, kept, seat.resign()]
        shown = " ".join(repr(thing) for thing in things)
        for secret in secrets:
            assert repr(secret)[2:-1] not in shown
            assert secret.hex() not in shown
        assert not any(name in shown for name in ("Infantry", "Partisan", "Leader"))


def test_a_seat_that_catches_up_answers_nothing_old(new_match, bots):
    """Before the log is verified as far as it goes, no link is released and nothing is asked."""
    match = new_match(seed=8)
    match.begin()
    players = bots(match, "random")
    for _ in range(50):
        match.answer(match.asked[0], players[match.asked[0]])
    seat, _ = Seat.take_over(
        match.seats[1].enrolment.identity,
        match.titles,
        match.signatures,
        match.table.description(),
        match.referee.public,
    )
    seat.expect_tip(match.table.size)
    size, told = 0, 0
    privates = match.table.privates_from(1, 0)
    for head in match.table.heads[:-1]:
        assert seat.feed(match.table.entries(size, head.size), head).send == ()
        size = head.size
        while told < len(privates) and parse_private(privates[told].message).index < size:
            assert seat.feed_private(privates[told]).send == ()
            told += 1
        assert not seat.asked
        assert seat.again() == ()
    assert told > 3
