"""Which of a player's unfinished tables is meant by what was typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed_client.clock_terms import unlike
from sealed_client.desk.seats import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sealed.wire.v1.fairness_pb2 import Clock
    from sealed_client.lobby import LobbyTable

_OPEN = {"gathering", "committing", "agreeing", "playing", "over"}


class Typed(NamedTuple):
    """Is what was typed about the table; what was left out fits every table.

    `bots` are the kinds of the seats of the others, in the order of the seats; `seat` is the own one.
    """

    seats: int | None = None
    options: Mapping[str, str] = {}
    bots: Sequence[str] = ()
    clock: Clock | None = None
    seat: int | None = None

    def against(self, table: LobbyTable, me: str = "") -> str:
        """Returns in words what a table has that was typed otherwise; empty if it is the one meant.

        `me` is the name of whoever typed, by which his seat is known.
        """
        said, own = [], _own(table, me)
        if self.seats not in {None, len(table.seats)}:
            said.append(f"{len(table.seats)} seats")
        has = dict(table.options)
        said += [
            f"{name} {has.get(name, '')}" for name, value in self.options.items() if has.get(name) != value
        ]
        said += [
            f"{chair.name} in its seat"
            for chair, kind in zip(
                (one for one in table.seats if one.number != (own or self.seat or 1)), self.bots, strict=False
            )
            if chair.taken and chair.name != f"{kind} {chair.number}"
        ]
        if self.seat is not None and own not in {None, self.seat}:
            said.append(f"you in seat {own}")
        if self.clock is not None and unlike(self.clock, table.clock):
            said.append("another clock")
        return ", ".join(said)

    @property
    def words(self) -> str:
        """Returns seats, seat and options as they are typed, for the way back to the table."""
        typed = [f"--seats {self.seats}"] if self.seats is not None else []
        typed += [f"--seat {self.seat}"] if self.seat is not None else []
        typed += [f"--option {name}={value}" for name, value in self.options.items()]
        return "".join(f" {word}" for word in typed)


def _own(table: LobbyTable, me: str) -> int | None:
    """Returns the seat of who is called so, else the first one that no computer player sits on."""
    people = [chair for chair in table.seats if chair.taken and not kind_of(chair)]
    return next((chair.number for chair in people if chair.name == me), people[0].number if people else None)


def open_tables(tables: Iterable[LobbyTable]) -> list[LobbyTable]:
    """Returns the tables that have not come to their end, the newest first."""
    return [table for table in reversed(list(tables)) if table.phase in _OPEN]
