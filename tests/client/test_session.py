"""Laws of a session.

It plays through broken lines and restarts, and hands over what was verified, nothing else.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from random import Random

import pytest

from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.games.popular_front import TITLE
from sealed_client.agreement import read_params
from sealed_client.backoff import FIRST_S, LONGEST_S, Backoff
from sealed_client.bot_player import BotPlayer
from sealed_client.bots import make_bot
from sealed_client.grpclib_transport import GrpclibTransport
from sealed_client.lobby import Desk, Lobby
from sealed_client.network import Network, PlayedSeat
from sealed_client.seat_errors import AwaitingAnswerError, NotAskedError, TableRefusedError
from sealed_client.seat_store import MemorySeatStore
from sealed_client.table_view import Line, Stage
from sealed_client.transport import UnreachableError
from sealed_client.watching import WatchSession
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Options

PATIENCE_S = 60


class Torn(GrpclibTransport):
    """Is a connection whose streams break after some messages, before or after one has gone up."""

    def __init__(self, host, port, rng):
        super().__init__(host, port)
        self._rng = rng

    async def open_stream(self):
        """Opens a stream that will break."""
        return _TornStream(await super().open_stream(), self._rng)


class _TornStream:
    def __init__(self, inner, rng):
        self._inner, self._rng, self._left = inner, rng, rng.randint(5, 60)

    def _wear(self):
        self._left -= 1
        if self._left < 0:
            raise UnreachableError("The line is torn.", retry_after=0)

    async def send(self, up):
        late = self._rng.random() < 0.5
        if late:
            await self._inner.send(up)
        self._wear()
        if not late:
            await self._inner.send(up)

    async def receive(self):
        self._wear()
        return await self._inner.receive()

    async def close(self):
        await self._inner.close()


class House:
    """Is a referee, a network thread and people with stores, for one test."""

    def __init__(self, folder, network, connect=None):
        self.folder, self.network = folder, network
        self.referee = EmbeddedReferee(Options(listen="127.0.0.1:0", store=folder))
        self.referee.__enter__()
        self.port = self.referee.address.port
        self._make = connect or (lambda port: GrpclibTransport("127.0.0.1", port))
        self.players = []
        self.lobby_id = ""

    def restart(self):
        """Stops the referee and starts it again at the same address on the same store."""
        self.referee.stop()
        self.referee = EmbeddedReferee(Options(listen=f"127.0.0.1:{self.port}", store=self.folder))
        self.referee.__enter__()

    def connect(self):
        """Makes a connection."""
        return self._make(self.port)

    def desk(self, name):
        """Makes a person with a store of its own."""
        store = MemorySeatStore(load_backend())
        return Desk(
            store.keep_identity(secrets.token_bytes(32), secrets.token_bytes(32), name),
            store,
            title_of,
            load_backend(),
        )

    def in_lobby(self, desk, work):
        """Runs some work in the lobby as somebody."""

        async def whole():
            transport = GrpclibTransport("127.0.0.1", self.port)
            try:
                lobby = Lobby(transport, desk)
                await lobby.enter(self.referee.public)
                return await work(lobby)
            finally:
                await transport.close()

        return self.network.ask(whole(), PATIENCE_S)

    def open_table(self, seats=2):
        """Makes a table."""
        made = self.in_lobby(
            self.desk("Host"), lambda lobby: lobby.create(TITLE.id, seats, secrets.token_bytes(16))
        )
        self.lobby_id = made.lobby_id

    def sit(self, desk):
        """Sits somebody down, or takes up the seat that is his."""
        return self.in_lobby(desk, lambda lobby: lobby.sit(self.lobby_id, secrets.token_bytes(32)))

    def play(self, desk, player=None):
        """Sits somebody down and lets the session run."""
        seat = self.sit(desk)
        played = PlayedSeat(
            self.network, seat, self.lobby_id, desk.store, self.connect, Random(1), player=player
        )
        self.players.append(played)
        return played

    def play_bot(self, name, seed):
        """Sits a bot down that answers whatever it is asked."""
        bot = BotPlayer(make_bot(name, TITLE, Random(seed)))
        return self.play(self.desk(f"Bot {seed}"), bot.draft)


def _views(played):
    return [played.views.get_nowait() for _ in range(played.views.qsize())]


def _until(played, condition):
    """Waits for the first snapshot for which a condition holds."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        view = played.views.get(timeout=PATIENCE_S)
        if condition(view):
            return view
    raise AssertionError("that never came")


