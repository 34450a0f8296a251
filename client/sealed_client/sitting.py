"""The set-up half of a seat: how it comes to a table and what it stands on there (spec 2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import BEFORE_GENESIS, signed_hash
from sealed_client import enrolment as enrolling
from sealed_client.follower import Follower
from sealed_client.locks import Lock
from sealed_client.moves import Commitment, Moves
from sealed_client.outbox import AGREE_COUNTER, COMMIT_COUNTER, Outbox
from sealed_client.replica import SeatReplica
from sealed_client.seat_errors import NotStartedError
from sealed_client.seat_store import Kept, Kind

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from sealed.fairness.audit.report import Report
    from sealed.fairness.signing.keys import Signatures
    from sealed.wire.v1.fairness_pb2 import Join, Signed
    from sealed.wire.v1.referee_pb2 import Link, TableDescription
    from sealed_client.agreement import Titles
    from sealed_client.enrolment import Enrolment, Place
    from sealed_client.history import History
    from sealed_client.identity import Identity


def exact_bytes(message: Message) -> bytes:
    """Returns the bytes of a message to keep, always the same."""
    return message.SerializeToString(deterministic=True)


class Sitting:
    """Is a seat that has accepted a table and, once all have joined, stands on its verified log."""

    def __init__(self, enrolment: Enrolment, titles: Titles, signatures: Signatures) -> None:
        """Takes an accepted table; see `take`, `take_over` and `seat_return.restore`."""
        self.enrolment = enrolment
        self._titles, self._signatures = titles, signatures
        self._place: Place | None = None
        self._follower: Follower | None = None
        self._outbox: Outbox | None = None
        self._commit: Signed | None = None
        self._agree: Signed | None = None
        self._link: Link | None = None
        self._lock = Lock(enrolment.rules.setup.seats, enrolment.rules.params.n_slots)
        self._signed_types: set[int] = set()
        self._tip = 0
        self._apart, self._lane = False, 0
        self._repeats = False
        self._shared_until = 0
        self.device = b""
        self.writes = True
        """Whether this device is the one that writes for the seat; else it only follows."""
        self.report: Report | None = None

    @classmethod
    def take(
        cls,
        identity: Identity,
        titles: Titles,
        signatures: Signatures,
        table: TableDescription,
        referee_pk: bytes,
        wish: tuple[int, bytes],
        history: History | None = None,
    ) -> tuple[Self, Moves]:
        """Accepts a table's parameters and takes a seat; after `Moves.keep`, `join` is to be sent.

        `wish` is the seat and a nonce of 32 random bytes, `referee_pk` the pinned key, `history` what this
        device has met at other tables. Raises TableRefusedError (GEN_RULES, KEY_UNPINNED, SIG_INVALID ...) if
        this client cannot play these parameters.
        """
        enrolment = enrolling.enrol(identity, titles, signatures, table, referee_pk, wish, history)
        seat = cls(enrolment, titles, signatures)
        kept = (Kept(Kind.INVITED, exact_bytes(table)), Kept(Kind.JOINED, exact_bytes(seat.join)))
        return seat, Moves(keep=kept)

    @classmethod
    def take_over(
        cls,
        identity: Identity,
        titles: Titles,
        signatures: Signatures,
        table: TableDescription,
        referee_pk: bytes,
        history: History | None = None,
    ) -> tuple[Self, Moves]:
        """Returns this identity's seat at a table that has begun, on a device that has kept nothing of it.

        Feed it entries, private messages and OWN handles from 0 (spec 2.13). If GENESIS holds another chain
        than this identity's the seat fails with RES_SECRET_LOST. Raises TableRefusedError if it has no seat
        there.
        """
        enrolment = enrolling.return_to(identity, titles, signatures, table, referee_pk, history)
        seat = cls(enrolment, titles, signatures)
        seat.sit(enrolling.place(enrolment, table), leap=True)
        return seat, Moves(keep=(Kept(Kind.INVITED, exact_bytes(table)),))

    # -- set-up ----------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """Returns the number of this seat."""
        return self.enrolment.seat

    @property
    def join(self) -> Join:
        """Returns the signed request for the seat, always the same bytes.

        Raises NotStartedError without one.
        """
        if self.enrolment.join is None:
            raise NotStartedError
        return self.enrolment.join

    @property
    def sat_down(self) -> bool:
        """Tells whether this device joined the table itself and no other can have signed for it since.

        AGREE is message 2 and names the GENESIS that was shown. So a device that takes over, or comes from a
        backup, gives none: shown another GENESIS than the first device saw, it would equivocate (spec 2.3).
        """
        return self.enrolment.join is not None and not self._apart

    @property
    def placed(self) -> bool:
        """Tells whether all seats are taken, so that the table has an id."""
        return self._place is not None

    def commit(self, table: TableDescription) -> Moves:
        """Computes the table id from all joins and returns the COMMIT; once, later calls return nothing.

        Raises TableRefusedError: GEN_ALTERED, GEN_TABLE_ID, or without a code while seats are free.
        """
        if self._place is not None:
            return Moves()
        place = enrolling.place(self.enrolment, table)
        outbox = self.sit(place, leap=self._apart)
        signed = outbox.sign(EntryType.COMMIT, COMMIT_COUNTER, (0, BEFORE_GENESIS), place.commit)
        self.expect_commit(signed)
        return Moves(keep=(Kept(Kind.COMMITTED, exact_bytes(signed)),), send=(Commitment(signed),))

    def sit(self, place: Place, *, leap: bool = False) -> Outbox:
        """Sets up the verifier and the counters at a table that has an id."""
        self._outbox = Outbox(self.enrolment.identity.signer, place.table_id, self.number, leap=leap)
        if self._apart:
            self._outbox.keep_clear(0, self._lane)
        self._place = place
        self._follower = Follower(
            self.enrolment.rules,
            self._titles,
            self._signatures,
            referee_pk=self.enrolment.referee_pk,
            table_id=place.table_id,
            seat=self.number,
            own_messages=self._outbox.logged,
        )
        self._follower.verifier.share(self._shared_until)
        return self._outbox

    def expect_commit(self, signed: Signed) -> None:
        """Makes the own join and COMMIT those that GENESIS must hold (GEN_ALTERED)."""
        self._commit = signed
        self.follower.verifier.expect_own(exact_bytes(self.join), exact_bytes(signed))

    @property
    def follower(self) -> Follower:
        """Returns the verified log and what stands on it. Raises NotStartedError before the COMMIT."""
        if self._follower is None:
            raise NotStartedError
        return self._follower

    @property
    def outbox(self) -> Outbox:
        """Returns what this seat has signed. Raises NotStartedError before the COMMIT."""
        if self._outbox is None:
            raise NotStartedError
        return self._outbox

    def keep_clear(self, known: int, lane: int) -> None:
        """Lets the next counter keep clear of another device's; see `Outbox.keep_clear`."""
        self._apart, self._lane = True, lane
        if self._outbox is not None:
            self._outbox.keep_clear(known, lane)

    def share(self, until: int) -> None:
        """Expects messages of another device of this seat in the entries before this one."""
        self._shared_until = until
        if self._follower is not None:
            self._follower.verifier.share(until)

    @property
    def counter_state(self) -> tuple[int, bytes]:
        """Returns the highest counter this device has signed under and the hash of that message (2.13)."""
        counter, digest = self._outbox.state if self._outbox is not None else (0, b"")
        if not counter and self._agree is not None:
            return AGREE_COUNTER, signed_hash(self._agree)
        if not counter and self._commit is not None:
            return COMMIT_COUNTER, signed_hash(self._commit)
        return counter, digest

    @property
    def replica(self) -> SeatReplica:
        """Returns the state as this seat sees it. Raises NotStartedError before its blind seed is there."""
        replica = self._follower.replica if self._follower else None
        if not isinstance(replica, SeatReplica):
            raise NotStartedError
        return replica
