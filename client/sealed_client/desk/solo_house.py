"""The process of games against the computer: a referee on loopback and the computer's seats.

It speaks with the program that started it in lines of JSON. On standard output it says once where the
referee is (`{"at": ["127.0.0.1", 7465], "key": "<hex>"}`) or why there is none (`{"trouble": "...", "again":
true}` if another attempt may help), and then what is told of its seats. On standard input it is told at which
table to play (`{"lobby_id": "...", "kinds": ["steady"]}`: the kinds of the free seats in order). When
standard input ends, so does it: whoever started it is gone, or done.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed_client.backoff import Backoff
from sealed_client.bots import make_bot
from sealed_client.desk import device, incident
from sealed_client.desk.house import open_house
from sealed_client.desk.plainly import plainly
from sealed_client.desk.seats import BotSeat, computer_chairs, lobby_of, open_bot_desk, sit
from sealed_client.desk.titles import title_named
from sealed_client.desk.trouble import Trouble, in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed_client.desk.house import Place
    from sealed_client.lobby import Desk

_PAUSE_S: Final = 2.0
"""How long a stopped seat waits at least before it tries again."""
LOOPBACK: Final = "127.0.0.1:0"


class Played(NamedTuple):
    """Is a table at which the computer plays: its id, and the kinds of the seats that were free."""

    lobby_id: str
    kinds: tuple[str, ...]


def main(arguments: Sequence[str]) -> int:
    """Runs the house of a player's folder until standard input ends; 2 if it cannot be opened."""
    folder = Path(arguments[0])
    try:
        with open_house(folder / "house", LOOPBACK) as place:
            _say(at=[place.host, place.port], key=(place.key or b"").hex())
            asyncio.run(_serve(place, folder))
    except Trouble as trouble:
        _say(trouble=str(trouble), again=_is_busy(trouble))
        return trouble.exit_code
    except Exception as error:  # noqa: BLE001 - the end of this program, told without a traceback
        _say(trouble=_in_words(error))
        return 2 if isinstance(error, OSError) else incident.EXIT_CODE
    return 0


def _is_busy(error: BaseException | None) -> bool:
    """Tells whether the one before has not ended yet: it does as soon as it notices that it is alone."""
    from sealed_referee.journal import JournalLockedError

    while error is not None and not isinstance(error, JournalLockedError):
        error = error.__cause__
    return error is not None


def _say(**told: object) -> None:
    """Writes one line; who does not listen any more is told nothing."""
    try:
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
    except (OSError, ValueError):
        os._exit(1)  # the other end is gone: the journal is durable, and nobody waits for an orderly end


class _Bots:
    """Opens the desk of each of the computer's players once: a store has one writer, and many tables."""

    def __init__(self, folder: Path, stores: ExitStack) -> None:
        self._folder, self._stores = folder, stores
        self._desks: dict[tuple[int, str], Desk] = {}

    def desk(self, number: int, kind: str) -> Desk:
        """Returns the desk of a kind at a seat. Raises Trouble."""
        if (number, kind) not in self._desks:
            desk, store = open_bot_desk(self._folder, number, kind)
            self._stores.callback(store.close)
            self._desks[number, kind] = desk
        return self._desks[number, kind]


async def _serve(place: Place, folder: Path) -> None:
    """Plays at the tables that come in until there will be no more."""
    with ExitStack() as stores:
        await _play_all(place, _Bots(folder, stores))


async def _play_all(place: Place, bots: _Bots) -> None:
    loop, tables = asyncio.get_running_loop(), asyncio.Queue[Played | None]()

    def listen() -> None:
        for line in sys.stdin:
            told = json.loads(line)
            loop.call_soon_threadsafe(tables.put_nowait, Played(told["lobby_id"], tuple(told["kinds"])))
        loop.call_soon_threadsafe(tables.put_nowait, None)

    Thread(target=listen, name="commands", daemon=True).start()
    playing: dict[str, asyncio.Task[None]] = {}
    while (table := await tables.get()) is not None:
        if table.lobby_id not in playing or playing[table.lobby_id].done():
            playing[table.lobby_id] = asyncio.create_task(_play(place, bots, table))
    for task in playing.values():
        task.cancel()
    await asyncio.gather(*playing.values(), return_exceptions=True)


async def _play(place: Place, bots: _Bots, played: Played) -> None:
    """Plays the computer's seats of one table to their end; what stops them is told, and tried again."""
    backoff, amiss = Backoff(Random(os.urandom(16))), ""
    while True:
        try:
            with plainly():
                seats = await _sit_down(place, bots, played)
                if amiss:
                    _say(lobby_id=played.lobby_id, trouble="")
                await _all_play(seats)
        except Exception as error:  # noqa: BLE001 - the game would stand still without a word
            amiss, before = _in_words(error), amiss
            if amiss != before:
                _say(lobby_id=played.lobby_id, trouble=amiss)
            await asyncio.sleep(backoff.next_s(_PAUSE_S))
        else:
            return


def _in_words(error: Exception) -> str:
    match error:
        case Trouble():
            return str(error)
        case OSError():
            return in_words(error)
    return incident.told(error)


async def _all_play(seats: Sequence[BotSeat]) -> None:
    """Lets the seats play to their end; when one is stopped, all stop."""
    playing = [asyncio.create_task(seat.play()) for seat in seats]
    try:
        await asyncio.gather(*playing)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def _sit_down(place: Place, bots: _Bots, played: Played) -> list[BotSeat]:
    """Takes the free seats of a table, or comes back to those of the computer, known by their names."""
    desk = device.fleeting_desk("house")
    async with lobby_of(place, desk) as (lobby, met):
        found = [one for one in await lobby.tables() if one.lobby_id == played.lobby_id]
    if not found:
        return []
    (table,), seats = found, []
    for number, kind in computer_chairs(table, played.kinds):
        own = bots.desk(number, kind)
        bot = make_bot(kind, title_named(table.title), Random(os.urandom(16)))
        seat = await sit(met, own, table.lobby_id, number)
        seats.append(BotSeat(met, own, seat, table.lobby_id, bot))
    return seats


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
