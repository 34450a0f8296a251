"""Matches at which everything about time happens at random: silences, pauses, restarts, resignations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_match import MemoryMatch, referee_keys

from sealed.fairness.live.verifier import Verifier
from sealed.fairness.signing.keys import load_backend
from sealed.wire.v1.referee_pb2 import Phase
from sealed_referee.restoring import restore_table

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from sealed.engine.title import Title
    from sealed.wire.v1.referee_pb2 import CreateTableRequest

    Titles = Callable[[str, bytes], Title | None]

SECOND = 1000


class RestlessMatch(MemoryMatch):
    """Is a match whose public log a verifier follows; after every append both must show the same clocks."""

    titles: Titles
    verifier: Verifier

    @classmethod
    def begin(
        cls, title: Title, titles: Titles, seats: int, rng: Random, request: CreateTableRequest
    ) -> RestlessMatch:
        """Returns a table in play."""
        match = cls.open(title, seats, rng, request, longest_draft=2)
        match.titles = titles
        match.verifier = Verifier(titles, load_backend(), referee_pk=match.table.keys.signer.public)
        match.on_output = match._follow
        match.set_up()
        return match

    def _follow(self, output) -> None:
        if output.head is None:
            return
        verdicts = self.verifier.feed(output.entries, output.head)
        assert not [one for one in verdicts if one.outcome != "not_checked"], verdicts
        match, verifier = self.table.match, self.verifier
        if verifier.phase == "P":
            seats = range(1, self.table.params.seats + 1)
            clocked = match.deadlines.clocked
            shown = [(verifier.bank_ms(seat), verifier.misses(seat)) for seat in seats]
            kept = [(match.deadlines.banks[n] if clocked else None, match.deadlines.misses[n]) for n in seats]
            assert shown == kept
            owed = match.owed()
            assert {seat: verifier.deadline(seat) for seat in owed} == owed
            assert set(verifier.pause.wishes) == match.deadlines.pauses.wishing

    def let_pass(self, ms: int) -> None:
        """Lets time pass; the table looks at each deadline soon after it."""
        end = self.now_ms + ms
        while (due := self.table.next_deadline) is not None and due <= end:
            self.now_ms = max(self.now_ms, due + self.rng.randrange(200))
            self.deliver(self.table.tick(self.now_ms))
        self.now_ms = max(self.now_ms, end)

    def restart(self) -> None:
        """Loses the table, and takes it up again some time later; the time between is nobody's."""
        self.now_ms += self.rng.randrange(90) * SECOND
        self.table = restore_table(self.saved(), self.titles, referee_keys())
        self.deliver(self.table.credit(self.now_ms))

    def happen(self) -> None:
        """Lets something happen."""
        rng = self.rng
        chance, seat = rng.random(), rng.choice(self.seats)
        if chance < 0.3:
            hurry = self.seats[0].opened is not None and rng.random() < 0.9
            self.let_pass(rng.choice((1, 2) if hurry else (1, 5, 20, 40)) * SECOND)
        elif chance < 0.42:
            self.submit(seat, seat.pause(on=rng.random() < 0.7))
        elif chance < 0.46:
            self.restart()
        elif chance < 0.47:
            self.submit(seat, seat.resign(stop=rng.random() < 0.5))
        elif self.seats[0].opened is not None:
            if seat.seat in self.table.owing():
                self.deliver(self.table.contribute(seat.seat, *seat.link(), self.now_ms))
        elif seat.asked:
            assert self.submit(seat, seat.act()).answer is not None

    def tick(self, ms: int = 0) -> int:
        """Lets a little time pass with each input, but no deadline."""
        del ms
        due = self.table.next_deadline
        self.now_ms += 1 if due is None or self.now_ms + 1 < due else 0
        return self.now_ms

    def play_out(self, steps: int) -> None:
        """Lets so many things happen, then nothing any more; ends with the reveal and whoever signs."""
        while self.table.phase == Phase.PHASE_PLAYING and steps:
            self.happen()
            steps -= 1
        while self.table.phase == Phase.PHASE_PLAYING:
            self.let_pass(60 * SECOND)
        for seat in self.rng.sample(self.seats, self.rng.randrange(len(self.seats) + 1)):
            self.submit(seat, seat.result())
        while self.table.phase == Phase.PHASE_OVER:
            self.let_pass(SECOND)
