"""The client's half of the floor: raw messages over a grpclib stream, or as unary calls."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from time import perf_counter
from typing import TYPE_CHECKING

from grpclib.client import Channel, StreamStreamMethod, UnaryUnaryMethod
from grpclib.encoding.base import CodecBase

from sealed.fairness.signing.keys import Signer, load_backend
from sealed_client.desk.bench.floor_server import METHOD, PLAYER, SERVICE, SIG_SIZE, UNARY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from grpclib.client import Stream


class _Raw(CodecBase):
    """Leaves bytes alone."""

    __content_subtype__ = "proto"

    def encode(self, message: bytes, message_type: type[bytes]) -> bytes:
        """Returns the bytes."""
        del message_type
        return message

    def decode(self, data: bytes, message_type: type[bytes]) -> bytes:
        """Returns the bytes."""
        del message_type
        return data


class FloorClient:
    """Is one open stream to the floor server."""

    def __init__(self, stream: Stream[bytes, bytes]) -> None:
        """Takes an open stream; see `connected`."""
        self._stream = stream
        self._signer = Signer(PLAYER, load_backend())

    @classmethod
    @asynccontextmanager
    async def connected(cls, port: int) -> AsyncIterator[FloorClient]:
        """Opens a stream to the floor server at a port of this machine."""
        channel = Channel("127.0.0.1", port, codec=_Raw())
        try:
            method = StreamStreamMethod(channel, f"/{SERVICE}/{METHOD}", bytes, bytes)
            async with method.open() as stream:
                await stream.send_request()
                yield cls(stream)
                await stream.end()
                await stream.recv_message()
        finally:
            channel.close()

    async def echo(self, size: int, number: int) -> float:
        """Sends a signed message of a size and returns the seconds until its answer is here."""
        message = signed(self._signer, size, number)
        begun = perf_counter()
        await self._stream.send_message(message)
        answer = await self._stream.recv_message()
        taken = perf_counter() - begun
        if answer is None or len(answer) != size:
            message_lost = "the floor server did not echo"
            raise ConnectionError(message_lost)
        await asyncio.sleep(0)
        return taken


class UnaryFloor:
    """Is one connection to the floor server that makes a call for each message."""

    def __init__(self, port: int) -> None:
        """Connects to a port of this machine with the first call."""
        self._channel = Channel("127.0.0.1", port, codec=_Raw())
        self._move = UnaryUnaryMethod(self._channel, f"/{SERVICE}/{UNARY}", bytes, bytes)
        self._signer = Signer(PLAYER, load_backend())

    async def move(self, size: int, number: int) -> float:
        """Sends a signed message of a size and returns the seconds until its answer is here."""
        message = signed(self._signer, size, number)
        begun = perf_counter()
        await self._move(message)
        return perf_counter() - begun

    def close(self) -> None:
        """Ends the connection."""
        self._channel.close()


def signed(signer: Signer, size: int, number: int) -> bytes:
    """Returns a message of a size for the floor server."""
    body = number.to_bytes(8, "big").ljust(size - SIG_SIZE, b"-")
    return signer.sign(body) + body
