"""Checks a table's log as it grows: `feed(entries, head) -> verdicts` (spec 3.1, 3.4).

Pure: no I/O, no clock (time is what the signed heads say), no randomness. The order of the checks is that of
3.1: log, set-up, messages, rules, slots, cards, time, end; each group has its own `watch_...` module.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.live.catching_up import CatchingUp
from sealed.fairness.live.passages import Passage
from sealed.fairness.live.verdicts import Outcome, Verdict
from sealed.fairness.live.watch_acts import (
    check_act,
    check_audit,
    check_pause,
    check_resign,
    check_result,
)
from sealed.fairness.live.watch_cards import check_draw, check_forced, check_peek
from sealed.fairness.live.watch_end import check_over, check_page, check_reveal
from sealed.fairness.live.watch_log import check_indices, check_phase, decode_entry, extend, note_merged
from sealed.fairness.live.watch_own import check_private, keep_refusal
from sealed.fairness.live.watch_replica import settle
from sealed.fairness.live.watch_setup import check_genesis, check_start, read_genesis
from sealed.fairness.live.watch_slots import check_end, check_open
from sealed.fairness.live.watch_time import check_notice, check_prompt, deadline, note_due, referee_due
from sealed.fairness.live.watch_timeout import check_timeout
from sealed.fairness.live.watched import BrokenError, Watched
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing import messages
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping, Sequence

    from google.protobuf.message import Message

    from sealed.engine.frames import State
    from sealed.engine.title import Setup, Title
    from sealed.fairness.arithmetic.blind import Handle
    from sealed.fairness.bridge.duties import Duty
    from sealed.fairness.bridge.places import Places
    from sealed.fairness.live.clocks import Pause
    from sealed.fairness.live.ledger import Ledger
    from sealed.fairness.live.verdicts import Skipped
    from sealed.fairness.live.watched import Pending, TitleOf
    from sealed.fairness.signing.keys import Signatures
    from sealed.fairness.signing.private import PeekedCard

_FOLLOWING: Final = frozenset({EntryType.DRAW, EntryType.PEEK, EntryType.FORCED})
"""The entries that go on with what the entry before them has begun."""


class Verifier(CatchingUp):
    """Follows one table from entry 0 and judges everything that the referee shows.

    `title_of(game, edition)` returns the rules or None: then all that rests on them is NOT_CHECKED(rules).
    With `seat` it also checks what that seat alone can: its private messages, refusals and own messages.
    `referee_pk` and `table_id` pin what the caller expects. After the first failure it stops: nothing more is
    judged. Signatures are put off only where `put_off` asks for it.
    """

    def __init__(
        self,
        title_of: TitleOf,
        signatures: Signatures,
        *,
        referee_pk: bytes | None = None,
        seat: int | None = None,
        table_id: bytes | None = None,
    ) -> None:
        """Starts before entry 0."""
        w = Watched(title_of, signatures)
        w.pinned_pk, w.seat, w.pinned_table = referee_pk, seat, table_id
        super().__init__(w)

    def __repr__(self) -> str:
        """Names the table and how far its log is known."""
        return f"<verifier of table {self._w.table_id.hex()[:8]}, {self._w.size} entries>"

    # ---- feeding ----

    def feed(self, entries: Sequence[wire.Entry], head: wire.Head) -> list[Verdict]:
        """Takes one append: the entries after `size`, then the head over them.

        Returns what did not pass: failures, warnings, and checks that could not run (each code once). An
        empty list is good. After a failure `failed` is set, nothing of the append may be used, and every
        later feed returns the same failures. While `doubted` is set nothing is taken.
        """
        if self.failures or self.doubted:
            return list(self.failures)
        w = self._w
        w.notes, w.passages = [], []
        try:
            if self._is_resent(entries, head):
                return []
            self._append(entries, head)
        except BrokenError as broken:
            return [*self._stop(broken.verdicts), *w.notes]
        return w.notes

    def _is_resent(self, entries: Sequence[wire.Entry], head: wire.Head) -> bool:
        """Tells whether a head is one that was taken before, sent again."""
        w = self._w
        if entries or not 0 < head.size <= w.size or head.time_ms != w.times[head.size - 1]:
            return False
        same = w.roots[head.size] == head.root
        return same and messages.verify_head(w.signatures, w.referee_pk, w.table_id, head)

    def _append(self, entries: Sequence[wire.Entry], head: wire.Head) -> None:
        w = self._w
        check_indices(w, entries, head)
        first, previous = w.size, w.last_time
        w.debts.begin(first, head.size)
        if first == 0:
            read_genesis(w, entries[0])
        extend(w, entries, head)
        note_merged(w, entries)
        w.index = w.first = first
        check_prompt(w)
        for index, entry in enumerate(entries, first):
            w.index = index
            message = decode_entry(w, entry)
            check_phase(w, entry.type)
            w.played, w.links, w.ledger.changes = [], {}, []
            if entry.type not in _FOLLOWING:
                w.origin = 0
            seat, draft = self._check(entry, message, previous)
            done = (tuple(w.played), tuple(w.ledger.changes), w.links)
            if entry.type == EntryType.ACT:
                w.debts.acts.append(index)
            w.passages.append(Passage(index, entry.type, message, seat, draft, *done))
            previous = w.now
        note_due(w)

    def _check(self, entry: wire.Entry, message: Message, previous_ms: int) -> tuple[int, wire.Draft | None]:
        """Checks one entry and returns its sender (0: the referee) and the draft of an ACT."""
        w = self._w
        match message:
            case wire.ActEntry():
                return check_act(w, message)
            case wire.SlotOpen():
                check_open(w, message)
            case wire.SlotEnd():
                check_end(w, message)
            case wire.Draw():
                check_draw(w, message)
            case wire.Forced():
                check_forced(w, message)
            case wire.Peek():
                check_peek(w, message)
            case wire.Notice():
                check_notice(w, message, previous_ms)
            case wire.Timeout():
                check_timeout(w, message)
            case wire.Genesis():
                check_genesis(w, message)
            case wire.Start():
                check_start(w, message)
                settle(w)
            case wire.ResignEntry():
                return check_resign(w, message), None
            case wire.PauseEntry():
                return check_pause(w, message), None
            case wire.ResultEntry():
                return check_result(w, message), None
            case wire.AuditEntry():
                return check_audit(w, message), None
            case _:
                self._check_end(entry, message)
        return 0, None

    def _check_end(self, entry: wire.Entry, message: Message) -> None:
        w = self._w
        match message:
            case wire.GameOver():
                check_over(w, message)
                w.over_leaf = log_leaf_hash(w.table_id, entry.index, entry.type, entry.payload)
            case wire.FinalReveal():
                check_reveal(w, message)
            case wire.FinalPage():
                check_page(w, message)

    def feed_private(self, private: wire.Private) -> list[Verdict]:
        """Checks a private message of `seat` (SEED, DRAWN, PEEKED, OWN). Its entry must have been fed before.

        Returns as `feed`; a failure stops the verifier if it is one of the referee's.
        """
        w = self._w
        if w.seat is None:
            message = "a verifier without a seat has no private messages"
            raise ValueError(message)
        return self._guard(lambda: check_private(w, private, w.seat or 0))

    def feed_refusal(self, seat: int, refusal: wire.Refusal) -> list[Verdict]:
        """Keeps a signed refusal: its message must never appear in the log (ACT_REFUSED_LOGGED)."""
        return self._guard(lambda: keep_refusal(self._w, seat, refusal))

    def _guard(self, check: object) -> list[Verdict]:
        if self.failures or self.doubted:
            return list(self.failures)
        self._w.notes = []
        try:
            check()  # type: ignore[operator]
        except BrokenError as broken:
            if any(verdict.key for verdict in broken.verdicts):
                return [*self._stop(broken.verdicts), *self._w.notes]
            return [*broken.verdicts, *self._w.notes]
        return self._w.notes

    def expect_own(self, join: bytes, commit: bytes) -> None:
        """Says what this seat's Join and COMMIT (serialized Signed) are, so that GENESIS must hold them."""
        self._w.own.join, self._w.own.commit = join, commit

    def note_sent(self, signed: wire.Signed) -> None:
        """Says that this device signed a message; from then on others in its name are ACT_NOT_MINE.

        Unless `share` says that another device of the seat may have signed them.
        """
        if self._w.own.sent is None:
            self._w.own.sent = set()
        self._w.own.sent.add(messages.signed_hash(signed))

    def share(self, until: int) -> None:
        """Says that entries before this one may hold messages that another device of this seat signed.

        Under a good signature those are not ACT_NOT_MINE (spec 2.13).
        """
        self._w.own.shared_until = until

    # ---- what is known ----

    @property
    def watched(self) -> Watched:
        """Is all that is known, for the audit; nobody else reaches in."""
        return self._w

    @property
    def failed(self) -> Verdict | None:
        """Is the failure that stopped this verifier, if there is one."""
        return self.failures[0] if self.failures else None

    @property
    def table_id(self) -> bytes:
        """Is the id of the table; empty before GENESIS."""
        return self._w.table_id

    @property
    def params(self) -> wire.Params:
        """Is the parameters of the table."""
        return self._w.params

    @property
    def params_bytes(self) -> bytes:
        """Is the exact bytes of the parameters."""
        return self._w.params_bytes

    @property
    def referee_pk(self) -> bytes:
        """Is the referee's public key."""
        return self._w.referee_pk

    @property
    def keys(self) -> tuple[bytes, ...]:
        """Is the public keys of the seats, in seat order."""
        return tuple(speaker.pk for speaker in self._w.speakers.values())

    @property
    def names(self) -> tuple[str, ...]:
        """Is the names of the players, in seat order."""
        return tuple(speaker.name for speaker in self._w.speakers.values())

    @property
    def setup(self) -> Setup | None:
        """Is the engine's set-up; None without the rules."""
        return self._w.setup

    @property
    def title(self) -> Title | None:
        """Is the rules; None if `title_of` does not have them."""
        return self._w.title

    @property
    def places(self) -> Places | None:
        """Is the table between engine zones and protocol numbers; None without the rules."""
        return self._w.places

    @property
    def state(self) -> State | None:
        """Is the public replica of the game, from START on."""
        return self._w.state

    @property
    def duty(self) -> Duty | None:
        """Is what the rules make due now; None before START and without the rules."""
        return self._w.duty

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Is what the entries of the last feed did."""
        return tuple(self._w.passages)

    @property
    def ledger(self) -> Ledger:
        """Is the public table of places; to be read only."""
        return self._w.ledger

    @property
    def size(self) -> int:
        """Is the number of entries taken."""
        return self._w.size

    @property
    def root(self) -> bytes:
        """Is the root over all entries taken."""
        return self._w.roots[-1]

    def root_at(self, size: int) -> bytes:
        """Returns the root of the first `size` entries. Raises IndexError beyond `size`."""
        return self._w.roots[size]

    def time_of(self, index: int) -> int:
        """Returns the time of an entry in ms: that of the head that first covered it."""
        return self._w.time_of(index)

    @property
    def phase(self) -> str:
        """Is "S" (set-up), "P" (play), "O" (over) or "R" (revealed)."""
        return self._w.phase

    @property
    def pending(self) -> Pending | None:
        """Is the open slot, also one that stayed unfinished when the game ended."""
        return self._w.pending

    @property
    def last_k(self) -> int:
        """Is the number of the last slot opened."""
        return self._w.last_k

    @property
    def game_over(self) -> wire.GameOver | None:
        """Is the GAME_OVER, once it is logged."""
        return self._w.game_over

    @property
    def over_leaf(self) -> bytes:
        """Is the leaf hash of the GAME_OVER entry, which a RESULT names."""
        return self._w.over_leaf

    @property
    def gaps(self) -> tuple[tuple[int, int], ...]:
        """Is the intervals (ms) that are charged to nobody."""
        return self._w.clocks.gaps

    def asked(self, seat: int) -> int | None:
        """Returns the entry by which the seat's open question was put, None if it owes no answer."""
        asked = self._w.speakers[seat].asked
        return None if asked < 0 else asked

    def deadline(self, seat: int) -> int | None:
        """Returns until when (ms) the seat's answer or link is due, None if it owes nothing."""
        return deadline(self._w, seat)

    def deadline_ms(self, seat: int) -> int | None:
        """Is `deadline`, under the name that goes with `bank_ms`."""
        return deadline(self._w, seat)

    @property
    def clocked(self) -> bool:
        """Tells whether the seats of this table have banks of time."""
        return self._w.clocks.limits.clocked

    def bank_ms(self, seat: int) -> int | None:
        """Returns what a seat's bank held after the last entry; None without a bank or without the rules.

        What the seat uses on what it owes now is taken off when that has come.
        """
        w = self._w
        return w.clocks.seats[seat].bank if w.clocks.limits.clocked and w.title is not None else None

    def misses(self, seat: int) -> int:
        """Returns how many answers in a row were stated for a seat that let its deadline pass."""
        return self._w.clocks.seats[seat].misses

    @property
    def pause(self) -> Pause:
        """Is who wishes a pause, since when one runs, and what is left."""
        return self._w.clocks.pause

    @property
    def referee_due(self) -> int | None:
        """Is from when (ms) on the next entry is the referee's, perhaps ahead; None if not foreseen."""
        return referee_due(self._w)

    def counter(self, seat: int) -> int:
        """Returns the counter of the seat's last logged message, 0 if there is none."""
        return self._w.speakers[seat].counter

    def link(self, seat: int) -> tuple[int, bytes]:
        """Returns the seat's last logged link as (k, c_k); its anchor with k = 0 at first."""
        speaker = self._w.speakers[seat]
        return speaker.link_k, speaker.link

    @property
    def executed(self) -> Counter[str]:
        """Is how often each check ran, by code."""
        return self._w.tally.executed

    @property
    def not_checked(self) -> Counter[Skipped]:
        """Is how often each check could not run, by code and reason."""
        return self._w.tally.not_checked

    # ---- what one seat knows ----

    @property
    def unopened(self) -> tuple[int, ...]:
        """Is the entries whose private message for `seat` has not been verified yet (receipt rule, 2.6)."""
        return tuple(sorted(self._w.own.unopened))

    @property
    def drawn(self) -> Mapping[int, tuple[int, ...]]:
        """Is the cards of this seat's verified DRAWN and PEEKED messages, by entry."""
        return MappingProxyType(self._w.own.cards)

    @property
    def peeked(self) -> Mapping[int, tuple[PeekedCard, ...]]:
        """Is this seat's verified PEEKED messages, by entry."""
        return MappingProxyType(self._w.own.peeked)

    @property
    def handles(self) -> Mapping[int, Handle]:
        """Is the handles behind this seat's references that an OWN message gave back, by number."""
        return MappingProxyType(self._w.own.handles)

    @property
    def seed(self) -> bytes | None:
        """Is this seat's verified blind seed."""
        return self._w.own.seed or None


def is_bad(verdicts: Sequence[Verdict]) -> bool:
    """Tells whether a feed found a failure."""
    return any(verdict.outcome is Outcome.FAIL for verdict in verdicts)
