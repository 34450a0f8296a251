"""A table sans IO: wire messages and the time in, entries, private messages and refusals out (spec 2.3-2.13).

A table has no clock and no randomness of its own: the time of receipt comes with each input, and every secret
follows from K_t, which its creator draws. One table has one writer. What an input returns is to be made
durable before any of it is sent (`changes`); after a failed commit the table is thrown away and restored from
the journal (`restoring`). The same goes for a RuleBugError out of any method: nothing of it was said, and the
table as it was is in the journal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import parse_header, sign_private, sign_refusal, signed_hash
from sealed.fairness.signing.private import Kind, private_message
from sealed.wire.v1 import fairness_pb2 as wire
from sealed.wire.v1.referee_pb2 import (
    PHASE_AGREEING,
    PHASE_COMMITTING,
    PHASE_GATHERING,
    PHASE_OVER,
    PHASE_PLAYING,
    PHASE_REVEALED,
    PHASE_VOID,
    Problem,
)
from sealed_referee.changes import Change, Fact, FactKind, Output
from sealed_referee.chronicle import Chronicle
from sealed_referee.dealer import Dealer
from sealed_referee.describing import describe
from sealed_referee.ending import Ending
from sealed_referee.judging import judge
from sealed_referee.letters import Letters
from sealed_referee.match import Match, Seated
from sealed_referee.opening import Gathering, Keys, TableOpening, open_table
from sealed_referee.readable import BEFORE_PLAY, NotClosedError, ReadableTable
from sealed_referee.refusing import RefusedError
from sealed_referee.time_outs import time_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.engine.title import Title
    from sealed.wire.v1.referee_pb2 import TableDescription
    from sealed_referee.letters import Letter

    Titles = Callable[[str, bytes], Title | None]


class Table(ReadableTable):
    """Is one table from its creation to the last audit verdict."""

    @classmethod
    def open(cls, opening: TableOpening, keys: Keys) -> tuple[Table, Output]:
        """Makes and signs the parameters of a new table.

        Raises OpeningError if the title cannot be played like that; the text says what would do.
        """
        made = open_table(opening, keys)
        return cls(made, opening.title, keys), Output(
            change=Change(made.lobby_id, 0, opening=made), changed=True
        )

    def description(self) -> TableDescription:
        """Returns what everybody may know; `present` and `spectators` are the service's to fill in."""
        return describe(self)

    def credit(self, now_ms: int) -> Output:
        """Logs that the time since the last head is charged to nobody; first after a restart (spec 2.12)."""
        log = self._log
        if log is None or self.match is None or self.match.over or now_ms <= log.time_ms:
            return Output()
        from_ms = log.time_ms
        self.match.credit(from_ms, log.begin(now_ms))
        return self._output()

    def note_certificate(self, now_ms: int) -> Output:
        """Logs that the referee shows another certificate than this table knows, if it does (spec 2.1)."""
        log, now = self._log, self.keys.spki_hash
        if log is None or self.match is None or now == (log.spki_hash or self.params.spki_hash):
            return Output()
        log.begin(now_ms)
        log.note_certificate(now)
        return self._output()

    def note_restored(self, now_ms: int) -> Output:
        """Logs that this table was brought up to date after a restored backup (spec 2.13)."""
        log, _, _ = self._running()
        log.begin(now_ms)
        log.note_restored()
        return self._output()

    # -- set-up ----------------------------------------------------------------------------------------------

    def join(self, join: wire.Join, now_ms: int) -> Output:
        """Takes a seat for the key of a signed join; the same bytes again are the same answer (spec 2.3)."""
        if self.gathering.joins.get(join.seat) == join:
            return Output()
        try:
            if self.phase != PHASE_GATHERING:
                raise RefusedError("TABLE_CLOSED", "this table has begun; join another or watch it")
            self.gathering.check_join(join)
        except RefusedError as refused:
            return _problem(refused)
        self.take_join(join, now_ms)
        return self._output(changed=True)

    def take_join(self, join: wire.Join, now_ms: int) -> None:
        """Seats a player whose join is good."""
        self.gathering.joins[join.seat] = join
        self._keep(FactKind.JOIN, join.seat, join.SerializeToString(deterministic=True), now_ms)
        if self.gathering.full and not self.request.wait_for_start:
            self.close(now_ms)

    def leave(self, pk: bytes, now_ms: int) -> Output:
        """Frees the seat of a key while the table is still gathering.

        Who made the table and leaves it without having a seat gives it up, if nobody else has one either.
        """
        seat = self.gathering.seat_of(pk)
        if seat is None:
            if pk != self.opening.creator or self.gathering.joins or self.phase != PHASE_GATHERING:
                return Output()
            self.void(now_ms)
            return self._output(changed=True)
        if self.phase != PHASE_GATHERING:
            return _problem(RefusedError("TABLE_CLOSED", "this table has begun; resign to leave it"))
        self.take_leave(seat, now_ms)
        return self._output(changed=True)

    def take_leave(self, seat: int, now_ms: int) -> None:
        """Frees a seat."""
        del self.gathering.joins[seat]
        self._keep(FactKind.LEAVE, seat, b"", now_ms)

    def begin(self, now_ms: int) -> Output:
        """Closes a full table that waits for its creator; from here on nobody leaves."""
        if self.phase != PHASE_GATHERING:
            return Output()
        if not self.gathering.full:
            return _problem(RefusedError("SEATS_FREE", "there are free seats; wait until all are taken"))
        self._keep(FactKind.BEGIN, 0, b"", now_ms)
        self.close(now_ms)
        return self._output(changed=True)

    def close(self, now_ms: int) -> None:
        """Fixes who plays: the table id, and with it tape, chains and blind seeds."""
        self.gathering.close()
        table_id, joins = self.gathering.table_id, self.gathering.joins
        self._log = Chronicle(table_id, self.keys.signer, self._past)
        self._dealer = Dealer(table_id, self.opening.secret, self.params.n_slots, self.params.seats)
        pks = {seat: join.pk for seat, join in joins.items()}
        self._letters = Letters(table_id, pks, self.keys.signatures)
        self._closed_ms = now_ms
        self.phase = PHASE_COMMITTING

    def commit(self, seat: int, signed: wire.Signed, now_ms: int) -> Output:
        """Takes a COMMIT; with the last one GENESIS is logged and each seat gets its SEED (spec 2.3)."""
        given = self.gathering.commits.get(seat)
        if given is not None:
            return self._again(given, signed)
        try:
            if self.phase != PHASE_COMMITTING:
                raise RefusedError("ENC_BAD_TYPE", "a COMMIT comes once all seats are taken, and only once")
            self.gathering.check_commit(seat, signed)
        except RefusedError as refused:
            return _problem(refused)
        self.take_commit(seat, signed, now_ms)
        return self._output(changed=True)

    def take_commit(self, seat: int, signed: wire.Signed, now_ms: int) -> None:
        """Keeps a good COMMIT; the last one makes GENESIS."""
        self.gathering.commits[seat] = signed
        self._keep(FactKind.COMMIT, seat, signed.SerializeToString(deterministic=True), now_ms)
        if len(self.gathering.commits) == self.params.seats:
            self._genesis(now_ms)

    def _genesis(self, now_ms: int) -> None:
        log, dealer, gathering = self._running()
        seats = sorted(gathering.joins)
        genesis = wire.Genesis(
            params=self.opening.params,
            params_sig=self.opening.params_sig,
            joins=[gathering.joins[seat] for seat in seats],
            commits=[gathering.commits[seat] for seat in seats],
            tape_root=dealer.tape_root,
            blind_commits=dealer.blind_commits(),
        )
        self._closed_ms = log.begin(now_ms)
        index = log.add(EntryType.GENESIS, genesis)
        seated = {seat: Seated(gathering.pk(seat), gathering.anchor(seat)) for seat in seats}
        self.match = Match(self.title, self.setup, seated, self.params.n_slots, dealer, log, self._deadlines)
        for seat, seed in dealer.blind_seeds.items():
            message = private_message(dealer.table_id, seat, index, Kind.SEED, seed)
            self.match.privates.append((seat, index, message))
            self.answers.logged(seat, 1, signed_hash(gathering.commits[seat]), index)
        self.phase = PHASE_AGREEING

    def agree(self, seat: int, signed: wire.Signed, now_ms: int) -> Output:
        """Takes an AGREE; with the last one START is logged and whatever is due after it (spec 2.3)."""
        given = self.gathering.agrees.get(seat)
        if given is not None:
            return self._again(given, signed)
        try:
            if self.phase != PHASE_AGREEING or self._log is None:
                raise RefusedError("ENC_BAD_TYPE", "an AGREE comes after GENESIS, and only once")
            self.gathering.check_agree(seat, signed, self._log.root_at(1) or b"")
        except RefusedError as refused:
            return _problem(refused)
        self.take_agree(seat, signed, now_ms)
        return self._output(changed=True)

    def take_agree(self, seat: int, signed: wire.Signed, now_ms: int) -> None:
        """Keeps a good AGREE; the last one makes START."""
        self.gathering.agrees[seat] = signed
        self._keep(FactKind.AGREE, seat, signed.SerializeToString(deterministic=True), now_ms)
        if len(self.gathering.agrees) < self.params.seats or self.match is None:
            return
        log, _, gathering = self._running()
        log.begin(now_ms)
        self.phase = PHASE_PLAYING
        for number, agree in gathering.agrees.items():
            self.answers.logged(number, 2, signed_hash(agree), log.size)
        self.match.start([gathering.agrees[number] for number in sorted(gathering.agrees)])

    def void(self, now_ms: int) -> None:
        """Gives a table up that has not come into play in time; nobody knows anything yet (spec 2.3)."""
        self.phase = PHASE_VOID
        self._keep(FactKind.VOID, 0, b"", now_ms)

    # -- play ------------------------------------------------------------------------------------------------

    def submit(self, seat: int, signed: wire.Signed, handles: bytes, now_ms: int) -> Output:
        """Judges a signed message of a seat: ACT, RESIGN, PAUSE, RESULT or AUDIT (spec 2.8)."""
        if self._letters is None or self.phase < PHASE_PLAYING or self.phase == PHASE_VOID:
            return _problem(
                RefusedError("ENC_BAD_TYPE", "the game has not begun; COMMIT and AGREE come first")
            )
        try:
            letter = self._letters.open(seat, signed)
        except RefusedError as refused:
            return _problem(refused)
        try:
            earlier = self.answers.earlier(seat, letter.counter, letter.digest)
        except RefusedError as refused:
            return Output(refusal=self._refuse(letter, refused), detail=refused.detail)
        if earlier is not None:
            if earlier.refusal is not None:
                return Output(refusal=earlier.refusal)
            return Output(answer=self._running()[0].entries[earlier.entry], head=self.head)
        not_now = self.allowance.problem(letter, now_ms)
        if not_now is not None:
            return Output(problem=not_now, detail=not_now.text)
        try:
            index = judge(self, letter, handles, now_ms)
        except RefusedError as refused:
            self.allowance.refused(seat, now_ms)
            refusal = self._refuse(letter, refused)
            change = self._burn(letter, refusal, now_ms)
            return Output(refusal=refusal, detail=refused.detail, words=refused.words, change=change)
        return self._output(answer=index)

    def contribute(self, seat: int, k: int, link: bytes, now_ms: int) -> Output:
        """Takes a chain link for the pending batch; the last one ends it (spec 2.4)."""
        match = self.match
        try:
            if match is None or self.phase == PHASE_VOID or seat not in self.gathering.joins:
                raise RefusedError("SLOT_SEQUENCE", "no link is owed by this seat; answer a SLOT_OPEN only")
            if not match.contribute(seat, k, link, now_ms):
                return Output()
        except RefusedError as refused:
            return _problem(refused, slot=k)
        self._keep(FactKind.LINK, seat, link, now_ms, k)
        if match.pending is not None and not match.pending.owing:
            self._running()[0].begin(now_ms)
            match.end_slots()
        return self._output()

    def tick(self, now_ms: int) -> Output:
        """Does whatever a deadline that has passed makes due: TIMEOUT, reveal, the end of a set-up."""
        if self.next_deadline is None or now_ms < self.next_deadline:
            return Output()
        if self.phase in BEFORE_PLAY:
            self.void(now_ms)
            return self._output(changed=True)
        log, _, _ = self._running()
        match = self.running
        log.begin(now_ms)
        if self.ending is not None:
            self.ending.reveal(match.game.piles)
        else:
            late = [seat for seat, due in sorted(match.owed().items()) if due < now_ms]
            time_out(match, late, self.answers.last_logged)
        return self._output()

    # -- answers ---------------------------------------------------------------------------------------------

    def _running(self) -> tuple[Chronicle, Dealer, Gathering]:
        if self._log is None or self._dealer is None:
            raise NotClosedError
        return self._log, self._dealer, self.gathering

    def _keep(self, kind: FactKind, seat: int, data: bytes, now_ms: int, number: int = 0) -> None:
        self._facts.append(Fact(kind, seat, number, data, now_ms))

    def _again(self, given: wire.Signed, signed: wire.Signed) -> Output:
        """Answers a set-up message that has come before."""
        if given == signed:
            return Output()
        text = "this message has come with other bytes; keep to those"
        return _problem(RefusedError("ACT_EQUIVOCATED", text))

    def _refuse(self, letter: Letter, refused: RefusedError) -> wire.Refusal:
        """Signs a refusal; the same message gets the same bytes, because signatures have no randomness."""
        return sign_refusal(
            self.keys.signer, self.table_id, letter.seat, letter.counter, letter.signed, refused.code
        )

    def _burn(self, letter: Letter, refusal: wire.Refusal, now_ms: int) -> Change:
        """Keeps a refusal, so that the message can never be logged."""
        self.answers.refused(letter.seat, letter.digest, refusal)
        data = refusal.SerializeToString(deterministic=True)
        fact = Fact(FactKind.REFUSAL, letter.seat, letter.counter, data, now_ms)
        return Change(self.lobby_id, self.size, facts=(fact,))

    def _output(self, answer: int | None = None, *, changed: bool = False) -> Output:
        """Ends the append, if there is one, and gathers what is to be kept and sent."""
        log, match, expected = self._log, self.match, self.size
        entries: tuple[wire.Entry, ...] = ()
        head = None
        if log is not None and log.size > expected:
            entries, head = log.seal()
            if self.self_check is not None:
                self.self_check(entries, head)
        facts, self._facts = self._facts, []
        told: list[tuple[int, wire.Private]] = []
        if match is not None:
            facts += match.facts
            match.facts = []
            told = [
                (seat, sign_private(self.keys.signer, text)) for seat, _, text in match.privates[self._told :]
            ]
            self._told = len(match.privates)
        return Output(
            entries=entries,
            head=head,
            privates=tuple(told),
            answer=log.entries[answer] if log is not None and answer is not None else None,
            change=Change(self.lobby_id, expected, entries, head, tuple(facts)) if entries or facts else None,
            changed=self.settle_phase() or changed,
        )

    # -- for the restorer ------------------------------------------------------------------------------------

    def read(self, signed: wire.Signed) -> Letter:
        """Returns a logged message as a letter."""
        if self._letters is None:
            raise NotClosedError
        return self._letters.read(parse_header(signed.header).seat, signed)

    def seal_again(self) -> None:
        """Ends an append that is made again under its stored head."""
        if self._log is not None and self._log.size > self._log.sealed:
            self._log.seal()
            self.settle_phase()

    def forget_outbox(self) -> None:
        """Drops what was kept and sent before the table was lost."""
        self._facts = []
        if self.match is not None:
            self.match.facts = []
            self._told = len(self.match.privates)

    def settle_phase(self) -> bool:
        """Notes that the game has ended or is revealed; tells whether that is new."""
        match, before = self.match, self.phase
        if match is not None and match.over is not None:
            if self.ending is None:
                log, dealer, _ = self._running()
                self.ending = Ending(match.over, self.params.seats, dealer, log, self._deadlines)
            revealed = self.ending.revealed_ms is not None
            self.phase = PHASE_REVEALED if revealed else PHASE_OVER
        return self.phase != before


def _problem(refused: RefusedError, slot: int = 0) -> Output:
    problem = Problem(code=refused.code, text=refused.detail, slot=slot)
    return Output(problem=problem, detail=refused.detail, words=refused.words)
