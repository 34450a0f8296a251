"""What the referee owes this device, and whether it is late by this device's own clock (spec 3.1, 2.12).

Pure: the time is an argument. Nothing that is found here convicts: that something did not come leaves no
bytes. A warning stands until the thing has come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.fairness.live.verdicts import Klass, Outcome, Tally, Verdict
from sealed.fairness.signing.messages import parse_header
from sealed_client.time_left import NO_HURRY, Hurry, hurry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sealed.wire.v1.fairness_pb2 import Head
    from sealed.wire.v1.referee_pb2 import Submit, TableDescription
    from sealed_client.follower import Follower

ASTRAY_MS: Final = 600_000
"""How far a head may be off this device's clock (LOG_TIME)."""

STEP_MS: Final = 5_000
"""The most that one look adds to a wait: a device that slept in between has not waited."""

STOP_AFTER: Final = 5
"""After so many times `stall_s` the reaction W becomes S: the player is told to wait no longer."""

_KLASS: Final = {"REF_STALLED": Klass.D, "SLOT_STALLED": Klass.D}
_STOPPING: Final = frozenset({"ACT_OMITTED", "REF_STALLED", "SLOT_STALLED"})
_STOP: Final = (
    "This is far longer than the table allows: wait no longer, keep the record as the evidence of what came, "
    "and ask whoever runs the referee"
)
_AGAIN: Final = "Wait, or leave and come back; the table keeps your seat and this device keeps the record"


class Owed(NamedTuple):
    """Is one thing that the referee owes this device now: by which check, the entry it rests on, in words."""

    code: str
    entry: int
    what: str


def owed(
    follower: Follower, waiting: Iterable[Submit], tip: int, referee_ms: int | None, *, unlinked: bool
) -> Iterator[Owed]:
    """Yields what the referee owes this device by what is verified.

    `waiting` are the own messages without an answer, `tip` is how long the referee says that its log is,
    `referee_ms` at least what its clock shows now (None: nothing is known of it), `unlinked` whether it says
    that no link of the open slot is missing any more.
    """
    verifier = follower.verifier
    for submit in waiting:
        number = parse_header(submit.signed.header).counter
        yield Owed("ACT_OMITTED", -1, f"your message {number} is neither logged nor refused")
    if follower.seat and verifier.size and verifier.seed is None:
        yield Owed("OPEN_MISSING", 0, "the secret that hides your cards has not come")
    for index in verifier.unopened:
        yield Owed("OPEN_MISSING", index, f"the cards that entry {index} shows to you alone have not come")
    if verifier.size < tip:
        yield Owed("REF_STALLED", verifier.size, "entries that the referee says it has have not come")
        return
    slot, due = follower.open_slot, verifier.referee_due
    late = due is not None and referee_ms is not None and due <= referee_ms
    if slot is not None and (unlinked or late):
        opened = verifier.pending.index if verifier.pending is not None else -1
        yield Owed("SLOT_STALLED", opened, f"act of chance {slot.slot.first_k} has not ended")
    elif late and slot is None:
        yield Owed("REF_STALLED", -1, _owed_entry(follower))


def _owed_entry(follower: Follower) -> str:
    """Says which entry the referee owes."""
    if follower.game_over is not None:
        return "the hidden part has not been revealed, though it is due"
    seats = range(1, follower.rules.setup.seats + 1)
    if any(follower.verifier.asked(seat) is not None for seat in seats):
        return "a seat's time has run out and the referee has not said so"
    return "the next step of the game is the referee's, and it has not come"


