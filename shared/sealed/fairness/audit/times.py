"""Reports who was charged what: banks, misses, pauses, credits, from the log alone (spec 2.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import TypeAlias

    from sealed.fairness.live.clocks import Clocks

    Span: TypeAlias = tuple[int, int]

_SECOND_MS, _MINUTE_S = 1000, 60


class SeatTime(NamedTuple):
    """Is the time of one seat in ms.

    `used_ms` is what it took for answers and links, pauses and credits not counted; `bank_ms` what its bank
    holds at the end, None at a table without banks; `stated` counts the answers that were stated for it, and
    `misses` those in a row at the end.
    """

    seat: int
    used_ms: int
    bank_ms: int | None
    stated: int
    misses: int


class Times(NamedTuple):
    """Is the time of a table: its seats, and the intervals (ms) that were charged to nobody."""

    seats: tuple[SeatTime, ...]
    pauses: tuple[Span, ...]
    credits: tuple[Span, ...]

    def plain(self) -> dict[str, object]:
        """Returns what the JSON line says of it."""
        return {
            "seats": [one._asdict() for one in self.seats],
            "pauses": [list(span) for span in self.pauses],
            "credits": [list(span) for span in self.credits],
        }

    def sentences(self) -> tuple[str, ...]:
        """Returns it for people."""
        said = [_seat(one) for one in self.seats]
        for spans, what in ((self.pauses, "paused"), (self.credits, "without its referee")):
            if total := sum(end - start for start, end in spans):
                said.append(f"The table was {what} for {_span(total)}, which is charged to nobody.")
        return tuple(said)


def times_of(clocks: Clocks) -> Times | None:
    """Returns the time of a table; None where it had no clock and nothing stopped or replaced one."""
    seats = clocks.seats.items()
    clocked = clocks.limits.clocked
    if not (clocked or clocks.pauses or clocks.credits or any(one.stated for _, one in seats)):
        return None
    return Times(
        tuple(
            SeatTime(seat, one.used, one.bank if clocked else None, one.stated, one.misses)
            for seat, one in seats
        ),
        tuple(clocks.pauses),
        tuple(clocks.credits),
    )


def _seat(one: SeatTime) -> str:
    said = f"Seat {one.seat} used {_span(one.used_ms)}"
    if one.bank_ms is not None:
        said += f" and has {_span(one.bank_ms)} left in its bank"
    if one.stated:
        times = f"{one.stated} times" if one.stated > 1 else "once"
        said += f"; it was late {times}, and the game answered for it"
    return said + "."


def _span(ms: int) -> str:
    """Returns a length of time, rounded down to seconds."""
    minutes, seconds = divmod(ms // _SECOND_MS, _MINUTE_S)
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
