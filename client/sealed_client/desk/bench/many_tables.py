"""A referee with 2,000 tables: how long a move takes and costs, what a table weighs, and a storm."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from sealed.games import TITLES
from sealed_client.desk.bench.crowd import Crowd, Pace
from sealed_client.desk.bench.figures import Figure
from sealed_client.desk.bench.floor_client import UnaryFloor
from sealed_client.desk.bench.server_process import FLOOR, REFEREE, Server, apart, serving

if TYPE_CHECKING:
    from sealed_client.desk.bench.figures import Effort

RATE, SECONDS = 200.0, 10.0
SEED = 12
P50_LIMIT, CPU_LIMIT, KB_LIMIT, BACK_LIMIT = 3.0, 0.5, 200.0, 10.0
_BYTES = 450
_KB = 1024


class Size(NamedTuple):
    """Is how many tables of two there are, and over how many connections."""

    tables: int = 2000
    connections: int = 400

    @property
    def streams(self) -> int:
        """Returns the number of streams: every seat has one."""
        return 2 * self.tables


FULL = Size()


class _Found(NamedTuple):
    """Is what was measured while the crowd was there; `share` is of one core, the rest seconds."""

    pace: Pace
    share: float
    floor: float
    back: float


def measure(effort: Effort, size: Size = FULL, seconds: float = SECONDS) -> tuple[Figure, ...]:
    """Returns the figures of a crowd of tables of two, each seat with a stream, over shared connections.

    Moves come at a fixed rate at tables by lot, in an open loop. The storm breaks all streams, logs everybody
    in again and opens them at once. What a table weighs is what a new process that loads them all takes more
    than an empty one: there are no streams then.
    """
    with TemporaryDirectory(prefix="sealed-bench-") as folder, apart():
        store = Path(folder) / "referee"
        with serving(FLOOR, Path(folder) / "floor") as floor, serving(REFEREE, store) as referee:
            empty = referee.memory()
            found = asyncio.run(_measure(floor, referee, effort, size, seconds))
        with serving(REFEREE, store) as again:
            weight = (again.memory() - empty) / size.tables / _KB
    return _figures(found, weight, size)


def _figures(found: _Found, weight: float, size: Size) -> tuple[Figure, ...]:
    pace = found.pace
    p50, p99 = median(pace.each), quantiles(pace.each, n=100)[-1]
    crowded = f"with {size.tables:,} tables and {size.streams:,} streams at {RATE:g} moves/s"
    return (
        Figure(
            "tables",
            f"p50 of a move {crowded}, to a unary call that verifies, signs and commits",
            p50 / found.floor,
            P50_LIMIT,
            values={"floor us": found.floor * 1e6, "move us": p50 * 1e6, "p99 us": p99 * 1e6},
        ),
        Figure(
            "cpu",
            f"share of one core {crowded}",
            found.share,
            CPU_LIMIT,
            values={"moves/s": pace.moves / pace.seconds},
        ),
        Figure(
            "weight",
            f"memory of a table without its streams, to {KB_LIMIT:g} KiB",
            weight / KB_LIMIT,
            1.0,
            values={"KiB": weight},
        ),
        Figure(
            "storm",
            f"{size.streams:,} streams that broke at once are all back, to {BACK_LIMIT:g} s",
            found.back / BACK_LIMIT,
            1.0,
            values={"s": found.back},
        ),
    )


async def _measure(floor: Server, referee: Server, effort: Effort, size: Size, seconds: float) -> _Found:
    rng, title = Random(SEED), TITLES["popular-front"]
    crowd = await Crowd.gather(referee.port, title, rng, tables=size.tables, connections=size.connections)
    try:
        await crowd.at_rate(RATE, int(RATE * seconds / 10), rng)
        cpu = referee.cpu_s()
        pace = await crowd.at_rate(RATE, int(RATE * seconds), rng)
        share = (referee.cpu_s() - cpu) / pace.seconds
        least = await _floor(floor, effort.steps * 8)
        await crowd.hang_up()
        begun = perf_counter()
        await crowd.come_back()
        return _Found(pace, share, least, perf_counter() - begun)
    finally:
        await crowd.leave()


async def _floor(server: Server, calls: int) -> float:
    caller = UnaryFloor(server.port)
    try:
        return median([await caller.move(_BYTES, number) for number in range(calls)])
    finally:
        caller.close()
