"""Many tables of one referee, played by this process: every seat is real and has a stream of its own."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from sealed_client.desk.bench.streamed_table import StreamedTable, Visitor
from sealed_client.desk.bench.tabletop import TRUSTING

if TYPE_CHECKING:
    from random import Random

    from sealed.engine.title import Title

AT_ONCE = 16
"""How many tables are set up side by side."""


class Pace(NamedTuple):
    """Is how a crowd has played: moves and seconds in all, and the seconds that each move took."""

    moves: int
    seconds: float
    each: list[float]


class Crowd:
    """Is tables of two over connections that they share.

    The seats believe every signature: they are only there to keep the referee busy.
    """

    def __init__(self, visitors: list[Visitor], tables: list[StreamedTable]) -> None:
        """Takes tables that are in play; see `gather`."""
        self._visitors, self.tables = visitors, tables

    @classmethod
    async def gather(cls, port: int, title: Title, rng: Random, *, tables: int, connections: int) -> Crowd:
        """Connects players, and sits two of them down at each table."""
        visitors = [
            await Visitor.arrive(port, f"Player {number}", rng, TRUSTING) for number in range(connections)
        ]
        crowd = cls(visitors, [])
        await crowd.sit_down(title, rng, tables)
        return crowd

    async def sit_down(self, title: Title, rng: Random, tables: int) -> None:
        """Opens so many tables more and plays each to its first question."""
        places = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> StreamedTable:
            async with places:
                pair = [self._visitors[(2 * number + side) % len(self._visitors)] for side in (0, 1)]
                return await StreamedTable.among(pair, title, rng)

        self.tables += await asyncio.gather(*(one(number) for number in range(tables)))

    async def at_once(self, steps: int) -> Pace:
        """Lets every table play so many steps, each as fast as it can."""
        each: list[float] = []

        async def play(table: StreamedTable) -> None:
            for _ in range(steps):
                each.append((await table.step()).seconds)  # noqa: PERF401 - one after the other

        begun = perf_counter()
        await asyncio.gather(*map(play, self.tables))
        return Pace(len(each), perf_counter() - begun, each)

    async def at_rate(self, rate: float, moves: int, rng: Random) -> Pace:
        """Starts a move at a table by lot so many times a second, whether or not the last one is done."""
        each: list[float] = []
        busy = {table: asyncio.Lock() for table in self.tables}

        async def play(table: StreamedTable) -> None:
            async with busy[table]:
                each.append((await table.step()).seconds)

        begun = perf_counter()
        running: set[asyncio.Task[None]] = set()
        for number in range(moves):
            await asyncio.sleep(max(0.0, begun + number / rate - perf_counter()))
            task = asyncio.create_task(play(rng.choice(self.tables)))
            running.add(task)
            task.add_done_callback(running.discard)
        await asyncio.gather(*running)
        return Pace(len(each), perf_counter() - begun, each)

    async def hang_up(self) -> None:
        """Breaks all streams and keeps the connections."""
        for table in self.tables:
            await table.hang_up()

    async def come_back(self) -> None:
        """Logs everybody in again and opens all streams at once, each from what its seat holds."""
        await asyncio.gather(*(visitor.transport.log_in(visitor.identity) for visitor in self._visitors))
        await asyncio.gather(*(table.come_back() for table in self.tables))

    async def leave(self) -> None:
        """Ends all streams and connections."""
        await self.hang_up()
        for visitor in self._visitors:
            await visitor.transport.close()
