"""`sealed record [ADDRESS] TABLE`: fetch the record of a table into a file."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.record import RecordError, read_record_bytes
from sealed.wire.v1.fairness_pb2 import Entry
from sealed_client.desk import device, where
from sealed_client.desk.plainly import plainly
from sealed_client.desk.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed_client.desk.house import Place
    from sealed_client.lobby import Desk
    from sealed_client.transport import TableKey

_ID_DIGITS = 64


def run(arguments: list[str]) -> int:
    """Return 0 once the record is written."""
    parser = ArgumentParser(prog="sealed record", description="Fetch the record of a table into a file.")
    where.add_table(parser)
    parser.add_argument("--output", type=Path, metavar="FILE", help="where to (default TABLE.ftr)")
    parser.add_argument("--own", action="store_true", help="the export of your own seat, also while it plays")
    where.add_store(parser)
    given = where.read(parser, arguments)
    folder = where.folder_of(given)
    output = given.output or Path(f"{given.table}.ftr")
    if output.exists():
        raise Trouble(f"{output} exists already. Choose another name with --output.")
    place = where.referee_of(given, folder)
    desk, close = _desk(folder, own=given.own)
    try:
        with plainly(str(place)):
            data = asyncio.run(fetch(place, _key(given.table), folder, desk, own=given.own))
    finally:
        close()
    with output.open("xb") as file:
        file.write(data)
    sys.stdout.write(f"Record: {output}. {_state(data)} Check it with: sealed verify {output}\n")
    return 0


def _desk(folder: Path, *, own: bool) -> tuple[Desk, Callable[[], None]]:
    """Returns who asks, and what closes the store behind it."""
    if not own:
        return device.fleeting_desk("Visitor"), lambda: None
    desk, store = device.open_desk(folder, None)
    return desk, store.close


async def fetch(place: Place, table: TableKey, folder: Path, desk: Desk, *, own: bool) -> bytes:
    """Returns the record of a table, or the own export of the seat that asks. Raises TransportError."""
    transport = device.connect(place)
    try:
        referee = await transport.log_in(desk.identity, place.key)
        device.remember(folder, place, referee.pk)
        return b"".join([piece async for piece in transport.record(table, own=own)])
    finally:
        await transport.close()


def _key(text: str) -> TableKey:
    """Returns a table id where 64 hexadecimal digits are given, else a lobby id."""
    if len(text) == _ID_DIGITS:
        try:
            return bytes.fromhex(text)
        except ValueError:
            return text
    return text


def _state(data: bytes) -> str:
    """Returns whether the record is complete. Raises Trouble for a damaged one."""
    try:
        record = read_record_bytes(data)
    except RecordError as error:
        raise Trouble(f"What the referee sent is no whole record: {error}. Ask again.") from error
    revealed = any(isinstance(line, Entry) and line.type == EntryType.FINAL_REVEAL for line in record.lines)
    return "The game is over and opened." if revealed else "The game is not over: this is its log so far."
