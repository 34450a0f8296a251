"""Laws of a session whose referee keeps it waiting."""

from __future__ import annotations

import secrets
import time
from functools import partial
from itertools import count
from random import Random

import pytest

from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.games.popular_front import TITLE
from sealed_client import clock, network
from sealed_client.grpclib_transport import GrpclibTransport
from sealed_client.lobby import Desk, Lobby
from sealed_client.network import Network, PlayedSeat
from sealed_client.seat_store import MemorySeatStore
from sealed_client.session import SeatSession
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Options

PATIENCE_S = 60


class Heard(GrpclibTransport):
    """Is a connection that writes down what goes up, and loses messages while it is `deaf`."""

    deaf = False

    def __init__(self, port, ups):
        super().__init__("127.0.0.1", port)
        self._ups = ups

    async def open_stream(self):
        """Opens a stream that is listened to."""
        return _HeardStream(await super().open_stream(), self._ups)


class _HeardStream:
    def __init__(self, inner, ups):
        self._inner, self._ups = inner, ups
        self.receive, self.close = inner.receive, inner.close

    async def send(self, up):
        self._ups.append(up.WhichOneof("act"))
        if not (Heard.deaf and up.HasField("submit")):
            await self._inner.send(up)


class Two:
    """Is a table of two people with a referee of its own."""

    def __init__(self, folder, running):
        self.folder, self.running, self.ups = folder, running, []
        self.referee = self._serve(0)
        self.port = self.referee.address.port
        desks = [self._desk(name) for name in ("Ada", "Bob")]
        table = self._in_lobby(desks[0], lambda lobby: lobby.create(TITLE.id, 2, secrets.token_bytes(16)))
        self.players = [self._sit(desk, table.lobby_id) for desk in desks]

    def _serve(self, port):
        return EmbeddedReferee(Options(listen=f"127.0.0.1:{port}", store=self.folder)).__enter__()

    def _desk(self, name):
        store, backend = MemorySeatStore(load_backend()), load_backend()
        identity = store.keep_identity(secrets.token_bytes(32), secrets.token_bytes(32), name)
        return Desk(identity, store, title_of, backend)

    def _in_lobby(self, desk, work):
        async def whole():
            transport = GrpclibTransport("127.0.0.1", self.port)
            try:
                lobby = Lobby(transport, desk)
                await lobby.enter(self.referee.public)
                return await work(lobby)
            finally:
                await transport.close()

        return self.running.ask(whole(), PATIENCE_S)

    def _sit(self, desk, lobby_id):
        seat = self._in_lobby(desk, lambda lobby: lobby.sit(lobby_id, secrets.token_bytes(32)))
        connect = partial(Heard, self.port, self.ups)
        return PlayedSeat(self.running, seat, lobby_id, desk.store, connect, Random(1))

    def asked(self):
        """Waits until somebody is asked, and returns who, with the snapshot."""
        for played in self.players:
            view = until(played, lambda view: any(debt.kind == "answer" for debt in view.debts))
            if view.asked:
                return played, view
        raise AssertionError("nobody is asked")

    def restart(self):
        """Stops the referee and starts it again."""
        self.referee.stop()
        self.referee = self._serve(self.port)


def until(played, condition):
    """Waits for the first snapshot for which a condition holds."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        view = played.views.get(timeout=PATIENCE_S)
        if condition(view):
            return view
    raise AssertionError("that never came")


def answer(played, view):
    """Gives the first legal answer."""
    draft = view.draft()
    draft.add(view.legal()[0])
    played.submit(draft)


@pytest.fixture
def two(tmp_path):
    """Two people at a table."""
    with Network() as running:
        made = Two(tmp_path / "referee", running)
        yield made
        for played in made.players:
            played.leave()
        made.referee.stop()


@pytest.fixture
def swift(monkeypatch):
    """A clock of which every reading is four seconds after the one before, and ticks to match."""
    readings = count(clock.system_clock(), 4000)
    monkeypatch.setattr(clock, "TICK_S", 0.02)
    monkeypatch.setattr(network, "SeatSession", partial(SeatSession, now_ms=lambda: next(readings)))


def _codes(view):
    return [one.code for one in view.warnings]


def test_a_message_that_is_lost_is_a_warning_until_it_is_logged(swift, two, monkeypatch):
    """A swallowed answer is ACT_OMITTED in the snapshot while it waits, and then nothing any more."""
    played, view = two.asked()
    monkeypatch.setattr(Heard, "deaf", True)
    answer(played, view)
    late = until(played, lambda view: "ACT_OMITTED" in _codes(view))
    assert late.sending
    assert late.failure is None
    monkeypatch.setattr(Heard, "deaf", False)
    two.restart()
    after = until(played, lambda later: later.size > view.size and not later.sending)
    assert "ACT_OMITTED" not in _codes(after)
    assert after.checks > late.checks
