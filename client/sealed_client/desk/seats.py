"""Sits players down at tables and plays their seats, people or bots, on the running event loop."""

from __future__ import annotations

import os
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed_client.bot_player import BotPlayer
from sealed_client.bots import KINDS
from sealed_client.desk.device import connect, open_desk
from sealed_client.lobby import Lobby
from sealed_client.session import SeatSession
from sealed_client.wishes import Answer, Outlet

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from pathlib import Path

    from sealed.engine.title import Chair
    from sealed_client.bots import Bot
    from sealed_client.desk.house import Place
    from sealed_client.lobby import Desk, LobbySeat, LobbyTable
    from sealed_client.seat import Seat
    from sealed_client.sqlite_seat_store import SqliteSeatStore
    from sealed_client.table_view import TableView


GATHERING: Final = "gathering"
"""The phase in which seats may be taken."""


class Entered(NamedTuple):
    """Is a lobby that has been entered, and its referee with the key that it shows."""

    lobby: Lobby
    place: Place


@asynccontextmanager
async def lobby_of(place: Place, desk: Desk) -> AsyncIterator[Entered]:
    """Enters the lobby of a referee; raises TransportError, also if its key is not the known one."""
    transport = connect(place)
    try:
        lobby = Lobby(transport, desk)
        referee = await lobby.enter(place.key)
        yield Entered(lobby, place._replace(key=referee.pk))
    finally:
        await transport.close()


async def sit(place: Place, desk: Desk, lobby_id: str, number: int | None = None) -> Seat:
    """Takes a seat at a table, or comes back to it."""
    async with lobby_of(place, desk) as entered:
        return await entered.lobby.sit(lobby_id, os.urandom(32), number)


def across(chairs: Sequence[Chair], seat: int) -> int:
    """Returns the next seat, round the table, of the other side."""
    mine = chairs[seat - 1].side
    others = [number for number, chair in enumerate(chairs, 1) if chair.side != mine]
    return min(others, key=lambda number: (number - seat) % len(chairs))


def computer_chairs(table: LobbyTable, kinds: Sequence[str], but: int = 0) -> list[tuple[int, str]]:
    """Returns the seats of the computer with the kind of each: those that bear its name, and the free ones.

    `kinds` are for these seats in their order, over again if there are fewer; without them free seats stay
    free. Seat `but` is kept for a person who has not sat down yet; where people sit, no bot comes.
    """
    chairs = [chair for chair in table.seats if chair.number != but and (not chair.taken or kind_of(chair))]
    sits_down = bool(kinds) and table.phase == GATHERING
    return [
        (chair.number, kind_of(chair) or kinds[place % len(kinds)])
        for place, chair in enumerate(chairs)
        if chair.taken or sits_down
    ]


def kind_of(chair: LobbySeat) -> str:
    """Returns which computer player sits there by its name; empty for people."""
    kind, _, number = chair.name.rpartition(" ")
    return kind if chair.taken and kind in KINDS and number == str(chair.number) else ""


def open_bot_desk(folder: Path, number: int, kind: str) -> tuple[Desk, SqliteSeatStore]:
    """Opens what the computer plays a seat with; by the name it is found again. Raises Trouble."""
    return open_desk(folder / "bots" / f"{kind}-{number}", f"{kind} {number}")


class BotSeat:
    """Is a seat that a bot plays."""

    def __init__(
        self,
        place: Place,
        desk: Desk,
        seat: Seat,
        lobby_id: str,
        bot: Bot,
        look: Callable[[TableView], None] | None = None,
    ) -> None:
        """Prepares to play; `look` is shown every snapshot of this seat."""
        self._player, self._look = BotPlayer(bot), look
        self.seat = seat
        self.view: TableView | None = None
        outlet = Outlet(self._see, lambda _: None)
        self._session = SeatSession(
            seat, lobby_id, desk.store, lambda: connect(place), outlet, Random(os.urandom(16))
        )

    def _see(self, view: TableView) -> None:
        self.view = view
        if self._look is not None:
            self._look(view)
        draft = self._player.draft(view)
        if draft is not None:
            self._session.wish(Answer(draft))

    async def play(self) -> None:
        """Plays to the end. Raises TransportError, StoreError."""
        await self._session.run()
