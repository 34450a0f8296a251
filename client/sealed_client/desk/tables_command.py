"""`sealed tables [ADDRESS]`: list the tables of a referee."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from typing import TYPE_CHECKING

from sealed.games import TITLES
from sealed_client.clock_terms import terms_words
from sealed_client.desk import device, where
from sealed_client.desk.option_words import option_words
from sealed_client.desk.plainly import plainly
from sealed_client.desk.seats import lobby_of
from sealed_client.text.people import result_name

if TYPE_CHECKING:
    from pathlib import Path

    from sealed_client.desk.house import Place
    from sealed_client.lobby import LobbyTable


def run(arguments: list[str]) -> int:
    """Return 0 once the list is written."""
    parser = ArgumentParser(prog="sealed tables", description="List the tables of a referee.")
    where.add_referee(parser)
    where.add_store(parser)
    given = where.read(parser, arguments)
    folder = where.folder_of(given)
    place = where.referee_of(given, folder)
    with plainly(str(place)):
        tables = asyncio.run(_tables(place, folder))
    lines = [_line(table) for table in tables] or [f"There is no open table at {place}."]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


async def _tables(place: Place, folder: Path) -> tuple[LobbyTable, ...]:
    async with lobby_of(place, device.fleeting_desk("Visitor")) as (lobby, met):
        device.remember(folder, met, met.key or b"")
        return await lobby.tables()


def _line(table: LobbyTable) -> str:
    """Returns one line about a table."""
    seats = ", ".join(f"{seat.number} {seat.name if seat.taken else 'free'}" for seat in table.seats)
    title, options = TITLES.get(table.title), option_words(table.title, table.options)
    name = f" '{table.name}'" if table.name else ""
    waiting = f" Waiting for {table.waiting_for}." if table.waiting_for else ""
    result = f" Result: {_result(table)}." if table.result else ""
    given = f" Options: {options}." if options else ""
    terms = f"{given} {terms_words(table.clock)}"
    called = table.title if title is None else title.name
    return f"{table.lobby_id}{name}: {called}, {table.phase}. Seats: {seats}.{terms}{waiting}{result}"


def _result(table: LobbyTable) -> str:
    title = TITLES.get(table.title)
    return table.result if title is None else result_name(title, table.result)
