"""Laws of log-in challenges and of what an address may ask for before anybody has logged in."""

from __future__ import annotations

from random import Random

import pytest

from sealed_referee import challenges as module
from sealed_referee.challenges import CHALLENGE_MS, Challenges
from sealed_referee.options import Limits
from sealed_referee.peers import MAX_PEERS, Peers
from sealed_referee.problems import ServiceError
from sealed_referee.token_bucket import TokenBucket

PK, TABLE = bytes([3]) * 32, bytes(32)
NOW = 1_800_000_000_000


class Clock:
    """Is a clock that stands until it is moved."""

    def __init__(self) -> None:
        self.ms = NOW

    def __call__(self) -> int:
        """Returns the time."""
        return self.ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def book(clock) -> Challenges:
    return Challenges(clock, Random(5).randbytes)


def refused(book, *answer) -> str:
    with pytest.raises(ServiceError) as caught:
        book.answer(*answer)
    return caught.value.code


def test_a_flood_of_hellos_crowds_out_nobody(book) -> None:
    """A challenge stays good however many others are asked for (they cost no memory)."""
    mine = book.make(PK, TABLE)
    others = {book.make(bytes([4]) * 32, TABLE) for _ in range(20_000)}
    assert len(others) == 20_000
    book.answer(mine, PK, TABLE)


def test_a_challenge_is_answered_once(book) -> None:
    """The second answer is a replay, also just before the challenge runs out."""
    mine = book.make(PK, TABLE)
    book.answer(mine, PK, TABLE)
    assert refused(book, mine, PK, TABLE) == "AUTH_REPLAY"


def test_an_answered_challenge_is_remembered_as_long_as_it_would_be_good(book, clock) -> None:
    """However many are answered after it, a challenge is no good a second time."""
    mine = book.make(PK, TABLE)
    book.answer(mine, PK, TABLE)
    for _ in range(100):
        book.answer(book.make(PK, TABLE), PK, TABLE)
    clock.ms += CHALLENGE_MS
    assert refused(book, mine, PK, TABLE) == "AUTH_REPLAY"


def test_memory_of_answers_is_bounded(book, clock, monkeypatch) -> None:
    """Beyond the room for a minute's answers a log-in waits; after the minute there is room again."""
    monkeypatch.setattr(module, "MAX_ANSWERED", 3)
    for _ in range(3):
        book.answer(book.make(PK, TABLE), PK, TABLE)
    assert refused(book, book.make(PK, TABLE), PK, TABLE) == "TOO_BUSY"
    clock.ms += CHALLENGE_MS + 1
    book.answer(book.make(PK, TABLE), PK, TABLE)


@pytest.mark.parametrize("bit", range(0, 256, 7))
def test_no_changed_challenge_is_good(book, bit) -> None:
    """Whatever bit is turned, time included, it was not made here."""
    mine = bytearray(book.make(PK, TABLE))
    mine[bit // 8] ^= 1 << bit % 8
    assert refused(book, bytes(mine), PK, TABLE) == "AUTH_REPLAY"


@pytest.mark.parametrize("other", [(bytes([9]) * 32, TABLE), (PK, bytes([9]) * 32)])
def test_a_challenge_serves_one_key_and_one_table(book, other) -> None:
    """It is no good for another key or another table."""
    assert refused(book, book.make(PK, TABLE), *other) == "AUTH_REPLAY"


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_a_challenge_of_another_length_is_none(book, length) -> None:
    """Only 32 bytes can be a challenge."""
    assert refused(book, bytes(length), PK, TABLE) == "AUTH_REPLAY"


def test_another_process_made_other_challenges(clock) -> None:
    """After a restart none of the old ones is good."""
    old = Challenges(clock, Random(1).randbytes).make(PK, TABLE)
    assert refused(Challenges(clock, Random(2).randbytes), old, PK, TABLE) == "AUTH_REPLAY"


# ---- addresses ----


def test_one_address_knocks_only_so_often(clock) -> None:
    """Beyond the burst an address waits, another one does not, and after a while it may again."""
    peers = Peers(Limits(knocks=3, knocks_per_second=1), clock)
    for port in (1, 2, 3):
        peers.knock(f"ipv4:192.0.2.1:{port}")
    with pytest.raises(ServiceError, match="too many log-ins") as caught:
        peers.knock("ipv4:192.0.2.1:4")
    assert 0 < caught.value.retry_after_ms <= 1001
    peers.knock("ipv4:192.0.2.2:1")
    clock.ms += caught.value.retry_after_ms
    peers.knock("ipv4:192.0.2.1:5")


def test_addresses_are_forgotten_in_the_end(clock) -> None:
    """However many addresses knock, only so many are remembered."""
    peers = Peers(Limits(), clock)
    for number in range(MAX_PEERS + 100):
        peers.knock(f"ipv6:[2001:db8:0:{number:x}::1]:443")
    assert len(peers._knocks) == MAX_PEERS


def test_one_address_has_only_so_many_streams(clock) -> None:
    """A stream beyond the limit is refused, until another of the same address has ended."""
    peers = Peers(Limits(strangers=2), clock)
    with peers.stream("ipv4:192.0.2.1:1"):
        with peers.stream("ipv4:192.0.2.1:2"), pytest.raises(ServiceError) as caught:
            peers.stream("ipv4:192.0.2.1:3").__enter__()
        assert caught.value.code == "TOO_MANY_STREAMS"
        with peers.stream("ipv4:192.0.2.1:4"), peers.stream("ipv4:192.0.2.2:1"):
            pass
    assert not peers._streams


def test_a_great_message_costs_more(clock) -> None:
    """Tokens are taken together or not at all, and who wants more than there can be gets all there is."""
    bucket = TokenBucket(10, 10, clock.ms)
    assert bucket.take(clock.ms, 8) == 0
    assert bucket.take(clock.ms, 8) == 601
    assert bucket.take(clock.ms, 2) == 0
    assert bucket.take(clock.ms + 1000, 99) == 0


def test_seats_that_come_back_all_at_once_are_not_onlookers(clock) -> None:
    """The streams of seats on their way in are counted by themselves, up to a limit of their own."""
    peers = Peers(Limits(strangers=1, entering=2), clock)
    with peers.stream("ipv4:192.0.2.1:1"), peers.entrance("ipv4:192.0.2.1:2"):
        with peers.entrance("ipv4:192.0.2.1:3"), pytest.raises(ServiceError) as caught:
            peers.entrance("ipv4:192.0.2.1:4").__enter__()
        assert caught.value.code == "TOO_MANY_STREAMS"
        with peers.entrance("ipv4:192.0.2.1:5"):
            pass
