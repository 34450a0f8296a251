"""What the screen costs: the first frame beside an empty app's, an event, a tap, panning, rest.

Every measurement has a process of its own, which draws into memory. Times are wall time: it is what a player
waits.
"""

from __future__ import annotations

import json
import subprocess
import sys
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Final

from sealed_client.desk.bench.figures import Figure, paired
from sealed_client.desk.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed_client.desk.bench.figures import Effort

_PAN_S: Final = 4.0
"""How long the map is panned, and how long the table rests."""
_PATIENCE_S: Final = 120.0
_PROBE: Final = "sealed_client.desk.bench.client_probe"


def measure(effort: Effort) -> Iterator[Figure]:
    """Yields the figures of the screen. Raises `Trouble` where no window can be opened."""
    with TemporaryDirectory(prefix="sealed-bench-") as folder:
        _first_line("empty", folder)  # the first start reads everything from the disk
        opening = paired(
            [(_first_line("empty", folder), _first_line("home", folder)) for _ in range(effort.rounds)]
        )
        yield Figure(
            "home",
            "first frame of Home, store opened, to that of an empty Kivy app",
            opening.ratio,
            2.5,
            values={"empty ms": opening.floor * 1000, "home ms": opening.ours * 1000},
        )
        costs = _table(folder, effort.rounds)
    yield _figure(
        "event", "ms from an event to the frame that shows it, 200 counters", costs["event ms"], 100
    )
    yield _figure("tap", "ms from a finger's lifting to the frame that answers", costs["tap ms"], 50)
    yield _figure(
        "waiting", "frames that a tap waits before it is taken", costs["frames before a tap is taken"], 0
    )
    yield Figure(
        "panning", "frames a second while the map is panned at 1280x800", costs["frames/s"], 45, True
    )
    yield _figure("resting", "frames drawn while nothing happens", costs["idle frames"], 0)
    yield _figure("idle", "percent of a core while nothing happens", costs["idle % of a core"], 3)


def _figure(name: str, what: str, value: float, limit: float) -> Figure:
    return Figure(name, what, value, limit)


def _started(what: str, folder: str, rounds: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", _PROBE, what, folder, str(rounds), str(_PAN_S)]
    return subprocess.Popen(  # noqa: S603 - our own program
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )


def _first_line(what: str, folder: str) -> float:
    """Returns the seconds from the start of a program to its first line, which it prints with its frame."""
    begun = perf_counter()
    with _started(what, folder, 1) as program:
        line = program.stdout.readline() if program.stdout is not None else ""
        taken = perf_counter() - begun
        if not line:
            raise Trouble(_NO_WINDOW)
        program.wait(_PATIENCE_S)
    return taken


def _table(folder: str, rounds: int) -> dict[str, float]:
    with _started("table", folder, rounds) as program:
        told, _ = program.communicate(timeout=_PATIENCE_S)
    if not told.strip():
        raise Trouble(_NO_WINDOW)
    values: dict[str, float] = json.loads(told.strip().splitlines()[-1])
    return values


_NO_WINDOW: Final = (
    "No window could be opened, not even into memory. Install the screen with: "
    "pip install 'sealed-orders[screen]', and on Debian: apt-get install libegl1 libgles2 libgl1-mesa-dri"
)
