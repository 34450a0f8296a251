"""A whole match of bots at a referee, over the network, and the verdict on its record."""

from __future__ import annotations

import asyncio
import os
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.fairness.audit.audit import audit
from sealed.fairness.record import RecordError, read_record_bytes, record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed_client.backoff import Backoff
from sealed_client.bots import make_bot
from sealed_client.desk.device import connect, fleeting_desk
from sealed_client.desk.seats import BotSeat, lobby_of, sit
from sealed_client.desk.trouble import Trouble
from sealed_client.evidence import evidence_file
from sealed_client.transport import TransportError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sealed.engine.title import Title
    from sealed.fairness.audit.report import Report
    from sealed.fairness.live.verdicts import Verdict
    from sealed.wire.v1.fairness_pb2 import Clock
    from sealed_client.desk.house import Place
    from sealed_client.table_view import TableView


FETCHES: Final = 6
"""How often a record is asked for before a referee that does not answer is given up."""


class Plan(NamedTuple):
    """Is what is to be played: a title, its table, a bot for each seat, and a clock (None: the title's)."""

    title: Title
    seats: int
    options: Mapping[str, str]
    bots: Sequence[str]
    clock: Clock | None = None


class Played(NamedTuple):
    """Is a match that has ended: the last snapshot of seat 1, its record, and what was found.

    `alarm` is the failed check that stopped a seat during the game, if one did: then there is no report, and
    the record is what seat 1 had verified. `evidence` is the file that shows what failed, if there is one.
    """

    view: TableView
    record: bytes
    report: Report | None
    alarm: Verdict | None
    evidence: bytes | None = None

    @property
    def fair(self) -> bool:
        """Tells whether everything was checked and holds."""
        return self.alarm is None and self.report is not None and self.report.verdict == "PASS"


async def play_match(plan: Plan, place: Place, look: Callable[[TableView], None]) -> Played:
    """Plays one match to the signed audit of every seat; `look` gets the snapshots of seat 1.

    Raises TransportError, SeatError, StoreError; Trouble for an unknown bot.
    """
    lobby_id, seats = await _sit_down(plan, place, look)
    running = [asyncio.create_task(seat.play()) for seat in seats]
    try:
        alarm = await _until_over(seats, running)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    view = seats[0].view
    if view is None:
        raise Trouble("The match did not begin.")
    if alarm is not None:
        record = record_bytes(seats[0].seat.follower.notebook.record_until())
        return Played(view, record, None, alarm, _evidence(seats))
    record = await _fetch(place, lobby_id)
    report = await asyncio.to_thread(_judge, record, place.key)
    return Played(view, record, report, alarm, _evidence(seats))


def _evidence(seats: Sequence[BotSeat]) -> bytes | None:
    """Returns the evidence of the first seat that has any."""
    made = (
        evidence_file(one.seat.follower, one.seat.report, title_of, load_backend())
        for one in seats
        if one.seat.placed
    )
    return next((evidence for evidence in made if evidence is not None), None)


async def _sit_down(plan: Plan, place: Place, look: Callable[[TableView], None]) -> tuple[str, list[BotSeat]]:
    desks = [fleeting_desk(f"{kind} {number}") for number, kind in enumerate(plan.bots, 1)]
    async with lobby_of(place, desks[0]) as entered:
        table = await entered.lobby.create(plan.title.id, plan.seats, os.urandom(16), options=plan.options)
    seats = []
    for number, (desk, kind) in enumerate(zip(desks, plan.bots, strict=True), 1):
        bot = make_bot(kind, plan.title, Random(os.urandom(16)))
        seat = await sit(place, desk, table.lobby_id, number)
        seats.append(BotSeat(place, desk, seat, table.lobby_id, bot, look if number == 1 else None))
    return table.lobby_id, seats


async def _until_over(seats: Sequence[BotSeat], running: Sequence[asyncio.Task[None]]) -> Verdict | None:
    """Waits until every seat has ended, or one has raised the alarm; returns the failed check."""
    waiting: set[asyncio.Task[None]] = set(running)
    while waiting:
        done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            await task
        for seat in seats:
            if seat.view is not None and seat.view.failure is not None:
                return seat.view.failure
    return None


async def _fetch(place: Place, lobby_id: str) -> bytes:
    """Returns the record of a finished table; tries again where that can help. Raises TransportError."""
    backoff = Backoff(Random(os.urandom(16)))
    for _ in range(FETCHES):
        try:
            return await _fetch_once(place, lobby_id)
        except TransportError as error:
            if error.retry_after is None:
                raise
            await asyncio.sleep(backoff.next_s(error.retry_after))
    return await _fetch_once(place, lobby_id)


async def _fetch_once(place: Place, lobby_id: str) -> bytes:
    transport = connect(place)
    try:
        return b"".join([piece async for piece in transport.record(lobby_id)])
    finally:
        await transport.close()


def _judge(record: bytes, key: bytes | None) -> Report | None:
    try:
        read = read_record_bytes(record)
    except RecordError:
        return None
    return audit(read, title_of, load_backend(), referee_pk=key)
