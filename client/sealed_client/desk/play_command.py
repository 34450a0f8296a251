"""`sealed play TITLE`: play in the terminal, against the computer or at a new table of a referee."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from random import Random
from typing import TYPE_CHECKING

from sealed_client.bots import make_bot
from sealed_client.clock_terms import terms_words
from sealed_client.desk import device, where
from sealed_client.desk.clock_options import add_clock_arguments, clock_of
from sealed_client.desk.contact import invited, meet
from sealed_client.desk.house import embedded, open_house
from sealed_client.desk.join_command import first_contact
from sealed_client.desk.plainly import plainly
from sealed_client.desk.plans import plan_of
from sealed_client.desk.seats import BotSeat, computer_chairs, lobby_of, open_bot_desk, sit
from sealed_client.desk.talking import Streams, play_seat
from sealed_client.desk.titles import (
    add_seat_arguments,
    add_table_arguments,
    add_title_argument,
    options_of,
    seat_wished,
)
from sealed_client.desk.unfinished import Typed, open_tables

if TYPE_CHECKING:
    from pathlib import Path

    from sealed_client.desk.house import MakeReferee, Place
    from sealed_client.desk.match import Plan
    from sealed_client.lobby import Desk, Lobby, LobbyTable

_ANY_TABLE = Typed()


def run(arguments: list[str]) -> int:
    """Return 0 when the player leaves, with or without the game being over."""
    parser = ArgumentParser(prog="sealed play", description="Play a title in the terminal.")
    add_title_argument(parser)
    add_table_arguments(parser, seats=None)
    parser.add_argument(
        "--bots",
        metavar="KIND,...",
        help="computer players for the other seats: steady or random (default steady)",
    )
    parser.add_argument(
        "--address",
        metavar="ADDRESS",
        help="a referee, as HOST:PORT or by its invitation; without it one runs in this program. There the "
        "other seats stay free for people, unless --bots names computer players",
    )
    add_seat_arguments(parser)
    parser.add_argument("--name", metavar="NAME", help="what to call you from now on; at first Player")
    where.add_store(parser)
    add_clock_arguments(parser)
    parser.add_argument("--new", action="store_true", help="begin a new game even if one is unfinished")
    given = parser.parse_args(arguments)
    folder = where.folder_of(given)
    if given.address is None or given.bots is not None:
        plan = plan_of(given.title, given.seats, given.option, given.bots, people=1)
    else:
        plan = plan_of(given.title, given.seats or 2, given.option, "random", people=1)._replace(bots=())
    plan = plan._replace(clock=clock_of(given))
    seat = seat_wished(plan.title, plan.seats, plan.options, given.seat, given.side)
    several = given.bots is not None and "," in given.bots
    typed = None
    if not given.new:
        typed = Typed(
            plan.seats if several else given.seats,
            options_of(given.option),
            plan.bots if given.bots is not None else (),
            plan.clock,
            seat,
        )
    how = Streams(sys.stdin, sys.stdout, folder / "records")
    desk, store = device.open_own_desk(folder, given.name, sys.stdout)
    try:
        if given.address is not None:
            place = meet(given.address, folder)
            return _play(plan, place, desk, folder, how, typed=typed, address=str(place), wish=seat)
        return play_at_home(plan, desk, folder, how, typed=typed, wish=seat)
    finally:
        store.close()


def play_at_home(
    plan: Plan,
    desk: Desk,
    folder: Path,
    how: Streams,
    *,
    typed: Typed | None = _ANY_TABLE,
    referee: MakeReferee = embedded,
    wish: int | None = None,
) -> int:
    """Plays against bots at a referee inside this program, whose tables survive it.

    An unfinished table that fits `typed` is taken up again; without it a new one is made. `wish` is the seat
    to sit down on, the first free one if it is None.
    """
    with open_house(folder / "house", "127.0.0.1:0", referee) as place:
        return _play(plan, place, desk, folder, how, typed=typed, address="", wish=wish)


def _play(
    plan: Plan,
    place: Place,
    desk: Desk,
    folder: Path,
    how: Streams,
    *,
    typed: Typed | None,
    address: str,
    wish: int | None,
) -> int:
    with plainly(address):
        asyncio.run(_seated(plan, place, desk, folder, how, typed=typed, address=address, wish=wish))
    return 0


async def _seated(
    plan: Plan,
    place: Place,
    desk: Desk,
    folder: Path,
    how: Streams,
    *,
    typed: Typed | None,
    address: str,
    wish: int | None,
) -> None:
    """Finds or makes the table, sits everybody down and lets them play."""
    async with lobby_of(place, desk) as (lobby, met):
        table = await _table(plan, lobby, typed, how, desk.identity.name)
        if address:
            if place.key is None:
                how.out.write(first_contact(met))
            device.remember(folder, met, met.key or b"")
        seat = await lobby.sit(table.lobby_id, os.urandom(32), wish)
    store = "" if folder == device.default_folder() else f" --store {folder}"
    back_home = f"play {plan.title.id}{typed.words if typed is not None else ''}"
    way_back = f"join {address} {table.lobby_id}" if address else back_home
    if address and not plan.bots:
        how.out.write(f"Others join with: sealed join {invited(met, table.lobby_id)}\n")
    with ExitStack() as stores:
        bots = await _bots(plan, met, folder, table, stores, seat.number)
        working = [asyncio.create_task(bot.play()) for bot in bots]
        try:
            await play_seat(met, desk, seat, table.lobby_id, how, f"sealed {way_back}{store}")
        finally:
            for task in working:
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)


async def _table(plan: Plan, lobby: Lobby, typed: Typed | None, how: Streams, me: str) -> LobbyTable:
    """Takes up the newest unfinished table that is the one typed by `me`, or makes one; says which."""
    left = open_tables(await lobby.tables(plan.title.id, mine=True)) if typed is not None else []
    for table in left:
        if typed is not None and not typed.against(table, me):
            begun = f"Back at table {table.lobby_id}, a game of {len(table.seats)} seats that is not over."
            how.out.write(f"{begun} 'sealed play {plan.title.id} --new' begins another.\n")
            return table
    made = await lobby.create(
        plan.title.id, plan.seats, os.urandom(16), options=plan.options, clock=plan.clock
    )
    terms = f" {terms_words(made.clock)}" if plan.clock is not None else ""
    how.out.write(f"A new table, {made.lobby_id}.{terms}\n")
    if typed is not None:
        for other in left:
            how.out.write(
                f"The unfinished game at table {other.lobby_id} waits: it has {typed.against(other, me)}.\n"
            )
    return made


async def _bots(
    plan: Plan, place: Place, folder: Path, table: LobbyTable, stores: ExitStack, own: int
) -> list[BotSeat]:
    """Sits the bots down. At a table that goes on each comes back to its seat, found by its name.

    Where somebody else sits, no bot comes, nor on the player's `own` seat. `stores` closes what is opened
    here.
    """
    seats = []
    for number, kind in computer_chairs(table, plan.bots, but=own) if plan.bots else ():
        bot = make_bot(kind, plan.title, Random(os.urandom(16)))
        desk, store = open_bot_desk(folder, number, kind)
        stores.callback(store.close)
        seat = await sit(place, desk, table.lobby_id, number)
        seats.append(BotSeat(place, desk, seat, table.lobby_id, bot))
    return seats
