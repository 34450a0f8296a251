"""The contract of a transport, run against a real referee over a real socket for each one there is."""

from __future__ import annotations

import asyncio
import socket
from random import Random

import pytest

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.keys import load_backend
from sealed.fairness.signing.messages import PLAINTEXT_SPKI
from sealed.games import title_of
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import Entry, Refusal
from sealed.wire.v1.referee_pb2 import CreateTableRequest, Link, Resume, TableRef, Up
from sealed_client.grpclib_transport import GrpclibTransport
from sealed_client.identity import make_identity
from sealed_client.seat import Seat
from sealed_client.transport import (
    ChannelRefusedError,
    NotFoundError,
    NotLoggedInError,
    RefusedError,
    TransportError,
    UnreachableError,
    WrongRefereeError,
)
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Options

TRANSPORTS = [GrpclibTransport]
"""Every implementation of the interface runs the same tests."""


@pytest.fixture(scope="module", params=["plaintext", "TLS"])
def referee(request, tmp_path_factory):
    """A referee on its own thread and a free port."""
    tls, store = request.param == "TLS", tmp_path_factory.mktemp("referee")
    with EmbeddedReferee(Options(listen="127.0.0.1:0", store=store, tls=tls)) as running:
        yield running


@pytest.fixture(params=TRANSPORTS)
def connect(request, referee):
    """Makes a connection to the referee; must be called on the loop that uses it."""
    pin = None if referee.spki_hash == PLAINTEXT_SPKI else referee.spki_hash
    return lambda: request.param(referee.address.host, referee.address.port, pin)


def _identity(seed, name="Ada"):
    rng = Random(seed)
    return make_identity(rng.randbytes(32), rng.randbytes(32), name, load_backend())


async def _create(transport, seed, **more):
    request = CreateTableRequest(
        title=TITLE.id, seats=2, request_id=Random(seed).randbytes(16), **{"name": "Test", **more}
    )
    return await transport.create(request)


async def _closing(transport, work):
    try:
        return await work
    finally:
        await transport.close()


def run(connect, work, seed=None):
    """Runs some work with a connection, logged in as the identity of a seed if one is given."""

    async def whole():
        transport = connect()
        if seed is not None:
            await transport.log_in(_identity(seed))
        return await _closing(transport, work(transport))

    return asyncio.run(asyncio.wait_for(whole(), 30))


def test_logging_in_tells_who_the_referee_is(connect, referee):
    """The log-in answers the challenge; with the right pinned key it succeeds, with another it does not."""

    async def work(transport):
        info = await transport.log_in(_identity(1), referee.public)
        assert info.pk == referee.public
        assert info.time_ms > 0
        with pytest.raises(WrongRefereeError) as wrong:
            await transport.log_in(_identity(1), _identity(2).public)
        assert wrong.value.code == "KEY_UNPINNED"

    run(connect, work)


def test_a_call_without_a_log_in_is_refused_in_words(connect):
    """What needs a session says so, and the same connection works after the log-in."""

    async def work(transport):
        with pytest.raises(NotLoggedInError) as refused:
            await _create(transport, 10)
        assert refused.value.text
        await transport.log_in(_identity(1))
        assert (await _create(transport, 10)).lobby_id

    run(connect, work)


def test_titles_and_tables_are_listed(connect):
    """The lobby tells what can be played and what is open; a table is found by its lobby id."""

    async def work(transport):
        titles = (await transport.titles()).titles
        assert TITLE.id in [title.id for title in titles]
        made = await _create(transport, 11)
        listed = await transport.tables(TITLE.id)
        assert made.lobby_id in [table.lobby_id for table in listed]
        found = await transport.table(made.lobby_id)
        assert found.params == made.params
        assert title_of(TITLE.id, next(t.edition_digest for t in titles if t.id == TITLE.id)) is TITLE

    run(connect, work, seed=1)


def test_the_same_request_makes_the_same_table(connect):
    """Creating is idempotent by its request id."""

    async def work(transport):
        first, second = await _create(transport, 12), await _create(transport, 12)
        assert first.lobby_id == second.lobby_id

    run(connect, work, seed=1)


