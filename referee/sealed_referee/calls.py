"""One call of a client as the service sees it, and the guard around all of them (referee.proto, "Errors").

Requests are parsed inside the guard and answers leave it as bytes, so nothing that a client sends can end
in anything but a gRPC status with a Problem beside it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

import grpc
from google.protobuf.message import DecodeError, Message
from grpc import aio

from sealed_referee.logs import frames, line
from sealed_referee.problems import ServiceError, internal
from sealed_referee.refusing import RefusedError

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable

    from sealed_referee.measures import Measures
    from sealed_referee.sessions import Session, Sessions

    Context = aio.ServicerContext[bytes, bytes]
    Handler = grpc.RpcMethodHandler[bytes, bytes]

TOKEN_KEY: Final = "sealed-session-bin"  # noqa: S105 - a name, not a secret
PROBLEM_KEY: Final = "sealed-problem-bin"
_LOOPBACK: Final = ("ipv4:127.", "ipv6:[::1]", "ipv6:%5B::1%5D", "unix:", "inproc")

log: Final = logging.getLogger("sealed.referee.calls")

_RequestT = TypeVar("_RequestT", bound=Message)


class Call:
    """Is one call: whose, from where, and the way back for streams."""

    __slots__ = ("_context", "_session", "_size", "sessions")

    def __init__(self, context: Context, sessions: Sessions, size: int = 0) -> None:
        """Wraps the library's context; `size` is how many bytes the request has."""
        self._context = context
        self._size = size
        self._session: Session | None = None
        self.sessions = sessions

    @property
    def loopback(self) -> bool:
        """Tells whether the peer is this machine."""
        return self._context.peer().startswith(_LOOPBACK)

    @property
    def peer(self) -> str:
        """Returns where the call comes from, as gRPC writes it."""
        return self._context.peer()

    @property
    def token(self) -> bytes:
        """Returns the session token in the metadata, empty without one."""
        for key, value in self._context.invocation_metadata() or ():
            if key == TOKEN_KEY:
                return value if isinstance(value, bytes) else value.encode()
        return b""

    def session(self) -> Session:
        """Returns whose call it is. Raises ServiceError NOT_LOGGED_IN or TOO_FAST."""
        if self._session is None:
            self._session = self.sessions.find(self.token, self._size)
        return self._session

    async def send(self, message: bytes) -> None:
        """Sends a serialized message down a stream, as fast as the peer reads."""
        await self._context.write(message)


class Guard:
    """Makes the handlers of a service and answers for whatever goes wrong in them."""

    def __init__(self, sessions: Sessions, entropy: Callable[[int], bytes], measures: Measures) -> None:
        """Takes the book of sessions, from where incident ids come, and what counts the Problems told."""
        self._sessions = sessions
        self._entropy = entropy
        self._measures = measures

    def unary(
        self, request_class: type[_RequestT], serve: Callable[[_RequestT, Call], Awaitable[Message]]
    ) -> Handler:
        """Makes the handler of a call with one answer."""

        async def behaviour(data: bytes, context: Context) -> bytes:
            try:
                answer = await serve(_parse(request_class, data), Call(context, self._sessions, len(data)))
                return answer.SerializeToString()
            except Exception as error:  # noqa: BLE001 - this is where everything ends
                await self._fail(context, error)

        return grpc.unary_unary_rpc_method_handler(behaviour)

    def stream_out(
        self, request_class: type[_RequestT], serve: Callable[[_RequestT, Call], Awaitable[None]]
    ) -> Handler:
        """Makes the handler of a call with many answers, which it sends by `Call.send`."""

        async def behaviour(data: bytes, context: Context) -> None:
            try:
                await serve(_parse(request_class, data), Call(context, self._sessions))
            except Exception as error:  # noqa: BLE001 - this is where everything ends
                await self._fail(context, error)

        return grpc.unary_stream_rpc_method_handler(behaviour)

    def stream_both(
        self,
        request_class: type[_RequestT],
        serve: Callable[[AsyncIterator[_RequestT], Call], Awaitable[None]],
    ) -> Handler:
        """Makes the handler of a stream in both directions."""

        async def behaviour(requests: AsyncIterable[bytes], context: Context) -> None:
            try:
                await serve(_parse_each(request_class, requests), Call(context, self._sessions))
            except Exception as error:  # noqa: BLE001 - this is where everything ends
                await self._fail(context, error)

        return grpc.stream_stream_rpc_method_handler(behaviour)

    async def _fail(self, context: Context, error: Exception) -> NoReturn:
        """Ends a call with a status and a Problem."""
        if isinstance(error, aio.AbortError):
            raise error
        told = self.told(error)
        metadata = ((PROBLEM_KEY, told.problem.SerializeToString()),)
        await context.abort(told.status, told.text, metadata)

    def told(self, error: Exception) -> ServiceError:
        """Returns what the caller is told; for the unexpected logs where it arose, never what it held."""
        told = self._told(error)
        self._measures.problem(told.code)
        return told

    def _told(self, error: Exception) -> ServiceError:
        if isinstance(error, ServiceError):
            return error
        if isinstance(error, RefusedError):
            return ServiceError(error.code, error.detail)
        incident = self._entropy(4).hex()
        log.error(line("incident", id=incident, error=type(error).__name__, at=frames(error)))
        return internal(incident)


def _parse(request_class: type[_RequestT], data: bytes) -> _RequestT:
    """Returns a request. Raises ServiceError BAD_MESSAGE."""
    request = request_class()
    try:
        request.ParseFromString(data)
    except DecodeError as error:
        text = f"these bytes are no {request_class.__name__}; update the client, or the proxy between"
        raise ServiceError("BAD_MESSAGE", text) from error
    return request


async def _parse_each(
    request_class: type[_RequestT], requests: AsyncIterable[bytes]
) -> AsyncIterator[_RequestT]:
    async for data in requests:
        yield _parse(request_class, data)


def cancelled(task: asyncio.Task[None]) -> Awaitable[object]:
    """Cancels a task and returns what waits for its end."""
    task.cancel()
    return asyncio.gather(task, return_exceptions=True)
