"""Follows a table's log.

Every entry goes through the verifier before anything of it is shown (spec 2.8, 2.9).

A spectator follows with a public replica, a seat with its own; a seat's replica may lag behind the verified
log while a private message is on its way.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple, cast

from sealed.engine.frames import RuleBugError
from sealed.fairness.arithmetic.blind import Handle, unpack_handles
from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.live.verdicts import Klass, Outcome, Verdict
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.record import PrivateLine, RefusalLine
from sealed.fairness.signing.messages import parse_header
from sealed.fairness.signing.private import Kind, parse_own, parse_private
from sealed.wire.v1.fairness_pb2 import ActEntry, Draft
from sealed_client.card_acts import made_by
from sealed_client.closing import Notebook, RecordEnd
from sealed_client.replica import Replica, SeatReplica

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sealed.engine.message import Event
    from sealed.fairness.live.passages import Passage
    from sealed.fairness.record import Line
    from sealed.fairness.signing.keys import Signatures
    from sealed.wire.v1.fairness_pb2 import (
        DeckList,
        Entry,
        FinalReveal,
        Genesis,
        Head,
        Private,
        Refusal,
        Signed,
        SlotEnd,
        SlotOpen,
    )
    from sealed.wire.v1.referee_pb2 import Submit

    OwnMessages = Callable[[Signed], Submit | None]

    from sealed_client.agreement import Rules, Titles


class Told(NamedTuple):
    """Is what an input brought: verdicts that are no pass, and what happened as this eye may see it."""

    verdicts: tuple[Verdict, ...]
    events: tuple[Event, ...] = ()


class OpenSlot(NamedTuple):
    """Is the slot that waits for links.

    Its SLOT_OPEN, that entry's leaf hash, the last slot used before it.
    """

    slot: SlotOpen
    leaf: bytes
    last_ended: int

    @property
    def last_k(self) -> int:
        """Returns the last slot of the batch, for which the links are given."""
        return self.slot.first_k + len(self.slot.requests) - 1


class Follower:
    """Is a verified log with the replica on top of it."""

    def __init__(
        self,
        rules: Rules,
        titles: Titles,
        signatures: Signatures,
        *,
        referee_pk: bytes,
        table_id: bytes,
        seat: int | None = None,
        own_messages: OwnMessages | None = None,
    ) -> None:
        """Starts before entry 0. Without a seat it follows as a spectator.

        `own_messages` is told of each own message that stands in the log, and returns it if this device sent
        it.
        """
        self._own_messages = own_messages
        self.rules, self.seat, self.table_id = rules, seat, table_id
        self.signatures = signatures
        self.verifier = Verifier(titles, signatures, referee_pk=referee_pk, seat=seat, table_id=table_id)
        self.notebook = Notebook(table_id)
        self.failure: Verdict | None = None
        self.failing: tuple[Line, ...] = ()
        self.game_over: Entry | None = None
        self.ended: RecordEnd | None = None
        self.open_slot: OpenSlot | None = None
        self.genesis: Genesis | None = None
        self.head: Head | None = None
        self._replica: Replica | None = self._spectator_replica() if seat is None else None
        self._queue: deque[Passage] = deque()
        self._handles: dict[int, Handle] = {}
        self._pages: int | None = None
        self.own_types: set[int] = set()
        """Types of the messages of this seat in the log, whichever device has sent them."""
        self._last_ended = 0

    def _spectator_replica(self) -> Replica:
        return Replica(self.rules.title, self.rules.setup, self.rules.places)

    @property
    def replica(self) -> Replica | None:
        """Returns the state as this eye sees it; nothing before a seat has its blind seed."""
        if self._replica is None and self.seat is not None and self.verifier.seed is not None:
            rules = (self.rules.title, self.rules.setup, self.rules.places)
            lists = {deck.deck: _open_list(deck) for deck in self.rules.params.lists}
            self._replica = SeatReplica(
                rules, self.seat, self.verifier.seed, self.verifier.drawn, self._handles, lists
            )
        return self._replica

    # -- signatures that are put off (spec 2.13) -------------------------------------------------------------

    def put_off(self, head: Head) -> None:
        """Says which head is the newest; a slow library checks it, and those before it when there is time."""
        if self.signatures.slow:
            self.verifier.put_off(head)

    @property
    def owed(self) -> int:
        """Returns how many signatures are still to be checked."""
        return self.verifier.owed

    def pay(self) -> Told:
        """Checks one signature that was put off; if it fails, what is told is what was found live."""
        if not self.owed:
            return Told(())
        verdicts = tuple(self.verifier.pay(self.seat or 0))
        if self.verifier.failed is not None:
            self.failure = self.verifier.failed
            broken = self.verifier.broken_append
            if broken is not None and broken < len(self.notebook.entries):
                self.failing = self.notebook.cut(broken)
        return Told(verdicts)

    @property
    def caught_up(self) -> bool:
        """Tells whether the replica stands at the tip and every private message up to there is verified."""
        return not self._queue and not (self.seat and self.verifier.unopened)

    @property
    def reached(self) -> int:
        """Returns the first verified entry that the replica has not taken yet; the size if it has all."""
        waits = self._queue and self._replica is not None
        return self._queue[0].index if waits else self.verifier.size

    @property
    def private_from(self) -> int:
        """Returns the first entry whose private message this seat still wants (spec 2.13)."""
        if self.verifier.seed is None:
            return 0
        return min(self.verifier.unopened, default=self.verifier.size)

    @property
    def missing_handles(self) -> int | None:
        """Returns the first own reference whose handle this device lacks, if the replica waits for it."""
        if not self._queue or not isinstance(self.replica, SeatReplica):
            return None
        first = self._queue[0]
        waits = first.seat == self.seat and first.draft and self.replica.missing_handles(first.draft)
        return self.replica.holdings.next_ref if waits else None

    def feed(self, entries: Sequence[Entry], head: Head) -> Told:
        """Verifies one append and moves the replica on.

        Entries held already are passed over if they are equal.
        """
        if self.verifier.doubted:
            return Told(())
        fresh = [entry for entry in entries if not self._held(entry)]
        if not fresh and head.size < self.verifier.size and entries:
            return Told(())
        verdicts = tuple(self.verifier.feed(fresh, head))
        if self._stopped:
            return self._fail(verdicts, *fresh, head)
        if fresh:
            self.notebook.batch(fresh, head)
            self.head = head
            by_index = {entry.index: entry for entry in fresh}
            for passage in self.verifier.passages:
                self._note(passage, by_index[passage.index])
                self._queue.append(passage)
        return self._forked(verdicts) if self.verifier.forked else Told(verdicts, self._catch_up())

    def _forked(self, verdicts: tuple[Verdict, ...]) -> Told:
        """Stops: the newest head, which the referee signed, is over other entries than those that came."""
        head = self.verifier.forked
        found = self.verifier.feed((), head) if head is not None else []
        return self._fail((*verdicts, *found), *([head] if head is not None else []))

    def feed_private(self, private: Private) -> Told:
        """Verifies a private message; what waited for it goes on."""
        if self.verifier.doubted:
            return Told(())
        verdicts = tuple(self.verifier.feed_private(private))
        if self._stopped:
            return self._fail(verdicts, PrivateLine(self.seat or 0, private))
        if not any(verdict.failed for verdict in verdicts):
            message = parse_private(private.message)
            self.notebook.opening(message.seat, private)
            if message.kind == Kind.OWN and isinstance(self.replica, SeatReplica):
                own = parse_own(message.content)
                self._handles.update(enumerate(own.handles, own.first_ref))
        return Told(verdicts, self._catch_up())

    def feed_refusal(self, refusal: Refusal) -> Told:
        """Verifies the refusal of a message of this seat."""
        if self.seat is None or self.verifier.doubted:
            return Told(())
        verdicts = tuple(self.verifier.feed_refusal(self.seat, refusal))
        if self._stopped:
            return self._fail(verdicts, RefusalLine(self.seat, refusal))
        if not any(verdict.failed for verdict in verdicts):
            self.notebook.refusal(self.seat, refusal)
        return Told(verdicts)

    def fail(self, code: str, detail: str, entry: int = -1) -> Verdict:
        """Stops here for a check that only this seat can make; returns the verdict."""
        self.failure = self.failure or Verdict(code, Outcome.FAIL, entry, detail, Klass.L)
        return self.failure

    @property
    def _stopped(self) -> bool:
        return self.verifier.failed is not None or self.verifier.doubted

    def _fail(self, verdicts: tuple[Verdict, ...], *failing: Line) -> Told:
        """Stops at a check of the verifier; what failed it is kept, since it is the evidence."""
        self.failure = self.failure or self.verifier.failed
        self.failing = self.failing or failing
        return Told(verdicts)

    def _held(self, entry: Entry) -> bool:
        """Tells whether this entry is in the verified log, byte for byte."""
        return entry.index < len(self.notebook.entries) and self.notebook.entries[entry.index] == entry

    def _catch_up(self) -> tuple[Event, ...]:
        events: list[Event] = []
        replica = self.replica
        while self._queue and replica is not None:
            try:
                happened = replica.advance(self._queue[0])
            except (RuleBugError, KeyError, ValueError) as error:
                detail = (
                    f"this device's own copy of the game and the log have parted ({type(error).__name__})"
                )
                self.fail("STATE_MISMATCH", detail, self._queue[0].index)
                break
            if happened is None:
                break
            events += happened
            self._queue.popleft()
        return tuple(events)

    def _note(self, passage: Passage, entry: Entry) -> None:
        if self._own_messages and passage.seat == self.seat:
            self.own_types.add(int(passage.type))
            self._remember_own(passage)
        match passage.type:
            case EntryType.GENESIS:
                self.genesis = cast("Genesis", passage.message)
            case EntryType.SLOT_OPEN:
                leaf = log_leaf_hash(self.table_id, entry.index, entry.type, entry.payload)
                self.open_slot = OpenSlot(cast("SlotOpen", passage.message), leaf, self._last_ended)
            case EntryType.SLOT_END:
                end = cast("SlotEnd", passage.message)
                self._last_ended = end.first_k + len(end.results) - 1
                self.open_slot = None
            case EntryType.GAME_OVER:
                self.game_over, self.open_slot = entry, None
            case EntryType.FINAL_REVEAL:
                self._pages = cast("FinalReveal", passage.message).pages
                self._end(entry.index)
            case EntryType.FINAL_PAGE if self._pages:
                self._pages -= 1
                self._end(entry.index)
            case _:
                pass

    def _remember_own(self, passage: Passage) -> None:
        """Looks up the handles that went beside an own draft (spec 2.6, "The hidden part")."""
        signed = cast(ActEntry, passage.message).msg
        sent = self._own_messages(signed) if self._own_messages else None
        if sent is not None and passage.draft is not None:
            handles = unpack_handles(sent.handles)
            self._handles.update(enumerate(handles, passage.draft.first_ref))

    def handles_in(self, entries: Iterable[Entry]) -> bytes:
        """Returns the handles behind the own references made in entries, in order; none if one is unknown."""
        run = b""
        for entry in entries:
            if entry.type != EntryType.ACT:
                continue
            signed = ActEntry.FromString(entry.payload).msg
            if parse_header(signed.header).seat != self.seat:
                continue
            draft = Draft.FromString(signed.payload)
            for ref in range(draft.first_ref, draft.first_ref + made_by(draft)):
                if ref not in self._handles:
                    return b""
                run += self._handles[ref].pack()
        return run

    def _end(self, index: int) -> None:
        if self._pages == 0:
            self.ended = RecordEnd(index + 1, self.verifier.root_at(index + 1))


def _open_list(deck: DeckList) -> tuple[int, ...]:
    """Returns epoch 0 of a deck: the printed list, ascending by code, copies repeated (spec 2.5)."""
    return tuple(count.card for count in deck.cards for _ in range(count.copies))
