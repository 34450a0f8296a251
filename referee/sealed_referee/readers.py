"""Whoever reads a table live: a queue that is bounded by what a slow reader may be behind (spec 2.2)."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final

from sealed.wire.v1.referee_pb2 import Down
from sealed_referee.problems import ServiceError

if TYPE_CHECKING:
    from sealed.wire.v1.referee_pb2 import Fetch, Problem

MAX_BEHIND: Final = 1024 * 1024
WISH_WEIGHT: Final = 1024


class Reader:
    """Is one stream's queue of serialized messages: the owner of the table fills it, the stream drains it."""

    __slots__ = ("_behind", "_end", "_queue", "_waiting", "device", "live", "pk", "seat")

    def __init__(self, seat: int = 0, pk: bytes = b"", device: bytes = b"") -> None:
        """Starts empty; `seat` 0 is a spectator. `live` turns true once the reader has caught up."""
        self.seat = seat
        self.pk = pk
        self.device = device
        self.live = False
        self._queue: deque[bytes | Fetch] = deque()
        self._behind = 0
        self._waiting: asyncio.Future[None] | None = None
        self._end: ServiceError | bool | None = False

    @property
    def behind(self) -> int:
        """Returns the bytes that wait for this reader."""
        return self._behind

    def push(self, message: bytes | Fetch) -> None:
        """Queues a message, or a wish to be served in its turn; a reader too far behind is cut off."""
        if self._end is not False:
            return
        self._behind += _weight(message)
        if self._behind > MAX_BEHIND:
            self._queue.clear()
            self.end(
                ServiceError("READER_BEHIND", "you read too slowly; resume from the entries that you hold")
            )
            return
        self._queue.append(message)
        self._wake()

    def push_problem(self, problem: Problem) -> None:
        """Queues a Problem for a seat; the stream goes on."""
        self.push(Down(problem=problem).SerializeToString())

    def end(self, why: ServiceError | None = None) -> None:
        """Lets the stream end after what is queued: with an error, or well."""
        if self._end is False:
            self._end = why
            self._wake()

    def _wake(self) -> None:
        waiting = self._waiting
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    async def pull(self) -> bytes | Fetch | None:
        """Returns the next message, or None at the end. Raises the ServiceError with which it ends."""
        while not self._queue:
            if isinstance(self._end, ServiceError):
                raise self._end
            if self._end is None:
                return None
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
            self._waiting = None
        message = self._queue.popleft()
        self._behind -= _weight(message)
        return message


def _weight(message: bytes | Fetch) -> int:
    """Returns how far behind a message brings a reader; who wishes without reading is cut off too."""
    return len(message) if isinstance(message, bytes) else WISH_WEIGHT


class Watcher:
    """Waits for changes of a table's description; several changes while nobody looks are one."""

    __slots__ = ("_end", "_event")

    def __init__(self) -> None:
        """Starts with one change to tell."""
        self._event = asyncio.Event()
        self._event.set()
        self._end: ServiceError | None = None

    def touch(self) -> None:
        """Tells that the description is another now."""
        self._event.set()

    def end(self, why: ServiceError) -> None:
        """Ends the watching."""
        self._end = why
        self._event.set()

    async def change(self) -> None:
        """Waits for the next change. Raises the ServiceError with which the watching ends."""
        await self._event.wait()
        self._event.clear()
        if self._end is not None:
            raise self._end