@pytest.fixture
def network():
    """A network thread."""
    with Network() as running:
        yield running


@pytest.fixture
def house(tmp_path, network):
    """A referee with its people."""
    made = House(tmp_path / "referee", network)
    yield made
    for played in made.players:
        played.leave()
    made.referee.stop()


def _check_end(views):
    last = views[-1]
    assert last.line == Line.ENDED
    assert last.stage == Stage.REVEALED, (last.failure, last.trouble)
    assert last.failure is None
    assert last.report.verdict == "PASS"
    assert last.result in {"side 1", "side 2"}
    assert last.checks > 1000
    assert [view.size for view in views] == sorted(view.size for view in views)
    assert not any(view.rejected for view in views)


def test_two_bots_play_a_verified_match_over_sockets(house):
    """Two sessions play to the end; every snapshot is verified, and both audits pass."""
    house.open_table()
    players = [house.play_bot("steady", 1), house.play_bot("random", 2)]
    for played in players:
        played.wait(PATIENCE_S)
    for number, played in enumerate(players, 1):
        views = _views(played)
        _check_end(views)
        assert all(view.verified for view in views)
        assert {view.seat for view in views} == {number}
        assert {view.stage for view in views} >= {Stage.GATHERING, Stage.PLAYING, Stage.REVEALED}
        asked = [view for view in views if view.asked and not view.sending]
        assert all(view.legal() for view in asked)
        assert not any(view.legal() for view in views if view.sending or not view.asked)


def test_a_match_survives_torn_lines(tmp_path, network):
    """Streams that break before or after any message lose nothing and double nothing."""
    rng = Random(77)
    house = House(tmp_path / "referee", network, lambda port: Torn("127.0.0.1", port, rng))
    house.open_table()
    players = [house.play_bot("steady", 3), house.play_bot("steady", 4)]
    for played in players:
        played.wait(PATIENCE_S)
    torn = 0
    for played in players:
        views = _views(played)
        _check_end(views)
        torn += sum(view.line == Line.LOST for view in views)
        assert played.troubles.empty()
    assert torn > 3
    house.referee.stop()


def test_a_match_survives_a_restart_of_the_referee(house):
    """A referee that stops and comes back finds its players, and the match ends audited."""
    house.open_table()
    players = [house.play_bot("steady", 5), house.play_bot("steady", 6)]
    _until(players[0], lambda view: view.size > 30)
    house.restart()
    for played in players:
        played.wait(PATIENCE_S)
        views = _views(played)
        _check_end(views)
        assert any(view.line == Line.LOST for view in views)


def test_an_answer_given_while_the_line_is_down_goes_out_afterwards(house):
    """An answer given without a connection waits until the log has caught up, and is then sent."""
    house.open_table()
    played = house.play(house.desk("Ada"))
    house.play(house.desk("Bob"))
    view = _until(played, lambda view: view.stage == Stage.PLAYING and view.debts[0].kind == "answer")
    if not view.asked:
        played = house.players[1]
        view = _until(played, lambda view: view.asked)
    house.referee.stop()
    _until(played, lambda later: later.line == Line.LOST)
    draft = view.draft()
    draft.add(view.legal()[0])
    played.submit(draft)
    house.restart()
    after = _until(played, lambda later: later.size > view.size and not later.asked)
    assert after.happenings[-1] == draft.events[-1]
    assert played.troubles.empty()


def test_a_spectator_is_connected_only_if_the_referee_answers(house):
    """A spectator of a referee that is gone is told once that the line is lost, and not that it is back."""
    house.open_table()
    played = house.play(house.desk("Ada"))
    house.play(house.desk("Bob"))
    _until(played, lambda view: view.stage == Stage.PLAYING)
    table = house.in_lobby(house.desk("Eve"), lambda lobby: lobby.find(house.lobby_id))
    rules = read_params(table.params, table.params_sig, house.referee.public, title_of, load_backend())
    lines = []

    async def look():
        session = WatchSession(
            house.lobby_id,
            rules,
            title_of,
            load_backend(),
            house.connect,
            lambda view: lines.append(view.line),
            Random(1),
            table_id=table.table_id,
        )
        await asyncio.wait_for(session.run(), 2)

    house.referee.stop()
    with pytest.raises(TimeoutError):
        house.network.ask(look())
    assert set(lines) == {Line.LOST}


