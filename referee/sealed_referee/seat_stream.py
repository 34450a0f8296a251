"""The stream of one seat: Resume first, then messages and links up, entries and openings down (spec 2.2)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from sealed_referee.calls import cancelled
from sealed_referee.inputs import contribution, is_set_up, judgement
from sealed_referee.live import SeatHistory, check_size, pour
from sealed_referee.problems import ServiceError
from sealed_referee.readers import Reader
from sealed_referee.writers import check_device, told

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sealed.fairness.signing.keys import Signatures
    from sealed.wire.v1 import referee_pb2 as rpc
    from sealed_referee.calls import Call, Guard
    from sealed_referee.house import House
    from sealed_referee.sessions import Session
    from sealed_referee.table import Table
    from sealed_referee.tables import RunningTable

LOG_IN_S: Final = 10.0


class SeatStream:
    """Is one call of Table: one session, one table, one seat."""

    def __init__(
        self, house: House, signatures: Signatures, referee_pk: bytes, guard: Guard, call: Call
    ) -> None:
        """Serves a call; nothing is known of it before its Resume."""
        self._house = house
        self._signatures = signatures
        self._referee_pk = referee_pk
        self._guard = guard
        self._call = call

    async def serve(self, requests: AsyncIterator[rpc.Up]) -> None:
        """Serves the stream until one of the two sides ends it. Raises ServiceError."""
        with self._call.sessions.peers.entrance(self._call.peer):
            resume = await self._first(requests)
        session, own = self._log_in(resume)
        try:
            running = self._house.find(resume.table)
            table = self._house.read(running)
            seat = self._seat(session, table)
            check_size(self._house.meet(running, seat, resume), resume.size)
            check_device(resume.device)
            reader = Reader(seat, session.pk, resume.device.id)
            await self._run(requests, session, running, reader, resume)
        finally:
            if own:
                self._call.sessions.end(session)

    async def _first(self, requests: AsyncIterator[rpc.Up]) -> rpc.Resume:
        try:
            async with asyncio.timeout(LOG_IN_S):
                first = await anext(requests, None)
        except TimeoutError as error:
            raise ServiceError(
                "LOG_IN_LATE", "no Resume came in 10 s; connect again and send it first"
            ) from error
        if first is None or first.WhichOneof("act") != "resume":
            raise ServiceError("NO_RESUME", "a stream begins with Resume; connect again and send it first")
        return first.resume

    def _log_in(self, resume: rpc.Resume) -> tuple[Session, bool]:
        """Returns the session, and whether it lives and ends with this stream."""
        if resume.HasField("log_in"):
            self._call.sessions.peers.knock(self._call.peer)
            return self._call.sessions.log_in(resume.log_in, loopback=self._call.loopback), True
        return self._call.session(), False

    def _seat(self, session: Session, table: Table) -> int:
        return seat_for(self._call, session, table)

    async def _run(
        self,
        requests: AsyncIterator[rpc.Up],
        session: Session,
        running: RunningTable,
        reader: Reader,
        resume: rpc.Resume,
    ) -> None:
        """Sends down while a task of its own takes what comes up."""
        history = SeatHistory(self._house, running, reader.seat, self._call.send)
        up = asyncio.get_running_loop().create_task(self._take(requests, session, running, reader))
        session.enders.add(reader.end)
        running.seat_comes(reader.seat)
        running.writers.comes(reader, take_over=resume.device.take_over)
        try:
            await self._call.send(self._who_writes(running, reader, resume.device))
            await history.catch_up(reader, resume.size, resume.private_from)
            await pour(reader, self._call.send, history.fetch)
        finally:
            running.seats.discard(reader)
            running.seat_goes(reader.seat)
            running.writers.goes(reader)
            session.enders.discard(reader.end)
            await cancelled(up)

    async def _take(
        self, requests: AsyncIterator[rpc.Up], session: Session, running: RunningTable, reader: Reader
    ) -> None:
        """Takes messages, links and wishes until the client has no more; a bad one ends nothing."""
        try:
            async for up in requests:
                try:
                    await self._paced(session, up.ByteSize())
                    self._take_one(up, running, reader)
                except Exception as error:  # noqa: BLE001 - told down the stream, which goes on
                    reader.push_problem(self._guard.told(error).problem)
        except Exception as error:  # noqa: BLE001 - told down the stream, nobody awaits this task
            reader.end(self._guard.told(error))
        else:
            reader.end()

    async def _paced(self, session: Session, size: int) -> None:
        """Waits until the session may say so much more; meanwhile the connection itself slows the sender."""
        if wait := self._call.sessions.charge(session, size):
            await asyncio.sleep(wait / 1000)
            self._call.sessions.charge(session, size)

    def _take_one(self, up: rpc.Up, running: RunningTable, reader: Reader) -> None:
        act, writers = up.WhichOneof("act"), running.writers
        if act == "submit":
            if not is_set_up(up.submit.signed):
                writers.check(reader.pk, reader.device)
            self._house.offer(running, reader.seat, up.submit)
            self._house.enter(running, judgement(reader.seat, up.submit), sender=reader)
        elif act == "link":
            writers.check(reader.pk, reader.device, up.link.k)
            self._house.enter(running, contribution(reader.seat, up.link), sender=reader)
        elif act == "fetch":
            reader.push(up.fetch)
        elif act == "take_over":
            writers.admit(reader.pk, reader.device, take_over=True)
            reader.push(self._who_writes(running, reader, up.take_over))
        else:
            text = "after Resume a stream takes messages, links, Fetch and take-overs only"
            raise ServiceError("BAD_REQUEST", text)

    def _who_writes(self, running: RunningTable, reader: Reader, device: rpc.Device) -> bytes:
        """Returns what a stream is told of who writes for its seat."""
        table = self._house.read(running)
        writes = running.writers.writes(reader.pk, reader.device)
        return told(table, reader.seat, device, writes=writes).SerializeToString()


def seat_for(call: Call, session: Session, table: Table) -> int:
    """Returns the seat of a session at a table. Raises ServiceError NOT_SEATED or NOT_YOUR_TABLE."""
    if not call.sessions.allows(session, table.table_id):
        raise ServiceError("NOT_YOUR_TABLE", "this log-in is for another table; log in for this one")
    seat = table.seat_of(session.pk)
    if seat is None:
        raise ServiceError("NOT_SEATED", "your key has no seat at this table; follow it as a spectator")
    return seat