class Patience:
    """Is how long this device has waited for each thing; only time with a line and awake counts."""

    def __init__(self, stall_s: int) -> None:
        """Starts without a line; `stall_s` is the table's."""
        self.tally = Tally()
        self.standing: tuple[Verdict, ...] = ()
        self.hurry: Hurry = NO_HURRY
        self._stall_s = stall_s
        self._since: dict[Owed, int] = {}
        self._judged: set[Owed] = set()
        self._waited = 0
        self._last: int | None = None
        self._ahead: int | None = None
        self._tip = 0
        self._astray: Verdict | None = None
        self._slot: int | None = None
        self._unlinked = False
        self._asked_at = self._size = 0

    def connected(self, tip: int, referee_ms: int, now_ms: int) -> None:
        """Begins a connection: how long the referee's log is, and what its clock shows (0: not said)."""
        self._last, self._ahead, self._tip = now_ms, None, tip
        if referee_ms:
            self._hear(referee_ms, now_ms)

    def take_head(self, head: Head, now_ms: int) -> None:
        """Takes note of a verified head: when the referee signed it, against this device's clock (LOG_TIME).

        One that is older than the connection may be as old as it likes.
        """
        self._hear(head.time_ms, now_ms)
        off = head.time_ms - now_ms
        if off <= ASTRAY_MS and head.size <= self._tip:
            return
        self.tally.ran("LOG_TIME")
        self._astray = self._off(off) if abs(off) > ASTRAY_MS else None

    def told(self, table: TableDescription) -> None:
        """Takes the referee's word on who still owes a link; what is of another moment says nothing."""
        self._unlinked = table.log_size == self._size and not any(seat.owes for seat in table.seats)

    def wonders(self, follower: Follower) -> bool:
        """Tells whether a slot has been open for long enough to ask who still owes a link."""
        slot = follower.open_slot
        if slot is None or follower.failure is not None:
            return False
        if self._slot != slot.slot.first_k:
            self._slot, self._unlinked, self._asked_at = slot.slot.first_k, False, self._waited
        self._size = follower.verifier.size
        if self._waited - self._asked_at < self._stall_s * 1000:
            return False
        self._asked_at = self._waited
        return True

    def overdue(self, follower: Follower, waiting: Iterable[Submit], now_ms: int) -> tuple[Verdict, ...]:
        """Looks again and returns the warnings that stand now; `waiting` as for `owed`."""
        self._elapse(now_ms)
        if follower.failure is not None or not follower.verifier.size:
            self.standing = ()
            return ()
        referee_ms = None if self._ahead is None else now_ms + self._ahead
        self.hurry = NO_HURRY
        if referee_ms is not None and follower.verifier.size >= self._tip:
            self.hurry = hurry(follower, referee_ms)
        slot = follower.open_slot
        unlinked = self._unlinked and slot is not None and slot.slot.first_k == self._slot
        now = tuple(owed(follower, waiting, self._tip, referee_ms, unlinked=unlinked))
        for one in [one for one in self._since if one not in now]:
            self._judge(one)
            del self._since[one]
            self._judged.discard(one)
        for one in now:
            self._since.setdefault(one, self._waited)
        late = tuple(verdict for one in now if (verdict := self._late(one)) is not None)
        self.standing = late if self._astray is None else (self._astray, *late)
        return self.standing

    @property
    def ahead_ms(self) -> int | None:
        """Returns how far the referee's clock is ahead of this device's; None before it is heard."""
        return self._ahead

    def _elapse(self, now_ms: int) -> None:
        if self._last is not None:
            self._waited += min(max(0, now_ms - self._last), STEP_MS)
        self._last = now_ms

    def _hear(self, referee_ms: int, now_ms: int) -> None:
        ahead = referee_ms - now_ms
        self._ahead = ahead if self._ahead is None else max(self._ahead, ahead)

    def _judge(self, one: Owed) -> None:
        """Counts a check once: when the thing has come, or when it is late."""
        if one not in self._judged:
            self._judged.add(one)
            self.tally.ran(one.code)

    def _late(self, one: Owed) -> Verdict | None:
        waited, stall = self._waited - self._since[one], self._stall_s * 1000
        if waited <= stall:
            return None
        self._judge(one)
        stop = one.code in _STOPPING and waited > STOP_AFTER * stall
        span = self._stall_s * (STOP_AFTER if stop else 1)
        detail = f"{one.what}, for more than {span} seconds. {_STOP if stop else _AGAIN}"
        return Verdict(one.code, Outcome.WARN, one.entry, detail, _KLASS.get(one.code, Klass.L))

    @staticmethod
    def _off(off: int) -> Verdict:
        way = "ahead of" if off > 0 else "behind"
        detail = (
            f"the referee's clock is more than {ASTRAY_MS // 60_000} minutes {way} this device's. The game "
            "is safe, but times shown here are wrong: set this device's clock, or tell the referee"
        )
        return Verdict("LOG_TIME", Outcome.WARN, -1, detail, Klass.L)
