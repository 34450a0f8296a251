"""A running table: the sans-IO table, those who read it, and what of an output goes to whom (spec 2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.wire.v1.referee_pb2 import (
    PHASE_GATHERING,
    PHASE_PLAYING,
    Batch,
    CreateTableRequest,
    Down,
    TableDescription,
)
from sealed_referee.homecoming import words
from sealed_referee.pages import cut
from sealed_referee.problems import ServiceError
from sealed_referee.writers import Writers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed.wire.v1.fairness_pb2 import Private
    from sealed_referee.changes import Output
    from sealed_referee.readers import Reader, Watcher
    from sealed_referee.recovery import Recovery
    from sealed_referee.returning import Return
    from sealed_referee.table import Table


MAX_ONLOOKERS: Final = 256


class RunningTable:
    """Is one table and its readers.

    `table` is None while what is stored could not be taken up again: after a failed commit until there is
    room, or for good if it is damaged (`trouble` says which). `halted` is why nobody may go on although it
    stands. `shelved` describes a finished table that is not in memory, since nobody asks for it.

    `taken_up` says that this process has it from the store, `loaded` that nobody has opened it since,
    `returning` that it signs nothing yet (see `returning`), `recovery` what is known of its lost part if the
    store is an old copy; `pieces` may become one.
    """

    def __init__(self, lobby_id: str, creator: bytes, request: bytes) -> None:
        """Starts without a table and without readers; `request` are the bytes of the CreateTableRequest."""
        self.lobby_id = lobby_id
        self.creator = creator
        self.request = request
        self.request_id = CreateTableRequest.FromString(request).request_id
        self.table: Table | None = None
        self.trouble: ServiceError | None = None
        self.halted: ServiceError | None = None
        self.loaded = self.taken_up = False
        self.returning: Return | None = None
        self.recovery: Recovery | None = None
        self.pieces: Recovery | None = None
        self.shelved: TableDescription | None = None
        self.retry_at_ms = 0
        self.pending = 0
        self.armed_ms: int | None = None
        self.seats: set[Reader] = set()
        self.spectators: dict[Reader, bool] = {}
        self.watchers: set[Watcher] = set()
        self.present: dict[int, int] = {}
        self.writers = Writers()
        self._leaves: list[bytes] = []
        self._told: bytes | None = None

    # -- who reads -----------------------------------------------------------------------------------------

    def seat_comes(self, seat: int) -> None:
        """Counts a stream of a seat."""
        self.present[seat] = self.present.get(seat, 0) + 1
        self.touch()

    def seat_goes(self, seat: int) -> None:
        """Counts a stream of a seat off."""
        self.present[seat] -= 1
        self.touch()

    def touch(self) -> None:
        """Tells the watchers that the description is another now."""
        self._told = None
        for watcher in self.watchers:
            watcher.touch()

    def admit(self) -> None:
        """Raises ServiceError TOO_MANY_READERS if no more spectators have room."""
        if len(self.spectators) + len(self.watchers) >= MAX_ONLOOKERS:
            text = "this table has as many onlookers as it can serve; try again later"
            raise ServiceError("TOO_MANY_READERS", text, retry_after_ms=10_000)

    def end_readers(self, why: ServiceError) -> None:
        """Ends all streams of the table."""
        for reader in (*self.seats, *self.spectators):
            reader.end(why)
        for watcher in self.watchers:
            watcher.end(why)

    # -- what they get -------------------------------------------------------------------------------------

    def description(self, table: Table, *, brief: bool = False) -> TableDescription:
        """Returns what everybody may know, with who is here; `brief` leaves the parameters out."""
        told = TableDescription()
        told.CopyFrom(table.description())
        told.spectators = len(self.spectators)
        told.waiting_for = words(self, table) or told.waiting_for
        for seat in told.seats:
            seat.present = self.present.get(seat.seat, 0) > 0
        if brief:
            told.ClearField("params")
            told.ClearField("params_sig")
        return told

    def description_bytes(self, table: Table) -> bytes:
        """Returns the description, serialized once for all who watch, until it is another one."""
        if self._told is None:
            self._told = self.description(table).SerializeToString()
        return self._told

    def publish(self, table: Table, output: Output, sender: Reader | None = None) -> None:
        """Sends a durable output to all readers, the sender first."""
        if output.changed and table.phase == PHASE_GATHERING:
            self._end_who_left(table)
        if output.entries:
            pages = list(cut(output.entries, output.head))
            downs = [Down(batch=page).SerializeToString() for page in pages]
            for reader in self._seats_first(sender):
                _push_all(reader, downs, output.privates)
            if self.spectators:
                self._show(pages)
        if output.changed and table.phase < PHASE_PLAYING and self.seats:
            down = Down(table=self.description(table)).SerializeToString()
            for reader in self._seats_first(sender):
                reader.push(down)
        if sender is not None:
            answer_down(sender, output)
        if output.changed or output.entries:
            self.touch()

    def _show(self, pages: list[Batch]) -> None:
        """Sends the batches of one append to those who follow the public log."""
        whole = [page.SerializeToString() for page in pages]
        bare = [Batch(head=page.head).SerializeToString() for page in pages if page.HasField("head")]
        for reader, heads_only in self.spectators.items():
            for data in bare if heads_only else whole:
                reader.push(data)

    def _end_who_left(self, table: Table) -> None:
        """Ends the streams of keys that gave their seat back: what the seat is told is another's now."""
        for reader in tuple(self.seats):
            if table.seat_of(reader.pk) != reader.seat:
                self.seats.discard(reader)
                reader.end(ServiceError("NOT_SEATED", "you have left this table; join again to have a seat"))

    def _seats_first(self, sender: Reader | None) -> Iterable[Reader]:
        if sender is not None and sender.live:
            yield sender
        for reader in self.seats:
            if reader is not sender:
                yield reader

    def leaf_hashes(self, table: Table, size: int) -> list[bytes]:
        """Returns the leaf hashes of the first entries, computed once each."""
        known = len(self._leaves)
        self._leaves.extend(
            log_leaf_hash(table.table_id, entry.index, entry.type, entry.payload)
            for entry in table.entries(known, size)
        )
        return self._leaves[:size]


def _push_all(reader: Reader, downs: list[bytes], privates: tuple[tuple[int, Private], ...]) -> None:
    for down in downs:
        reader.push(down)
    for seat, private in privates:
        if seat == reader.seat:
            reader.push(Down(opening=private).SerializeToString())


def answer_down(sender: Reader, output: Output) -> None:
    """Sends down what concerns the sender alone: that he was refused, or not judged."""
    if output.refusal is not None:
        sender.push(Down(refusal=output.refusal).SerializeToString())
    elif output.problem is not None:
        sender.push(Down(problem=output.problem).SerializeToString())
