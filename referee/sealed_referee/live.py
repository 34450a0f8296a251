"""Brings a reader up to the newest entry and keeps him there: first pages, then what happens (spec 2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.signing.private import parse_private
from sealed.wire.v1.referee_pb2 import PHASE_PLAYING, Batch, Down, Fetch
from sealed_referee.pages import batches
from sealed_referee.problems import ServiceError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sealed.wire.v1.fairness_pb2 import Private
    from sealed_referee.house import House
    from sealed_referee.readers import Reader
    from sealed_referee.table import Table
    from sealed_referee.tables import RunningTable

    Send = Callable[[bytes], Awaitable[None]]


async def pour(reader: Reader, send: Send, serve: Callable[[Fetch], Awaitable[None]] | None = None) -> None:
    """Sends what is queued for a reader until it ends. Raises the ServiceError with which it ends."""
    while True:
        message = await reader.pull()
        if message is None:
            return
        if isinstance(message, bytes):
            await send(message)
        elif serve is not None:
            await serve(message)


async def catch_up_spectator(
    house: House, running: RunningTable, reader: Reader, first: int, send: Send, *, heads_only: bool
) -> None:
    """Sends the public log from an entry on, then lets the reader take part."""
    table = house.read(running)
    while first < table.size:
        end = table.size
        for batch in batches(table, first, end):
            if not heads_only:
                await send(batch.SerializeToString())
            elif batch.HasField("head"):
                await send(Batch(head=batch.head).SerializeToString())
        first = end
        table = house.read(running)
    running.spectators[reader] = heads_only
    reader.live = True


class SeatHistory:
    """Sends a seat what it has missed: entries, heads and its own private messages in log order."""

    def __init__(self, house: House, running: RunningTable, seat: int, send: Send) -> None:
        """Serves one stream of a seat."""
        self._house = house
        self._running = running
        self._seat = seat
        self._send = send

    async def catch_up(self, reader: Reader, first: int, private_from: int) -> None:
        """Sends entries and private messages from where each is wanted on; then lets the reader take part."""
        table = self._house.read(self._running)
        if private_from < first:
            await self._privates(table, private_from, first)
        while first < table.size:
            end = table.size
            await self._entries(table, first, end, private_from)
            first = end
            table = self._house.read(self._running)
        if table.phase < PHASE_PLAYING:
            reader.push(Down(table=self._running.description(table)).SerializeToString())
        self._running.seats.add(reader)
        reader.live = True

    async def _entries(self, table: Table, first: int, end: int, private_from: int) -> None:
        waiting = _by_index(table, self._seat, max(first, private_from), end)
        waiting.reverse()
        for batch in batches(table, first, end):
            await self._send(Down(batch=batch).SerializeToString())
            last = batch.entries[-1].index if batch.entries else first
            while waiting and waiting[-1][0] <= last:
                await self._opening(waiting.pop()[1])

    async def _privates(self, table: Table, first: int, end: int) -> None:
        for _, private in _by_index(table, self._seat, first, end):
            await self._opening(private)

    async def _opening(self, private: Private) -> None:
        await self._send(Down(opening=private).SerializeToString())

    async def fetch(self, wanted: Fetch) -> None:
        """Sends what a seat asks for once more."""
        table = self._house.read(self._running)
        end = min(wanted.end, table.size)
        for batch in batches(table, wanted.first, end):
            await self._send(Down(batch=batch).SerializeToString())
        if wanted.privates:
            await self._privates(table, wanted.first, end)
        if wanted.handles_from:
            await self._opening(table.own_handles(self._seat, wanted.handles_from))


def _by_index(table: Table, seat: int, first: int, end: int) -> list[tuple[int, Private]]:
    """Returns a seat's private messages about the entries [first, end), each with its entry."""
    if first >= end:
        return []
    found = [(parse_private(each.message).index, each) for each in table.privates_from(seat, first)]
    return [pair for pair in found if pair[0] < end]


def check_size(table: Table, size: int) -> None:
    """Raises ServiceError RES_REFEREE_BEHIND if somebody holds more entries than there are."""
    if size > table.size:
        raise ServiceError(
            "RES_REFEREE_BEHIND",
            f"the referee has {table.size} entries of this table and you hold {size}; "
            "keep yours, do not go on here, and tell its operator",
        )
