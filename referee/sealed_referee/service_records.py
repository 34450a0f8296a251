"""Calls of the public log: following, ranges, consistency, records (spec 2.2, 2.11, 6.2)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic import merkle
from sealed.fairness.record import PrivateLine, Record, RefusalLine, write_record
from sealed.wire.v1 import referee_pb2 as rpc
from sealed_referee.live import catch_up_spectator, check_size, pour
from sealed_referee.pages import PAGE_SIZE, batches
from sealed_referee.problems import ServiceError
from sealed_referee.readers import Reader
from sealed_referee.seat_stream import seat_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sealed.fairness.record import Line
    from sealed_referee.calls import Call
    from sealed_referee.house import House
    from sealed_referee.table import Table

TOOL: Final = "sealed referee"


class RecordService:
    """Translates what spectators and auditors ask for."""

    def __init__(self, house: House) -> None:
        """Speaks for the tables of a house."""
        self._house = house

    async def follow(self, request: rpc.FollowRequest, call: Call) -> None:
        """Sends the public log from an entry on, then live."""
        running = self._house.find(request.table)
        first: int = getattr(request, "from")
        check_size(self._house.read(running), first)
        running.admit()
        reader = Reader()
        with call.sessions.peers.stream(call.peer):
            try:
                await catch_up_spectator(
                    self._house, running, reader, first, call.send, heads_only=request.heads_only
                )
                running.touch()
                await pour(reader, call.send)
            finally:
                if running.spectators.pop(reader, None) is not None:
                    running.touch()

    async def get_range(self, request: rpc.GetRangeRequest, _call: Call) -> rpc.LogRange:
        """Gives a page of the log."""
        table = self._house.read(self._house.find(request.table))
        first, end = request.first, min(request.end or table.size, table.size)
        if first > end:
            raise ServiceError("BAD_RANGE", f"this log has {table.size} entries; ask for a range within")
        page = rpc.LogRange(size=table.size)
        room = PAGE_SIZE
        for batch in batches(table, first, end):
            size = batch.ByteSize()
            if page.batches and size > room:
                break
            room -= size
            page.batches.append(batch)
        return page

    async def get_consistency(self, request: rpc.GetConsistencyRequest, _call: Call) -> rpc.Consistency:
        """Proves that one size of the log is a prefix of another."""
        running = self._house.find(request.table)
        table = self._house.read(running)
        first, second = request.first_size, request.second_size
        if not 0 < first <= second <= table.size:
            raise ServiceError(
                "BAD_RANGE", f"ask for two sizes between 1 and {table.size}, the smaller first"
            )
        return rpc.Consistency(proof=merkle.consistency_proof(first, running.leaf_hashes(table, second)))

    async def get_record(self, request: rpc.GetRecordRequest, call: Call) -> None:
        """Sends the record of a finished table, or a seat's own export of any."""
        table = self._house.read(self._house.find(request.table))
        seat = seat_for(call, call.session(), table) if request.own else 0
        if not table.size:
            raise ServiceError("NO_LOG_YET", "this table has no log yet; ask again once it is played")
        if not seat and table.phase != rpc.PHASE_REVEALED:
            text = "the record is public once all is revealed; till then a player gets his own (record --own)"
            raise ServiceError("NOT_FINISHED", text)
        for page in pieces(write_record(record_of(table, seat)), request.offset):
            await call.send(rpc.RecordPage(data=page).SerializeToString())

    async def put_entries(self, request: rpc.PutEntriesRequest, call: Call) -> rpc.PutEntriesReply:
        """Takes from a seat what a restored referee has lost (spec 2.13)."""
        session = call.session()
        running = self._house.find(request.table)
        seat = seat_for(call, session, self._house.read(running))
        return rpc.PutEntriesReply(size=self._house.put_entries(running, seat, request))


def record_of(table: Table, seat: int) -> Record:
    """Returns a table's record; for a seat (not 0) its own export with its private messages and refusals."""
    created = datetime.fromtimestamp(table.description().created_ms / 1000, UTC)
    stamp = created.strftime("%Y-%m-%dT%H:%M:%SZ")
    return Record(table.table_id, stamp, TOOL, tuple(_lines(table, seat)))


def _lines(table: Table, seat: int) -> Iterator[Line]:
    first = 0
    for head in table.heads:
        yield from table.entries(first, head.size)
        yield head
        first = head.size
    if seat:
        for refusal in table.refusals(seat):
            yield RefusalLine(seat, refusal)
        for private in table.privates_from(seat, 0):
            yield PrivateLine(seat, private)


def pieces(lines: Iterable[bytes], offset: int) -> Iterator[bytes]:
    """Yields the bytes of a file from `offset` on, in pages."""
    held = bytearray()
    skip = offset
    for text in lines:
        if skip >= len(text):
            skip -= len(text)
            continue
        held += text[skip:]
        skip = 0
        while len(held) >= PAGE_SIZE:
            yield bytes(held[:PAGE_SIZE])
            del held[:PAGE_SIZE]
    if held:
        yield bytes(held)
