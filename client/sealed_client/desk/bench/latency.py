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
from sealed_client.desk.bench.streamed_table import Played, StreamedTable
from sealed_client.desk.bench.tabletop import MOVE

if TYPE_CHECKING:
    from sealed_client.desk.bench.figures import Effort

LIMIT = 1.6
SEED = 9


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Returns the median wall time from Submit to batch and head, to that of the floor's echo.

    Steps are moves of disks, one in a draft, none of which waits for a slot. Both servers run all the time,
    each in its own process with its files in one folder, and one client in this process uses them in turn.
    """
    with (
        TemporaryDirectory(prefix="sealed-bench-") as folder,
        serving(FLOOR, Path(folder) / "floor") as floor_server,
        serving(REFEREE, Path(folder) / "referee") as referee,
    ):
        both, size = asyncio.run(_measure(floor_server.port, referee.port, effort))
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
    rounds: list[tuple[float, float]] = []
    try:
        async with FloorClient.connected(floor_port) as floor:
            size = (await _move(table)).size
            await _round(floor, table, size, effort.steps)
            for _ in range(effort.rounds):
                rounds.append(await _round(floor, table, size, effort.steps))  # noqa: PERF401 - one at a time
    finally:
        await table.close()
    return paired(rounds), size


async def _round(floor: FloorClient, table: StreamedTable, size: int, steps: int) -> tuple[float, float]:
    """Returns the median seconds of so many echoes and of as many moves.

    They alternate one by one, and so does which of the two comes first: after a move the client has been
    busy verifying, which must not weigh on one of them only.
    """
    echoes: list[float] = []
    moves: list[float] = []
    for number in range(steps):
        if number % 2:
            moves.append((await _move(table)).seconds)
        echoes.append(await floor.echo(size, number))
        if not number % 2:
            moves.append((await _move(table)).seconds)
    return median(echoes), median(moves)


async def _move(table: StreamedTable) -> Played:
    """Plays on until a step was a move of disks."""
    while (played := await table.step()).verb != MOVE:
        pass
    return played
