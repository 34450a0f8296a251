"""Gives the tests of the service a referee on a loopback socket, and parties at its tables."""

from __future__ import annotations

from random import Random

import pytest
from loopback import Guest, Party, referee
from table_titles import SKIRMISH


class HandClock:
    """Is a clock that tests set; it starts in 2027."""

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        """Returns the time."""
        return self.ms


@pytest.fixture
def clock():
    """Returns a clock that stands still until a test moves it (`ms`)."""
    return HandClock()


@pytest.fixture
def rng():
    """Returns a random source that is the same in each run."""
    return Random(7465)


@pytest.fixture
def served(tmp_path):
    """Returns a running referee of Skirmish."""
    with referee(tmp_path / "store", SKIRMISH) as running:
        yield running


@pytest.fixture
def guest(served, rng):
    """Returns a function that connects and logs in a new identity."""
    made = []

    def connect(name: str = "Guest") -> Guest:
        made.append(Guest(served, rng, name).log_in())
        return made[-1]

    yield connect
    for one in made:
        one.channel.close()


@pytest.fixture
def party(served, rng):
    """Returns a function that makes a table and sits players down, not connected yet."""
    made = []

    def gather(seats: int = 2, **more) -> Party:
        made.append(Party(served, SKIRMISH, rng, seats, **more))
        return made[-1]

    yield gather
    for one in made:
        one.close()
