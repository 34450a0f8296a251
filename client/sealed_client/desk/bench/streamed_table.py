"""A table of a referee in another process, played over streams by two seats of this one."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.signing.keys import load_backend
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Option
from sealed_client.desk.bench.tabletop import QUIET_OPTIONS, QuietPlayer
from sealed_client.grpclib_transport import GrpclibTransport
from sealed_client.identity import make_identity
from sealed_client.moves import Agreement, Commitment
from sealed_client.seat import Seat

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from sealed.engine.title import Title
    from sealed.fairness.signing.keys import Signatures
    from sealed.wire.v1.fairness_pb2 import Entry
    from sealed_client.grpclib_transport import GrpclibTableStream
    from sealed_client.identity import Identity
    from sealed_client.moves import Moves, Sending

HOST = "127.0.0.1"


class Visitor(NamedTuple):
    """Is a player with a connection to the referee; he may sit at several tables."""

    transport: GrpclibTransport
    identity: Identity
    signatures: Signatures
    referee_pk: bytes

    @classmethod
    async def arrive(cls, port: int, name: str, rng: Random, signatures: Signatures | None = None) -> Visitor:
        """Connects to a port of this machine and logs in."""
        transport = GrpclibTransport(HOST, port)
        backend = signatures or load_backend()
        identity = make_identity(rng.randbytes(32), rng.randbytes(32), name, backend)
        return cls(transport, identity, backend, (await transport.log_in(identity)).pk)


class Guest:
    """Is one seat with its connection. `size` is how many entries it has verified."""

    def __init__(self, transport: GrpclibTransport, seat: Seat, table: rpc.TableRef) -> None:
        """Takes a seat that has joined."""
        self.transport, self.seat, self._table = transport, seat, table
        self._stream: GrpclibTableStream | None = None
        self._page: list[Entry] = []

    @property
    def stream(self) -> GrpclibTableStream:
        """Returns the stream. Raises ConnectionError before `open`."""
        if self._stream is None:
            message = "the stream is not open"
            raise ConnectionError(message)
        return self._stream

    async def open(self) -> None:
        """Opens the stream from the start of the log."""
        self._stream = await self.transport.open_stream()
        await self._stream.send(rpc.Up(resume=rpc.Resume(table=self._table)))

    async def come_back(self) -> None:
        """Opens the stream from what the seat holds; returns when the newest entry came down once more."""
        size = self.seat.follower.verifier.size
        self._stream = await self.transport.open_stream()
        await self._stream.send(rpc.Up(resume=rpc.Resume(table=self._table, size=size, private_from=size)))
        await self._stream.send(rpc.Up(fetch=rpc.Fetch(first=size - 1, end=size)))
        while (await self.receive()).WhichOneof("act") != "batch":
            pass

    async def do(self, moves: Moves) -> None:
        """Sends what the seat wants sent."""
        for sending in moves.send:
            await self.stream.send(up(sending))

    async def receive(self) -> rpc.Down:
        """Returns the next message down. Raises ConnectionError at the end of the stream or at a refusal."""
        down = await self.stream.receive()
        if down is None or down.WhichOneof("act") in {"refusal", "problem"}:
            message = f"the referee does not play along: {down}"
            raise ConnectionError(message)
        return down

    async def take(self, down: rpc.Down) -> None:
        """Gives the seat what came down and does what is due then."""
        match down.WhichOneof("act"):
            case "batch":
                self._page += down.batch.entries
                if down.batch.HasField("head"):
                    entries, self._page = self._page, []
                    await self.do(self.seat.feed(entries, down.batch.head))
            case "opening":
                await self.do(self.seat.feed_private(down.opening))
            case _:
                if down.table.table_id and all(seat.taken for seat in down.table.seats):
                    await self.do(self.seat.commit(down.table))


class Played(NamedTuple):
    """Is a step: its verb, seconds from Submit to batch and head at the sender, bytes of the Submit."""

    verb: str
    seconds: float
    size: int


class StreamedTable:
    """Is a table of quiet players over the network."""

    def __init__(self, guests: list[Guest], rng: Random) -> None:
        """Takes guests with open streams; see `open`."""
        self._guests, self._player = guests, QuietPlayer(rng)

    @classmethod
    async def open(cls, port: int, title: Title, rng: Random) -> StreamedTable:
        """Makes a table at the referee, sits two seats down, and goes on to the first question."""
        visitors = [await Visitor.arrive(port, f"Player {number}", rng) for number in (1, 2)]
        return await cls.among(visitors, title, rng)

    @classmethod
    async def among(cls, visitors: Sequence[Visitor], title: Title, rng: Random) -> StreamedTable:
        """Makes a table for these players over their connections, and goes on to the first question."""
        options = [Option(name=name, value=value) for name, value in sorted(QUIET_OPTIONS.items())]
        request = rpc.CreateTableRequest(
            title=title.id, seats=len(visitors), options=options, request_id=rng.randbytes(16)
        )
        table = await visitors[0].transport.create(request)
        guests = [
            await _sit_down(visitor, table, number, title, rng) for number, visitor in enumerate(visitors, 1)
        ]
        made = cls(guests, rng)
        for guest in guests:
            await guest.open()
        await made._settle()
        return made

    async def step(self) -> Played:
        """Lets the seat that is asked play one step."""
        guest = next(one for one in self._guests if one.seat.asked)
        draft = guest.seat.draft()
        action = self._player.answer(draft.state, guest.seat.number)
        draft.add(action)
        (sending,) = guest.seat.submit(draft).send
        message = up(sending)
        begun = perf_counter()
        await guest.stream.send(message)
        down = await guest.receive()
        taken = perf_counter() - begun
        await guest.take(down)
        await self._settle()
        return Played(action.verb, taken, message.ByteSize())

    async def _settle(self) -> None:
        """Carries messages until some seat is asked and both have the same entries."""
        while not self._at_rest():
            behind = min(self._guests, key=_progress)
            await behind.take(await behind.receive())

    def _at_rest(self) -> bool:
        sizes = {_progress(guest) for guest in self._guests}
        return len(sizes) == 1 and any(guest.seat.asked for guest in self._guests if guest.seat.placed)

    async def come_back(self) -> None:
        """Opens the streams again, each from what its seat holds, until the first answer is here."""
        for guest in self._guests:
            await guest.come_back()

    async def hang_up(self) -> None:
        """Ends the streams and leaves the connections open."""
        for guest in self._guests:
            await guest.stream.close()

    async def close(self) -> None:
        """Ends the streams and the connections."""
        await self.hang_up()
        for guest in self._guests:
            await guest.transport.close()


async def _sit_down(
    visitor: Visitor, table: rpc.TableDescription, number: int, title: Title, rng: Random
) -> Guest:
    seat, _ = Seat.take(
        visitor.identity,
        lambda game, edition: title if (game, edition) == (title.id, title.edition) else None,
        visitor.signatures,
        table,
        visitor.referee_pk,
        (number, rng.randbytes(32)),
    )
    await visitor.transport.join(table.lobby_id, seat.join)
    return Guest(visitor.transport, seat, rpc.TableRef(lobby_id=table.lobby_id))


def _progress(guest: Guest) -> tuple[int, bool]:
    """Returns how far a seat has come: entries verified, and whether their private messages are here too."""
    if not guest.seat.placed:
        return -1, False
    verifier = guest.seat.follower.verifier
    return verifier.size, verifier.seed is not None and not verifier.unopened


def up(sending: Sending) -> rpc.Up:
    """Returns a message of a seat as it goes up a stream."""
    match sending:
        case Commitment(signed) | Agreement(signed):
            return rpc.Up(submit=rpc.Submit(signed=signed))
        case rpc.Submit():
            return rpc.Up(submit=sending)
        case _:
            return rpc.Up(link=sending)
