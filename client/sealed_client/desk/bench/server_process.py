"""A server in a process of its own, as the referee is in real life, and what it costs that process."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sealed_client.desk.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator

REFEREE = "from sealed_referee.cli import run; import sys; sys.exit(run(sys.argv[1:]))"
FLOOR = "from sealed_client.desk.bench.floor_server import run; import sys; sys.exit(run(sys.argv[1:]))"
_PATIENCE_S = 10.0
_TICKS = os.sysconf("SC_CLK_TCK")


class Server(NamedTuple):
    """Is a running server; what it costs is read from the process table, which only Linux has as files."""

    port: int
    pid: int

    def cpu_s(self) -> float:
        """Returns the CPU time that it has used so far. Raises Trouble where that cannot be read."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def memory(self) -> int:
        """Returns the bytes that it holds in memory. Raises Trouble where that cannot be read."""
        return int(self._proc("statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def _proc(self, name: str) -> str:
        try:
            return Path(f"/proc/{self.pid}/{name}").read_text("ascii")
        except OSError as error:
            raise Trouble(
                "What a server costs can be measured on Linux only; the rest of the bench runs."
            ) from error


@contextmanager
def apart() -> Iterator[None]:
    """Keeps this process on one core, and servers started inside on another; on one core it does nothing."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) < 2:
        yield
        return
    os.sched_setaffinity(0, {cores[1]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, set(cores))


def _stand_apart(pid: int) -> None:
    """Moves a new server to the first core if this process has been bound to another one."""
    if hasattr(os, "sched_getaffinity") and len(own := os.sched_getaffinity(0)) == 1 and own != {0}:
        os.sched_setaffinity(pid, {0})


@contextmanager
def serving(program: str, store: Path) -> Iterator[Server]:
    """Runs one of the programs on a free loopback port, with its files in `store`, and yields it.

    Raises Trouble if it does not start.
    """
    command = [sys.executable, "-c", program, "--listen", "127.0.0.1:0", "--store", str(store)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # noqa: S603
    try:
        _stand_apart(server.pid)
        first = server.stdout.readline() if server.stdout is not None else ""
        if not first.startswith("address: "):
            raise Trouble("A server of the bench does not start. Try `sealed referee` to see why.")
        yield Server(int(first.rpartition(":")[2]), server.pid)
    finally:
        server.terminate()
        try:
            server.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
