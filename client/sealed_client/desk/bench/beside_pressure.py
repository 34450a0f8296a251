"""How long a move takes at one table while another peer asks the referee for too much."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sealed.games import TITLES
from sealed_client.desk.bench.crowd import Crowd
from sealed_client.desk.bench.figures import Figure
from sealed_client.desk.bench.pressure import KINDS, PROGRAM
from sealed_client.desk.bench.server_process import REFEREE, Server, apart, serving
from sealed_client.desk.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed_client.desk.bench.figures import Effort

LIMIT = 3.0
MEMORY_LIMIT = 64.0
"""MiB by which a referee may grow under pressure."""
SEED = 13
SETTLE_S = 3.0
"""How long the referee has after a phase to be rid of what pressed it."""
RATE, MOVES = 50.0, 150
_MB = 1024 * 1024


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Returns, for each kind of pressure, the p99 of a move to its quiet figure, and how the referee grew.

    Quiet and pressed phases take turns. The peer that presses is a process of low priority beside this one,
    so that it takes the referee's time and not that of the client whose moves are measured.
    """
    with (
        TemporaryDirectory(prefix="sealed-bench-") as folder,
        apart(),
        serving(REFEREE, Path(folder) / "referee") as referee,
    ):
        return asyncio.run(_measure(referee, max(2, effort.rounds // 2)))


async def _measure(referee: Server, rounds: int) -> tuple[Figure, ...]:
    rng = Random(SEED)
    crowd = await Crowd.gather(referee.port, TITLES["popular-front"], rng, tables=1, connections=2)
    try:
        await _p99(crowd, rng)
        return tuple(
            [figure for kind in KINDS for figure in await _pressed(referee, crowd, kind, rounds, rng)]
        )
    finally:
        await crowd.leave()


async def _pressed(
    referee: Server, crowd: Crowd, kind: str, rounds: int, rng: Random
) -> tuple[Figure, Figure]:
    before, most = referee.memory(), 0
    quiet: list[float] = []
    pressed: list[float] = []
    for _ in range(rounds):
        await asyncio.sleep(SETTLE_S)
        quiet.append(await _p99(crowd, rng))
        with pressing(kind, referee.port):
            pressed.append(await _p99(crowd, rng))
            most = max(most, referee.memory())
    ratio = median(under / free for free, under in zip(quiet, pressed, strict=True))
    values = {"quiet us": median(quiet) * 1e6, "pressed us": median(pressed) * 1e6}
    grown = (most - before) / _MB
    return (
        Figure(
            f"p99 {kind}",
            f"p99 of a move under {kind} of another peer, to quiet",
            ratio,
            LIMIT,
            values=values,
        ),
        Figure(
            f"mem {kind}",
            f"growth under {kind}, to {MEMORY_LIMIT:g} MiB",
            grown / MEMORY_LIMIT,
            1.0,
            values={"MiB": grown},
        ),
    )


async def _p99(crowd: Crowd, rng: Random) -> float:
    pace = await crowd.at_rate(RATE, MOVES, rng)
    return quantiles(pace.each, n=100)[-1]


@contextmanager
def pressing(kind: str, port: int) -> Iterator[None]:
    """Runs a peer that presses on a referee at a port. Raises Trouble if it does not start."""
    command = ["nice", sys.executable, "-c", PROGRAM, kind, str(port)]
    peer = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # noqa: S603
    try:
        if peer.stdout is None or peer.stdout.readline() != "pressing\n":
            raise Trouble("The peer that presses on the referee does not start.")
        yield
    finally:
        peer.kill()
        peer.wait()
