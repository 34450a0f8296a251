"""How many moves a second a referee takes from 32 seats that act at once, against the least work there is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from sealed.games import TITLES
from sealed_client.desk.bench.crowd import Crowd
from sealed_client.desk.bench.figures import Figure
from sealed_client.desk.bench.floor_client import UnaryFloor
from sealed_client.desk.bench.server_process import FLOOR, REFEREE, Server, apart, serving

if TYPE_CHECKING:
    from sealed_client.desk.bench.figures import Effort

LIMIT = 0.45
SEED = 11
SEATS = 32
_BYTES = 450
"""About what a submitted move has."""


class _Round(NamedTuple):
    """Is moves a second, and moves a second of the server's CPU time."""

    by_wall: float
    by_cpu: float


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Returns moves a second against the unary floor's.

    32 tables play at once, at each of which one seat is asked; 32 connections call the floor. Servers have
    one core and this process has the other. The clients here play by the rules and check what they get, so
    that they, and not the referee, may be the limit: what the servers' own CPU time gives stands beside it.
    """
    with (
        TemporaryDirectory(prefix="sealed-bench-") as folder,
        apart(),
        serving(FLOOR, Path(folder) / "floor") as floor,
        serving(REFEREE, Path(folder) / "referee") as referee,
    ):
        pairs = asyncio.run(_measure(floor, referee, effort))
    ratio = median(ours.by_wall / least.by_wall for least, ours in pairs)
    values = {
        "floor moves/s": median(least.by_wall for least, _ in pairs),
        "moves/s": median(ours.by_wall for _, ours in pairs),
        "floor moves/CPU s": median(least.by_cpu for least, _ in pairs),
        "moves/CPU s": median(ours.by_cpu for _, ours in pairs),
    }
    what = f"{SEATS} seats acting at once, to {SEATS} unary calls that verify, sign and commit"
    return (Figure("crowd", what, ratio, LIMIT, at_least=True, values=values),)


async def _measure(floor: Server, referee: Server, effort: Effort) -> list[tuple[_Round, _Round]]:
    rng = Random(SEED)
    title = TITLES["popular-front"]
    crowd = await Crowd.gather(referee.port, title, rng, tables=SEATS, connections=2 * SEATS)
    callers = [UnaryFloor(floor.port) for _ in range(SEATS)]
    try:
        await crowd.at_once(4)
        return [
            (await _floor(floor, callers, effort.steps), await _ours(referee, crowd, effort.steps))
            for _ in range(effort.rounds)
        ]
    finally:
        for caller in callers:
            caller.close()
        await crowd.leave()


async def _floor(server: Server, callers: list[UnaryFloor], steps: int) -> _Round:
    async def call(caller: UnaryFloor) -> None:
        for number in range(steps):
            await caller.move(_BYTES, number)

    begun, cpu = perf_counter(), server.cpu_s()
    await asyncio.gather(*map(call, callers))
    moves = steps * len(callers)
    return _Round(moves / (perf_counter() - begun), moves / (server.cpu_s() - cpu))


async def _ours(server: Server, crowd: Crowd, steps: int) -> _Round:
    cpu = server.cpu_s()
    pace = await crowd.at_once(steps)
    return _Round(pace.moves / pace.seconds, pace.moves / (server.cpu_s() - cpu))
