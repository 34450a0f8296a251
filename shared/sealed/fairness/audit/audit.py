"""Audits a record from its bytes alone (spec 3.2): all live checks from entry 0, then the hidden part."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.identifiers import record_digest
from sealed.fairness.audit.ahead import AheadSignatures
from sealed.fairness.audit.occasions import Occasions, disagreements
from sealed.fairness.audit.replay import Replay
from sealed.fairness.audit.report import FAIL, INCOMPLETE, PASS, Ended, Report, Unfinished
from sealed.fairness.audit.times import times_of
from sealed.fairness.live.verdicts import Klass, Outcome, Verdict
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.live.watched import BrokenError
from sealed.fairness.record import PrivateLine, RefusalLine, exported_by
from sealed.wire.v1.fairness_pb2 import Entry, GameOver, Head

if TYPE_CHECKING:
    from sealed.fairness.live.passages import Passage
    from sealed.fairness.live.watched import TitleOf, Watched
    from sealed.fairness.record import Record
    from sealed.fairness.signing.keys import Signatures

_HIDDEN = (
    *(
        "FIN_TAPE_ROOT",
        "FIN_BLIND_SEED",
        "FIN_SLOT_ORPHAN",
        "FIN_DECK_ROOT",
        "FIN_OPENING",
        "FIN_BLIND_UNOPENED",
    ),
    *("FIN_HAND", "REF_ORDER", "FIN_CONSERVATION", "FIN_RULES", "FIN_RESULT"),
)


def audit(
    record: Record, title_of: TitleOf, signatures: Signatures, *, referee_pk: bytes | None = None
) -> Report:
    """Returns the report on a record.

    `title_of(game, edition)` returns the rules or None (then it cannot be PASS); `referee_pk` is the key of
    the referee asked about, if any. Never raises for what a record says.
    """
    return _Audit(record, title_of, signatures, referee_pk).report()


class _Audit:
    """Runs one audit."""

    def __init__(
        self, record: Record, title_of: TitleOf, signatures: Signatures, referee_pk: bytes | None
    ) -> None:
        self._record = record
        self._pinned = referee_pk is not None
        ahead = AheadSignatures(signatures, record)
        self._verifier = Verifier(
            title_of, ahead, referee_pk=referee_pk, seat=exported_by(record), table_id=record.table_id
        )
        self._w: Watched = self._verifier.watched
        self._failures: list[Verdict] = []
        self._warnings: list[Verdict] = []
        self._passages: list[Passage] = []

    def report(self) -> Report:
        """Makes all checks and says what came of them."""
        self._live()
        if not self._failures:
            self._whole()
        if not self._failures:
            self._replay()
        occasions = self._count()
        verdict = PASS
        if self._failures:
            incomplete = all(failure.code == "AUDIT_INCOMPLETE" for failure in self._failures)
            verdict = INCOMPLETE if incomplete else FAIL
        elif self._w.tally.not_checked:
            verdict = INCOMPLETE
        return self._write(verdict, occasions)

    # ---- the three parts ----

    def _live(self) -> None:
        """Runs the live verifier over everything."""
        for entries, head in self._record.appends():
            self._sort(self._verifier.feed(entries, head))
            if self._failures:
                return
            self._passages += self._verifier.passages
            if entries and entries[0].index == 0:
                self._feed_refusals()
        self._feed_privates()

    def _feed_refusals(self) -> None:
        for line in self._record.lines:
            if isinstance(line, RefusalLine):
                self._sort(self._verifier.feed_refusal(line.seat, line.refusal))

    def _feed_privates(self) -> None:
        """Checks the private messages of a seat's own export, where they are all of one seat."""
        if self._w.seat is None:
            return
        for line in self._record.lines:
            if isinstance(line, PrivateLine) and not self._failures:
                self._sort(self._verifier.feed_private(line.private))

    def _sort(self, found: list[Verdict]) -> None:
        for verdict in found:
            if verdict.outcome is Outcome.FAIL:
                self._failures.append(verdict)
                if verdict.code == "HEAD_FALSE" and verdict.klass is Klass.C:  # else only a head is missing
                    detail = "a seat's signed view of the log lies on another branch"
                    self._failures.append(self._w.verdict("FIN_FORK", detail))
            elif verdict.outcome is Outcome.WARN:
                self._warnings.append(verdict)

    def _whole(self) -> None:
        """Checks that nothing is missing at the end (FIN_TRUNCATED, FIN_MISSING, SLOT_STALLED)."""
        w = self._w
        w.index = max(0, w.size - 1)
        w.ran("FIN_TRUNCATED", "FIN_MISSING")
        for _ in range(w.tally.executed["HEAD_FALSE"]):  # one check, live and at the end
            w.ran("FIN_FORK")
        if self._ends_in_entry():
            self._fail("FIN_TRUNCATED", "the last entries stand under no head")
        elif w.game_over is None:
            if w.pending is not None:
                self._fail("SLOT_STALLED", "the record ends while a random act is open")
            self._fail(
                "FIN_TRUNCATED", "the record ends before the game does: it is cut, or the game still runs"
            )
        elif w.pages_due < 0:
            self._fail("FIN_MISSING", "the hidden part was not revealed")
        elif w.pages_due:
            self._fail("FIN_TRUNCATED", f"{w.pages_due} pages of the reveal are missing")
        elif self._record.end is not None and self._record.end.digest != self._digest():
            self._fail("FIN_TRUNCATED", "the end line states another digest than the record has")

    def _ends_in_entry(self) -> bool:
        """Tells whether entries stand after the last head."""
        last = [line for line in self._record.lines if isinstance(line, Entry | Head)]
        return not last or isinstance(last[-1], Entry)

    def _fail(self, code: str, detail: str) -> None:
        self._failures.append(self._w.verdict(code, detail, Klass.D))

    def _digest(self) -> bytes:
        w = self._w
        size = w.last_page or w.size
        return record_digest(w.table_id, size, w.roots[size])

    def _replay(self) -> None:
        """Plays the match again with full information."""
        try:
            Replay(self._w, self._passages).run()
        except BrokenError as broken:
            self._failures += broken.verdicts

    # ---- counting ----

    def _count(self) -> Counter[str]:
        """Compares occasions with executions; returns what was there to be checked."""
        w = self._w
        if self._failures:
            executed = w.tally.executed
            for code in _HIDDEN:
                if not executed[code]:
                    w.skip("hidden" if w.pages_due < 0 else "stopped", code)
            return Counter()
        occasions = Occasions(self._record, pinned=self._pinned)
        skipped = ((kind.code, n) for kind, n in w.tally.not_checked.items())
        executed, counts = w.tally.executed, occasions.counts
        for code in disagreements(counts, executed, skipped):
            wanted, made = counts[code], executed[code]
            w.index = -1
            self._fail("AUDIT_INCOMPLETE", f"{code} should have run {wanted} times and ran {made} times")
        return occasions.facts

    # ---- writing ----

    def _write(self, verdict: str, facts: Counter[str]) -> Report:
        w = self._w
        over = w.game_over
        speakers = w.speakers.items()
        return Report(
            verdict=verdict,
            failures=tuple(self._failures),
            executed=w.tally.executed,
            not_checked=w.tally.not_checked,
            warnings=tuple(self._warnings),
            ended=None if over is None else self._ended(over),
            unfinished=self._unfinished(),
            unsigned=() if over is None else tuple(seat for seat, one in speakers if one.voted is None),
            disputing=tuple(seat for seat, one in speakers if one.voted is False),
            table_id=w.table_id or self._record.table_id,
            digest=self._digest() if w.roots else b"",
            game=w.title.name if w.title is not None else w.params.game,
            names=self._verifier.names,
            facts=facts,
            times=times_of(w.clocks) if w.title is not None else None,
        )

    def _ended(self, over: GameOver) -> Ended:
        """Names the end and the winners, by the title's word for the side where the title is at hand."""
        w, word = self._w, over.result.capitalize()
        sides = {f"side {chair.side}": chair.side for chair in w.params.chairs}
        side = sides.get(over.result)
        if side is None:
            return Ended(over.cause, tuple(over.seats), w.over_index, over.result, "")
        if w.title is not None:
            # A title counts its own names of sides from where it likes; results count sides from 1.
            named = [name for _, name in sorted(w.title.notation.names.get("side", {}).items())]
            word = named[side - 1] if side <= len(named) else word
        seated = zip(self._verifier.names, w.params.chairs, strict=False)
        players = ", ".join(name for name, chair in seated if chair.side == side)
        return Ended(over.cause, tuple(over.seats), w.over_index, over.result, f"{word} ({players})")

    def _unfinished(self) -> tuple[Unfinished, ...]:
        """Names the slot that was open when the game ended (2.10)."""
        w = self._w
        if w.pending is None or w.game_over is None:
            return ()
        opened = w.pending.message
        kinds = tuple(str(request.WhichOneof("act")) for request in opened.requests)
        late = tuple(seat for seat, one in w.speakers.items() if one.late)
        return (Unfinished(opened.first_k, kinds, late, w.game_over.cause),)
