"""A seat at a table, sans IO.

Everything that a player's side of fairtable/1 does, with bytes in and bytes out.

Whoever runs a seat makes `Moves.keep` durable before it sends `Moves.send`, and hands in what comes down.
Randomness (the nonce, the secrets of the identity) and time come from the caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.audit.audit import audit
from sealed.fairness.payloads import codec
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import parse_header
from sealed.wire.v1 import fairness_pb2 as wire
from sealed.wire.v1.referee_pb2 import Batch, Link
from sealed_client.card_acts import DraftWriter
from sealed_client.closing import audit_verdict, result_vote
from sealed_client.draft import Draft
from sealed_client.history import seen, values_of
from sealed_client.identity import LOST_SECRET
from sealed_client.moves import Agreement, Commitment, Moves, Sending
from sealed_client.outbox import AGREE_COUNTER
from sealed_client.seat_errors import (
    AwaitingAnswerError,
    ElsewhereError,
    EmptyDraftError,
    NotAskedError,
    NotStartedError,
    OverError,
    StaleDraftError,
    StoppedError,
)
from sealed_client.seat_store import Kept, Kind
from sealed_client.sitting import Sitting, exact_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.wire.v1.fairness_pb2 import Entry, Head, Private, Refusal, Signed
    from sealed.wire.v1.referee_pb2 import Submit
    from sealed_client.follower import Told

_IN_PLAY = (EntryType.ACT, EntryType.RESIGN, EntryType.PAUSE)


class Seat(Sitting):
    """Is one seat of one table from its join to its signed audit verdict."""

    # -- what comes down -------------------------------------------------------------------------------------

    def feed(self, entries: Sequence[Entry], head: Head) -> Moves:
        """Verifies an append and goes on: agrees, answers a slot, signs the result.

        Whatever is due by itself.
        """
        held = self.follower.verifier.size
        told = self.take_batch(entries, head)
        new = self.follower.verifier.size > held or _convicts(told)
        kept = (Kept(Kind.BATCH, exact_bytes(Batch(entries=entries, head=head))),) if new else ()
        begun = self.follower.genesis if new and not held else None
        met = (seen(self.follower.table_id, begun),) if begun is not None else ()
        return Moves(met + kept, (), told.verdicts, told.events) + self.due()

    def feed_private(self, private: Private) -> Moves:
        """Verifies a private message; what waited for it goes on."""
        told = self.follower.feed_private(private)
        good = not any(verdict.failed for verdict in told.verdicts) or _convicts(told)
        kept = (Kept(Kind.OPENING, exact_bytes(private)),) if good else ()
        return Moves(kept, (), told.verdicts, told.events) + self.due()

    def feed_refusal(self, refusal: Refusal) -> Moves:
        """Takes the signed refusal of a message; the seat may then answer again, with the next counter."""
        told = self.follower.feed_refusal(refusal)
        if any(verdict.failed for verdict in told.verdicts):
            return Moves(verdicts=told.verdicts)
        self.refused(refusal)
        kept = (Kept(Kind.REFUSED, exact_bytes(refusal)),)
        return Moves(keep=kept, verdicts=told.verdicts) + self.due()

    def refused(self, refusal: Refusal) -> None:
        """Takes note of a refusal; a RESULT from before a restored backup is signed anew (spec 2.13)."""
        message = self.outbox.refused(refusal)
        if message is not None and refusal.code == "HEAD_STALE":
            self._signed_types.discard(EntryType(parse_header(message.signed.header).type))

    def take_batch(self, entries: Sequence[Entry], head: Head) -> Told:
        """Verifies an append without doing what it makes due."""
        follower, outbox, held = self.follower, self.outbox, self.follower.verifier.size
        told = follower.feed(entries, head)
        if follower.game_over is not None:
            outbox.drop(*_IN_PLAY)
        if follower.ended is not None:
            outbox.drop(EntryType.RESULT)
        if not held and follower.genesis is not None:
            self._recognise_chain(follower.genesis)
            self._recognise_others(follower.genesis)
        return told

    def _recognise_chain(self, genesis: wire.Genesis) -> None:
        """Fails if the chain that stands in GENESIS for this seat is not that of this device (spec 2.13)."""
        anchor = codec.parse(wire.Commit, genesis.commits[self.number - 1].payload).anchor
        if self._place is not None and anchor != self._place.chain.anchor:
            self.follower.fail(
                "RES_SECRET_LOST",
                f"the chain in the log is not that of this device's secret. {LOST_SECRET}",
                0,
            )

    def _recognise_others(self, genesis: wire.Genesis) -> None:
        """Fails if a nonce or an anchor in GENESIS was used at an earlier table of this device (case 58)."""
        if self.enrolment.history.repeats(values_of(genesis), self.follower.table_id):
            self.follower.fail(
                "GEN_COMMIT_DUPLICATE",
                "a nonce or an anchor in GENESIS was used at an earlier table of yours, so its chance is not "
                "new; nothing was agreed to, make another table",
                0,
            )

    def expect_tip(self, size: int) -> None:
        """Says how long the referee's log is: before that is verified this seat signs and releases nothing.

        Else a device that catches up would answer questions that were answered long ago.
        """
        self._tip = max(self._tip, size)

    @property
    def at_tip(self) -> bool:
        """Tells whether the log is verified as far as the referee said that it goes."""
        return self.follower.verifier.size >= self._tip

    # -- signatures that are put off (spec 2.13) -------------------------------------------------------------

    @property
    def owed(self) -> int:
        """Returns how many signatures are still to be checked."""
        return self._follower.owed if self._follower is not None else 0

    @property
    def ready(self) -> bool:
        """Tells whether every signature has been checked that comes before a link or an own message."""
        return self._follower is None or self._follower.verifier.ready(self.number)

    def pay(self) -> Moves:
        """Checks one signature that was put off, and goes on with what has waited for it."""
        told = self.follower.pay()
        moves = Moves(verdicts=told.verdicts)
        if self.ready and self.writes and self._repeats:
            moves += Moves(send=self.again())
        return moves + self.due()

    def _check_first(self) -> None:
        """Checks at once what comes before an own message, for who has not waited until `ready`."""
        while self.owed and not self.ready:
            self.follower.pay()

    # -- what is due by itself -------------------------------------------------------------------------------

    def due(self) -> Moves:
        """Returns what this seat does without being told: AGREE, the link of an open slot, RESULT."""
        if not (self.at_tip and self.writes and self.ready):
            return Moves()
        return self._agree_now() + self._release_link() + self._vote()

    @property
    def silent(self) -> bool:
        """Tells whether an AGREE is due that this device must not sign; see `sat_down`."""
        return self._may_agree and not self.sat_down

    @property
    def _may_agree(self) -> bool:
        """Tells whether GENESIS and the blind seed are here and good, and nothing was signed over them."""
        verifier = self.follower.verifier
        ready = verifier.size == 1 and verifier.seed is not None
        return ready and self._agree is None and self.follower.failure is None

    def _agree_now(self) -> Moves:
        follower = self.follower
        if not self._may_agree or not self.sat_down:
            return Moves()
        signed = self.outbox.sign(EntryType.AGREE, AGREE_COUNTER, (1, follower.verifier.root), b"")
        self.agreed(signed)
        return Moves(keep=(Kept(Kind.AGREED, exact_bytes(signed)),), send=(Agreement(signed),))

    def agreed(self, signed: Signed) -> None:
        """Remembers the one AGREE that this seat gives to this table id."""
        self._agree = signed
        self.follower.verifier.note_sent(signed)

    def _release_link(self) -> Moves:
        follower, place = self.follower, self._place
        opened = follower.open_slot
        if opened is None or place is None or follower.failure is not None or not follower.caught_up:
            return Moves()
        if self._lock.answered(opened.last_k, opened.leaf):
            return Moves()
        objection = self._lock.objection(opened.slot, opened.leaf, opened.last_ended, self.replica.duty)
        if objection is not None:
            return Moves(verdicts=(follower.fail(objection.code, objection.text),))
        link = Link(k=opened.last_k, link=place.chain.link(opened.last_k))
        self.released(link, opened.leaf)
        return Moves(keep=(Kept(Kind.LINK, opened.leaf + exact_bytes(link)),), send=(link,))

    def released(self, link: Link, leaf: bytes) -> None:
        """Remembers a link that was released to the SLOT_OPEN with this leaf hash."""
        self._link = link
        self._lock.released(link.k, leaf)

    def _vote(self) -> Moves:
        follower = self.follower
        over = follower.game_over
        if over is None or follower.owed or follower.ended is not None or self._signed(EntryType.RESULT):
            return Moves()
        if not (follower.caught_up or follower.failure):
            return Moves()
        objection = follower.failure.code if follower.failure else ""
        return self._send(EntryType.RESULT, result_vote(follower.table_id, over, objection))

    # -- what the player does --------------------------------------------------------------------------------

    def draft(self) -> Draft:
        """Returns an empty draft on the replica.

        Raises StoppedError, OverError, AwaitingAnswerError, ElsewhereError, or NotAskedError if this seat
        owes no answer now.
        """
        self._may_answer()
        rules = self.enrolment.rules
        return Draft(rules.title, rules.places, self.replica.state, self.number)

    def submit(self, draft: Draft) -> Moves:
        """Signs a draft with its card acts; one that was begun before another seat's answer is moved along.

        Raises what `draft` raises, EmptyDraftError, or StaleDraftError if it does not fit the position any
        more.
        """
        self._may_answer()
        current: Draft | None = draft
        if draft.base is not self.replica.state:
            current = draft.onto(self.replica.state)
        if current is None:
            raise StaleDraftError
        if not current.actions:
            raise EmptyDraftError
        replica, rules = self.replica, self.enrolment.rules
        writer = DraftWriter(
            rules.title, rules.places, self.follower.table_id, self.number, replica.blind_seed
        )
        written = writer.write(current, replica.holdings)
        return self._send(EntryType.ACT, written.payload, written.handles)

    def resign(self, *, stop: bool = False) -> Moves:
        """Signs a resignation, or with `stop` the wish to end without a result.

        Possible whenever a game runs.
        """
        self._in_play()
        return self._send(EntryType.RESIGN, codec.encode(wire.Resign(stop=stop)))

    def pause(self, *, on: bool) -> Moves:
        """Signs the wish for a pause, or its end; clocks stand still while every seat wishes one.

        Possible whenever a game runs.
        """
        self._in_play()
        return self._send(EntryType.PAUSE, codec.encode(wire.Pause(on=on)))

    @property
    def audit_due(self) -> bool:
        """Tells whether the reveal is complete and this seat has not signed its verdict on it yet."""
        follower = self._follower
        if follower is None or follower.ended is None or follower.failure or follower.owed:
            return False
        return self.at_tip and not (self._signed(EntryType.AUDIT) if self.writes else self.report)

    def _signed(self, entry_type: EntryType) -> bool:
        """Tells whether this seat has signed a message of a type, on this device or on another."""
        return entry_type in self._signed_types or int(entry_type) in self.follower.own_types

    def audit(self) -> Moves:
        """Audits the finished game from its public record and signs the verdict.

        The report is then in `report`. A device that only follows audits and does not sign.
        """
        follower = self.follower
        if not self.audit_due or follower.ended is None:
            raise OverError
        record = follower.notebook.record_until(follower.ended.size)
        pinned = self.enrolment.referee_pk
        self.report = audit(record, self._titles, self._signatures, referee_pk=pinned)
        if not self.writes:
            return Moves()
        return self._send(EntryType.AUDIT, audit_verdict(follower.table_id, follower.ended, self.report))

    def _may_answer(self) -> None:
        self._in_play()
        if self.follower.failure is not None:
            raise StoppedError(self.follower.failure.code)
        if self.outbox.awaiting(EntryType.ACT):
            raise AwaitingAnswerError
        if not self.asked:
            raise NotAskedError

    def _in_play(self) -> None:
        if not self.writes:
            raise ElsewhereError
        if self.follower.verifier.phase == "S":
            raise NotStartedError
        self._check_first()
        if self.follower.game_over is not None:
            raise OverError

    def _send(self, entry_type: EntryType, payload: bytes, handles: bytes = b"") -> Moves:
        verifier = self.follower.verifier
        size = verifier.acknowledged
        seen = (size, verifier.root_at(size))
        submit = self.outbox.write(entry_type, verifier.counter(self.number), seen, payload, handles)
        self.sent(submit, entry_type)
        return Moves(keep=(Kept(Kind.SENT, exact_bytes(submit)),), send=(submit,))

    def sent(self, submit: Submit, entry_type: int) -> None:
        """Remembers a message that this device signed."""
        self._signed_types.add(entry_type)
        self.follower.verifier.note_sent(submit.signed)

    # -- looking ---------------------------------------------------------------------------------------------

    def again(self) -> tuple[Sending, ...]:
        """Returns every message without an answer, to be sent again as the same bytes after a reconnect.

        Nothing while the seat is not `ready`; `pay` returns them as soon as it is.
        """
        self._repeats = not self.ready
        if self._follower is None or self._repeats:
            return ()
        phase, again = self._follower.verifier.phase, list[Sending]()
        if self._commit is not None and self._follower.verifier.size == 0:
            again.append(Commitment(self._commit))
        if self._agree is not None and phase == "S":
            again.append(Agreement(self._agree))
        opened = self._follower.open_slot
        if self._link is not None and opened is not None and self._link.k == opened.last_k:
            again.append(self._link)
        return (*again, *self.outbox.waiting)

    @property
    def asked(self) -> bool:
        """Tells whether this seat owes an answer now, at the tip of the verified log."""
        follower = self.follower
        in_play = follower.verifier.phase == "P" and follower.caught_up and self.at_tip
        return in_play and follower.verifier.asked(self.number) is not None

    @property
    def awaiting(self) -> bool:
        """Tells whether an answer was sent and is neither logged nor refused yet."""
        return self.outbox.awaiting(EntryType.ACT)

    def __repr__(self) -> str:
        """Shows which seat it is, and nothing it holds."""
        return f"<seat {self.number} of {self.enrolment.rules.title.id}>"


def _convicts(told: Told) -> bool:
    """Tells whether a failure is evidence, to be kept and found again.

    A local one may be cured by a new session.
    """
    return any(verdict.failed and verdict.klass in {"C", "D"} for verdict in told.verdicts)
