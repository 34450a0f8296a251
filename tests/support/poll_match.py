"""Clocked tables of the poll, whose seats answer at the moment that a test says."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from poll import POLL
from table_match import MemoryMatch

from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1.fairness_pb2 import Clock, Option, Timeout
from sealed.wire.v1.referee_pb2 import CreateTableRequest

if TYPE_CHECKING:
    from plain_seat import PlainSeat

    from sealed.engine.action import Action
    from sealed_referee.changes import Output

SECOND = 1000
CLOCK = {
    "bank_s": 60,
    "increment_s": 10,
    "minimum_s": 5,
    "decision_s": 50,
    "link_s": 30,
    "result_s": 20,
    "stall_s": 10,
    "pause_s": 100,
    "on_timeout": 2,
    "misses": 2,
}
"""Banks of a minute, pauses of 100 seconds, two misses."""


def poll_request(options: dict[str, str], clock: dict[str, int]) -> CreateTableRequest:
    """Returns the request for a table with these options and these changes to the clock."""
    chosen = [Option(name=name, value=value) for name, value in sorted(options.items())]
    return CreateTableRequest(title=POLL.id, options=chosen, clock=Clock(**{**CLOCK, **clock}))


class PollMatch(MemoryMatch):
    """Is a match in which time passes only when a test says so."""

    @classmethod
    def begin(
        cls, seats: int = 2, seed: int = 1, options: dict[str, str] | None = None, **clock
    ) -> PollMatch:
        """Returns a table in play; `clock` changes the usual one."""
        match = cls.open(POLL, seats, Random(seed), poll_request(options or {}, clock), longest_draft=1)
        match.set_up()
        return match

    def wait(self, seconds: float) -> None:
        """Lets time pass; nobody looks at a deadline."""
        self.now_ms += round(seconds * SECOND)

    def tick(self, ms: int = 0) -> int:
        """Returns the time; it passes by `wait` alone."""
        return super().tick(0 * ms)

    def seat(self, number: int) -> PlainSeat:
        """Returns a seat."""
        return self.seats[number - 1]

    def say(self, number: int, *actions: Action) -> Output:
        """Lets a seat answer now, and returns what the table made of it."""
        seat = self.seat(number)
        return self.submit(seat, seat.draft(actions))

    def pause(self, number: int, *, on: bool = True) -> Output:
        """Lets a seat wish a pause, or its end."""
        seat = self.seat(number)
        return self.submit(seat, seat.pause(on=on))

    def link(self, number: int) -> None:
        """Lets a seat give its link now."""
        self.deliver(self.table.contribute(number, *self.seat(number).link(), self.now_ms))

    def look(self) -> Output:
        """Lets the table look at its deadlines now."""
        return self.deliver(self.table.tick(self.now_ms))

    def run_out(self) -> Output:
        """Lets the next deadline pass."""
        self.now_ms = self.table.next_deadline
        return self.look()

    @property
    def banks(self) -> list[float]:
        """Returns what is left to each seat, in seconds."""
        return [bank / SECOND for bank in self.table.match.deadlines.banks.values()]

    @property
    def misses(self) -> list[int]:
        """Returns the misses in a row of each seat."""
        return list(self.table.match.deadlines.misses.values())

    def left(self, number: int) -> float:
        """Returns the seconds until the deadline of a seat."""
        return (self.table.match.owed()[number] - self.now_ms) / SECOND


def time_outs(output: Output) -> list[Timeout]:
    """Returns the TIMEOUTs of an append."""
    return [Timeout.FromString(one.payload) for one in output.entries if one.type == EntryType.TIMEOUT]
