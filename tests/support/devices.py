"""A table whose players may have several devices, each with a store and a network of its own."""

from __future__ import annotations

import secrets
import time
from random import Random
from typing import TYPE_CHECKING

from cutting_proxy import CuttingProxy

from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import Clock, Option
from sealed.wire.v1.referee_pb2 import CreateTableRequest
from sealed_client.clock import system_clock
from sealed_client.grpclib_transport import GrpclibTransport
from sealed_client.lobby import Desk, Lobby
from sealed_client.network import PlayedSeat
from sealed_client.seat_store import MemorySeatStore
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sealed.engine.action import Action
    from sealed.engine.title import Title
    from sealed_client.draft import Draft
    from sealed_client.network import Network
    from sealed_client.seat import Seat
    from sealed_client.table_view import TableView

PATIENCE_S = 30.0


class Device:
    """Is one device of a player: a store, a network of its own (`proxy`), and the seat as it is played there.

    `views` are all snapshots so far; `view` is the newest.
    """

    def __init__(self, table: DeviceTable, desk: Desk) -> None:
        """Connects to nothing yet."""
        self.table, self.desk = table, desk
        self.proxy = CuttingProxy(table.port)
        self.views: list[TableView] = []
        self.played: PlayedSeat | None = None
        self.seat: Seat | None = None

    def play(self, player: Callable[[TableView], Draft | None] | None = None) -> Device:
        """Sits down, or comes back to the seat, and plays."""
        seat = self.table.in_lobby(
            self.desk, lambda lobby: lobby.sit(self.table.lobby_id, secrets.token_bytes(32))
        )
        self.seat = seat
        self.played = PlayedSeat(
            self.table.network,
            seat,
            self.table.lobby_id,
            self.desk.store,
            lambda: GrpclibTransport("127.0.0.1", self.proxy.port),
            Random(secrets.token_bytes(8)),
            player=player,
            on_view=self.views.append,
        )
        return self

    @property
    def view(self) -> TableView:
        """Returns the newest snapshot."""
        return self.views[-1]

    def until(self, condition: Callable[[TableView], object]) -> TableView:
        """Waits until a condition holds for the newest snapshot, and returns that."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if self.views and condition(self.view):
                return self.view
            time.sleep(0.001)
        raise AssertionError(f"that never came: {self.views[-1:]}")

    def answer(self, action: Action | None = None) -> None:
        """Gives an answer, by default the first legal one."""
        draft = self.view.draft()
        assert draft is not None
        assert draft.add(action or self.view.legal()[0]) is None
        self.played.submit(draft)

    def submit(self, draft: Draft) -> None:
        """Sends a draft."""
        self.played.submit(draft)

    def vanish(self) -> None:
        """Loses its network; the referee does not notice, and the device does not get through any more."""
        self.proxy.open = False
        self.proxy.leave()

    def close(self) -> None:
        """Stops playing."""
        if self.played is not None:
            self.played.leave()
        self.proxy.__exit__()


class DeviceTable:
    """Is a referee with one table, whose clock is moved by hand: `passed_ms` is added to the system's."""

    def __init__(
        self,
        folder: Path,
        network: Network,
        clock: Clock | None = None,
        cap: str = "8",
        table: tuple[Title, dict[str, str]] | None = None,
    ) -> None:
        """Makes the table: of Popular Front to a round cap, or of another title with its options."""
        title, options = table or (TITLE, {"round-cap": cap})
        self.network, self.passed_ms = network, 0
        self._secrets: dict[bytes, tuple[bytes, bytes]] = {}
        self.referee = EmbeddedReferee(
            Options(listen="127.0.0.1:0", store=folder, now_ms=lambda: system_clock() + self.passed_ms)
        ).__enter__()
        self.port = self.referee.address.port
        self.devices: list[Device] = []
        request = CreateTableRequest(
            title=title.id,
            seats=2,
            clock=clock,
            options=[Option(name=name, value=value) for name, value in options.items()],
            request_id=secrets.token_bytes(16),
        )
        self.lobby_id = self.in_lobby(
            self.desk("Host"), lambda lobby: lobby._transport.create(request)
        ).lobby_id

    def desk(self, name: str, of: Desk | None = None) -> Desk:
        """Makes a store with a new identity, or with that of another desk: a second device."""
        store, backend = MemorySeatStore(load_backend()), load_backend()
        if of is not None:
            secret = self._secrets[of.identity.public]
        else:
            secret = (secrets.token_bytes(32), secrets.token_bytes(32))
        identity = store.keep_identity(*secret, name)
        self._secrets[identity.public] = secret
        return Desk(identity, store, title_of, backend)

    def device(self, name: str, of: Device | None = None) -> Device:
        """Gives a new player a device, or the player of another device a second one."""
        made = Device(self, self.desk(name, of.desk if of is not None else None))
        self.devices.append(made)
        return made

    def in_lobby(self, desk, work):
        """Runs some work in the lobby as somebody, on a network that does not fail."""

        async def whole():
            transport = GrpclibTransport("127.0.0.1", self.port)
            try:
                lobby = Lobby(transport, desk)
                await lobby.enter(self.referee.public)
                return await work(lobby)
            finally:
                await transport.close()

        return self.network.ask(whole(), PATIENCE_S)

    def close(self) -> None:
        """Stops everything."""
        for device in self.devices:
            device.close()
        self.referee.stop()
