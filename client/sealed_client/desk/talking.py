"""A person at a table in the terminal: the seat's session and the text client on one event loop."""

from __future__ import annotations

import os
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, TextIO

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.record import record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed_client.desk.device import connect
from sealed_client.evidence import evidence_file
from sealed_client.orders.keeping import keep_orders, kept_orders
from sealed_client.session import SeatSession
from sealed_client.text.shell import Shell
from sealed_client.text.table_talk import TableTalk
from sealed_client.watching import WatchSession
from sealed_client.wishes import Outlet

if TYPE_CHECKING:
    from pathlib import Path

    from sealed.fairness.audit.report import Report
    from sealed_client.agreement import Rules
    from sealed_client.desk.house import Place
    from sealed_client.follower import Follower
    from sealed_client.lobby import Desk
    from sealed_client.seat import Seat


class Streams(NamedTuple):
    """Is where a person types and reads, and the folder in which finished games are kept."""

    source: TextIO
    out: TextIO
    records: Path


async def play_seat(place: Place, desk: Desk, seat: Seat, lobby_id: str, how: Streams, way_back: str) -> bool:
    """Lets a person play a seat; returns whether the game ended. Raises TransportError, StoreError."""
    key = H(seat.enrolment.params)
    talk = TableTalk(seat.enrolment.rules, way_back, kept_orders(desk.store, key))
    shell = Shell(talk, how.source, how.out)
    session = SeatSession(
        seat,
        lobby_id,
        desk.store,
        lambda: connect(place),
        Outlet(shell.see, shell.trouble),
        Random(os.urandom(16)),
    )
    shell.attach(
        lambda: seat.follower if seat.placed else None, session.wish, partial(keep_orders, desk.store, key)
    )
    return await shell.run(session, lambda: keep_own(seat, how.records) if seat.placed else [])


async def watch_table(
    place: Place, rules: Rules, table: tuple[str, bytes], how: Streams, way_back: str
) -> Follower:
    """Lets a person watch a table, given by lobby id and table id; returns what was followed."""
    lobby_id, table_id = table
    shell = Shell(TableTalk(rules, way_back), how.source, how.out)
    session = WatchSession(
        lobby_id,
        rules,
        title_of,
        load_backend(),
        lambda: connect(place),
        shell.see,
        Random(os.urandom(16)),
        table_id=table_id,
    )
    shell.attach(lambda: session.follower, None)
    await shell.run(session, lambda: keep_record(session.follower, how.records))
    return session.follower


class Files(NamedTuple):
    """Is where a record was written, and the evidence of a check that has failed, if there is any."""

    record: Path
    evidence: Path | None


def keep_own(seat: Seat, folder: Path) -> list[str]:
    """Keeps a seat's record; while nothing is revealed yet, its own export, and says what is in it."""
    follower = seat.follower
    if is_open(follower):
        return keep_record(follower, folder, seat.report)
    return [*keep_record(follower, folder, own=True), OWN_CARDS]


def is_open(follower: Follower) -> bool:
    """Tells whether a record may be shown to everybody: the game is over, or a check has failed."""
    return follower.game_over is not None or follower.failure is not None


OWN_CARDS: Final = (
    "Your own cards and what you were refused are in it: until the game is over, show it to a director only."
)


def write_record(
    follower: Follower, folder: Path, report: Report | None = None, *, own: bool = False
) -> Files:
    """Writes what this device has verified of a table as a record. Raises OSError.

    With `own` it holds also what this seat alone was told. If a check has failed of which there is evidence,
    that is written beside it.
    """
    path, notebook = record_path(follower, folder, own=own), follower.notebook
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.write_bytes(record_bytes(notebook.own_record() if own else notebook.record_until()))
    evidence = evidence_file(follower, report, title_of, load_backend())
    if evidence is None:
        return Files(path, None)
    path.with_suffix(".fte").write_bytes(evidence)
    return Files(path, path.with_suffix(".fte"))


def record_path(follower: Follower, folder: Path, *, own: bool = False) -> Path:
    """Returns where the record of a table is written."""
    name = f"{follower.rules.title.id}-{follower.table_id.hex()[:12]}{'-own' if own else ''}"
    return folder / f"{name}.ftr"


def keep_record(
    follower: Follower, folder: Path, report: Report | None = None, *, own: bool = False
) -> list[str]:
    """Writes a record, and its evidence, as `write_record` does, and says where; never raises."""
    try:
        path, evidence = write_record(follower, folder, report, own=own)
    except OSError as error:
        path = record_path(follower, folder, own=own)
        return [f"The record could not be written to {path}: {error.strerror or error}."]
    lines = [f"Record: {path}. Check it again at any time with: sealed verify {path}"]
    return lines if evidence is None else [*lines, evidence_sentence(evidence)]


def evidence_sentence(path: Path) -> str:
    """Says where the evidence is and what to do with it."""
    return f"Evidence of the check that failed: {path}. Show it to whoever decides: sealed verify {path}"
