"""When which table is to be looked at: a heap of deadlines, at most one that counts for each table."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed_referee.tables import RunningTable

RETRY_MS: Final = 1000


class Timers:
    """Is the deadlines of all tables, in milliseconds."""

    def __init__(self) -> None:
        """Starts without any."""
        self._heap: list[tuple[int, int, RunningTable]] = []
        self._count = 0

    def arm(self, running: RunningTable, deadline_ms: int | None) -> None:
        """Sees to it that a table is looked at no later than that."""
        if deadline_ms is not None and (running.armed_ms is None or deadline_ms < running.armed_ms):
            running.armed_ms = deadline_ms
            self._count += 1  # tables cannot be compared, so no two of a moment may tie
            heapq.heappush(self._heap, (deadline_ms, self._count, running))

    def later(self, running: RunningTable, now_ms: int) -> None:
        """Looks at a table again in a moment, whatever it was armed for."""
        running.armed_ms = None
        self.arm(running, now_ms + RETRY_MS)

    def due(self, now_ms: int) -> Iterator[RunningTable]:
        """Yields the tables whose deadline has passed; they are to be armed again."""
        while self._heap and self._heap[0][0] <= now_ms:
            deadline_ms, _, running = heapq.heappop(self._heap)
            if running.armed_ms == deadline_ms:
                running.armed_ms = None
                yield running
