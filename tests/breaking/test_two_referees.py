"""Laws of one store and two referees, and of what a referee draws at random once a game has begun."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from random import Random

import pytest
from loopback import Party, referee
from referee_process import PROGRAM, kill, start
from table_titles import SKIRMISH

from sealed.fairness.payloads.codec import EntryType

CARRIAGE = {"challenges", "sessions", "calls", "strongbox"}
"""The modules that may draw while games run: log-ins, incident ids, nonces of what is stored."""


def second(folder, path) -> tuple[int, str]:
    """Tries to start another referee on a store; returns its exit code and its words."""
    words = [sys.executable, str(PROGRAM), "", "0", "--listen", "127.0.0.1:0", "--store", str(path)]
    ended = subprocess.run(  # noqa: S603
        words, capture_output=True, text=True, timeout=30, env=os.environ | {"HOME": str(folder)}, check=False
    )
    return ended.returncode, ended.stderr


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """A referee in a process of its own, and the folder with its store."""
    folder = tmp_path_factory.mktemp("first")
    process, _ = start(folder, 0)
    yield process, folder
    kill(process)


@pytest.mark.parametrize("way", ["same", "symlink", "roundabout"])
def test_a_second_referee_on_one_store_does_not_start(tmp_path, first, way):
    """By whatever path it comes to the folder, it ends with 1 and says in words what to do."""
    process, folder = first
    store = folder / "store"
    if way == "symlink":
        (tmp_path / "other").symlink_to(store)
    path = {"same": store, "symlink": tmp_path / "other", "roundabout": store / ".." / "store"}[way]
    code, words = second(tmp_path, path)
    assert code == 1
    assert "another referee is using" in words
    assert "Traceback" not in words
    assert process.poll() is None


def test_the_lock_of_a_killed_referee_is_no_lock(tmp_path):
    """After kill -9 the lock file is still there and keeps nobody out."""
    process, _ = start(tmp_path, 0)
    kill(process)
    assert list((tmp_path / "store").glob("*.lock"))
    process, _ = start(tmp_path, 0)
    assert process.poll() is None
    kill(process)


class Draws:
    """Is the system's random source, which writes down which module of the referee draws from it."""

    def __init__(self) -> None:
        self.by: set[str] = set()
        self.strict = False
        self._source = os.urandom

    def __call__(self, size: int) -> bytes:
        """Draws; when strict, only for carriage."""
        frame, module = sys._getframe(1), ""
        while frame is not None and not module:
            name = frame.f_globals.get("__name__", "")
            if name.startswith(("sealed_referee.", "sealed.")):
                module = name.rpartition(".")[2]
            frame = frame.f_back
        if module and self.strict:
            self.by.add(module)
            assert module in CARRIAGE, f"{module} draws at random while a game runs"
        return self._source(size)


def test_after_genesis_nothing_that_is_drawn_at_random_is_about_a_game(tmp_path, monkeypatch):
    """From GENESIS on only carriage draws: sessions, incident ids, nonces of what is stored (2.13)."""
    draws = Draws()
    with referee(tmp_path / "store", SKIRMISH, entropy=draws) as running:
        monkeypatch.setattr(os, "urandom", draws)
        monkeypatch.setattr(random, "_urandom", draws)
        party = Party(running, SKIRMISH, Random(3), options={"rounds": "2"})
        party.connect()
        party.pump(lambda: all(one.seat.placed and one.seat.follower.genesis for one in party.players))
        draws.strict = True
        party.play()
        party.finish()
        party.pump(lambda: all(not one.seat.outbox.waiting for one in party.players))
        log = party.players[0].seat.follower.notebook.entries
        party.players[0].guest.log_in()
        party.close()
    types = {entry.type for entry in log}
    assert {EntryType.SLOT_END, EntryType.DRAW, EntryType.FINAL_PAGE} <= types
    assert {"sessions", "strongbox"} <= draws.by