def test_a_second_tap_sends_nothing(house):
    """A draft that is submitted twice is sent once; the second time says that the first is on its way."""
    house.open_table()
    one, two = house.play(house.desk("Ada")), house.play(house.desk("Bob"))
    view = None
    for played in (one, two):
        seen = _until(
            played, lambda view: view.stage == Stage.PLAYING and any(d.kind == "answer" for d in view.debts)
        )
        view = seen if seen.asked else view
    played = one if view.seat == 1 else two
    draft = view.draft()
    draft.add(view.legal()[0])
    played.submit(draft)
    played.submit(draft)
    trouble = played.troubles.get(timeout=PATIENCE_S)
    assert isinstance(trouble, AwaitingAnswerError | NotAskedError)
    after = _until(played, lambda later: not later.asked and later.size > view.size)
    assert after.size == view.size + 1
    assert after.rejected is None


def test_resigning_ends_the_match_in_order(house):
    """A seat resigns whoever is asked; both sessions see the result, audit and end by themselves."""
    house.open_table()
    one, two = house.play(house.desk("Ada")), house.play(house.desk("Bob"))
    _until(one, lambda view: view.stage == Stage.PLAYING)
    one.resign()
    for played in (one, two):
        played.wait(PATIENCE_S)
        last = _views(played)[-1]
        assert (last.result, last.cause) == ("side 2", "resign")
        assert last.report.verdict == "PASS"


def test_sitting_down_again_takes_the_same_seat_up(house):
    """An identity that has a seat comes back to it, with its store and without, and to no other."""
    house.open_table()
    desk = house.desk("Ada")
    first, again = house.sit(desk), house.sit(desk)
    assert first.number == again.number
    assert first.join == again.join
    other = house.desk("Bob")
    assert house.sit(other).number != first.number
    with pytest.raises(TableRefusedError, match="No seat is free"):
        house.sit(house.desk("Eve"))


def test_a_device_without_its_store_goes_on_in_the_middle_of_a_match(house):
    """After the loss of everything but the identity the seat is taken over and the match ends audited."""
    house.open_table()
    opponent = house.play_bot("steady", 8)
    bot = BotPlayer(make_bot("random", TITLE, Random(9)))
    desk = house.desk("Ada")
    played = house.play(desk, lambda view: bot.draft(view) if view.size < 60 else None)
    _until(played, lambda view: view.size >= 60)
    played.leave()
    desk.store._tables.clear()
    back = house.play(desk, BotPlayer(make_bot("random", TITLE, Random(9))).draft)
    back.wait(PATIENCE_S)
    _check_end(_views(back))
    opponent.wait(PATIENCE_S)


def test_a_spectator_watches_to_the_end_and_never_sees_a_hand(house):
    """A watcher gets verified snapshots with the public eye, whose last shows the result."""
    house.open_table()
    players = [house.play_bot("steady", 10), house.play_bot("steady", 11)]
    _until(players[0], lambda view: view.stage == Stage.PLAYING)
    table = house.in_lobby(house.desk("Watcher"), lambda lobby: lobby.find(house.lobby_id))
    rules = read_params(table.params, table.params_sig, house.referee.public, title_of, load_backend())
    seen = []
    watching = WatchSession(
        house.lobby_id,
        rules,
        title_of,
        load_backend(),
        house.connect,
        seen.append,
        Random(1),
        table_id=table.table_id,
    )
    house.network.ask(watching.run(), PATIENCE_S)
    for played in players:
        played.wait(PATIENCE_S)
    assert seen[-1].stage == Stage.REVEALED
    assert seen[-1].verified
    assert seen[-1].seat == 0
    assert {view.state.eye for view in seen} == {1}
    assert not any(view.legal() for view in seen)


def test_waiting_grows_and_is_never_in_step():
    """Each failure doubles the longest wait up to a limit, with jitter; a success starts over."""
    backoff = Backoff(Random(1))
    waits = [backoff.next_s() for _ in range(12)]
    for failures, wait in enumerate(waits):
        longest = min(LONGEST_S, FIRST_S * 2**failures)
        assert longest / 2 <= wait <= longest
    assert backoff.next_s(at_least=60) == 60
    backoff.succeeded()
    assert backoff.next_s() <= FIRST_S
    assert waits != [Backoff(Random(2)).next_s() for _ in range(12)]
