"""Matches in memory: a table and its seats, no network, no disk, a clock that ticks by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from plain_seat import PlainSeat, Sent

from sealed.engine import kernel
from sealed.fairness.record import Record
from sealed.fairness.signing.keys import Signer, load_backend
from sealed.fairness.signing.messages import PLAINTEXT_SPKI
from sealed.wire.v1.referee_pb2 import CreateTableRequest, Phase
from sealed_referee.changes import Change, Output, Saved
from sealed_referee.opening import Keys, TableOpening
from sealed_referee.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sealed.engine.action import Action
    from sealed.engine.title import Title
    from sealed.wire.v1.fairness_pb2 import Entry, Head, Private

START_MS = 1_700_000_000_000


def referee_keys(seed: int = 1) -> Keys:
    """Returns a referee's keys that are always the same."""
    signatures = load_backend()
    return Keys(Signer(Random(seed).randbytes(32), signatures), signatures)


def saved_of(changes: Iterable[Change]) -> Saved:
    """Returns what a journal would give back after these changes."""
    kept = list(changes)
    opening = kept[0].opening
    assert opening is not None
    return Saved(
        opening=opening,
        entries=tuple(entry for change in kept for entry in change.entries),
        heads=tuple(change.head for change in kept if change.head is not None),
        facts=tuple(fact for change in kept for fact in change.facts),
    )


@dataclass
class MemoryMatch:
    """A table, its seats, and everything that was ever kept or sent."""

    table: Table
    seats: list[PlainSeat]
    rng: Random
    now_ms: int = START_MS
    changes: list[Change] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    heads: list[Head] = field(default_factory=list)
    privates: list[tuple[int, Private]] = field(default_factory=list)
    on_output: Callable[[Output], None] = lambda output: None

    @classmethod
    def open(
        cls, title: Title, seats: int, rng: Random, request: CreateTableRequest | None = None, **more
    ) -> MemoryMatch:
        """Opens a table and makes seats for it that have not joined yet."""
        asked = request or CreateTableRequest(title=title.id)
        asked.seats = seats
        opening = TableOpening(
            lobby_id="quiet-otter",
            title=title,
            request=asked,
            creator=bytes(32),
            nonce=rng.randbytes(32),
            secret=rng.randbytes(32),
            spki_hash=PLAINTEXT_SPKI,
            created_ms=START_MS,
        )
        table, output = Table.open(opening, referee_keys())
        match = cls(table, [PlainSeat(seat, title, rng, **more) for seat in range(1, seats + 1)], rng)
        match.deliver(output)
        return match

    def tick(self, ms: int = 1000) -> int:
        """Lets time pass and returns it."""
        self.now_ms += ms
        return self.now_ms

    def deliver(self, output: Output) -> Output:
        """Keeps and sends what an input made."""
        if output.change is not None:
            self.changes.append(output.change)
        self.on_output(output)
        for seat in self.seats:
            seat.note_epochs(output.entries)
        for to, private in output.privates:
            self.privates.append((to, private))
            self.seats[to - 1].private(private)
        if output.head is not None:
            self.entries += output.entries
            self.heads.append(output.head)
            for seat in self.seats:
                seat.feed(output.entries, output.head)
        return output

    def submit(self, seat: PlainSeat, sent: Sent) -> Output:
        """Submits a message of a seat."""
        return self.deliver(self.table.submit(seat.seat, sent.signed, sent.handles, self.tick()))

    def seat_everybody(self) -> None:
        """Joins and commits all seats; GENESIS is logged then."""
        for seat in self.seats:
            self.deliver(self.table.join(seat.join(self.table.description()), self.tick()))
        joins = [self.table.gathering.joins[seat.seat] for seat in self.seats]
        for seat in self.seats:
            self.deliver(self.table.commit(seat.seat, seat.commit(joins), self.tick()))

    def set_up(self) -> None:
        """Brings the table into play: START is logged then."""
        self.seat_everybody()
        for agree in [(seat.seat, seat.agree()) for seat in self.seats]:
            self.deliver(self.table.agree(*agree, self.tick()))

    def feed_slot(self) -> None:
        """Lets every seat answer the open slot, in a random order."""
        for seat in self.rng.sample(self.seats, len(self.seats)):
            k, link = seat.link()
            self.deliver(self.table.contribute(seat.seat, k, link, self.tick(100)))

    def step(self) -> None:
        """Lets somebody do what is due: all feed the slot, or one seat that owes an answer acts."""
        if self.seats[0].opened is not None:
            self.feed_slot()
            return
        seat = self.rng.choice([seat for seat in self.seats if seat.asked])
        output = self.submit(seat, seat.act())
        assert output.answer is not None, output

    def play(self, steps: int = 100_000) -> None:
        """Plays on until the game is over, or for some steps."""
        while self.table.phase == Phase.PHASE_PLAYING and steps:
            self.step()
            steps -= 1

    def find(self, *verbs: str) -> tuple[PlainSeat, Action]:
        """Plays on until a seat may do one of these things; returns both."""
        while True:
            for seat in self.seats:
                if seat.asked:
                    for action in kernel.legal_actions(seat.state, seat.seat):
                        if action.verb in verbs:
                            return seat, action
            self.step()

    def asked(self) -> PlainSeat:
        """Plays on until a seat is asked; returns the first."""
        while not any(seat.asked for seat in self.seats):
            self.step()
        return next(seat for seat in self.seats if seat.asked)

    def open_slot(self) -> None:
        """Plays on until a slot is open."""
        while self.seats[0].opened is None:
            self.step()

    def finish(self) -> None:
        """Signs the results and the audits."""
        for seat in self.seats:
            assert self.submit(seat, seat.result()).answer is not None
        for seat in self.seats:
            assert self.submit(seat, seat.audit()).answer is not None

    def record(self) -> Record:
        """Returns the record of the match so far."""
        lines: list[Entry | Head] = []
        first = 0
        for head in self.heads:
            lines += [*self.entries[first : head.size], head]
            first = head.size
        return Record(self.table.table_id, "2026-01-01T00:00:00Z", "test", tuple(lines))

    def saved(self) -> Saved:
        """Returns what a journal would give back now."""
        return saved_of(self.changes)


def begin_match(
    title: Title, seats: int, rng: Random, request: CreateTableRequest | None = None, **more
) -> MemoryMatch:
    """Returns a match with plain seats that is in play."""
    match = MemoryMatch.open(title, seats, rng, request, **more)
    match.set_up()
    return match


def play_match(title: Title, seats: int, rng: Random, **more) -> MemoryMatch:
    """Plays a random match with plain seats from the first join to the last audit."""
    match = begin_match(title, seats, rng, **more)
    match.play()
    match.finish()
    return match
