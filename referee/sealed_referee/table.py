"""A table sans IO: wire messages and the time in, entries, private messages and refusals out (spec 2.3-2.13).

A table has no clock and no randomness of its own: the time of receipt comes with each input, and every secret follows
from K_t, which its creator draws. One table has one writer. What an input returns is to be made durable before any of
it is sent (`changes`); after a failed commit the table is thrown away and restored from the journal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sealed.engine.title import Setup, Title
    from sealed.fairness.keys import Signatures, Signer
    from sealed.wire.v1.fairness_pb2 import Entry, Head, Join, Params, Private, Signed
    from sealed.wire.v1.referee_pb2 import CreateTableRequest, Phase, TableDescription

    from sealed_referee.changes import Output, Saved

    Titles = Callable[[str, bytes], Title | None]


class Table:
    """Is one table from its creation to the last audit verdict."""

    @classmethod
    def open(cls, opening: TableOpening, keys: Keys) -> tuple[Table, Output]:
        """Makes and signs the parameters of a new table.

        Raises OpeningError if the title cannot be played like that; the text says what would do.
        """

    @classmethod
    def restore(cls, saved: Saved, titles: Titles, keys: Keys, now_ms: int) -> tuple[Table, Output]:
        """Rebuilds an equal table from the journal.

        If it is in play the output holds NOTICE{credit} for the time since the last head (spec 2.12); commit it
        like any other. Raises RestoreError if what is stored does not lead to the heads that were signed.
        """

    # -- set-up ------------------------------------------------------------------------------------------------

    def join(self, join: Join, now_ms: int) -> Output:
        """Takes a seat for the key of a signed join; the same bytes again are the same answer (spec 2.3)."""

    def leave(self, pk: bytes, now_ms: int) -> Output:
        """Frees the seat of a key while the table is still gathering."""

    def begin(self, now_ms: int) -> Output:
        """Closes a full table that waits for its creator; from here on nobody leaves."""

    def commit(self, seat: int, signed: Signed, now_ms: int) -> Output:
        """Takes a COMMIT; with the last one GENESIS is logged and each seat gets its SEED (spec 2.3)."""

    def agree(self, seat: int, signed: Signed, now_ms: int) -> Output:
        """Takes an AGREE; with the last one START is logged and whatever is due after it (spec 2.3)."""

    # -- play --------------------------------------------------------------------------------------------------

    def submit(self, seat: int, signed: Signed, handles: bytes, now_ms: int) -> Output:
        """Judges a signed message of a seat: ACT, RESIGN, PAUSE, RESULT or AUDIT (spec 2.8)."""

    def contribute(self, seat: int, k: int, link: bytes, now_ms: int) -> Output:
        """Takes a chain link for the pending batch; the last one ends it (spec 2.4)."""

    def tick(self, now_ms: int) -> Output:
        """Does whatever a deadline that has passed makes due: TIMEOUT, reveal, the end of a set-up."""

    @property
    def next_deadline(self) -> int | None:
        """Returns from when on `tick` has something to do (milliseconds), if nothing else happens."""

    # -- reading -----------------------------------------------------------------------------------------------

    @property
    def lobby_id(self) -> str: ...

    @property
    def title(self) -> Title: ...

    @property
    def setup(self) -> Setup: ...

    @property
    def phase(self) -> Phase: ...

    @property
    def params(self) -> Params: ...

    @property
    def table_id(self) -> bytes:
        """Returns the table id; empty until all seats have joined."""

    @property
    def size(self) -> int: ...

    @property
    def head(self) -> Head | None: ...

    @property
    def heads(self) -> Sequence[Head]: ...

    def entries(self, first: int, end: int) -> tuple[Entry, ...]:
        """Returns the entries [first, end) as far as they exist."""

    def description(self) -> TableDescription:
        """Returns what everybody may know; `present` and `spectators` are the service's to fill in."""

    def seat_of(self, pk: bytes) -> int | None:
        """Returns the seat of a key."""

    def owing(self) -> tuple[int, ...]:
        """Returns the seats that owe an answer or a link now, ascending."""

    def privates_from(self, seat: int, index: int) -> tuple[Private, ...]:
        """Returns the private messages of a seat about entry `index` and all later ones, byte for byte as before."""

    def own_handles(self, seat: int, first_ref: int) -> Private:
        """Returns OWN: the handles behind the seat's references from `first_ref` on (spec 2.6, kind 4)."""

    def refusals(self, seat: int) -> tuple[Refusal, ...]:
        """Returns every signed refusal of the seat's messages, for its own export."""
