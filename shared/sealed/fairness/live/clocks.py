"""Keeps the clocks of a table: what each seat has used of its time, pauses and credits (spec 2.12).

Everything is worked out from times that stand in the log, in milliseconds; nothing here reads a clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from sealed.fairness.arithmetic import timing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed.wire.v1.fairness_pb2 import Clock

    Span: TypeAlias = tuple[int, int]

_MS: Final = 1000
_STATED: Final = 2


class Limits(NamedTuple):
    """Is the clock of the parameters in milliseconds.

    `misses` is how many stated answers in a row may stand in for a seat; 0 where a time-out is always loss.
    """

    decision: int = 0
    link: int = 0
    result: int = 0
    stall: int = 0
    bank: int = 0
    minimum: int = 0
    increment: int = 0
    pause: int = 0
    misses: int = 0

    @property
    def clocked(self) -> bool:
        """Tells whether the seats have banks."""
        return bool(self.bank or self.minimum)


def limits_of(clock: Clock) -> Limits:
    """Returns the clock of the parameters of a table."""
    return Limits(
        decision=_MS * clock.decision_s,
        link=_MS * clock.link_s,
        result=_MS * clock.result_s,
        stall=_MS * clock.stall_s,
        bank=_MS * clock.bank_s,
        minimum=_MS * clock.minimum_s,
        increment=_MS * clock.increment_s,
        pause=_MS * clock.pause_s,
        misses=clock.misses if clock.on_timeout == _STATED else 0,
    )


@dataclass(slots=True)
class SeatClock:
    """Is the time of one seat: what its bank holds, what it used in all, and what was stated for it.

    `misses` are the stated answers since its last own one, `stated` all of them.
    """

    bank: int = 0
    used: int = 0
    misses: int = 0
    stated: int = 0


class Pause(NamedTuple):
    """Is where a table stands with pauses, as of its last entry.

    `wishes` are the seats that wish one; `since_ms` is when the running one began, None if none runs;
    `until_ms` when it ends at the latest; `left_ms` what was left of `pause_s` when it began, or is left now.
    """

    wishes: tuple[int, ...] = ()
    since_ms: int | None = None
    until_ms: int | None = None
    left_ms: int = 0


class Clocks:
    """Is the clocks of a table, from its start to its end."""

    def __init__(self, limits: Limits = Limits(), seats: Iterable[int] = ()) -> None:  # noqa: B008 - a value
        """Starts with full banks and no pause."""
        self.limits = limits
        self.seats = {seat: SeatClock(limits.bank) for seat in seats}
        self.credits: list[Span] = []
        self.pauses: list[Span] = []
        self.gaps: tuple[Span, ...] = ()
        """The pauses and credits so far, disjoint and ascending; a running pause to its latest end."""
        self._wishes: set[int] = set()
        self._since: int | None = None
        self._left = limits.pause

    # ---- pauses and credits ----

    @property
    def pause(self) -> Pause:
        """Is where the table stands with pauses."""
        until = None if self._since is None else self._since + self._left
        return Pause(tuple(sorted(self._wishes)), self._since, until, self._left)

    @property
    def by_history(self) -> bool:
        """Tells whether deadlines rest on more times than that of the question: on banks or pauses."""
        return self.limits.clocked or bool(self.pauses) or self._since is not None

    def credit(self, start: int, end: int) -> None:
        """Takes an interval that is charged to nobody."""
        self.credits.append((start, end))
        self._merge()

    def wish(self, seat: int, now: int, *, on: bool) -> None:
        """Takes a seat's word on pausing; one begins when all wish it and any of `pause_s` is left."""
        self._run_out(now)
        if on:
            self._wishes.add(seat)
        else:
            self._wishes.discard(seat)
            self._stop(now)
        if self._since is None and self._left and len(self._wishes) == len(self.seats):
            self._since = now
        self._merge()

    def end(self, now: int) -> None:
        """Ends a running pause with the game."""
        self._run_out(now)
        self._stop(now)
        self._merge()

    def _run_out(self, now: int) -> None:
        if self._since is not None and now >= self._since + self._left:
            self._stop(self._since + self._left)

    def _stop(self, now: int) -> None:
        if self._since is not None:
            self.pauses.append((self._since, now))
            self._left -= now - self._since
            self._since = None

    def _merge(self) -> None:
        running = [] if self._since is None else [(self._since, self._since + self._left)]
        merged: list[Span] = []
        for start, end in sorted([*self.credits, *self.pauses, *running]):
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((start, end))
        self.gaps = tuple(merged)

    # ---- banks ----

    def deadline(self, seat: int, start: int, cap: int) -> int:
        """Returns until when what a seat owes from `start` is due; `cap` is that of its kind."""
        limits = self.limits
        bank = self.seats[seat].bank
        return timing.deadline(start, bank, limits.minimum, cap, clocked=limits.clocked, gaps=self.gaps)

    def answered(self, seat: int, start: int, end: int, *, fresh: bool) -> None:
        """Charges an own answer, which ends the misses in a row."""
        self._charge(seat, start, end, fresh=fresh)
        self.seats[seat].misses = 0

    def linked(self, seat: int, start: int, end: int) -> None:
        """Charges a link; no link earns anything."""
        self._charge(seat, start, end, fresh=False)

    def missed(self, seat: int, start: int, end: int) -> None:
        """Charges a stated answer up to its deadline and counts the miss."""
        self._charge(seat, start, end, fresh=False)
        clock = self.seats[seat]
        clock.misses += 1
        clock.stated += 1

    def _charge(self, seat: int, start: int, end: int, *, fresh: bool) -> None:
        limits, clock = self.limits, self.seats[seat]
        used = end - start - timing.free(start, end, self.gaps)
        clock.used += used
        if limits.clocked:
            clock.bank = timing.charge(clock.bank, used, limits.minimum, limits.increment, fresh=fresh)

    def may_miss(self, seat: int) -> bool:
        """Tells whether a stated answer may stand in for the seat once more."""
        return self.seats[seat].misses < self.limits.misses
