"""A phone that comes back to a long game, through the real stack: the newest head first (spec 2.13)."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest
from late_signatures import Late

from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.games.popular_front import TITLE
from sealed_client.agreement import read_params
from sealed_client.desk.bench.streamed_table import StreamedTable, Visitor
from sealed_client.grpclib_transport import GrpclibTransport
from sealed_client.lobby import Desk, Lobby
from sealed_client.network import Network, PlayedSeat
from sealed_client.seat_store import MemorySeatStore
from sealed_client.table_view import Line
from sealed_client.watching import WatchSession
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Options

ENTRIES, PATIENCE_S = 500, 60


class LongTable(NamedTuple):
    """Is a table with a long log whose game stands still, and whom it asks."""

    network: Network
    port: int
    key: bytes
    lobby_id: str
    asked: object

    def connect(self) -> GrpclibTransport:
        """Makes a connection."""
        return GrpclibTransport("127.0.0.1", self.port)


@pytest.fixture(scope="module")
def long_table(tmp_path_factory):
    """Two players move disks to and fro until the log is long, and leave."""
    options = Options(listen="127.0.0.1:0", store=tmp_path_factory.mktemp("referee"))
    with Network() as network, EmbeddedReferee(options) as referee:
        port = referee.address.port

        async def played():
            visitors = [await Visitor.arrive(port, f"Player {number}", Random(number)) for number in (1, 2)]
            table = await StreamedTable.among(visitors, TITLE, Random(1))
            while table._guests[0].seat.follower.verifier.size < ENTRIES:
                await table.step()
            asked = next(one for one in table._guests if one.seat.asked)
            await table.close()
            return asked._table.lobby_id, visitors[asked.seat.number - 1].identity

        yield LongTable(network, port, referee.public, *network.ask(played(), PATIENCE_S))


SLOW_S = 0.005


class Slow:
    """Is a signature library as slow as a phone's, however quick the machine of the test is."""

    def __init__(self, library):
        self._library = library

    def __getattr__(self, name):
        return getattr(self._library, name)

    def verify(self, *signed):
        """Takes its time."""
        time.sleep(SLOW_S)
        return self._library.verify(*signed)


def _phone(table, library):
    """Takes the seat that is asked over on a device that has kept nothing, with a slow library."""
    store = MemorySeatStore(load_backend())

    async def sit():
        transport = table.connect()
        try:
            lobby = Lobby(transport, Desk(table.asked, store, title_of, library))
            await lobby.enter(table.key)
            return await lobby.sit(table.lobby_id, bytes(32))
        finally:
            await transport.close()

    seat, views = table.network.ask(sit(), PATIENCE_S), []
    line = (table.lobby_id, store, table.connect, Random(3))
    return PlayedSeat(table.network, seat, *line, on_view=views.append), views


def _first(views, condition):
    """Waits for the first snapshot that fulfils a condition."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        found = next((view for view in tuple(views) if condition(view)), None)
        if found is not None:
            return found
        time.sleep(0.001)
    raise AssertionError(f"that never came: {views[-1:]}")


def test_a_phone_shows_the_newest_head_with_debts_pays_them_when_idle_and_plays(long_table):
    """Hundreds of signatures are still to be checked when the table is shown; an answer need not wait."""
    phone, views = _phone(long_table, Slow(load_backend("pure")))
    newest = _first(views, lambda view: view.size >= ENTRIES and view.asked)
    assert newest.pending > ENTRIES
    assert newest.state is not None
    assert not newest.verified
    draft = newest.draft()
    draft.add(newest.legal()[0])
    phone.submit(draft)
    answered = _first(views, lambda view: view.size > newest.size)
    assert answered.pending
    done = _first(views, lambda view: view.size > newest.size and not view.pending)
    phone.leave()
    assert done.verified
    owed = [view.pending for view in views if view.size > newest.size]
    assert owed == sorted(owed, reverse=True)


async def _watching(table, library, views):
    transport = table.connect()
    found = await transport.table(table.lobby_id)
    await transport.close()
    rules = read_params(found.params, found.params_sig, table.key, title_of, load_backend())
    what = (table.lobby_id, rules, title_of, library, table.connect, views.append, Random(1))
    return WatchSession(*what, table_id=found.table_id)


async def _head(table, number):
    """Returns one of the heads of the log."""
    transport, heads = table.connect(), []
    try:
        async for batch in transport.follow(table.lobby_id, 0):
            heads += [batch.head] if batch.HasField("head") else []
            if len(heads) > number:
                return heads[number]
    finally:
        await transport.close()


def test_a_spectator_checks_one_signature_and_lets_everything_else_run(long_table):
    """Between two signatures that were put off the loop is free: a task beside sees each of them alone."""
    library, views = Late(), []

    async def watched():
        watch = await _watching(long_table, library, views)
        running, seen = asyncio.create_task(watch.run()), []
        while watch.follower.verifier.size < ENTRIES or watch.follower.owed:
            seen.append(len(library.asked))
            await asyncio.sleep(0)
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        return seen, watch.follower

    seen, follower = long_table.network.ask(watched(), PATIENCE_S)
    assert max(later - before for before, later in pairwise(seen)) == 1
    assert follower.failure is None
    assert views[-1].verified
    assert any(view.pending for view in views)


def test_a_bad_signature_deep_in_the_log_stops_a_seat_and_a_spectator(long_table):
    """A head that the referee did not sign, long ago, is found in idle time; nothing goes on after that."""
    bad = long_table.network.ask(_head(long_table, 40), PATIENCE_S)

    async def watched(views):
        watch = await _watching(long_table, Late(frozenset((bad.sig,))), views)
        await watch.run()
        return views[-1]

    phone, views = _phone(long_table, Late(frozenset((bad.sig,))))
    phone.wait(PATIENCE_S)
    for last in (views[-1], long_table.network.ask(watched([]), PATIENCE_S)):
        assert last.line is Line.ENDED
        assert (last.failure.code, last.failure.entry) == ("SIG_INVALID", bad.size - 1)
        assert not last.pending
