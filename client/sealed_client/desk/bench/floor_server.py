"""The least that any referee must do for a message: check a signature, sign a head, store a row, answer.

A bidirectional grpc.aio echo of raw bytes. A message is the signature and what is signed; each row is on the
disk before the answer leaves (SQLite in WAL mode with full synchronisation). What is signed is as long as a
head is.
"""

from __future__ import annotations

import asyncio
import sqlite3
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
from grpc import aio

from sealed.fairness.signing.keys import Signer, load_backend

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    Context = aio.ServicerContext[bytes, bytes]

SERVICE, METHOD = "sealed.bench.Floor", "Echo"
PLAYER, REFEREE = bytes([1]) * 32, bytes([2]) * 32
"""Secret keys that guard nothing."""

SIG_SIZE, HEAD_SIZE = 64, 144


def run(arguments: Sequence[str]) -> int:
    """Serves until it is terminated."""
    parser = ArgumentParser()
    parser.add_argument("--listen", required=True)
    parser.add_argument("--store", type=Path, required=True)
    given = parser.parse_args(arguments)
    given.store.mkdir(parents=True, exist_ok=True)
    asyncio.run(_serve(given.listen, _open(given.store / "floor.sqlite")))
    return 0


def _open(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE log (number INTEGER PRIMARY KEY, body BLOB NOT NULL)")
    return database


async def _serve(listen: str, database: sqlite3.Connection) -> None:
    signatures = load_backend()
    referee, player_pk = Signer(REFEREE, signatures), signatures.public_key(PLAYER)

    async def echo(requests: AsyncIterator[bytes], context: Context) -> None:
        async for message in requests:
            if not signatures.verify(player_pk, message[SIG_SIZE:], message[:SIG_SIZE]):
                await context.abort(grpc.StatusCode.UNAUTHENTICATED, "the signature does not hold")
            head = referee.sign(message[:HEAD_SIZE])
            database.execute("INSERT INTO log (body) VALUES (?)", (message,))
            await context.write(head + message[SIG_SIZE:])

    server = aio.server()
    handler = grpc.stream_stream_rpc_method_handler(echo)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {METHOD: handler}),))
    port = server.add_insecure_port(listen)
    await server.start()
    print(f"address: 127.0.0.1:{port}", flush=True)  # noqa: T201 - the bench reads it
    await server.wait_for_termination()
