"""The composition root of the application: the player's store, the network's thread, games at home.

Everything that waits happens on one `LoopThread`; what is told goes to the screen's thread by its `post`.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from sealed_client.desk import incident, waiting_games
from sealed_client.desk.device import connect, open_desk
from sealed_client.desk.house_process import HouseProcess
from sealed_client.desk.plainly import plainly
from sealed_client.desk.seats import lobby_of, sit
from sealed_client.desk.talking import keep_own
from sealed_client.desk.titles import title_named
from sealed_client.desk.trouble import Trouble, in_words
from sealed_client.loop_thread import LoopThread
from sealed_client.presenters.home import HomeScene, NewGame
from sealed_client.presenters.journal import recalled
from sealed_client.seat_at_work import SeatAtWork, Seen, Show
from sealed_client.seat_store import StoreError
from sealed_client.settings_file import SettingsFile
from sealed_client.words.messages import messages_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from sealed_client.desk.house import Place
    from sealed_client.lobby import LobbyTable
    from sealed_client.screens.desk_protocol import Listener, Post
    from sealed_client.seat import Seat
    from sealed_client.seat_errors import SeatError
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
        self._line = LoopThread(self._mistake)
        self._house = make_house(folder, self._problem)
        self._work: SeatAtWork | None = None
        self._game: NewGame | None = None
        self._latest: Seen | None = None

    def begin(self, post: Post, listener: Listener) -> None:
        """Starts the referee of this device and tells which games wait."""
        self._post, self._listener = post, listener
        if self._settings_broken:
            post(partial(listener.on_told, self._say("desk.settings-broken")))
        self.ask_home()

    # -- what goes to the screen -----------------------------------------------------------------------------

    def _say(self, message_id: str, **values: object) -> str:
        return messages_of(self.settings.language).text(message_id, **values)

    def _problem(self, sentence: str) -> None:
        self._post(partial(self._listener.on_problem, sentence))

    def _mistake(self, error: BaseException) -> None:
        """Tells of an error that nobody has foreseen; the way there is written to an incident's file."""
        self._problem(incident.told(error))

    def _tell(self, sentence: str) -> None:
        self._post(partial(self._listener.on_told, sentence))

    def _do(self, work: Coroutine[None, None, None]) -> None:
        self._line.spawn(self._in_words(work))

    async def _in_words(self, work: Coroutine[None, None, None]) -> None:
        try:
            with plainly():
                await work
        except Trouble as trouble:
            self._problem(str(trouble))
        except OSError as error:
            self._problem(in_words(error))

    # -- settings --------------------------------------------------------------------------------------------

    def keep_settings(self, settings: Settings) -> None:
        """Uses other settings at once and keeps them."""
        self.settings = settings
        self._do(self._write_settings(settings))

    async def _write_settings(self, settings: Settings) -> None:
        self._file.write(settings)

    # -- home ------------------------------------------------------------------------------------------------

    def ask_home(self) -> None:
        """Looks which games wait."""
        self._do(self._look_home())

    async def _look_home(self) -> None:
        place = await self._house.ready()
        async with lobby_of(place, self._desk) as (lobby, _):
            waiting = await lobby.tables(mine=True)
        stands = waiting_games.read(self._folder)
        tables = waiting_games.home_tables(waiting, self._desk.identity.name, stands, self._say)
        self._post(partial(self._listener.on_home, HomeScene(tables)))

    # -- tables ----------------------------------------------------------------------------------------------

    def start(self, game: NewGame) -> None:
        """Makes a table, sits the player down at his seat and the computer at the others."""
        self._do(self._start(game))

    async def _start(self, game: NewGame) -> None:
        title_named(game.title)
        place = await self._house.ready()
        async with lobby_of(place, self._desk) as (lobby, met):
            made = await lobby.create(game.title, game.seats, os.urandom(16), options=dict(game.options))
            seat = await lobby.sit(made.lobby_id, os.urandom(32), game.seat)
        self._house.play(made.lobby_id, game.bots)
        self._open(met, seat, made.lobby_id, game)

    def resume(self, key: str) -> None:
        """Comes back to a game."""
        self._do(self._resume(key))

    async def _resume(self, lobby_id: str) -> None:
        place = await self._house.ready()
        async with lobby_of(place, self._desk) as (lobby, _):
            table = next(one for one in await lobby.tables(mine=True) if one.lobby_id == lobby_id)
        seat = await sit(place, self._desk, lobby_id)
        self._house.play(lobby_id, ())
        self._open(place, seat, lobby_id, _game_of(table, seat))

    def _open(self, place: Place, seat: Seat, lobby_id: str, game: NewGame) -> None:
        self._stop()
        self._latest, self._game = None, game
        show = Show(self._seen, self._trouble, self._ended)
        connecting = partial(self._connect, place)
        self._work = work = SeatAtWork(
            self._line, seat, lobby_id, self._store, connecting, show, Random(os.urandom(16))
        )
        size, draft = work.kept_draft()
        self._post(partial(self._listener.on_opened, work.rules, draft, size))
        self._line.spawn(work.run())

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

    def _ended(self, error: BaseException | None) -> None:
        """Tells why a seat has ended before its game did."""
        if error is None:
            return
        try:
            with plainly():
                raise error
        except Trouble as trouble:
            self._problem(str(trouble))
        except Exception as unforeseen:  # noqa: BLE001 - a mistake of the program, told as such
            self._mistake(unforeseen)

    def wish(self, wish: Wish) -> None:
        """Hands a wish to the open table."""
        if self._work is not None:
            self._work.wish(wish)

    def recall(self, until: int) -> None:
        """Looks up what had happened at the open table before an entry."""
        if self._work is not None:
            self._do(self._recall(self._work, until))

    async def _recall(self, work: SeatAtWork, until: int) -> None:
        lines = tuple(work.seat.follower.notebook.lines)
        items = await asyncio.to_thread(recalled, lines, work.rules, until)
        if work is self._work:
            self._post(partial(self._listener.on_recalled, items))

    def rematch(self) -> None:
        """Plays the same game again from the next seat."""
        if self._game is not None:
            game = self._game
            self.start(game._replace(seat=game.seat % game.seats + 1))

    def keep_record(self) -> None:
        """Writes the record of the open table and tells where it is."""
        self._do(self._keep_record())

    async def _keep_record(self) -> None:
        work = self._work
        if work is None or not work.seat.placed:
            return
        for line in keep_own(work.seat, self._folder / "records"):
            self._tell(line)

    def keep_draft(self, size: int, answers: Sequence[str], round_words: str, *, wait: bool = True) -> None:
        """Keeps the draft in the sealed store and how the game stands in a note.

        With `wait` it returns when that is done: a phone may end the program as soon as its pause returns.
        """
        work = self._work
        if work is None:
            return
        done = self._line.call(self._keep_draft(work, size, tuple(answers), round_words))
        if wait:
            with suppress(TimeoutError):
                done.result(_SAVED_WITHIN_S)

    async def _keep_draft(self, work: SeatAtWork, size: int, answers: tuple[str, ...], words: str) -> None:
        try:
            work.keep_draft(size, answers)
            waiting_games.write(self._folder, work.lobby_id, words)
        except StoreError as error:
            self._problem(str(error))
        except OSError as error:
            self._problem(in_words(error))

    def leave(self) -> None:
        """Closes the open table."""
        self._stop()
        self.ask_home()

    def _stop(self) -> None:
        work, self._work = self._work, None
        self._latest = None
        if work is not None:
            work.leave()

    def close(self) -> None:
        """Leaves the table, ends the referee's process, closes the store."""
        self._stop()
        ending: Future[None] = self._line.call(self._house.close())
        with suppress(TimeoutError, Exception):
            ending.result(2 * _SAVED_WITHIN_S)
        self._line.stop()
        self._store.close()


def _game_of(table: LobbyTable, seat: Seat) -> NewGame:
    """Returns the game of a table as it was begun."""
    bots = tuple(chair.name.rpartition(" ")[0] for chair in table.seats if chair.number != seat.number)
    return NewGame(table.title, len(table.seats), seat.number, bots, table.options)
