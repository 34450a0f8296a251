"""A match of bots over real sockets whose referee comes and goes, and whose players can leave and return."""

from __future__ import annotations

import asyncio
import secrets
from random import Random
from typing import TYPE_CHECKING

from sealed.fairness.audit.audit import audit
from sealed.fairness.record import read_record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.wire.v1.fairness_pb2 import Clock, Head
from sealed_client.bot_player import BotPlayer
from sealed_client.bots import make_bot
from sealed_client.desk.device import connect, fleeting_desk
from sealed_client.desk.seats import lobby_of, sit
from sealed_client.session import SeatSession
from sealed_client.wishes import Answer, Outlet

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.fairness.audit.report import Report
    from sealed.fairness.record import Record
    from sealed_client.desk.house import Place
    from sealed_client.lobby import Desk
    from sealed_client.table_view import TableView
    from sealed_client.transport import Transport

PATIENCE_S = 60


class Person:
    """Is a bot with a device of its own; it answers only while `plays`."""

    def __init__(self, match: MortalMatch, number: int, bot: str, rng: Random) -> None:
        self.match, self.number = match, number
        self.desk: Desk = fleeting_desk(f"Player {number}")
        self.player = BotPlayer(make_bot(bot, match.title, rng))
        self.plays = True
        self.views: list[TableView] = []
        self.task: asyncio.Task[None] | None = None

    @property
    def view(self) -> TableView | None:
        """Returns the newest snapshot."""
        return self.views[-1] if self.views else None

    async def come(self) -> None:
        """Takes the seat, or comes back to it with what the device has kept."""
        self.seat = await sit(self.match.place, self.desk, self.match.lobby_id, self.number)
        self.session = SeatSession(
            self.seat,
            self.match.lobby_id,
            self.desk.store,
            lambda: self.match.connect(self),
            Outlet(self.see, lambda _: None),
            Random(secrets.token_bytes(8)),
        )

    def start(self) -> None:
        """Plays from now on."""
        self.task = asyncio.create_task(self.session.run())

    async def leave(self) -> None:
        """Closes the program; the device keeps what it has."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
            self.task = None

    def see(self, view: TableView) -> None:
        """Takes a snapshot, and answers it."""
        self.views.append(view)
        self.match.on_view(self, view)
        draft = self.player.draft(view) if self.plays else None
        if draft is not None:
            self.session.wish(Answer(draft))


class MortalMatch:
    """Is a table and its players."""

    def __init__(self, title, place: Place, seats: int, rng: Random, bot: str = "random") -> None:
        self.title, self.place = title, place
        self.lobby_id = ""
        self.connect: Callable[[Person], Transport] = lambda person: connect(self.place)
        self.on_view: Callable[[Person, TableView], None] = lambda person, view: None
        self.people = [Person(self, number, bot, Random(rng.random())) for number in range(1, seats + 1)]

    async def gather(self, options: dict[str, str], clock: Clock | None = None) -> None:
        """Makes the table and sits everybody down; nobody has committed yet."""
        async with lobby_of(self.place, self.people[0].desk) as entered:
            table = await entered.lobby.create(
                self.title.id, len(self.people), secrets.token_bytes(16), options=options, clock=clock
            )
        self.lobby_id = table.lobby_id
        for person in self.people:
            await person.come()

    def start(self) -> None:
        """Lets everybody play."""
        for person in self.people:
            person.start()

    async def until(self, condition: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
        """Waits until something holds; a player who stops with an error stops the test."""
        async with asyncio.timeout(patience_s):
            while not condition():
                for person in self.people:
                    if person.task is not None and person.task.done():
                        await person.task
                    assert person.view is None or person.view.failure is None, person.view.failure
                await asyncio.sleep(0.005)

    def entries(self) -> list:
        """Returns the longest log that somebody has verified."""
        placed = [person.seat.follower.notebook.entries for person in self.people if person.seat.placed]
        return max(placed, key=len, default=[])

    async def hush(self) -> None:
        """Lets nobody answer any more, and waits until everybody holds the same."""
        for person in self.people:
            person.plays = False
        await self.until(self._quiet)

    def _quiet(self) -> bool:
        views = [person.view for person in self.people]
        asked = any(view.asked and not view.sending for view in views)
        return asked and len({view.size for view in views}) == 1

    def resume(self) -> None:
        """Lets everybody answer again."""
        for person in self.people:
            person.plays = True
            if person.view is not None:
                person.player._answered = -1
                draft = person.player.draft(person.view)
                if draft is not None:
                    person.session.wish(Answer(draft))

    async def finish(self, patience_s: float = PATIENCE_S) -> tuple[Record, Report]:
        """Plays to the end; returns the record and the audit of it. Every head ever held is one of it."""
        done = lambda: all(person.task and person.task.done() for person in self.people)  # noqa: E731
        await self.until(done, patience_s)
        transport = connect(self.place)
        try:
            data = b"".join([piece async for piece in transport.record(self.lobby_id)])
        finally:
            await transport.close()
        record = read_record_bytes(data)
        heads = {line.size: line.root for line in record.lines if isinstance(line, Head)}
        for person in self.people:
            held = [line for line in person.seat.follower.notebook.lines if isinstance(line, Head)]
            assert all(heads[head.size] == head.root for head in held)
        return record, await asyncio.to_thread(audit, record, title_of, load_backend())
