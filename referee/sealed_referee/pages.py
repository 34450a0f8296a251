"""Cuts a log into batches: one for each append with the head over it, none beyond a page (spec 2.2)."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from sealed.wire.v1.referee_pb2 import Batch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.wire.v1.fairness_pb2 import Entry, Head
    from sealed_referee.table import Table

PAGE_SIZE: Final = 48 * 1024
ENTRY_OVERHEAD: Final = 24
"""Bytes that index, type, tags and lengths of an entry take at most, and its share of the batch's."""


def entry_size(entry: Entry) -> int:
    """Returns how many bytes of a page an entry takes, generously."""
    return len(entry.payload) + ENTRY_OVERHEAD


def cut(entries: Sequence[Entry], head: Head | None) -> Iterator[Batch]:
    """Yields the batches of one append; only the last has the head."""
    if sum(map(entry_size, entries)) <= PAGE_SIZE:
        if entries or head is not None:
            yield Batch(entries=entries, head=head)
        return
    page: list[Entry] = []
    room = PAGE_SIZE
    for entry in entries:
        size = entry_size(entry)
        if page and size > room:
            yield Batch(entries=page)
            page, room = [], PAGE_SIZE
        page.append(entry)
        room -= size
    if page or head is not None:
        yield Batch(entries=page, head=head)


def append_after(table: Table, first: int) -> Head | None:
    """Returns the head of the append in which entry `first` stands, or None if there is no such entry."""
    heads = table.heads
    position = bisect_right(heads, first, key=_size)
    return heads[position] if position < len(heads) else None


def _size(head: Head) -> int:
    return head.size


def batches(table: Table, first: int, end: int) -> Iterator[Batch]:
    """Yields the entries [first, end) append by append.

    An append that `first` cuts comes from there on with its head; one that `end` cuts comes without it.
    """
    while first < end:
        head = append_after(table, first)
        if head is None:
            return
        last = min(head.size, end)
        yield from cut(table.entries(first, last), head if head.size <= end else None)
        first = last