def test_an_unknown_table_is_not_found(connect):
    """A table that is not there is NotFoundError, by either key, and the words say what to do."""

    async def work(transport):
        for key in ("nowhere", bytes(32)):
            with pytest.raises(NotFoundError) as missing:
                await transport.table(key)
            assert missing.value.code == "NO_SUCH_TABLE"
            assert len(missing.value.text) > 20

    run(connect, work)


async def _sit(transport, table, seed, number):
    identity = _identity(seed)
    wish = (number, Random(seed + 100).randbytes(32))
    info = await transport.log_in(identity)
    seat, _ = Seat.take(identity, title_of, load_backend(), table, info.pk, wish)
    return seat


def test_joining_is_idempotent_and_a_taken_seat_is_refused(connect):
    """The same join again is the same answer.

    Somebody else's for that seat is refused with the seat's code.
    """

    async def work(transport):
        table = await _create(transport, 13)
        seat = await _sit(transport, table, 21, 1)
        first = await transport.join(table.lobby_id, seat.join)
        again = await transport.join(table.lobby_id, seat.join)
        assert first.seats[0].taken
        assert again.seats[0].pk == first.seats[0].pk
        other = await _sit(transport, table, 22, 1)
        with pytest.raises(RefusedError) as taken:
            await transport.join(table.lobby_id, other.join)
        assert taken.value.code == "SEAT_TAKEN"

    run(connect, work, seed=1)


def test_leaving_frees_the_seat(connect):
    """Who leaves while the table gathers gives his seat back."""

    async def work(transport):
        table = await _create(transport, 14)
        seat = await _sit(transport, table, 23, 2)
        await transport.join(table.lobby_id, seat.join)
        left = await transport.leave(table.lobby_id)
        assert not left.seats[1].taken

    run(connect, work, seed=1)


def test_watching_a_table_tells_each_change(connect):
    """A watcher gets the description at once, and again when somebody sits down."""

    async def work(transport):
        table = await _create(transport, 15)
        seat = await _sit(transport, table, 24, 1)
        watching = transport.watch(table.lobby_id)
        first = await anext(watching)
        await transport.join(table.lobby_id, seat.join)
        second = await anext(watching)
        await watching.aclose()
        assert [first.seats[0].taken, second.seats[0].taken] == [False, True]

    run(connect, work, seed=1)


async def _two_seats(connect, seed):
    """Sits two identities down on two connections and commits both."""
    transports = [connect(), connect()]
    await transports[0].log_in(_identity(seed))
    table = await _create(transports[0], seed)
    seats = []
    for number, transport in enumerate(transports, 1):
        seat = await _sit(transport, table, seed + number, number)
        await transport.join(table.lobby_id, seat.join)
        seats.append(seat)
    table = await transports[0].table(table.lobby_id)
    for transport, seat in zip(transports, seats, strict=True):
        for sending in seat.commit(table).send:
            await transport.commit(table.lobby_id, sending.signed)
    return transports, seats, table.lobby_id


def _with_two_seats(connect, seed, work):
    async def whole():
        transports, seats, lobby_id = await _two_seats(connect, seed)
        try:
            return await work(transports, seats, lobby_id)
        finally:
            for transport in transports:
                await transport.close()

    return asyncio.run(asyncio.wait_for(whole(), 30))


async def _catch_up(transport, seat, lobby_id):
    """Reads the log and the own private messages by plain calls, and returns what the seat sends."""
    sends = []
    size = seat.follower.verifier.size
    page = await transport.log_range(lobby_id, size)
    for batch in page.batches:
        sends += seat.feed(batch.entries, batch.head).send
    async for private in transport.private_from(lobby_id, seat.follower.private_from):
        sends += seat.feed_private(private).send
    return sends


