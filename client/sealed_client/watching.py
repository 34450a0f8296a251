"""Runs a spectator: follows the public log, verifies it and hands over snapshots without any secret."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from sealed_client.backoff import Backoff
from sealed_client.clock import system_clock, ticking
from sealed_client.continuity import BEHIND, behind, compare, contradicts
from sealed_client.follower import Follower
from sealed_client.patience import Patience
from sealed_client.session import CURABLE, TOLD_EVERY
from sealed_client.table_view import Line
from sealed_client.transport import TransportError
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
        now_ms: Callable[[], int] = system_clock,
    ) -> None:
        """Prepares to watch a table that has an id, with the rules that its parameters state.

        `now_ms` is this device's clock.
        """
        self._lobby_id, self._connect, self._view, self._sleep = lobby_id, connect, view, sleep
        self._backoff = Backoff(rng)
        self._viewer = Viewer(lobby_id, rules, 0)
        referee_pk = rules.params.referee_pk
        self.follower = Follower(rules, titles, signatures, referee_pk=referee_pk, table_id=table_id)
        self._pieces: list[Entry] = []
        self._owes = asyncio.Event()
        self._now_ms, self._patience = now_ms, Patience(rules.params.clock.stall_s)

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
            except TransportError as error:
                if error.code != BEHIND:
                    raise
                behind(self.follower)
            finally:
                await transport.close()
        while self.follower.owed:
            await self._pay()
        self._say(Line.ENDED)

    async def _watch(self, transport: Transport) -> None:
        self._pieces.clear()
        table = await transport.table(self._lobby_id)
        if contradicts(table, self.follower):
            self._viewer.note((), self.follower.feed((), table.head).verdicts)
        await compare(transport, table, self.follower, self._patience.tally)
        if self.finished:
            return
        self.follower.put_off(table.head)
        self._patience.connected(table.log_size, table.head.time_ms, self._now_ms())
        self._say(Line.CONNECTED)
        async with ticking(lambda: self._look(transport)):
            paying = asyncio.create_task(self._pay_when_idle())
            following = asyncio.create_task(self._follow(transport))
            try:
                await asyncio.wait((paying, following), return_when=asyncio.FIRST_COMPLETED)
            finally:
                paying.cancel()
                following.cancel()
                await asyncio.gather(paying, following, return_exceptions=True)
            if not following.cancelled():
                following.result()

    async def _follow(self, transport: Transport) -> None:
        """Takes what comes until the table is done or the stream ends."""
        async for batch in transport.follow(self._lobby_id, self.follower.verifier.size):
            self._backoff.succeeded()
            self._take(batch)
            if self.finished:
                return

    async def _pay_when_idle(self) -> None:
        """Checks the signatures that were put off, between two batches; returns when one has failed."""
        while self.follower.failure is None:
            if self.follower.owed:
                await self._pay()
            else:
                self._owes.clear()
                await self._owes.wait()

    async def _pay(self) -> None:
        """Checks one signature that was put off, no more, so that whatever comes meanwhile is soon taken."""
        self._viewer.note((), self.follower.pay().verdicts)
        if not self.follower.owed % TOLD_EVERY:
            self._say()
        await asyncio.sleep(0)

    async def _look(self, transport: Transport) -> None:
        """Looks whether something is late by this device's clock; a lost line is the follower's to notice."""
        if self._patience.wonders(self.follower):
            with suppress(TransportError):
                self._patience.told(await transport.table(self._lobby_id))
        if self._late():
            self._say()

    def _late(self) -> bool:
        self._patience.overdue(self.follower, (), self._now_ms())
        return self._viewer.note_patience(self._patience)

    def _take(self, batch: Batch) -> None:
        self._pieces.extend(batch.entries)
        if batch.HasField("head"):
            entries, self._pieces = self._pieces, []
            told = self.follower.feed(entries, batch.head)
            self._viewer.note(told.events, told.verdicts)
            if self.follower.failure is None:
                self._patience.take_head(batch.head, self._now_ms())
            self._late()
            self._say()
            if self.follower.owed:
                self._owes.set()

    def _say(self, line: Line | None = None, trouble: str = "") -> None:
        if line is not None:
            self._viewer.line, self._viewer.trouble = line, trouble
        self._view(self._viewer.snapshot(self.follower, Own()))
