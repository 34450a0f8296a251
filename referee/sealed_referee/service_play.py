"""Calls of set-up and play: by one stream for each seat, or by the unary equivalents (spec 2.2, 2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.wire.v1 import referee_pb2 as rpc
from sealed_referee.inputs import contribution, is_set_up, judgement
from sealed_referee.outputs import submit_reply, taken
from sealed_referee.problems import ServiceError
from sealed_referee.seat_stream import SeatStream, seat_for
from sealed_referee.writers import check_device

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sealed.fairness.signing.keys import Signatures
    from sealed_referee.calls import Call, Guard
    from sealed_referee.changes import Output
    from sealed_referee.house import House
    from sealed_referee.table import Table
    from sealed_referee.tables import RunningTable


class PlayService:
    """Translates what seats send."""

    def __init__(self, house: House, signatures: Signatures, referee_pk: bytes, guard: Guard) -> None:
        """Speaks for the tables of a house."""
        self._house = house
        self._signatures = signatures
        self._referee_pk = referee_pk
        self._guard = guard

    async def set_up(self, request: rpc.SignedRequest, call: Call) -> rpc.TableDescription:
        """Takes a COMMIT or an AGREE; its header says which."""
        running, _, seat = self._seated(request.table, call)
        if not is_set_up(request.signed):
            raise ServiceError(
                "BAD_REQUEST", "only COMMIT and AGREE are sent here; send the rest with Submit"
            )
        act = judgement(seat, rpc.Submit(signed=request.signed))
        taken(await self._house.ask(running, act))
        return running.description(self._house.read(running))

    async def table(self, requests: AsyncIterator[rpc.Up], call: Call) -> None:
        """Serves the stream of a seat."""
        stream = SeatStream(self._house, self._signatures, self._referee_pk, self._guard, call)
        await stream.serve(requests)

    async def submit(self, request: rpc.SubmitRequest, call: Call) -> rpc.SubmitReply:
        """Judges a signed message; what cannot be judged now is told in the reply."""
        running, _, seat = self._seated(request.table, call)
        if is_set_up(request.submit.signed):
            raise ServiceError("BAD_REQUEST", "COMMIT and AGREE have calls of their own; send them there")
        self._writing(running, request.device, call)
        try:
            output = await self._house.ask(running, judgement(seat, request.submit))
        except ServiceError as error:
            if not error.retry_after_ms:
                raise
            return rpc.SubmitReply(problem=error.problem)
        return submit_reply(self._house.read(running), output)

    async def contribute(self, request: rpc.ContributeRequest, call: Call) -> rpc.ContributeReply:
        """Takes a chain link."""
        running, _, seat = self._seated(request.table, call)
        self._writing(running, request.device, call, request.link.k)
        output = await self._house.ask(running, contribution(seat, request.link))
        taken(with_slot(output, request.link.k))
        return rpc.ContributeReply()

    async def private_from(self, request: rpc.PrivateFromRequest, call: Call) -> None:
        """Sends a seat's private messages about an entry and all later ones."""
        _, table, seat = self._seated(request.table, call)
        for private in table.privates_from(seat, request.index):
            await call.send(private.SerializeToString())

    async def own_handles(self, request: rpc.OwnHandlesRequest, call: Call) -> None:
        """Sends a seat the handles behind its references."""
        _, table, seat = self._seated(request.table, call)
        await call.send(table.own_handles(seat, request.first_ref).SerializeToString())

    def _writing(self, running: RunningTable, device: rpc.Device, call: Call, slot: int = 0) -> None:
        """Lets a device without a stream write, on the terms of those with one; see `Writers`."""
        check_device(device)
        pk = call.session().pk
        running.writers.admit(pk, device.id, take_over=device.take_over)
        running.writers.check(pk, device.id, slot)

    def _seated(self, ref: rpc.TableRef, call: Call) -> tuple[RunningTable, Table, int]:
        session = call.session()
        running = self._house.find(ref)
        table = self._house.read(running)
        return running, table, seat_for(call, session, table)


def with_slot(output: Output, k: int) -> Output:
    """Sees to it that a link's Problem names its slot."""
    if output.problem is not None and not output.problem.slot:
        output.problem.slot = k
    return output
