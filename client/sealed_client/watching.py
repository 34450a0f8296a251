"""Runs a spectator: follows the public log, verifies it and hands over snapshots without any secret."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sealed_client.backoff import Backoff
from sealed_client.follower import Follower
from sealed_client.session import CURABLE
from sealed_client.table_view import Line
from sealed_client.viewing import Own, Viewer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from random import Random

    from sealed.fairness.signing.keys import Signatures
    from sealed.wire.v1.fairness_pb2 import Entry
    from sealed.wire.v1.referee_pb2 import Batch
    from sealed_client.agreement import Rules, Titles
    from sealed_client.table_view import TableView
    from sealed_client.transport import Transport


class WatchSession:
    """Is one spectator at work. `run` returns when the reveal is complete or a check has failed."""

    def __init__(
        self,
        lobby_id: str,
        rules: Rules,
        titles: Titles,
        signatures: Signatures,
        connect: Callable[[], Transport],
        view: Callable[[TableView], None],
        rng: Random,
        *,
        table_id: bytes,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Prepares to watch a table that has an id, with the rules that its parameters state."""
        self._lobby_id, self._connect, self._view, self._sleep = lobby_id, connect, view, sleep
        self._backoff = Backoff(rng)
        self._viewer = Viewer(lobby_id, rules, 0)
        referee_pk = rules.params.referee_pk
        self.follower = Follower(rules, titles, signatures, referee_pk=referee_pk, table_id=table_id)
        self._pieces: list[Entry] = []

    @property
    def finished(self) -> bool:
        """Tells whether there is nothing more to see."""
        return self.follower.ended is not None or self.follower.failure is not None

    async def run(self) -> None:
        """Watches to the end; lost connections are made again. Raises TransportError if that cannot help."""
        while not self.finished:
            transport = self._connect()
            try:
                await self._watch(transport)
            except CURABLE as error:
                self._say(Line.LOST, error.text)
                await self._sleep(self._backoff.next_s(error.retry_after))
            finally:
                await transport.close()
        self._say(Line.ENDED)

    async def _watch(self, transport: Transport) -> None:
        self._pieces.clear()
        await transport.table(self._lobby_id)  # following alone would not tell before something happens
        self._say(Line.CONNECTED)
        async for batch in transport.follow(self._lobby_id, self.follower.verifier.size):
            self._backoff.succeeded()
            self._take(batch)
            if self.finished:
                return

    def _take(self, batch: Batch) -> None:
        self._pieces.extend(batch.entries)
        if batch.HasField("head"):
            entries, self._pieces = self._pieces, []
            told = self.follower.feed(entries, batch.head)
            self._viewer.note(told.events, told.verdicts)
            self._say()

    def _say(self, line: Line | None = None, trouble: str = "") -> None:
        if line is not None:
            self._viewer.line, self._viewer.trouble = line, trouble
        self._view(self._viewer.snapshot(self.follower, Own()))
