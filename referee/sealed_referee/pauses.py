"""Who wishes a pause at a table, and every pause there was (spec 2.12). All times are in milliseconds."""

from __future__ import annotations


class Pauses:
    """Is the pauses of one table: they run while every seat wishes it and something of the budget is left."""

    __slots__ = ("_begun_ms", "_budget_ms", "_ended", "_seats", "wishing")

    def __init__(self, seats: int, budget_ms: int) -> None:
        """Starts without a wish; `budget_ms` is how long all pauses together may last."""
        self._seats, self._budget_ms = seats, budget_ms
        self._begun_ms: int | None = None
        self._ended: list[tuple[int, int]] = []
        self.wishing: set[int] = set()
        """The seats whose last word is that they wish a pause."""

    @property
    def _left_ms(self) -> int:
        return self._budget_ms - sum(end - begin for begin, end in self._ended)

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Returns every pause as (begin, end), ascending; one that runs ends where the budget does."""
        if self._begun_ms is None:
            return list(self._ended)
        return [*self._ended, (self._begun_ms, self._begun_ms + self._left_ms)]

    def wish(self, seat: int, now_ms: int, *, on: bool) -> None:
        """Takes the word of a seat: the wish of the last begins a pause, an `off` ends it."""
        if on:
            self.wishing.add(seat)
        else:
            self.wishing.discard(seat)
        if len(self.wishing) < self._seats:
            self.end(now_ms)
        elif self._begun_ms is None and self._left_ms > 0:
            self._begun_ms = now_ms

    def end(self, now_ms: int) -> None:
        """Ends the pause that runs, if one does; not later than the budget did."""
        if self._begun_ms is not None:
            self._ended.append((self._begun_ms, min(now_ms, self._begun_ms + self._left_ms)))
            self._begun_ms = None
