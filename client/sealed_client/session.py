"""Runs one seat over a transport: connects, resumes, repeats what was not answered, and hands over snapshots.

Everything that happens to a seat goes through one queue and one task, so a seat has one writer. What the seat
wants kept is on disk before anything is sent (spec 2.13).
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sealed.fairness.arithmetic.layout import H
from sealed.wire.v1.referee_pb2 import Down, Phase, Resume, TableRef
from sealed_client.backoff import Backoff
from sealed_client.clock import system_clock, ticking
from sealed_client.continuity import BEHIND, behind, compare, contradicts
from sealed_client.foreign_text import foreign
from sealed_client.history import keep
from sealed_client.patience import Patience
from sealed_client.pen import DEVICE_ID_SIZE, Hand, Pen
from sealed_client.recovery import give_back, lacking
from sealed_client.seat_errors import ElsewhereError, SeatError, TableRefusedError
from sealed_client.seat_line import SeatLine
from sealed_client.seat_store import Kept, Kind, StoreError
from sealed_client.table_view import Line, Rejected
from sealed_client.transport import (
    BusyError,
    NotLoggedInError,
    TimedOutError,
    TransportError,
    UnreachableError,
)
from sealed_client.viewing import Own, Viewer, own_of
from sealed_client.wishes import Again, Answer, Pause, Resign, Take

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from random import Random

    from sealed.wire.v1.fairness_pb2 import Entry
    from sealed.wire.v1.referee_pb2 import Batch, Problem, TableDescription, Writer
    from sealed_client.draft import Draft
    from sealed_client.moves import Moves, Sending
    from sealed_client.seat import Seat
    from sealed_client.seat_line import Arrival
    from sealed_client.seat_store import SeatStore
    from sealed_client.transport import Transport
    from sealed_client.wishes import Outlet, Wish

CURABLE = (UnreachableError, TimedOutError, BusyError, NotLoggedInError)
"""Errors of the transport that another attempt may cure."""


TOLD_EVERY = 20
"""After how many checks of signatures that were put off a snapshot tells how many are left."""


class Tick(NamedTuple):
    """Is the time to look whether something is late."""


_Input: TypeAlias = "Wish | Tick | Arrival"


class SeatSession:
    """Is one seat at work. `run` returns when the game is audited, the table void, or a check has failed."""

    def __init__(
        self,
        seat: Seat,
        lobby_id: str,
        store: SeatStore,
        connect: Callable[[], Transport],
        outlet: Outlet,
        rng: Random,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        *,
        now_ms: Callable[[], int] = system_clock,
    ) -> None:
        """Prepares a seat that has joined.

        `connect` makes a connection, `rng` gives the jitter of waiting, `now_ms` is this device's clock.
        """
        self._seat, self._lobby_id, self._store = seat, lobby_id, store
        self._connect, self._outlet, self._sleep = connect, outlet, sleep
        self._backoff, self._rng = Backoff(rng), rng
        self._pen = Pen(seat, rng)
        self._viewer = Viewer(lobby_id, seat.enrolment.rules, seat.number)
        self._key = H(seat.enrolment.params)
        self._now_ms, self._patience = now_ms, Patience(seat.enrolment.rules.params.clock.stall_s)
        self._inputs: asyncio.Queue[_Input] = asyncio.Queue()
        self._pieces: list[Entry] = []
        self._rejected: Rejected | None = None
        self._draft: Draft | None = None
        self._early: list[Answer | Resign | Pause] = []
        self._line: SeatLine | None = None

    def wish(self, wish: Wish) -> None:
        """Queues what the player wants; call it on the session's own loop."""
        self._inputs.put_nowait(wish)

    @property
    def finished(self) -> bool:
        """Tells whether there is nothing left to do at this table."""
        description = self._viewer.description
        if description is not None and description.phase == Phase.PHASE_VOID:
            return True
        if not self._seat.placed:
            return False
        if self._seat.follower.failure is not None:
            return True
        return self._seat.report is not None and not (self._seat.writes and self._seat.outbox.waiting)

    async def run(self) -> None:
        """Plays until there is nothing left to do; lost connections are made again.

        Raises TransportError if the referee cannot be used at all, StoreError if this device's store fails,
        SeatError if this seat leaves the table (GEN_ALTERED).
        """
        try:
            self._known_device()
            while not self.finished:
                try:
                    await self._connected()
                except CURABLE as error:
                    self._say(Line.LOST, error.text)
                    await self._sleep(self._backoff.next_s(error.retry_after))
                except TransportError as error:
                    if error.code != BEHIND or not self._seat.placed:
                        raise
                    behind(self._seat.follower, error.text)
        except (TransportError, SeatError, StoreError) as error:
            self._say(Line.ENDED, str(error))
            raise
        await self._pay_all()
        self._say(Line.ENDED)

    def _known_device(self) -> None:
        """Sees to it that the referee can tell this device from others of the same player."""
        if not self._seat.device:
            self._seat.device = self._rng.randbytes(DEVICE_ID_SIZE)
            self._store.keep(self._key, (Kept(Kind.DEVICE, self._seat.device),))

    async def _connected(self) -> None:
        """Lives through one connection."""
        self._line = line = SeatLine(self._connect(), self._lobby_id, self._inputs.put_nowait)
        transport = line.transport
        try:
            met = await transport.log_in(self._seat.enrolment.identity, self._seat.enrolment.referee_pk)
            table = await transport.table(self._lobby_id)
            self._patience.connected(table.log_size, met.time_ms, self._now_ms())
            if self._seat.placed:
                self._seat.follower.put_off(table.head)
            if self._seat.placed and lacking(table, self._seat.follower):
                table = await give_back(transport, self._lobby_id, self._seat.follower, table)
            if not await self._goes_on(line, table):
                return
            self._seat.expect_tip(table.log_size)
            self._pieces.clear()
            await line.open(self._resume())
            self._say(Line.CONNECTED)
            async with ticking(self._tick):
                await self._work(line)
        finally:
            await line.close()
            self._line = None
            self._pen.lost()
            self._drop_stale_inputs()

    async def _goes_on(self, line: SeatLine, table: TableDescription) -> bool:
        """Compares the referee's log with the own one before anything is sent; False if that has failed."""
        if not self._seat.placed:
            return True
        follower = self._seat.follower
        if contradicts(table, follower):
            await self._do(self._seat.feed((), table.head))
        await compare(line.transport, table, follower, self._patience.tally)
        return follower.failure is None

    async def _tick(self) -> None:
        self._inputs.put_nowait(Tick())

    def _resume(self) -> Resume:
        table, device = TableRef(lobby_id=self._lobby_id), self._pen.shown()
        if not self._seat.placed:
            return Resume(table=table, device=device)
        follower = self._seat.follower
        size = follower.verifier.size
        return Resume(
            table=table, size=size, private_from=follower.private_from, head=follower.head, device=device
        )

    async def _work(self, line: SeatLine) -> None:
        """Takes inputs one by one until the connection ends or the table is done."""
        while not self.finished:
            if self._seat.owed and self._inputs.empty():
                await self._pay()
                continue
            given, elsewhere = await self._inputs.get(), self._pen.elsewhere
            match given:
                case None:
                    raise UnreachableError("The referee has ended the connection.")
                case TransportError():
                    raise given
                case Answer() | Resign() | Pause() if not self._ready(given):
                    self._early.append(given)
                case Answer() | Resign() | Pause() | Again():
                    await self._take_wish(given)
                case Take():
                    await line.take_over(self._pen.ask())
                case Down():
                    self._backoff.succeeded()
                    await self._take_down(given)
                    await self._take_early()
                case Tick():
                    await self._wonder(line)
            unseen = isinstance(given, Tick) or (isinstance(given, Down) and given.HasField("writer"))
            if self._late() or not unseen or elsewhere is not self._pen.elsewhere:
                self._say()

    async def _pay(self) -> None:
        """Checks one signature that was put off, no more, so that whatever comes meanwhile is soon taken."""
        waited = not self._seat.ready
        moves = self._seat.pay()
        await self._do(moves)
        if waited and self._seat.ready:
            await self._take_early()
        await self._audit()
        if moves.send or moves.verdicts or not self._seat.owed % TOLD_EVERY:
            self._say()
        await asyncio.sleep(0)

    async def _pay_all(self) -> None:
        """Finds out, once a check has failed, whether an older signature fails too."""
        while self._seat.owed:
            await self._pay()

    async def _wonder(self, line: SeatLine) -> None:
        """Asks who still owes a link if an act of chance takes long."""
        if self._seat.placed and self._patience.wonders(self._seat.follower):
            self._patience.told(await line.transport.table(self._lobby_id))

    def _late(self) -> bool:
        """Looks what is late by this device's clock; tells whether that has changed."""
        if self._seat.placed:
            waiting = () if self._pen.elsewhere else self._seat.outbox.waiting
            self._patience.overdue(self._seat.follower, waiting, self._now_ms())
        return self._viewer.note_patience(self._patience)

    def _drop_stale_inputs(self) -> None:
        """Keeps the player's wishes and drops what an ended connection has left in the queue."""
        wishes = [self._inputs.get_nowait() for _ in range(self._inputs.qsize())]
        for one in wishes:
            if isinstance(one, Answer | Resign | Pause | Take):
                self._inputs.put_nowait(one)

    # -- what the player wants -------------------------------------------------------------------------------

    @property
    def _up_to_date(self) -> bool:
        """Tells whether everything the referee's log is known to hold has come and is verified."""
        return self._seat.placed and self._seat.at_tip and self._seat.follower.caught_up

    def _ready(self, wish: Answer | Resign | Pause) -> bool:
        """Tells whether a wish can be judged: who writes is known, what it answers to is here and checked."""
        if self._pen.hand is not Hand.HERE:
            return self._pen.hand is Hand.ELSEWHERE
        if not self._seat.ready:
            return False
        return not isinstance(wish, Answer) or self._up_to_date

    async def _take_early(self) -> None:
        """Takes what was wished while the line was down, as soon as it can be judged."""
        early, self._early = self._early, []
        for one in early:
            if self._ready(one):
                await self._take_wish(one)
            else:
                self._early.append(one)

    async def _take_wish(self, wish: Answer | Resign | Pause | Again) -> None:
        if isinstance(wish, Again):
            if self._seat.writes:
                await self._send(self._seat.again())
            return
        try:
            moves = self._moves(wish)
        except SeatError as error:
            self._outlet.trouble(error)
            return
        await self._do(moves)

    def _moves(self, wish: Answer | Resign | Pause) -> Moves:
        match wish:
            case Answer(draft):
                return self._answer(draft)
            case Resign(stop):
                return self._seat.resign(stop=stop)
            case Pause(on):
                return self._seat.pause(on=on)

    def _answer(self, draft: Draft) -> Moves:
        moves = self._seat.submit(draft)
        self._draft, self._rejected = draft, None
        return moves

    # -- what comes down -------------------------------------------------------------------------------------

    async def _take_down(self, down: Down) -> None:
        match down.WhichOneof("act"):
            case "table":
                await self._take_description(down.table)
            case "batch":
                await self._take_batch(down.batch)
            case "opening":
                await self._do(self._seat.feed_private(down.opening))
            case "refusal":
                self._note_refusal(down.refusal.code)
                await self._do(self._seat.feed_refusal(down.refusal))
            case "writer":
                await self._take_writer(down.writer)
            case "problem":
                self._take_problem(down.problem)
            case _:
                return
        await self._fetch_handles()
        await self._audit()

    async def _audit(self) -> None:
        """Audits the finished game and signs the verdict, once."""
        if self._seat.placed and self._seat.audit_due and self._pen.hand is not Hand.UNKNOWN:
            await self._do(await asyncio.to_thread(self._seat.audit))

    async def _take_writer(self, writer: Writer) -> None:
        """Goes on as the writer with what is due and what has no answer yet; or stops writing, at once."""
        if self._pen.told(writer):
            await self._send(self._seat.again())
            if self._seat.placed:
                await self._do(self._seat.due())

    async def _take_description(self, table: TableDescription) -> None:
        self._viewer.description = table
        everybody = all(one.taken for one in table.seats)
        if not self._seat.placed and everybody and table.phase >= Phase.PHASE_COMMITTING:
            await self._do(self._seat.commit(table))

    async def _take_batch(self, batch: Batch) -> None:
        """Collects the pieces of an append until the head over them comes (referee.proto, "Batch")."""
        self._pieces.extend(batch.entries)
        if not batch.HasField("head"):
            return
        if not self._seat.placed:
            await self._place()
        entries, self._pieces = self._pieces, []
        self._viewer.trouble = ""
        await self._do(self._seat.feed(entries, batch.head))
        if self._seat.follower.failure is None:
            self._patience.take_head(batch.head, self._now_ms())

    async def _place(self) -> None:
        """Catches up on the set-up: the log has begun before this device committed at it."""
        if self._line is None:
            raise TableRefusedError("", "The table has begun without this seat.")
        await self._do(self._seat.commit(await self._line.transport.table(self._lobby_id)))

    def _note_refusal(self, code: str) -> None:
        draft = self._draft
        self._rejected = Rejected(code, draft.actions if draft is not None else ())

    def _take_problem(self, problem: Problem) -> None:
        """Notes why a message was not judged, and sends it again when that may help."""
        self._viewer.trouble = foreign(problem.text)
        if problem.code == ElsewhereError.code:
            self._viewer.trouble = ""  # the stream has said it already, or will
        if problem.code == BEHIND and self._seat.placed and not problem.retry_after_ms:
            behind(self._seat.follower, self._viewer.trouble)
        if problem.retry_after_ms:
            loop = asyncio.get_running_loop()
            loop.call_later(self._backoff.next_s(problem.retry_after_ms / 1000), self.wish, Again())

    async def _fetch_handles(self) -> None:
        """Asks for the handles behind own references that another device of this seat has made."""
        first = self._seat.follower.missing_handles if self._seat.placed else None
        if first is not None and self._line is not None:
            await self._line.fetch_handles(first)

    # -- keeping, sending, showing ---------------------------------------------------------------------------

    async def _do(self, moves: Moves) -> None:
        """Makes durable what is to be kept, then sends what is to be sent."""
        if moves.keep:
            keep(self._store, self._key, moves.keep)
        self._viewer.note_moves(moves)
        await self._send(moves.send)

    async def _send(self, sendings: tuple[Sending, ...]) -> None:
        if self._line is not None:
            await self._line.send(sendings)

    def _say(self, line: Line | None = None, trouble: str = "") -> None:
        """Hands over a snapshot."""
        if line is not None:
            self._viewer.line, self._viewer.trouble = line, trouble
        follower = self._seat.follower if self._seat.placed else None
        self._outlet.view(self._viewer.snapshot(follower, self._own()))

    def _own(self) -> Own:
        return own_of(self._seat, self._rejected, elsewhere=self._pen.elsewhere)
