"""Gives a referee back what it has lost: its own signed entries, and this seat's handles (spec 2.13).

A referee whose store was restored from an old copy has signed more than it holds. This device holds those
entries with their heads, and nobody else can tell which cards it laid by them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.wire.v1.fairness_pb2 import Entry, Head
from sealed.wire.v1.referee_pb2 import Batch
from sealed_client.continuity import BEHIND
from sealed_client.transport import BusyError, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.wire.v1.referee_pb2 import TableDescription
    from sealed_client.follower import Follower
    from sealed_client.transport import Transport

PAGE_BYTES: Final = 40 * 1024
AGAIN_S: Final = 2.0
_OVERHEAD: Final = 160
_WAITING: Final = (
    "The referee was restored from an old copy and has lost entries of this table. This device has given "
    "back what it holds; the game goes on as soon as the other players' devices have done so too. Nothing "
    "is lost here: leave this open, or come back later."
)
_REFUSED: Final = (
    "the referee was restored from an old copy and does not take its own entries back from this device "
    "({reason}); keep this record, it is the evidence, and ask whoever runs the referee"
)


def lacking(table: TableDescription, follower: Follower) -> bool:
    """Tells whether a table's description is of fewer entries than this device has verified."""
    return referee_size(table) < follower.verifier.size


def referee_size(table: TableDescription) -> int:
    """Returns how many entries the referee says it holds."""
    return table.head.size if table.HasField("head") else table.log_size


async def give_back(
    transport: Transport, lobby_id: str, follower: Follower, table: TableDescription
) -> TableDescription:
    """Sends a referee the entries that it lacks and returns the table's description after that.

    Raises BusyError while other seats' devices are awaited, RefusedError with RES_REFEREE_BEHIND if the
    referee cannot be brought up to date, TransportError.
    """
    for batches, handles in pages(follower, referee_size(table)):
        try:
            await transport.put_entries(lobby_id, batches, handles)
        except RefusedError as error:
            text = error.text if error.code == BEHIND else _REFUSED.format(reason=error.text)
            raise RefusedError(text, BEHIND) from error
    table = await transport.table(lobby_id)
    if lacking(table, follower):
        raise BusyError(_WAITING, BEHIND, AGAIN_S)
    return table


def pages(follower: Follower, first: int) -> Iterator[tuple[list[Batch], bytes]]:
    """Yields the verified log from entry `first` on, in pages with the handles behind own references.

    The newest head goes first, so that the referee knows how far to wait. The handles of an append that is
    cut go with the page that brings its head.
    """
    page = [Batch(head=follower.head)] if follower.head is not None else []
    whole: list[Entry] = []
    cut: list[Entry] = []
    room = PAGE_BYTES
    for batch, weight in _pieces(follower, first):
        if page and weight > room:
            yield page, follower.handles_in(whole)
            page, whole, room = [], [], PAGE_BYTES
        page.append(batch)
        cut += batch.entries
        room -= weight
        if batch.HasField("head"):
            whole, cut = whole + cut, []
    if page:
        yield page, follower.handles_in(whole)


def _pieces(follower: Follower, first: int) -> Iterator[tuple[Batch, int]]:
    """Yields each append with its head, cut into batches that fit a page, and what each weighs."""
    held: list[Entry] = []
    weight = _OVERHEAD
    for line in follower.notebook.lines:
        if isinstance(line, Entry) and line.index >= first:
            if held and weight + len(line.payload) + _OVERHEAD > PAGE_BYTES:
                yield Batch(entries=held), weight
                held, weight = [], _OVERHEAD
            held.append(line)
            weight += len(line.payload) + _OVERHEAD
        elif isinstance(line, Head) and held:
            yield Batch(entries=held, head=line), weight
            held, weight = [], _OVERHEAD
