"""Checks a table's log as it grows: `feed(entries, head) -> verdicts` (spec 3.1, 3.4).

Pure: no I/O, no clock (time is what the signed heads say), no randomness.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Mapping, Sequence

    from sealed.engine.frames import State
    from sealed.engine.title import Setup, Title
    from sealed.fairness.duties import Duty
    from sealed.fairness.keys import Signatures
    from sealed.fairness.ledger import Ledger
    from sealed.fairness.passages import Passage
    from sealed.fairness.places import Places
    from sealed.fairness.verdicts import Skipped, Verdict
    from sealed.wire.v1.fairness_pb2 import Entry, GameOver, Head, Params, Private, Refusal, Signed, SlotOpen

    TitleOf = Callable[[str, bytes], Title | None]


class Verifier:
    """Follows one table from entry 0 and judges everything that the referee shows.

    `title_of(game, edition)` returns the rules or None: then all that rests on them is NOT_CHECKED(rules). With
    `seat` it also checks what that seat alone can: its private messages, refusals and own messages. `referee_pk`
    and `table_id` pin what the caller expects. After the first failure it stops: nothing more is judged.
    """

    def __init__(
        self,
        title_of: TitleOf,
        signatures: Signatures,
        *,
        referee_pk: bytes | None = None,
        seat: int | None = None,
        table_id: bytes | None = None,
    ) -> None: ...

    def feed(self, entries: Sequence[Entry], head: Head) -> list[Verdict]:
        """Takes one append: the entries after `size`, then the head over them.

        Returns what did not pass: failures, warnings, and checks that could not run (each code once). An empty list
        is good. On a failure nothing of the append is taken over, `failed` is set and every later feed returns it.
        """

    def feed_private(self, private: Private) -> list[Verdict]:
        """Checks a private message of `seat` (SEED, DRAWN, PEEKED, OWN). Its entry must have been fed before."""

    def feed_refusal(self, seat: int, refusal: Refusal) -> list[Verdict]:
        """Keeps a signed refusal: its message must never appear in the log (ACT_REFUSED_LOGGED)."""

    def expect_own(self, join: bytes, commit: bytes) -> None:
        """Says what this seat's Join and COMMIT (serialized Signed) are, so that GENESIS must hold them."""

    def note_sent(self, signed: Signed) -> None:
        """Says that this seat signed a message; from the first call on, others in its name are ACT_NOT_MINE."""

    table_id: bytes
    params: Params
    params_bytes: bytes
    referee_pk: bytes
    keys: tuple[bytes, ...]  # of the seats, in seat order
    names: tuple[str, ...]
    setup: Setup | None
    title: Title | None
    places: Places | None
    state: State | None  # public replica, from START on
    duty: Duty | None  # None before START, without rules, after GAME_OVER
    passages: tuple[Passage, ...]  # of the last feed
    ledger: Ledger
    size: int
    root: bytes
    phase: str  # "S", "P", "O", "R"
    pending: SlotOpen | None
    last_k: int  # the last slot opened
    game_over: GameOver | None
    failed: Verdict | None
    executed: Counter[str]
    not_checked: Counter[Skipped]

    def root_at(self, size: int) -> bytes:
        """Returns the root of the first `size` entries."""

    def time_of(self, index: int) -> int:
        """Returns the time of an entry in ms: that of the head that first covered it."""

    def asked(self, seat: int) -> int | None:
        """Returns the entry by which the seat's open question was put, None if it owes no answer."""

    def deadline(self, seat: int) -> int | None:
        """Returns until when (ms) the seat's answer or link is due, None if it owes nothing."""

    def counter(self, seat: int) -> int:
        """Returns the counter of the seat's last logged message, 0 if there is none."""

    def link(self, seat: int) -> tuple[int, bytes]:
        """Returns the seat's last logged link as (k, c_k); its anchor with k = 0 at first."""

    @property
    def unopened(self) -> tuple[int, ...]:
        """Is the entries whose private message for `seat` has not been verified yet (receipt rule, 2.6)."""

    @property
    def drawn(self) -> Mapping[int, tuple[int, ...]]:
        """Is the cards of this seat's verified DRAWN and PEEKED messages, by entry."""

    @property
    def seed(self) -> bytes | None:
        """Is this seat's verified blind seed."""
