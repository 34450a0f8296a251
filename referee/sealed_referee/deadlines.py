"""The clock of a table: banks, misses, pauses and deadlines, all from times in the log (spec 2.12).

All times are in milliseconds. Nothing here reads a clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.timing import charge, deadline, free
from sealed_referee.pauses import Pauses

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed.wire.v1.fairness_pb2 import Clock

STATED_ANSWER: Final = 2
"""The value of `on_timeout` by which a stated answer stands in for a seat that lets its deadline pass."""

_HOUR_MS = 3_600_000
_Span = tuple[int, int]


class Deadlines:
    """Is what each seat has used of its time, and until when what it owes is due."""

    __slots__ = ("_clock", "_credits", "appeal_ms", "banks", "clocked", "misses", "pauses", "result_ms")

    def __init__(self, clock: Clock, appeal_hours: int, seats: int) -> None:
        """Takes the spans of the parameters; every seat starts with the whole bank."""
        self._clock = clock
        self.clocked = bool(clock.bank_s or clock.minimum_s)
        self.result_ms = clock.result_s * 1000
        self.appeal_ms = appeal_hours * _HOUR_MS
        self.banks = dict.fromkeys(range(1, seats + 1), clock.bank_s * 1000)
        self.misses = dict.fromkeys(range(1, seats + 1), 0)
        """How many stated answers in a row stood in for each seat."""
        self.pauses = Pauses(seats, clock.pause_s * 1000)
        self._credits: list[_Span] = []

    @property
    def gaps(self) -> list[_Span]:
        """Returns the intervals charged to nobody, pauses and credits together, disjoint and ascending."""
        return _union((*self._credits, *self.pauses.spans))

    def credit(self, from_ms: int, to_ms: int) -> None:
        """Takes an interval in which the referee was away."""
        self._credits.append((from_ms, to_ms))

    # -- deadlines -------------------------------------------------------------------------------------------

    def answer(self, seat: int, start_ms: int) -> int:
        """Returns until when an answer that a seat owes from `start_ms` is due."""
        return self._due(seat, start_ms, self._clock.decision_s)

    def link(self, seat: int, start_ms: int) -> int:
        """Returns until when a link that a seat owes from `start_ms` is due."""
        return self._due(seat, start_ms, self._clock.link_s)

    def _due(self, seat: int, start_ms: int, cap_s: int) -> int:
        bank, minimum = self.banks[seat], self._clock.minimum_s * 1000
        return deadline(start_ms, bank, minimum, cap_s * 1000, clocked=self.clocked, gaps=self.gaps)

    def set_up(self, start_ms: int) -> int:
        """Returns when a table that has not come into play is void (spec 2.3)."""
        return start_ms + self._clock.decision_s * 1000

    def reveal(self, over_ms: int, *, signed_by_all: bool) -> int:
        """Returns from when on the reveal is due after a GAME_OVER (spec 2.10)."""
        if self.appeal_ms:
            return over_ms + self.appeal_ms
        if signed_by_all:
            return over_ms
        return deadline(over_ms, 0, 0, self.result_ms, clocked=False, gaps=self.gaps)

    # -- charges ---------------------------------------------------------------------------------------------

    def answered(self, seat: int, start_ms: int, end_ms: int, *, fresh: bool) -> None:
        """Charges an own answer; a fresh question earns the increment, and the misses are forgotten."""
        self.misses[seat] = 0
        self._charge(seat, start_ms, end_ms, fresh=fresh)

    def missed(self, seat: int, start_ms: int, deadline_ms: int) -> None:
        """Charges an answer that was stated at its deadline, and counts the miss."""
        self.misses[seat] += 1
        self._charge(seat, start_ms, deadline_ms, fresh=False)

    def linked(self, seat: int, start_ms: int, end_ms: int) -> None:
        """Charges a link, which earns nothing."""
        self._charge(seat, start_ms, end_ms, fresh=False)

    def _charge(self, seat: int, start_ms: int, end_ms: int, *, fresh: bool) -> None:
        if not self.clocked:
            return
        used = end_ms - start_ms - free(start_ms, end_ms, self.gaps)
        minimum, increment = self._clock.minimum_s * 1000, self._clock.increment_s * 1000
        self.banks[seat] = charge(self.banks[seat], used, minimum, increment, fresh=fresh)

    def may_miss(self, seat: int) -> bool:
        """Tells whether a stated answer may stand in for a seat once more, if its question has one."""
        return self._clock.on_timeout == STATED_ANSWER and self.misses[seat] < self._clock.misses


def _union(spans: Iterable[_Span]) -> list[_Span]:
    """Returns the union of intervals, disjoint and ascending."""
    merged: list[_Span] = []
    for begin, end in sorted(spans):
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((begin, end))
    return merged
