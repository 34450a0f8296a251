"""The composition root of the application: the player's store, the network's thread, games at home.

Everything that waits happens on one `LoopThread`; what is told goes to the screen's thread by its `post`.
`_work` is the table that is played, by that loop; `_shown` the one that the screen shows, by the screen.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from sealed_client.desk import waiting_games
from sealed_client.desk.device import connect, open_desk
from sealed_client.desk.house_process import HouseProcess
from sealed_client.desk.seats import across, kind_of, lobby_of, sit
from sealed_client.desk.spoken import spoken
from sealed_client.desk.talking import is_open, write_record
from sealed_client.desk.titles import title_named
from sealed_client.loop_thread import LoopThread
from sealed_client.presenters.home import HomeScene, NewGame
from sealed_client.presenters.journal import recalled
from sealed_client.seat_at_work import SeatAtWork, Seen, Show
from sealed_client.settings_file import SettingsFile
from sealed_client.words.messages import messages_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from sealed_client.desk.house import Place
    from sealed_client.desk.talking import Files
    from sealed_client.lobby import LobbyTable
    from sealed_client.presenters.journal import Item
    from sealed_client.screens.desk_protocol import Listener, Post
    from sealed_client.seat import Seat
    from sealed_client.seat_errors import SeatError
    from sealed_client.seat_store import StoreError
    from sealed_client.settings import Settings
    from sealed_client.transport import Transport
    from sealed_client.wishes import Wish

_SAVED_WITHIN_S = 2.0
"""How long a pause of the program waits until what it keeps is on disk."""


class SoloDesk:
    """Plays games against the computer for one player of this device (`screens.desk_protocol.AppDesk`)."""

    def __init__(self, folder: Path, make_house: Callable[..., HouseProcess] = HouseProcess) -> None:
        """Opens the player's store and settings. Raises Trouble if the store cannot be used."""
        self._folder = folder
        self._desk, self._store = open_desk(folder, None)
        self._file = SettingsFile(folder)
        read = self._file.read()
        self.settings: Settings = read.settings
        self._settings_broken = read.broken or bool(read.ignored)
        self._line = LoopThread(self._problem)
        self._house = make_house(folder, self._house_told)
        self._work: SeatAtWork | None = None
        self._shown: SeatAtWork | None = None
        self._game: NewGame | None = None
        self._starting = False
        self._latest: Seen | None = None
        self._amiss = False

    def begin(self, post: Post, listener: Listener) -> None:
        """Starts the referee of this device and tells which games wait."""
        self._post, self._listener = post, listener
        if self._settings_broken:
            self._tell(self._say("desk.settings-broken"))
        self.ask_home()

    # -- what goes to the screen -----------------------------------------------------------------------------

    def _say(self, message_id: str, **values: object) -> str:
        return messages_of(self.settings.language).text(message_id, **values)

    def _problem(self, error: BaseException) -> None:
        """Tells what does not work; the way to a mistake of the program is written to an incident's file."""
        self._amiss = True
        self._post(partial(self._listener.on_problem, spoken(error, self._say)))

    def _works(self) -> None:
        """Takes a problem back once what did not work does."""
        if self._amiss:
            self._amiss = False
            self._post(partial(self._listener.on_problem, ""))

    def _house_told(self, what: str) -> None:
        sentence = self._say("desk.problem.house", what=what) if what else ""
        self._post(partial(self._listener.on_problem, sentence))

    def _tell(self, sentence: str) -> None:
        self._post(partial(self._listener.on_told, sentence))

    def _do(self, work: Coroutine[None, None, None]) -> None:
        self._line.spawn(work)

    # -- settings --------------------------------------------------------------------------------------------

    def keep_settings(self, settings: Settings) -> None:
        """Uses other settings at once and keeps them."""
        other_words = settings.language != self.settings.language
        self.settings = settings
        self._do(self._write_settings(settings))
        if other_words:
            self.ask_home()

    async def _write_settings(self, settings: Settings) -> None:
        self._file.write(settings)
        self._works()

    # -- home ------------------------------------------------------------------------------------------------

    def ask_home(self) -> None:
        """Looks which games wait."""
        self._do(self._look_home())

    async def _look_home(self) -> None:
        place = await self._house.ready()
        async with lobby_of(place, self._desk) as (lobby, _):
            waiting = await lobby.tables(mine=True)
        stands, messages = waiting_games.read(self._folder), messages_of(self.settings.language)
        tables = waiting_games.home_tables(waiting, self._desk.identity.name, stands, messages)
        self._post(partial(self._listener.on_home, HomeScene(tables)))

    # -- tables ----------------------------------------------------------------------------------------------

    def start(self, game: NewGame) -> None:
        """Makes a table and sits down player and computer; a second touch meanwhile is none."""
        if not self._starting:
            self._starting = True
            self._do(self._start_once(game))

    async def _start_once(self, game: NewGame) -> None:
        try:
            await self._start(game)
        finally:
            self._post(self._started)

    def _started(self) -> None:
        """Lets another game be begun; on the screen's thread, after its table was opened."""
        self._starting = False

    async def _start(self, game: NewGame) -> None:
        title_named(game.title)
        place = await self._house.ready()
        async with lobby_of(place, self._desk) as (lobby, met):
            made = await lobby.create(game.title, game.seats, os.urandom(16), options=dict(game.options))
            seat = await lobby.sit(made.lobby_id, os.urandom(32), game.seat)
        self._house.play(made.lobby_id, game.bots)
        await self._open(met, seat, made.lobby_id, game)

    def resume(self, key: str) -> None:
        """Comes back to a game."""
        self._do(self._resume(key))

    async def _resume(self, lobby_id: str) -> None:
        await self._stopped()
        place = await self._house.ready()
        async with lobby_of(place, self._desk) as (lobby, _):
            found = [table for table in await lobby.tables(mine=True) if table.lobby_id == lobby_id]
        if not found:
            self._tell(self._say("desk.gone"))
            self.ask_home()
            return
        seat = await sit(place, self._desk, lobby_id)
        # A seat is free only if the program ended between making the table and the computer's sitting down.
        self._house.play(lobby_id, NewGame().bots if found[0].free else ())
        await self._open(place, seat, lobby_id, _game_of(found[0], seat))

    async def _open(self, place: Place, seat: Seat, lobby_id: str, game: NewGame) -> None:
        await self._stopped()
        self._game = game
        show = Show(self._seen, self._trouble, self._ended)
        connecting = partial(self._connect, place)
        self._work = work = SeatAtWork(
            self._line, seat, lobby_id, self._store, connecting, show, Random(os.urandom(16))
        )
        place_in_game, draft = work.kept_draft()
        self._post(partial(self._opened, work, draft, place_in_game))
        self._line.spawn(work.run())
        self._works()

    def _opened(self, work: SeatAtWork, draft: Sequence[str], place: int) -> None:
        """Lets the screen close the table before, whose draft it may keep, and show this one."""
        if self._work is work:
            self._listener.on_opened(work.rules, draft, place)
            self._shown = work

    async def _stopped(self) -> None:
        """Waits until the table that was played is not any more: a seat has one writer."""
        work, self._work, self._latest = self._work, None, None
        if work is not None:
            await work.left()

    def _connect(self, place: Place) -> Transport:
        """Returns a connection to where the referee is by now: another process of it has another port."""
        return connect(self._house.place._replace(key=place.key))

    def _seen(self, seen: Seen) -> None:
        self._latest = seen
        self._post(partial(self._show, seen))

    def _show(self, seen: Seen) -> None:
        """Shows a snapshot unless a newer one is there or its table is closed; on the screen's thread."""
        if seen is self._latest:
            self._listener.on_seen(seen)

    def _trouble(self, error: SeatError | StoreError) -> None:
        self._post(partial(self._listener.on_trouble, error))

    def _ended(self, error: Exception | None) -> None:
        """Keeps the record of a game that is over, evidence if a check has failed; or tells what ended it."""
        if error is not None:
            self._problem(error)
        elif self._work is not None:
            self._do(self._keep_last(self._work))

    async def _keep_last(self, work: SeatAtWork) -> None:
        if not work.seat.placed or not is_open(work.seat.follower):
            return
        files = self._files(work)
        if files.evidence is not None:
            self._tell(self._say("desk.evidence-kept", path=files.evidence))

    def wish(self, wish: Wish) -> None:
        """Hands a wish to the open table."""
        if self._shown is not None:
            self._shown.wish(wish)

    def recall(self, until: int) -> None:
        """Looks up what had happened at the open table before an entry."""
        if self._shown is not None:
            self._do(self._recall(self._shown, until))

    async def _recall(self, work: SeatAtWork, until: int) -> None:
        lines = tuple(work.seat.follower.notebook.lines)
        items = await asyncio.to_thread(recalled, lines, work.rules, until)
        self._post(partial(self._recalled, work, items))

    def _recalled(self, work: SeatAtWork, items: Sequence[Item]) -> None:
        if work is self._shown:
            self._listener.on_recalled(items)

    def rematch(self) -> None:
        """Plays the same game again from the next seat of the other side."""
        game = self._game
        if game is not None:
            self.start(game._replace(seat=across(title_named(game.title).chairs(game.seats), game.seat)))

    def keep_record(self) -> None:
        """Writes the record of the open table and tells where it is."""
        if self._shown is not None:
            self._do(self._keep_record(self._shown))

    async def _keep_record(self, work: SeatAtWork) -> None:
        if not work.seat.placed:
            return
        files = self._files(work)
        whose = "record" if is_open(work.seat.follower) else "own-record"
        self._tell(self._say(f"desk.{whose}-kept", path=files.record))
        if files.evidence is not None:
            self._tell(self._say("desk.evidence-kept", path=files.evidence))

    def _files(self, work: SeatAtWork) -> Files:
        seat = work.seat
        own = not is_open(seat.follower)
        return write_record(seat.follower, self._folder / "records", seat.report, own=own)

    def keep_draft(self, place: int, answers: Sequence[str], round_words: str, *, wait: bool = True) -> None:
        """Keeps the draft in the sealed store and how the game stands in a note.

        With `wait` it returns when that is done: a phone may end the program as soon as its pause returns.
        """
        work = self._shown
        if work is None:
            return
        done = self._line.call(self._keep_draft(work, place, tuple(answers), round_words))
        if wait:
            with suppress(TimeoutError):
                done.result(_SAVED_WITHIN_S)

    async def _keep_draft(self, work: SeatAtWork, place: int, answers: tuple[str, ...], words: str) -> None:
        try:
            work.keep_draft(place, answers)
            waiting_games.write(self._folder, work.lobby_id, words)
        except Exception as error:  # noqa: BLE001 - nobody takes this call's result
            self._problem(error)

    def leave(self) -> None:
        """Closes the open table."""
        self._shown = None
        self._do(self._leave())

    async def _leave(self) -> None:
        await self._stopped()
        await self._look_home()

    def close(self) -> None:
        """Leaves the table, ends the referee's process, closes the store."""
        self._shown = None
        ending: Future[None] = self._line.call(self._close())
        with suppress(TimeoutError, Exception):
            ending.result(2 * _SAVED_WITHIN_S)
        self._line.stop()
        self._store.close()

    async def _close(self) -> None:
        await self._stopped()
        await self._house.close()


def _game_of(table: LobbyTable, seat: Seat) -> NewGame:
    """Returns the game of a table as it was begun."""
    others = (chair for chair in table.seats if chair.number != seat.number)
    bots = tuple(kind_of(chair) or NewGame().bots[0] for chair in others)
    return NewGame(table.title, len(table.seats), seat.number, bots, table.options)
