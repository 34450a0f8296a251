"""The command `sealed referee`: starts a referee and keeps it until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sealed.fairness.signing.invitation import fingerprint
from sealed_referee import at_rest
from sealed_referee.logs import to_stderr
from sealed_referee.options import DEFAULT_LISTEN, Options, ServeError, default_store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed_referee.serve import Running

INSTALL_HINT: Final = "the referee is not installed; run: pip install 'sealed-orders[referee]'"


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command's arguments."""
    made = argparse.ArgumentParser(
        prog="sealed referee", description="Runs a referee: it owns the decks and the dice of its tables."
    )
    made.add_argument(
        "--listen",
        action="append",
        metavar="ADDR",
        help=f"host:port, again for more (default {DEFAULT_LISTEN}, for this machine only; "
        "[::]:7465 is every address of it, and encrypted)",
    )
    made.add_argument(
        "--advertise",
        action="append",
        metavar="ADDR",
        help="host or host:port for the invitation, if players reach this machine under another address",
    )
    made.add_argument(
        "--new-certificate",
        action="store_true",
        help="replace the certificate; every player has to accept the new invitation",
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
    # The library writes what passers-by say into lines of its own: the name in a handshake, as it came.
    os.putenv("GRPC_VERBOSITY", "NONE")
    options = Options(
        listen=",".join(arguments.listen or [DEFAULT_LISTEN]),
        store=arguments.store or default_store(),
        metrics=arguments.metrics,
        new_certificate=arguments.new_certificate,
        advertise=tuple(arguments.advertise or ()),
    )
    to_stderr()
    at_rest.forbid_core_dumps()
    _take_all_descriptors()
    try:
        options = replace(options, passphrase=at_rest.credentials(options.store))
        return asyncio.run(_serve_until_told(options))
    except ServeError as error:
        sys.stderr.write(f"{error}\n")
    except ImportError as error:
        if not (error.name or "").startswith("grpc"):
            raise
        sys.stderr.write(f"{INSTALL_HINT}\n")
    return 1


def _take_all_descriptors() -> None:
    """Raises how many connections there may be to what the system allows; many start with 1024."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def _serve_until_told(options: Options) -> int:
    from sealed_referee.serve import serve

    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    running = await serve(options)
    # What the titles have built by now stays for good; a collector that looks through it only costs time.
    gc.freeze()
    sys.stdout.write(_told(running, options))
    sys.stdout.write(at_rest.told(options.store, protected=running.protected))
    if running.metrics_address is not None:
        sys.stdout.write(f"Metrics: http://{running.metrics_address}/metrics\n")
    sys.stdout.flush()
    await told.wait()
    await running.stop()
    return 0


def _told(running: Running, options: Options) -> str:
    """Returns what an operator is told once the referee serves.

    `key` is whole, because `sealed verify --referee` takes it.
    """
    address = running.address
    lines = [
        *(f"address: {one}" for one in running.addresses),
        f"key: {running.public.hex()}",
        f"store: {options.store}",
    ]
    if running.encrypted:
        lines.append(f"fingerprint: {fingerprint(running.spki_hash)}")
        lines.append(f"invitation: {running.invitation}")
        if running.renewed:
            lines.append(
                "The certificate was made just now. Players who know this referee by an earlier one, "
                "if there are any, are stopped until they type: "
                f"sealed trust {running.invitation}"
            )
        lines.append(
            "Send players the invitation, by a way that you trust. They type: sealed tables INVITATION,"
        )
        lines.append("or sealed play TITLE --address INVITATION.")
    else:
        lines.append(
            f"Players type: sealed tables {address}, or sealed play TITLE --address {address}. "
            "Only this machine reaches it; with --listen [::]:7465 others do, encrypted."
        )
    lines.append("Ctrl-C stops the referee; its tables wait in the store.")
    return "\n".join(lines) + "\n"
