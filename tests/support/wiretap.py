"""Records every byte that leaves a referee: answers, streams, errors, trailing metadata, log lines, metrics.

It sits between the service and the socket, as an interceptor of gRPC's own server, so a new call, health and
reflection are recorded without a word here. `hook`, if set, may add to what is sent: that is how leaks are
planted.
"""

from __future__ import annotations

import inspect
import logging
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self
from unittest import mock

from grpc import aio
from scanner import Sent

from sealed.fairness.arithmetic.seals import SealedEpoch
from sealed.wire.v1 import referee_pb2 as rpc
from sealed_referee import dealer, serve
from sealed_referee.exposition import MetricsPage
from sealed_referee.logs import FORMAT

if TYPE_CHECKING:
    from collections.abc import Callable

LOG, METRICS, ANYBODY, ERROR = "log", "metrics", "anybody", "error"


_OPENING = {"Hello": rpc.HelloRequest, "LogIn": rpc.LogInRequest}
"""Calls that come before a token; their request says whose they are."""


class _Context:
    """Is a call's context that notes what is written to it."""

    def __init__(self, context, tap: Wiretap, call: _Tapped) -> None:
        self._context, self._tap, self._call = context, tap, call

    def __getattr__(self, name: str):
        return getattr(self._context, name)

    async def write(self, message) -> None:
        """Sends a message down a stream."""
        await self._context.write(self._tap.out(self._call, message))

    async def abort(self, code, details: str = "", trailing_metadata=()) -> None:
        """Ends a call with an error."""
        details = self._tap.changed(self._call.receiver, ERROR, details.encode()).decode()
        self._tap.note(self._call, details.encode())
        for key, value in trailing_metadata:
            self._tap.note(self._call, key.encode())
            self._tap.note(self._call, value if isinstance(value, bytes) else value.encode())
        await self._context.abort(code, details, trailing_metadata)


@dataclass(frozen=True)
class _Tapped:
    """Is one call: which, who gets its answers, and how they become bytes."""

    name: str
    receiver: str
    serialize: Callable | None


@dataclass
class Wiretap(aio.ServerInterceptor):
    """Is what has left a referee, by receiver: a public key in hex, ANYBODY, LOG or METRICS."""

    sent: dict[str, list[Sent]] = field(default_factory=dict)
    tokens: dict[bytes, str] = field(default_factory=dict)
    challenges: dict[bytes, str] = field(default_factory=dict)
    hook: Callable[[Wiretap, str, str, bytes], bytes] | None = None
    count_all: bool = False
    orders: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    house: object = None
    _stack: ExitStack = field(default_factory=ExitStack)
    _known: set[tuple[str, str, bytes]] = field(default_factory=set)

    def __enter__(self) -> Self:
        """Taps every referee of this process that starts inside."""
        server, house = aio.server, serve.House

        def served(*given, **more):
            return server(*given, interceptors=[self], **more)

        def owned(*given, **more):
            self.house = house(*given, **more)
            return self.house

        def seal(*given, **more):
            epoch = SealedEpoch(*given, **more)
            self.orders[epoch.deck, epoch.epoch] = epoch.order
            return epoch

        self._stack.enter_context(mock.patch.object(dealer, "SealedEpoch", seal))
        self._stack.enter_context(mock.patch.object(aio, "server", served))
        self._stack.enter_context(mock.patch.object(serve, "House", owned))
        self._listen_to_logs()
        return self

    def __exit__(self, *_failure: object) -> None:
        """Takes the tap off."""
        self._stack.close()

    def _listen_to_logs(self) -> None:
        tap = self

        class Handler(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                tap.keep(LOG, record.name, self.format(record).encode())

        handler = Handler()
        handler.setFormatter(logging.Formatter(FORMAT))
        for name in ("", "sealed.referee"):
            logger = logging.getLogger(name)
            self._stack.callback(logger.removeHandler, handler)
            self._stack.callback(logger.setLevel, logger.level)
            logger.addHandler(handler)
            logger.setLevel(logging.DEBUG)

    # -- what is known ---------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Returns the entries of the one table's log."""
        return max((one.table.size for one in self.house.all() if one.table), default=0) if self.house else 0

    @property
    def table(self):
        """Returns the one table."""
        (running,) = self.house.all()
        return running.table

    def keep(self, receiver: str, channel: str, data: bytes) -> None:
        """Notes that somebody got bytes; the same again is noted with `count_all` only."""
        if self.count_all or (receiver, channel, data) not in self._known:
            self._known.add((receiver, channel, data))
            self.sent.setdefault(receiver, []).append(Sent(self.size, channel, data))

    def scrape(self) -> None:
        """Reads the page of metrics."""
        page = MetricsPage(self.house).text()
        self.keep(METRICS, METRICS, self.changed(METRICS, METRICS, page))

    def changed(self, receiver: str, channel: str, data: bytes) -> bytes:
        """Returns what is sent instead: the same, unless a leak is planted here."""
        return self.hook(self, receiver, channel, data) if self.hook is not None else data

    # -- calls -----------------------------------------------------------------------------------------------

    def note(self, call: _Tapped, data: bytes) -> None:
        """Notes bytes of a call."""
        self.keep(call.receiver, call.name, data)

    def out(self, call: _Tapped, message):
        """Notes an answer, perhaps with a leak, and returns what is to be sent."""
        data = call.serialize(message) if call.serialize else message
        if not call.serialize:
            message = data = self.changed(call.receiver, call.name, data)
        self.note(call, data)
        if call.name == "LogIn":
            self.tokens[rpc.Session.FromString(data).token] = call.receiver
        if call.name == "Hello":
            self.challenges[rpc.Challenge.FromString(data).challenge] = call.receiver
        return message

    async def intercept_service(self, continuation, details):
        """Puts the tap around a handler."""
        handler = await continuation(details)
        if handler is None:
            return handler
        given = dict(details.invocation_metadata or ())
        name, token = details.method.rpartition("/")[2], given.get("sealed-session-bin", b"")

        def tapped(request):
            receiver = self.tokens.get(token, ANYBODY)
            if name in _OPENING:
                receiver = _OPENING[name].FromString(request).pk.hex()
            return _Tapped(name, receiver, handler.response_serializer)

        if handler.unary_unary or handler.stream_unary:
            return self._with_answer(handler, tapped)
        return self._with_stream(handler, tapped)

    def _with_answer(self, handler, tapped):
        async def behave(request, context):
            call = tapped(request)
            return self.out(call, await handler.unary_unary(request, _Context(context, self, call)))

        return handler._replace(unary_unary=behave)

    def _with_stream(self, handler, tapped):
        field_name = "stream_stream" if handler.request_streaming else "unary_stream"
        inner = getattr(handler, field_name)

        async def behave(request, context):
            call = tapped(request)
            await inner(request, _Context(context, self, call))

        async def generate(request, context):
            call = tapped(request)
            async for message in inner(request, _Context(context, self, call)):
                yield self.out(call, message)

        return handler._replace(**{field_name: generate if inspect.isasyncgenfunction(inner) else behave})
