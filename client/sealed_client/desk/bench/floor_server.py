"""The least that any referee must do for a message: check a signature, sign a head, store a row, answer.

An echo of raw bytes over grpc.aio: as a bidirectional stream, which commits each row by itself, and as a
unary call, which commits the rows of one turn of the event loop together. A message is the signature and what
is signed; its row is on the disk before the answer leaves (SQLite in WAL mode with full synchronisation).
What is signed is as long as a head is.
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

SERVICE, METHOD, UNARY = "sealed.bench.Floor", "Echo", "Move"
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


class _GroupCommit:
    """Commits what comes in one turn of the event loop in one transaction."""

    def __init__(self, database: sqlite3.Connection) -> None:
        """Writes to an open log."""
        self._database = database
        self._waiting: list[tuple[bytes, asyncio.Future[None]]] = []

    def append(self, row: bytes) -> asyncio.Future[None]:
        """Returns what is done once the row is on the disk."""
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._commit)
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((row, done))
        return done

    def _commit(self) -> None:
        rows, self._waiting = self._waiting, []
        self._database.execute("BEGIN")
        self._database.executemany("INSERT INTO log (body) VALUES (?)", [(row,) for row, _ in rows])
        self._database.execute("COMMIT")
        for _, done in rows:
            if not done.done():
                done.set_result(None)


async def _serve(listen: str, database: sqlite3.Connection) -> None:
    signatures = load_backend()
    referee, player_pk = Signer(REFEREE, signatures), signatures.public_key(PLAYER)
    group = _GroupCommit(database)

    async def signed(message: bytes, context: Context) -> bytes:
        if not signatures.verify(player_pk, message[SIG_SIZE:], message[:SIG_SIZE]):
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "the signature does not hold")
        return referee.sign(message[:HEAD_SIZE])

    async def echo(requests: AsyncIterator[bytes], context: Context) -> None:
        async for message in requests:
            head = await signed(message, context)
            database.execute("INSERT INTO log (body) VALUES (?)", (message,))
            await context.write(head + message[SIG_SIZE:])

    async def move(message: bytes, context: Context) -> bytes:
        head = await signed(message, context)
        await group.append(message)
        return head + message[SIG_SIZE:]

    server = aio.server()
    methods = {
        METHOD: grpc.stream_stream_rpc_method_handler(echo),
        UNARY: grpc.unary_unary_rpc_method_handler(move),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, methods),))
    port = server.add_insecure_port(listen)
    await server.start()
    print(f"address: 127.0.0.1:{port}", flush=True)  # noqa: T201 - the bench reads it
    await server.wait_for_termination()
