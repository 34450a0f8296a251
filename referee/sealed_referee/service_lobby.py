"""Calls of the lobby: titles, tables, seats (spec 2.3)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from sealed_referee.outputs import taken
from sealed_referee.problems import ServiceError
from sealed_referee.readers import Watcher
from sealed_referee.replies import outcome, replying

if TYPE_CHECKING:
    from sealed.wire.v1 import referee_pb2 as rpc
    from sealed_referee.calls import Call
    from sealed_referee.changes import Output
    from sealed_referee.house import Act, House
    from sealed_referee.lobby import Lobby
    from sealed_referee.tables import RunningTable


TURNS: Final = 4
"""How many watchers are told something in one turn of the event loop."""
PAUSE_S: Final = 0.1
"""The least time between two descriptions to one watcher; what changes meanwhile comes in one."""


class LobbyService:
    """Translates the calls of the lobby."""

    def __init__(self, house: House, lobby: Lobby) -> None:
        """Speaks for a lobby and the tables of a house."""
        self._house = house
        self._lobby = lobby
        self._turns = asyncio.Semaphore(TURNS)

    async def list_titles(self, _request: rpc.ListTitlesRequest, _call: Call) -> rpc.Titles:
        """Says what can be played."""
        return self._lobby.titles()

    async def list_tables(self, request: rpc.ListTablesRequest, call: Call) -> rpc.Tables:
        """Gives a page of the list of tables."""
        return self._lobby.tables(request, call.session().pk if request.mine else None)

    async def get_table(self, request: rpc.TableRef, _call: Call) -> rpc.TableDescription:
        """Describes a table."""
        return self._describe(self._house.find(request))

    def _describe(self, running: RunningTable) -> rpc.TableDescription:
        return running.description(self._house.read(running))

    async def watch_table(self, request: rpc.TableRef, call: Call) -> None:
        """Describes a table at once and at each change."""
        running = self._house.find(request)
        running.admit()
        watcher = Watcher()
        with call.sessions.peers.stream(call.peer):
            running.watchers.add(watcher)
            try:
                while True:
                    await watcher.change()
                    await self._turn()
                    await call.send(running.description_bytes(self._house.read(running)))
                    await asyncio.sleep(PAUSE_S)
            finally:
                running.watchers.discard(watcher)

    async def _turn(self) -> None:
        """Waits so that few watchers are told in one turn of the loop: players go before onlookers."""
        async with self._turns:
            await asyncio.sleep(0)

    async def create_table(self, request: rpc.CreateTableRequest, call: Call) -> rpc.TableDescription:
        """Makes a table; the same request again is the same table."""
        answer: asyncio.Future[Output | ServiceError] = asyncio.get_running_loop().create_future()
        earlier, made = self._lobby.create(request, call.session().pk, self._house.now_ms(), replying(answer))
        if not earlier:
            taken(await outcome(answer))
        return self._describe(made)

    async def join_table(self, request: rpc.JoinTableRequest, call: Call) -> rpc.TableDescription:
        """Takes a seat for the key that is logged in."""
        join, pk = request.join, call.session().pk
        if join.pk != pk:
            raise ServiceError(
                "NOT_YOUR_KEY", "log in with the key that is to have the seat, then join again"
            )
        return await self._change(request.table, lambda table, now: table.join(join, now))

    async def leave_table(self, request: rpc.TableRef, call: Call) -> rpc.TableDescription:
        """Gives the seat of the key that is logged in free."""
        pk = call.session().pk
        return await self._change(request, lambda table, now: table.leave(pk, now))

    async def start_table(self, request: rpc.TableRef, call: Call) -> rpc.TableDescription:
        """Closes a full table that waits for its creator."""
        if self._house.find(request).creator != call.session().pk:
            raise ServiceError("NOT_YOUR_TABLE", "only who made the table can start it; wait for that player")
        return await self._change(request, lambda table, now: table.begin(now))

    async def _change(self, ref: rpc.TableRef, act: Act) -> rpc.TableDescription:
        running = self._house.find(ref)
        taken(await self._house.ask(running, act))
        return self._describe(running)
