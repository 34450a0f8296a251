"""`sealed join [ADDRESS] TABLE`: take a seat at a table, or come back to it."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import ArgumentParser
from typing import TYPE_CHECKING

from sealed.fairness.signing.invitation import fingerprint
from sealed_client.clock_terms import terms_words
from sealed_client.desk import device, where
from sealed_client.desk.plainly import plainly
from sealed_client.desk.seats import lobby_of
from sealed_client.desk.talking import Streams, play_seat

if TYPE_CHECKING:
    from pathlib import Path

    from sealed_client.desk.house import Place
    from sealed_client.lobby import Desk


def run(arguments: list[str]) -> int:
    """Return 0 when the player leaves, with or without the game being over."""
    parser = ArgumentParser(prog="sealed join", description="Take a seat at a table, or come back to it.")
    where.add_table(parser)
    parser.add_argument("--seat", type=int, metavar="N", help="which seat (default: the first free one)")
    parser.add_argument("--name", metavar="NAME", help="what to call you from now on; at first Player")
    where.add_store(parser)
    given = where.read(parser, arguments)
    folder = where.folder_of(given)
    place = where.referee_of(given, folder)
    desk, store = device.open_own_desk(folder, given.name, sys.stdout)
    how = Streams(sys.stdin, sys.stdout, folder / "records")
    try:
        with plainly(str(place)):
            asyncio.run(join(place, desk, folder, (given.table, given.seat), how))
    finally:
        store.close()
    return 0


async def join(place: Place, desk: Desk, folder: Path, wish: tuple[str, int | None], how: Streams) -> None:
    """Sits down at a table, given with a wished seat if any, and plays.

    Raises TransportError, SeatError, StoreError.
    """
    lobby_id, number = wish
    async with lobby_of(place, desk) as (lobby, met):
        if place.key is None:
            how.out.write(first_contact(met))
        device.remember(folder, met, met.key or b"")
        how.out.write(f"{terms_words((await lobby.find(lobby_id)).clock)}\n")
        seat = await lobby.sit(lobby_id, os.urandom(32), number)
    how.out.write(f"You have seat {seat.number}.\n")
    store = "" if folder == device.default_folder() else f" --store {folder}"
    await play_seat(met, desk, seat, lobby_id, how, f"sealed join {met} {lobby_id}{store}")


def first_contact(place: Place) -> str:
    """Returns what is said when a referee is met for the first time."""
    certificate = f" and its certificate {fingerprint(place.certificate)}" if place.certificate else ""
    return (
        f"First contact with the referee at {place}. Its key is {(place.key or b'').hex()}{certificate}; "
        "from now on it must show the same.\n"
    )
