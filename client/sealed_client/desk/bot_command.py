"""`sealed bot KIND [ADDRESS] TABLE`: let a computer player take a seat at a table."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import ArgumentParser
from random import Random
from typing import TYPE_CHECKING

from sealed_client.bots import make_bot
from sealed_client.desk import device, where
from sealed_client.desk.plainly import plainly
from sealed_client.desk.seats import BotSeat, lobby_of
from sealed_client.desk.titles import title_named
from sealed_client.desk.trouble import Trouble
from sealed_client.text.people import outcome_words

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TextIO

    from sealed_client.bots import Bot
    from sealed_client.desk.house import Place


def run(arguments: list[str]) -> int:
    """Return 0 if the game came to its end and everything held, 1 if a check failed."""
    parser = ArgumentParser(prog="sealed bot", description="Let a computer player take a seat at a table.")
    parser.add_argument("kind", metavar="KIND", help="steady or random")
    where.add_table(parser)
    parser.add_argument("--seat", type=int, metavar="N", help="which seat (default: the first free one)")
    where.add_store(parser)
    given = where.read(parser, arguments)
    folder = where.folder_of(given)
    place = where.referee_of(given, folder)
    with plainly(str(place)):
        return asyncio.run(play_bot(place, given.kind, (given.table, given.seat), folder, sys.stdout))


async def play_bot(place: Place, kind: str, wish: tuple[str, int | None], folder: Path, out: TextIO) -> int:
    """Plays a whole game at a table, given with the wished seat if any; returns the exit code.

    Raises TransportError, SeatError; Trouble for a bot that does not exist.
    """
    desk = device.fleeting_desk(f"{kind} bot")
    lobby_id, number = wish
    async with lobby_of(place, desk) as (lobby, met):
        device.remember(folder, met, met.key or b"")
        bot = _bot(kind, (await lobby.find(lobby_id)).title)
        seat = await lobby.sit(lobby_id, os.urandom(32), number)
    out.write(f"{desk.identity.name} plays seat {seat.number} of table {lobby_id}.\n")
    out.flush()
    player = BotSeat(met, desk, seat, lobby_id, bot)
    await player.play()
    view = player.view
    if view is None or view.failure is not None:
        out.write(f"A check has failed: {view.failure.code if view and view.failure else 'unknown'}.\n")
        return 1
    out.write(f"{outcome_words(view)}\n" if view.result else "The table was given up.\n")
    return 0 if view.report is None or view.report.verdict == "PASS" else 1


def _bot(kind: str, title: str) -> Bot:
    """Returns a new bot for a title. Raises Trouble if there is none of that kind."""
    try:
        return make_bot(kind, title_named(title), Random(os.urandom(16)))
    except ValueError as error:
        raise Trouble(f"{error}."[:1].upper() + f"{error}."[1:]) from error