def test_a_whole_opening_is_played_by_plain_calls(connect):
    """COMMIT, AGREE, links and answers go without a stream; the same bytes again get the same answer."""

    async def work(transports, seats, lobby_id):
        pairs = list(zip(transports, seats, strict=True))
        agrees = [await _catch_up(transport, seat, lobby_id) for transport, seat in pairs]
        for transport, (agree,) in zip(transports, agrees, strict=True):
            await transport.agree(lobby_id, agree.signed)
            await transport.agree(lobby_id, agree.signed)
        links = [await _catch_up(transport, seat, lobby_id) for transport, seat in pairs]
        for transport, (link,) in zip(transports, links, strict=True):
            assert isinstance(link, Link)
            await transport.contribute(lobby_id, link)
            await transport.contribute(lobby_id, link)
        for transport, seat in pairs:
            assert await _catch_up(transport, seat, lobby_id) == []
        transport, seat = next(pair for pair in pairs if pair[1].asked)
        draft = seat.draft()
        draft.add(draft.legal()[0])
        (submit,) = seat.submit(draft).send
        first = await transport.submit(lobby_id, submit)
        again = await transport.submit(lobby_id, submit)
        assert isinstance(first, Entry)
        assert first == again
        seat.outbox.drop(EntryType.ACT)
        stale = await transport.submit(lobby_id, seat.submit(draft).send[0])
        assert isinstance(stale, Refusal)
        assert stale.code in {"HEAD_STALE", "ACT_ILLEGAL"}

    _with_two_seats(connect, 30, work)


def test_a_stream_resumes_from_any_size(connect):
    """A stream that resumes from entry 0 brings GENESIS and the SEED.

    One that resumes later, only what is new.
    """

    async def work(transports, seats, lobby_id):
        stream = await transports[0].open_stream()
        await stream.send(Up(resume=Resume(table=TableRef(lobby_id=lobby_id))))
        kinds = []
        while not {"batch", "opening"} <= set(kinds):
            down = await stream.receive()
            kinds.append(down.WhichOneof("act"))
            if kinds[-1] == "batch":
                assert [entry.index for entry in down.batch.entries] == [0]
        await stream.close()
        await stream.close()
        again = await transports[0].open_stream()
        await again.send(Up(resume=Resume(table=TableRef(lobby_id=lobby_id), size=1, private_from=1)))
        first = await again.receive()
        assert first.WhichOneof("act") != "batch" or not first.batch.entries
        await again.close()
        assert seats[0].placed

    _with_two_seats(connect, 40, work)


def test_a_spectator_follows_without_a_log_in(connect):
    """The public log is open to everybody, from any entry on."""

    async def work(transports, seats, lobby_id):
        stranger = connect()
        following = stranger.follow(lobby_id, 0)
        batch = await anext(following)
        assert batch.entries[0].index == 0
        await following.aclose()
        await stranger.close()
        assert len(seats) == len(transports)

    _with_two_seats(connect, 50, work)


def test_a_stranger_gets_no_private_message(connect):
    """Private messages and a seat's stream are for the key of that seat only."""

    async def work(transports, _seats, lobby_id):
        await transports[0].log_in(_identity(999))
        with pytest.raises(TransportError) as refused:
            await anext(transports[0].private_from(lobby_id, 0))
        assert refused.value.code == "NOT_SEATED"
        stream = await transports[0].open_stream()
        await stream.send(Up(resume=Resume(table=TableRef(lobby_id=lobby_id))))
        with pytest.raises(TransportError) as refused:
            await stream.receive()
        assert refused.value.code == "NOT_SEATED"
        await stream.close()

    _with_two_seats(connect, 60, work)


@pytest.mark.parametrize("host", ["192.168.1.7", "10.0.0.1", "example.org", "::2", "0.0.0.0"])  # noqa: S104
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_plaintext_leaves_this_machine_never(transport, host):
    """Any address but loopback is refused before a byte is sent (AUTH_CHANNEL)."""

    async def work():
        with pytest.raises(ChannelRefusedError) as refused:
            transport(host, 7465)
        assert refused.value.code == "AUTH_CHANNEL"

    asyncio.run(work())


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_nobody_there_is_said_in_words(transport):
    """A port where nobody listens is UnreachableError, worth another attempt."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    async def work():
        connection = transport("127.0.0.1", port)
        with pytest.raises(UnreachableError) as nobody:
            await connection.titles()
        assert nobody.value.retry_after is not None
        assert "Check that it runs" in nobody.value.text
        await connection.close()

    asyncio.run(work())


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_somebody_else_there_is_said_in_words(transport):
    """What answers without being a referee raises an error of this module, whatever it says."""

    async def work():
        async def babble(reader, writer):
            await reader.read(10)
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(babble, "127.0.0.1", 0)
        connection = transport("127.0.0.1", server.sockets[0].getsockname()[1])
        with pytest.raises(TransportError):
            await asyncio.wait_for(connection.titles(), 10)
        await connection.close()
        server.close()

    asyncio.run(work())
