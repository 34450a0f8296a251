"""What a table that was loaded from the store may do before anybody has shown that nothing is missing (2.13).

A store may be an old copy. So a loaded table signs nothing until every seat has come back and shown its
highest head, or `stall_s` have passed since the first one came, or `decision_s` since the start without
anybody. What arrives meanwhile waits in a short queue; deadlines wait too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.wire.v1.referee_pb2 import PHASE_OVER, PHASE_PLAYING, PHASE_REVEALED
from sealed_referee.problems import ServiceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed_referee.changes import Output
    from sealed_referee.readers import Reader
    from sealed_referee.recovery import Recovery
    from sealed_referee.table import Table

    Act = Callable[[Table, int], Output]
    Reply = Callable[[Output | ServiceError], None]

BEHIND: Final = "RES_REFEREE_BEHIND"
HELD_LIMIT: Final = 64
RETRY_MS: Final = 2000
_SIGNING: Final = frozenset({PHASE_PLAYING, PHASE_OVER, PHASE_REVEALED})


class Held(NamedTuple):
    """Is an input that waits: what it does, who gets the answer."""

    act: Act
    reply: Reply | None
    sender: Reader | None

    def fail(self, why: ServiceError) -> None:
        """Tells who sent it that nothing came of it."""
        if self.sender is not None:
            self.sender.push_problem(why.problem)
        if self.reply is not None:
            self.reply(why)


class Return:
    """Is the way of one table back into play: who has shown a head, what waits, why it stopped if it has."""

    __slots__ = ("_give_up_ms", "_seats", "_stall_ms", "held", "shown", "since_ms", "stuck")

    def __init__(self, table: Table, now_ms: int) -> None:
        """Starts when the table was loaded; nobody has come yet."""
        clock = table.params.clock
        self._seats = table.params.seats
        self._stall_ms = clock.stall_s * 1000
        self._give_up_ms = now_ms + clock.decision_s * 1000
        self.since_ms: int | None = None
        self.shown: set[int] = set()
        self.held: list[Held] = []
        self.stuck: ServiceError | None = None

    @property
    def deadline_ms(self) -> int:
        """Returns from when on the table goes on without those who have not come."""
        if self.since_ms is None:
            return self._give_up_ms
        return min(self.since_ms + self._stall_ms, self._give_up_ms)

    @property
    def complete(self) -> bool:
        """Tells whether every seat has shown what it holds."""
        return len(self.shown) == self._seats

    def shows(self, seat: int, now_ms: int) -> None:
        """Takes note that a seat has come and holds no more than the table."""
        self.shown.add(seat)
        self.begins(now_ms)

    def begins(self, now_ms: int) -> None:
        """Starts the wait for the others, if it has not begun."""
        if self.since_ms is None:
            self.since_ms = now_ms

    def hold(self, one: Held, now_ms: int) -> None:
        """Lets an input wait. Raises ServiceError if too many do."""
        if len(self.held) >= HELD_LIMIT:
            raise ServiceError("RETURNING", f"{WORDS}; send it again in a moment", retry_after_ms=RETRY_MS)
        self.held.append(one)
        self.begins(now_ms)


WORDS: Final = "after a restart the referee waits for the other players, to see that it has lost nothing"


def holds_back(table: Table) -> bool:
    """Tells whether an input to this table could make it sign what somebody has seen otherwise.

    Set-up does not: it takes a message of every seat, and the same messages give the same bytes.
    """
    return table.phase in _SIGNING


def behind(table: Table, recovery: Recovery) -> ServiceError:
    """Returns what everybody is told while the lost part of a table is awaited."""
    signed = max(recovery.goal, recovery.size)
    text = (
        f"this referee was restored from an old copy: it has signed {signed} entries of this table and holds "
        f"{table.size}. It goes on once the players' devices have brought the rest"
    )
    if recovery.missing and recovery.size >= recovery.goal:
        seats = " and ".join(str(seat) for seat in recovery.missing)
        text += f"; for the cards laid since it needs the device of seat {seats}"
    return ServiceError(BEHIND, f"{text}; keep yours and stay connected", retry_after_ms=RETRY_MS)


def stuck(reason: str) -> ServiceError:
    """Returns what everybody is told of a table that cannot be brought up to date."""
    text = (
        f"this referee was restored from an old copy and cannot be brought up to date ({reason}). It signs "
        "nothing more at this table; keep your record, and tell its operator to put a newer copy back"
    )
    return ServiceError(BEHIND, text)
