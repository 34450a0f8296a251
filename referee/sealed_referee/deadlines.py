"""When what a seat owes is due, from times that stand in the log (spec 2.12). All in milliseconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.timing import deadline

if TYPE_CHECKING:
    from sealed.wire.v1.fairness_pb2 import Clock

_HOUR_MS = 3_600_000


class Deadlines:
    """Is the clock of a table without banks: fixed spans, pushed back by what was credited."""

    __slots__ = ("_decision", "_link", "appeal_ms", "gaps", "result_ms")

    def __init__(self, clock: Clock, appeal_hours: int) -> None:
        """Takes the spans of the parameters."""
        self._decision, self._link = clock.decision_s * 1000, clock.link_s * 1000
        self.result_ms = clock.result_s * 1000
        self.appeal_ms = appeal_hours * _HOUR_MS
        self.gaps: list[tuple[int, int]] = []
        """Intervals charged to nobody, disjoint and ascending."""

    def answer(self, start_ms: int) -> int:
        """Returns until when an answer owed from `start_ms` is due."""
        return deadline(start_ms, 0, 0, self._decision, clocked=False, gaps=self.gaps)

    def link(self, start_ms: int) -> int:
        """Returns until when a link owed from `start_ms` is due."""
        return deadline(start_ms, 0, 0, self._link, clocked=False, gaps=self.gaps)

    def set_up(self, start_ms: int) -> int:
        """Returns when a table that has not come into play is void (spec 2.3)."""
        return start_ms + self._decision

    def reveal(self, over_ms: int, *, signed_by_all: bool) -> int:
        """Returns from when on the reveal is due after a GAME_OVER (spec 2.10)."""
        if self.appeal_ms:
            return over_ms + self.appeal_ms
        return over_ms if signed_by_all else over_ms + self.result_ms
