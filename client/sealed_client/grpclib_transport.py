"""The transport on grpclib: pure Python, so it runs on phones as on desks."""

from __future__ import annotations

import asyncio
import ipaddress
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from google.protobuf.message import Message
from grpclib.client import Channel
from grpclib.config import Configuration

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.record import FILE_LIMIT
from sealed.fairness.signing.invitation import fingerprint
from sealed.fairness.signing.messages import LOBBY, PLAINTEXT_SPKI, login_preimage
from sealed.wire.v1 import referee_pb2 as wire
from sealed.wire.v1.referee_grpc import RefereeStub
from sealed_client.grpc_errors import from_problem, in_words
from sealed_client.known_referees import is_key
from sealed_client.pinned_tls import pinned_context
from sealed_client.transport import (
    ChannelRefusedError,
    GarbledError,
    RefereeInfo,
    TransportError,
    WrongRefereeError,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from grpclib.client import ServiceMethod, Stream

    from sealed.wire.v1.fairness_pb2 import Entry, Join, Private, Refusal, Signed
    from sealed_client.identity import Identity
    from sealed_client.transport import TableKey

CALL_S, PAGE_S = 10.0, 30.0
"""How long a call, or a page of a record, may take (spec 2.2, "Carriage")."""

KEEPALIVE = Configuration(
    _keepalive_time=20,
    _keepalive_timeout=20,
    _keepalive_permit_without_calls=True,
    _http2_max_pings_without_data=0,
    _http2_min_sent_ping_interval_without_data=20,
)
"""A ping after 20 s of silence, the end after 40 s (spec 2.2).

Without all of these grpclib sends almost none.
"""

PROTOCOL = "fairtable/1"
_SESSION_KEY = "sealed-session-bin"

_Reply = TypeVar("_Reply", bound=Message)


def is_loopback(host: str) -> bool:
    """Tells whether an address is of this machine only, so that plaintext is allowed (spec 2.1)."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class GrpclibTransport:
    """Is a connection to one referee; see `transport.Transport` for what it does.

    It is made on the event loop that uses it.
    """

    def __init__(self, host: str, port: int, certificate: bytes | None = None) -> None:
        """Prepares the connection, which is made with the first call.

        `certificate` is the pin, the hash of the key in the certificate that the referee must show. Without
        it the connection is plaintext; raises ChannelRefusedError for that to any address that is not
        loopback, because anybody on the way could read the cards.
        """
        if certificate is None and not is_loopback(host):
            raise ChannelRefusedError(
                f"{host} is another machine, and nothing is known of its referee's certificate. Without one "
                "only connections inside a machine are safe; ask for the referee's invitation.",
                "AUTH_CHANNEL",
            )
        self._loopback = is_loopback(host)
        self._spki_hash = PLAINTEXT_SPKI if certificate is None else certificate
        secured = None if certificate is None else pinned_context(certificate)
        self._channel = Channel(host.strip("[]"), port, ssl=secured, config=KEEPALIVE)
        self._stub = RefereeStub(self._channel)
        self._token = b""

    async def log_in(self, identity: Identity, pinned: bytes | None = None) -> RefereeInfo:
        """Logs in by signing the referee's challenge (spec 2.1)."""
        hello = wire.HelloRequest(pk=identity.public, table_id=LOBBY)
        challenge = await self._call(self._stub.Hello, hello)
        if challenge.protocol != PROTOCOL:
            raise GarbledError(
                f"This referee speaks {challenge.protocol!r}, not {PROTOCOL}; update one of the two."
            )
        if pinned is not None and not is_key(pinned, challenge.referee_pk):
            raise WrongRefereeError(
                "This is not the referee you chose: its key differs from the one you know. It has "
                f"the fingerprint {fingerprint(H(challenge.referee_pk))} now. Either the referee has lost "
                "its key and made a new one, or this is somebody else. Nothing was signed for it.",
                "KEY_UNPINNED",
            )
        preimage = login_preimage(
            identity.public, LOBBY, challenge.referee_pk, challenge.challenge, self._spki_hash
        )
        request = wire.LogInRequest(
            pk=identity.public,
            table_id=LOBBY,
            challenge=challenge.challenge,
            spki_hash=self._spki_hash,
            sig=identity.signer.sign(preimage),
            name=identity.name,
        )
        self._token = (await self._call(self._stub.LogIn, request)).token
        return RefereeInfo(
            challenge.referee_pk, challenge.name, challenge.time_ms, self._spki_hash, self._loopback
        )

    # -- lobby -----------------------------------------------------------------------------------------------

    async def titles(self) -> wire.Titles:
        """Returns the titles that this referee runs."""
        return await self._call(self._stub.ListTitles, wire.ListTitlesRequest())

    async def tables(self, title: str = "", *, mine: bool = False) -> tuple[wire.TableDescription, ...]:
        """Returns the tables of the lobby, all pages."""
        found: list[wire.TableDescription] = []
        page = ""
        while True:
            request = wire.ListTablesRequest(title=title, mine=mine, page=page)
            reply = await self._call(self._stub.ListTables, request)
            found.extend(reply.tables)
            page = reply.next_page
            if not page:
                return tuple(found)

    async def table(self, key: TableKey) -> wire.TableDescription:
        """Returns a table with its parameters."""
        return await self._call(self._stub.GetTable, _ref(key))

    async def watch(self, key: TableKey) -> AsyncIterator[wire.TableDescription]:
        """Yields a table's description at once and at each change."""
        async for table in self._stream(self._stub.WatchTable, _ref(key)):
            yield table

    async def create(self, request: wire.CreateTableRequest) -> wire.TableDescription:
        """Makes a table; the same request id again is the same table."""
        return await self._call(self._stub.CreateTable, request)

    async def join(self, key: TableKey, join: Join) -> wire.TableDescription:
        """Takes a seat."""
        return await self._call(self._stub.JoinTable, wire.JoinTableRequest(table=_ref(key), join=join))

    async def leave(self, key: TableKey) -> wire.TableDescription:
        """Gives a seat back while the table is gathering."""
        return await self._call(self._stub.LeaveTable, _ref(key))

    async def start(self, key: TableKey) -> wire.TableDescription:
        """Closes a full table that waits for its creator."""
        return await self._call(self._stub.StartTable, _ref(key))

    async def commit(self, key: TableKey, signed: Signed) -> wire.TableDescription:
        """Sends a COMMIT."""
        return await self._call(self._stub.Commit, wire.SignedRequest(table=_ref(key), signed=signed))

    async def agree(self, key: TableKey, signed: Signed) -> wire.TableDescription:
        """Sends an AGREE."""
        return await self._call(self._stub.Agree, wire.SignedRequest(table=_ref(key), signed=signed))

    # -- play ------------------------------------------------------------------------------------------------

    async def open_stream(self) -> GrpclibTableStream:
        """Opens a seat's stream."""
        stream = self._stub.Table.open(metadata=self._metadata())
        with in_words(stream):
            await stream.__aenter__()
            await stream.send_request()
        return GrpclibTableStream(stream)

    async def submit(self, key: TableKey, submit: wire.Submit) -> Entry | Refusal:
        """Sends a signed message without a stream."""
        reply = await self._call(self._stub.Submit, wire.SubmitRequest(table=_ref(key), submit=submit))
        match reply.WhichOneof("answer"):
            case "entry":
                return reply.entry
            case "refusal":
                return reply.refusal
            case "problem":
                raise from_problem(reply.problem)
            case _:
                raise GarbledError("The referee answered a message with nothing; send it again.")

    async def contribute(self, key: TableKey, link: wire.Link) -> None:
        """Sends a chain link without a stream."""
        await self._call(self._stub.Contribute, wire.ContributeRequest(table=_ref(key), link=link))

    async def private_from(self, key: TableKey, index: int) -> AsyncIterator[Private]:
        """Yields this seat's private messages of entry `index` and all later ones."""
        request = wire.PrivateFromRequest(table=_ref(key), index=index)
        async for private in self._stream(self._stub.PrivateFrom, request, PAGE_S):
            yield private

    async def own_handles(self, key: TableKey, first_ref: int) -> AsyncIterator[Private]:
        """Yields OWN messages for this seat's references from `first_ref` on."""
        request = wire.OwnHandlesRequest(table=_ref(key), first_ref=first_ref)
        async for private in self._stream(self._stub.OwnHandles, request, PAGE_S):
            yield private

    # -- the public log --------------------------------------------------------------------------------------

    async def follow(self, key: TableKey, first: int) -> AsyncIterator[wire.Batch]:
        """Yields the log from an entry on, then live."""
        request = wire.FollowRequest(table=_ref(key))
        setattr(request, "from", first)
        async for batch in self._stream(self._stub.Follow, request):
            yield batch

    async def log_range(self, key: TableKey, first: int, end: int = 0) -> wire.LogRange:
        """Returns a page of the log."""
        request = wire.GetRangeRequest(table=_ref(key), first=first, end=end)
        return await self._call(self._stub.GetRange, request, PAGE_S)

    async def consistency(self, key: TableKey, first: int, second: int) -> tuple[bytes, ...]:
        """Returns the proof that one size of the log goes on from another."""
        request = wire.GetConsistencyRequest(table=_ref(key), first_size=first, second_size=second)
        return tuple((await self._call(self._stub.GetConsistency, request)).proof)

    async def record(self, key: TableKey, *, own: bool = False, offset: int = 0) -> AsyncIterator[bytes]:
        """Yields the record file of a table piece by piece. Raises GarbledError if it is longer than any."""
        request = wire.GetRecordRequest(table=_ref(key), own=own, offset=offset)
        held = offset
        async for page in self._stream(self._stub.GetRecord, request):
            held += len(page.data)
            if held > FILE_LIMIT:
                raise GarbledError("The referee sends a record without end; nothing of it is kept.")
            yield page.data

    async def put_entries(self, key: TableKey, batches: Sequence[wire.Batch], handles: bytes) -> int:
        """Gives entries and heads back to a referee that has lost them."""
        request = wire.PutEntriesRequest(table=_ref(key), batches=batches, handles=handles)
        return (await self._call(self._stub.PutEntries, request, PAGE_S)).size

    async def close(self) -> None:
        """Ends the connection."""
        self._channel.close()

    # -- carriage --------------------------------------------------------------------------------------------

    def _metadata(self) -> dict[str, str | bytes]:
        return {_SESSION_KEY: self._token} if self._token else {}

    async def _call(
        self, method: ServiceMethod[Any, _Reply], request: Message, timeout_s: float = CALL_S
    ) -> _Reply:
        async with self._opened(method, timeout_s) as stream:
            await stream.send_message(request, end=True)
            reply = await stream.recv_message()
            await stream.recv_trailing_metadata()
        if reply is None:
            raise GarbledError("The referee ended a call without an answer; try again.")
        return reply

    async def _stream(
        self, method: ServiceMethod[Any, _Reply], request: Message, timeout_s: float | None = None
    ) -> AsyncIterator[_Reply]:
        async with self._opened(method, timeout_s) as stream:
            await stream.send_message(request, end=True)
            while (message := await stream.recv_message()) is not None:
                yield message
            await stream.recv_trailing_metadata()

    @asynccontextmanager
    async def _opened(
        self, method: ServiceMethod[Any, _Reply], timeout_s: float | None
    ) -> AsyncIterator[Stream[Any, _Reply]]:
        stream = method.open(timeout=timeout_s, metadata=self._metadata())
        with in_words(stream):
            async with stream:
                yield stream


class GrpclibTableStream:
    """Is a seat's stream; made by `GrpclibTransport.open_stream`."""

    def __init__(self, stream: Stream[wire.Up, wire.Down]) -> None:
        """Takes a stream whose request has been sent."""
        self._stream = stream
        self._closed = False

    async def send(self, up: wire.Up) -> None:
        """Sends a message up."""
        with in_words(self._stream):
            await self._stream.send_message(up)

    async def receive(self) -> wire.Down | None:
        """Returns the next message down, nothing at the end of the stream."""
        with in_words(self._stream):
            down = await self._stream.recv_message()
            if down is None:
                await self._stream.recv_trailing_metadata()
            return down

    async def close(self) -> None:
        """Leaves the stream; the referee notices at once."""
        if self._closed:
            return
        self._closed = True
        with suppress(TransportError), in_words(self._stream):
            await self._stream.__aexit__(asyncio.CancelledError, asyncio.CancelledError(), None)


def _ref(key: TableKey) -> wire.TableRef:
    return wire.TableRef(lobby_id=key) if isinstance(key, str) else wire.TableRef(table_id=key)
