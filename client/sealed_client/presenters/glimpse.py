"""What a screen needs of a follower, as one value: a follower belongs to the session's thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.fairness.payloads.codec import EntryType

if TYPE_CHECKING:
    from sealed.wire.v1.fairness_pb2 import Entry
    from sealed_client.follower import Follower

_ASIDE: Final = frozenset({int(EntryType.NOTICE), int(EntryType.PAUSE)})
"""Types of entries that leave the game where it is."""


class Glimpse(NamedTuple):
    """Is a follower at one moment; make it in the thread in which the follower works.

    `entries` are those that the replica has reached. `dues[seat - 1]` is until when a seat owes an answer, in
    milliseconds of the referee's clock. The pauses: until when one runs, how much is left of them when none
    runs, which seats wish one.
    """

    entries: tuple[Entry, ...]
    dues: tuple[int | None, ...]
    pause_until_ms: int | None = None
    pause_left_ms: int = 0
    pause_wishes: tuple[int, ...] = ()
    revealed: bool = False

    @property
    def place(self) -> int:
        """Returns how many entries have to do with the game itself: it tells one question from the next.

        The log grows also without the game: a referee that starts again credits the time that was lost.
        """
        return sum(entry.type not in _ASIDE for entry in self.entries)

    def left_ms(self, seat: int, at_ms: int) -> int | None:
        """Returns what a seat has left for its answer, in a pause what it will have; None if it owes none."""
        due = self.dues[seat - 1] if 0 < seat <= len(self.dues) else None
        if due is None:
            return None
        return max(0, due - (self.pause_until_ms if self.paused(at_ms) and self.pause_until_ms else at_ms))

    def paused(self, at_ms: int) -> bool:
        """Tells whether a pause runs at a moment of the referee's clock."""
        return self.pause_until_ms is not None and at_ms < self.pause_until_ms

    def pause_budget_ms(self, at_ms: int) -> int:
        """Returns how much pause the table has left."""
        return self.pause_left_ms if self.pause_until_ms is None else max(0, self.pause_until_ms - at_ms)


def glimpse_of(follower: Follower) -> Glimpse:
    """Returns what a screen needs of a follower."""
    verifier = follower.verifier
    entries = tuple(follower.notebook.entries[: follower.reached])
    if not verifier.size:
        return Glimpse(entries, ())
    running = verifier.phase == "P" and follower.game_over is None
    seats = range(1, follower.rules.setup.seats + 1)
    asked = [running and verifier.asked(seat) is not None for seat in seats]
    dues = tuple(verifier.deadline(seat) if owes else None for seat, owes in zip(seats, asked, strict=True))
    pause = verifier.pause
    until = pause.until_ms if verifier.phase == "P" else None
    return Glimpse(
        entries, dues, until, pause.left_ms, tuple(sorted(pause.wishes)), follower.ended is not None
    )
