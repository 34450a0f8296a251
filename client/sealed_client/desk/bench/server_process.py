"""A server in a process of its own, as the referee is in real life."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sealed_client.desk.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REFEREE = "from sealed_referee.cli import run; import sys; sys.exit(run(sys.argv[1:]))"
FLOOR = "from sealed_client.desk.bench.floor_server import run; import sys; sys.exit(run(sys.argv[1:]))"
_PATIENCE_S = 10.0


@contextmanager
def serving(program: str, store: Path) -> Iterator[int]:
    """Runs one of the programs on a free loopback port, with its files in `store`, and yields the port.

    Raises Trouble if it does not start.
    """
    command = [sys.executable, "-c", program, "--listen", "127.0.0.1:0", "--store", str(store)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # noqa: S603
    try:
        first = server.stdout.readline() if server.stdout is not None else ""
        if not first.startswith("address: "):
            raise Trouble("A server of the bench does not start. Try `sealed referee` to see why.")
        yield int(first.rpartition(":")[2])
    finally:
        server.terminate()
        try:
            server.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
