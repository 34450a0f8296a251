"""Keeps the places of all cards as everybody knows them: epochs, bags, laid references (spec 2.6, 2.7)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Epoch:
    """Is one epoch of a deck: its size, how far it is drawn, its root (empty for an open list)."""

    deck: int
    number: int
    size: int
    root: bytes
    cursor: int = 0
    closed: bool = False
    cards: tuple[int, ...] = ()  # of an open list, ascending
    since: int = 0  # the entry that opened its slot


@dataclass(slots=True)
class Laid:
    """Is one live reference: where it lies, its commitment (empty if born open), its card once it is open."""

    seat: int
    number: int
    zone: int
    outer: bytes
    inner: bytes = b""  # known once it is open
    card: int = 0  # 0 while closed
    since: int = 0  # the entry that laid it
    opened: int = 0  # the entry that opened it
    peeked: int = 0  # bit set of the seats that have seen it


class Ledger:
    """Is the public table of places. `refs[seat][number]` are the live references."""

    refs: dict[int, dict[int, Laid]]
    bags: dict[tuple[int, int], int]
    epochs: dict[tuple[int, int], Epoch]
    current: dict[int, int]

    def in_zone(self, seat: int, zone: int, *, closed: bool | None = None) -> tuple[Laid, ...]:
        """Returns the references in a laid zone by number; only closed or only open ones if asked."""

    def next_ref(self, seat: int) -> int:
        """Returns the number that the seat's next reference must have."""
