"""A peer that asks for too much, in a process of its own: many log-ins, idle streams, or great messages."""

from __future__ import annotations

import asyncio
import sys
from time import perf_counter
from typing import TYPE_CHECKING, Final

import grpc
from grpc import aio

from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.referee_pb2_grpc import RefereeStub
from sealed_client.desk.bench.tabletop import TRUSTING
from sealed_client.identity import make_identity

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Coroutine, Sequence

    from sealed_client.identity import Identity

PROGRAM: Final = "from sealed_client.desk.bench.pressure import run; import sys; sys.exit(run(sys.argv[1:]))"
SIGN_INS_A_SECOND: Final = 1000
IDLE_STREAMS: Final = 1000
GREAT: Final = 64 * 1024 - 512
"""As much as a message may carry, less its envelope."""
_CONNECTIONS: Final = 8
_LOBBY: Final = bytes(32)


def run(arguments: Sequence[str]) -> int:
    """Presses on a referee until it is terminated: kind and port; says `pressing` once it does."""
    kind, port = arguments
    asyncio.run(KINDS[kind](int(port)))
    return 0


def _stubs(port: int, connections: int = _CONNECTIONS) -> list[RefereeStub]:
    options = [("grpc.use_local_subchannel_pool", 1)]
    return [
        RefereeStub(aio.insecure_channel(f"127.0.0.1:{port}", options=options)) for _ in range(connections)
    ]


def _say() -> None:
    sys.stdout.write("pressing\n")
    sys.stdout.flush()


def _identity() -> Identity:
    return make_identity(bytes([7]) * 32, bytes([8]) * 32, "Somebody", TRUSTING)


async def _quietly(call: Awaitable[object]) -> None:
    """Waits for a call; that the referee refuses it is what it should do."""
    try:
        await call
    except grpc.RpcError:
        await asyncio.sleep(0)


async def sign_ins(port: int) -> None:
    """Asks for a challenge and answers it falsely, a thousand times a second."""
    stubs, pk = _stubs(port), _identity().public
    waiting: set[asyncio.Task[None]] = set()

    async def one(stub: RefereeStub) -> None:
        challenge = await stub.Hello(rpc.HelloRequest(pk=pk, table_id=_LOBBY))
        answer = rpc.LogInRequest(pk=pk, table_id=_LOBBY, challenge=challenge.challenge, sig=bytes(64))
        await stub.LogIn(answer)

    begun, number = perf_counter(), 0
    while True:
        task = asyncio.create_task(_quietly(one(stubs[number % len(stubs)])))
        waiting.add(task)
        task.add_done_callback(waiting.discard)
        number += 1
        if number == SIGN_INS_A_SECOND // 2:
            _say()
        await asyncio.sleep(max(0.0, begun + number / SIGN_INS_A_SECOND - perf_counter()))


async def idle_streams(port: int) -> None:
    """Opens a thousand streams of descriptions and of seats and never says a word on them."""
    stubs = _stubs(port)
    (table, *_) = (await stubs[0].ListTables(rpc.ListTablesRequest())).tables
    wanted = rpc.TableRef(lobby_id=table.lobby_id)

    async def never() -> AsyncIterator[rpc.Up]:
        await asyncio.Event().wait()
        yield rpc.Up()

    async def watch(number: int) -> None:
        stub = stubs[number % len(stubs)]
        call = stub.WatchTable(wanted) if number % 2 else stub.Table(never())
        async for _ in call:
            pass

    async def keep(number: int) -> None:
        while True:
            await _quietly(watch(number))
            await asyncio.sleep(1)

    tasks = [asyncio.create_task(keep(number)) for number in range(IDLE_STREAMS)]
    await asyncio.sleep(1)
    _say()
    await asyncio.gather(*tasks)


async def great_messages(port: int) -> None:
    """Sends the greatest messages that are allowed as fast as they are taken, without reading."""
    (stub,) = _stubs(port, 1)
    (table, *_) = (await stub.ListTables(rpc.ListTablesRequest())).tables
    wanted = rpc.TableRef(lobby_id=table.lobby_id)
    message = rpc.Up(submit=rpc.Submit(handles=bytes(GREAT)))

    async def flood() -> AsyncIterator[rpc.Up]:
        yield rpc.Up(resume=rpc.Resume(table=wanted))
        while True:
            yield message

    async def unary() -> None:
        request = rpc.SubmitRequest(table=wanted, submit=message.submit)
        while True:
            await _quietly(stub.Submit(request))

    async def stream() -> None:
        while True:
            await _quietly(_drained(stub.Table(flood())))

    tasks = [asyncio.create_task(one()) for one in (unary, unary, unary, unary, stream)]
    await asyncio.sleep(1)
    _say()
    await asyncio.gather(*tasks)


async def _drained(call: AsyncIterable[rpc.Down]) -> None:
    async for _ in call:
        pass


KINDS: Final[dict[str, Callable[[int], Coroutine[None, None, None]]]] = {
    "sign-ins": sign_ins,
    "idle": idle_streams,
    "great": great_messages,
}
"""The kinds of pressure by name."""
