"""A referee in a process of its own, as an operator starts it; it can be told to kill itself at a point."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parent / "mortal_referee.py"


def start(folder: Path, port: int, point: str = "", nth: str = "0") -> tuple[subprocess.Popen, int]:
    """Starts a referee on `folder`/store and returns it with its port, once it serves.

    With a point (`mortal_referee.SEAMS`) it kills itself at the n-th time that it passes it.
    """
    words = ["--listen", f"127.0.0.1:{port}", "--store", str(folder / "store")]
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, str(PROGRAM), point, nth, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"HOME": str(folder)},
    )
    said = process.stdout.readline().decode()
    assert said.startswith("address: "), said
    return process, int(said.rpartition(":")[2])


def kill(process: subprocess.Popen) -> None:
    """Kills a referee as a power cut would, and waits until it is gone."""
    process.kill()
    process.wait()
    process.stdout.close()
