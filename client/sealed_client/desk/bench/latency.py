"""How long a move takes over a stream on loopback, against the least that any referee must do."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sealed.games import TITLES
from sealed_client.desk.bench.figures import Figure, Paired, paired
from sealed_client.desk.bench.floor_client import FloorClient
from sealed_client.desk.bench.server_process import FLOOR, REFEREE, serving
from sealed_client.desk.bench.streamed_table import StreamedTable
from sealed_client.desk.bench.tabletop import MOVE

if TYPE_CHECKING:
    from sealed_client.desk.bench.figures import Effort

LIMIT = 1.6
SEED = 9
BLOCK = 15
"""Floor and product change places after so few messages: other work comes and goes within a second."""


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Returns the median wall time from Submit to batch and head, to that of the floor's echo.

    Steps are moves of disks, one in a draft, none of which waits for a slot. Both servers run all the time,
    each in its own process with its files in one folder, and one client in this process uses them in turn.
    """
    with (
        TemporaryDirectory(prefix="sealed-bench-") as folder,
        serving(FLOOR, Path(folder) / "floor") as floor_port,
        serving(REFEREE, Path(folder) / "referee") as referee_port,
    ):
        both, size = asyncio.run(_measure(floor_port, referee_port, effort))
    figure = Figure(
        "latency",
        f"a move over a stream, p50, to echo, verify, sign and durable commit of {size} bytes",
        both.ratio,
        LIMIT,
        values={"floor us": both.floor * 1e6, "move us": both.ours * 1e6},
    )
    return (figure,)


async def _measure(floor_port: int, referee_port: int, effort: Effort) -> tuple[Paired, int]:
    table = await StreamedTable.open(referee_port, TITLES["popular-front"], Random(SEED))
    pairs: list[tuple[float, float]] = []
    try:
        async with FloorClient.connected(floor_port) as floor:
            _, size = await _moves(table, effort.steps)
            await _echoes(floor, size, effort.steps)
            for _ in range(effort.rounds * effort.steps // BLOCK):
                least = await _echoes(floor, size, BLOCK)
                ours, _ = await _moves(table, BLOCK)
                pairs.append((least, ours))
    finally:
        await table.close()
    return paired(pairs), size


async def _moves(table: StreamedTable, steps: int) -> tuple[float, int]:
    """Returns the median seconds of so many moves, and the size of the last message up."""
    taken: list[float] = []
    size = 0
    while len(taken) < steps:
        verb, seconds, sent = await table.step()
        if verb == MOVE:
            taken.append(seconds)
            size = sent
    return median(taken), size


async def _echoes(floor: FloorClient, size: int, steps: int) -> float:
    return median([await floor.echo(size, number) for number in range(steps)])
