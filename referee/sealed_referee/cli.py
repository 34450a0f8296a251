"""The command `sealed referee`: starts a referee and keeps it until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import gc
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sealed_referee.logs import to_stderr
from sealed_referee.options import DEFAULT_LISTEN, Options, ServeError, default_store

if TYPE_CHECKING:
    from collections.abc import Sequence

INSTALL_HINT: Final = "the referee is not installed; run: pip install 'sealed-orders[referee]'"


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command's arguments."""
    made = argparse.ArgumentParser(
        prog="sealed referee", description="Runs a referee: it owns the decks and the dice of its tables."
    )
    made.add_argument(
        "--listen", default=DEFAULT_LISTEN, metavar="ADDR", help="host:port (default %(default)s)"
    )
    made.add_argument("--store", type=Path, default=None, metavar="PATH", help="folder of tables and key")
    made.add_argument(
        "--metrics", default="", metavar="ADDR", help="show metrics for Prometheus at this loopback host:port"
    )
    return made


def run(argv: Sequence[str]) -> int:
    """Runs the command; returns 0 after a stop, 1 if it cannot start, 2 for wrong arguments."""
    try:
        arguments = parser().parse_args(list(argv))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 2
    options = Options(
        listen=arguments.listen, store=arguments.store or default_store(), metrics=arguments.metrics
    )
    to_stderr()
    try:
        return asyncio.run(_serve_until_told(options))
    except ServeError as error:
        sys.stderr.write(f"{error}\n")
    except ImportError as error:
        if not (error.name or "").startswith("grpc"):
            raise
        sys.stderr.write(f"{INSTALL_HINT}\n")
    return 1


async def _serve_until_told(options: Options) -> int:
    from sealed_referee.serve import serve

    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    running = await serve(options)
    # What the titles have built by now stays for good; a collector that looks through it only costs time.
    gc.freeze()
    # The whole key, because players are shown it at first contact and `sealed verify --referee` takes it.
    sys.stdout.write(
        f"address: {running.address}\nkey: {running.public.hex()}\nstore: {options.store}\n"
        f"Players type: sealed tables {running.address}, or sealed play TITLE --address {running.address}. "
        "Ctrl-C stops the referee; its tables wait in the store.\n"
    )
    if running.metrics_address is not None:
        sys.stdout.write(f"Metrics: http://{running.metrics_address}/metrics\n")
    sys.stdout.flush()
    await told.wait()
    await running.stop()
    return 0
