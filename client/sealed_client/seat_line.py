"""The line of one seat to its referee: one connection and one stream on it, from Resume to the end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeAlias

from sealed.wire.v1.referee_pb2 import Down, Fetch, Link, Submit, Up
from sealed_client.moves import Agreement, Commitment
from sealed_client.transport import TransportError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sealed.wire.v1.referee_pb2 import Device, Resume
    from sealed_client.moves import Sending
    from sealed_client.transport import TableStream, Transport

Arrival: TypeAlias = "Down | TransportError | None"
"""What a stream brings: a message, the error with which it ends, or nothing at its end."""


class SeatLine:
    """Is one connection of a seat. What comes down its stream is handed to `arrived`, in order."""

    def __init__(self, transport: Transport, lobby_id: str, arrived: Callable[[Arrival], None]) -> None:
        """Takes a connection that is not logged in yet."""
        self.transport, self._lobby_id, self._arrived = transport, lobby_id, arrived
        self._stream: TableStream | None = None
        self._reader: asyncio.Task[None] | None = None
        self._fetched = 0

    async def open(self, resume: Resume) -> None:
        """Opens the stream and says from where the seat goes on. Raises TransportError."""
        self._stream = stream = await self.transport.open_stream()
        await stream.send(Up(resume=resume))
        self._reader = asyncio.create_task(self._read(stream))

    async def _read(self, stream: TableStream) -> None:
        try:
            while (down := await stream.receive()) is not None:
                self._arrived(down)
            self._arrived(None)
        except TransportError as error:
            self._arrived(error)

    async def send(self, sendings: Iterable[Sending]) -> None:
        """Sends what a seat wants sent. Raises TransportError."""
        for one in sendings:
            match one:
                case Commitment(signed):
                    await self.transport.commit(self._lobby_id, signed)
                case Agreement(signed):
                    await self.transport.agree(self._lobby_id, signed)
                case Submit():
                    await self._up(Up(submit=one))
                case Link():
                    await self._up(Up(link=one))

    async def fetch_handles(self, first: int) -> None:
        """Asks once for the handles behind own references from one on, which another device has made."""
        if first != self._fetched:
            self._fetched = first
            await self._up(Up(fetch=Fetch(handles_from=first)))

    async def take_over(self, device: Device) -> None:
        """Asks to write for the seat from now on."""
        await self._up(Up(take_over=device))

    async def _up(self, up: Up) -> None:
        if self._stream is not None:
            await self._stream.send(up)

    async def close(self) -> None:
        """Leaves the stream and the connection."""
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._stream is not None:
            await self._stream.close()
        await self.transport.close()
