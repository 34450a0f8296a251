"""Laws of a referee that is killed: whoever plays comes back by himself, and the match is found fair."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from random import Random

import pytest

from sealed.games.popular_front import TITLE
from sealed_client.desk.house import Place
from sealed_client.desk.match import Plan, play_match

REFEREE = "import sys; from sealed_client.desk import main; sys.exit(main())"
QUICK = Plan(TITLE, 2, {"round-cap": "8"}, ("random", "random"))
KILLS = 3
VIEWS = 20
"""How many snapshots seat 1 gets between two kills; a match of eight rounds has over a hundred."""


class Killable:
    """Is a referee in a process of its own; after a kill it comes back on the same port and store."""

    def __init__(self, folder) -> None:
        self.port = 0
        self._store = folder / "store"
        self._environment = os.environ | {"HOME": str(folder)}
        self.start()

    def start(self) -> None:
        """Starts it and waits until it serves."""
        words = ["referee", "--listen", f"127.0.0.1:{self.port}", "--store", str(self._store)]
        self.process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", REFEREE, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self._environment,
        )
        said = self.process.stdout.readline().decode()
        assert said.startswith("address: "), said
        self.port = int(said.rpartition(":")[2])

    def kill(self) -> None:
        """Kills it as a power cut would."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def killable(tmp_path):
    """Runs a referee that can be killed."""
    running = Killable(tmp_path)
    yield running
    running.kill()


def test_match_outlives_kills_of_its_referee(killable) -> None:
    """Killed at any moment of a match and started again, a referee goes on, and the record passes."""
    moments = Random(1)

    async def kill_now_and_then(seen: asyncio.Queue[object]) -> None:
        for _ in range(KILLS):
            for _ in range(VIEWS):
                await seen.get()
            await asyncio.sleep(moments.random() * 0.05)
            killable.kill()
            await asyncio.to_thread(killable.start)

    async def match():
        seen: asyncio.Queue[object] = asyncio.Queue()
        killing = asyncio.create_task(kill_now_and_then(seen))
        place = Place("127.0.0.1", killable.port, None)
        played = await asyncio.wait_for(play_match(QUICK, place, seen.put_nowait), 90)
        await asyncio.wait_for(killing, 5)
        return played

    assert asyncio.run(match()).fair
