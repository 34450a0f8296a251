"""Checks a table's log as it grows: `feed(entries, head) -> verdicts` (spec 3.1, 3.4).

Pure: no I/O, no clock (time is what the signed heads say), no randomness. The order of the checks is that of
3.1: log, set-up, messages, rules, slots, cards, time, end; each group has its own `watch_...` module.
"""

from __future__ import annotations

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
from sealed.fairness.live.watch_time import check_notice, check_prompt, note_due
from sealed.fairness.live.watch_timeout import check_timeout
from sealed.fairness.live.watched import BrokenError, Watched
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing import messages
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Sequence

    from google.protobuf.message import Message

    from sealed.fairness.live.watched import TitleOf
    from sealed.fairness.signing.keys import Signatures

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


def is_bad(verdicts: Sequence[Verdict]) -> bool:
    """Tells whether a feed found a failure."""
    return any(verdict.outcome is Outcome.FAIL for verdict in verdicts)
