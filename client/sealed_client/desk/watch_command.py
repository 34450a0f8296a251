"""`sealed watch [ADDRESS] TABLE`: follow a table and verify it as it goes."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from typing import TYPE_CHECKING

from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed_client.agreement import read_params
from sealed_client.desk import device, where
from sealed_client.desk.join_command import first_contact
from sealed_client.desk.plainly import plainly
from sealed_client.desk.seats import lobby_of
from sealed_client.desk.talking import Streams, watch_table

if TYPE_CHECKING:
    from pathlib import Path

    from sealed.wire.v1.referee_pb2 import TableDescription
    from sealed_client.desk.house import Place


def run(arguments: list[str]) -> int:
    """Return 0, or 1 if a check has failed at the table."""
    parser = ArgumentParser(prog="sealed watch", description="Watch a table and verify it as it goes.")
    where.add_table(parser)
    where.add_store(parser)
    given = where.read(parser, arguments)
    folder = where.folder_of(given)
    place = where.referee_of(given, folder)
    with plainly(str(place)):
        return asyncio.run(
            watch(place, given.table, folder, Streams(sys.stdin, sys.stdout, folder / "records"))
        )


async def watch(place: Place, lobby_id: str, folder: Path, how: Streams) -> int:
    """Watches a table to its end or until the person leaves; returns the exit code. Raises TransportError."""
    async with lobby_of(place, device.fleeting_desk("Spectator")) as (_, met):
        pass
    if place.key is None:
        how.out.write(first_contact(met))
    device.remember(folder, met, met.key or b"")
    table = await _begun(met, lobby_id, how)
    rules = read_params(table.params, table.params_sig, met.key or b"", title_of, load_backend())
    way_back = f"sealed watch {met} {lobby_id}"
    follower = await watch_table(met, rules, (lobby_id, table.table_id), how, way_back)
    return 0 if follower.failure is None else 1


async def _begun(place: Place, lobby_id: str, how: Streams) -> TableDescription:
    """Waits until every seat of a table is taken, and returns it."""
    transport = device.connect(place)
    waiting = ""
    try:
        async for table in transport.watch(lobby_id):
            if table.table_id:
                return await transport.table(lobby_id)
            if table.waiting_for != waiting:
                waiting = table.waiting_for
                how.out.write(f"Waiting for: {waiting}.\n")
        return await transport.table(lobby_id)
    finally:
        await transport.close()
