"""After GAME_OVER: RESULTs, the reveal with its pages, AUDITs (spec 2.10). Nobody can hold it up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.blind import HANDLE_SIZE
from sealed.fairness.arithmetic.identifiers import record_digest
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.payloads.limits import MAX_PAGE_REFERENCES
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_referee.refusing import RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed_referee.chronicle import Chronicle
    from sealed_referee.deadlines import Deadlines
    from sealed_referee.dealer import Dealer
    from sealed_referee.letters import Letter
    from sealed_referee.match import Over
    from sealed_referee.piles import Piles

_PAGE_BYTES = MAX_PAGE_REFERENCES * HANDLE_SIZE


class Ending:
    """Is what happens at a table whose game is over. Its methods put entries into the append in progress."""

    __slots__ = (
        "_deadlines",
        "_dealer",
        "_log",
        "_over",
        "_record",
        "_seats",
        "audited",
        "results",
        "revealed_ms",
    )

    def __init__(self, over: Over, seats: int, dealer: Dealer, log: Chronicle, deadlines: Deadlines) -> None:
        """Starts right after the GAME_OVER entry."""
        self._over, self._seats = over, seats
        self._dealer, self._log, self._deadlines = dealer, log, deadlines
        self.results: dict[int, bool] = {}
        """Which seats have signed the result, and whether they agree."""
        self.revealed_ms: int | None = None
        self.audited: set[int] = set()

    @property
    def due_ms(self) -> int:
        """Returns when the next thing is due without anybody: the reveal, then the end of the audits."""
        if self.revealed_ms is not None:
            return self.revealed_ms + self._deadlines.result_ms
        return self._deadlines.reveal(self._over.time_ms, signed_by_all=len(self.results) == self._seats)

    def take_result(self, letter: Letter, vote: wire.ResultVote, piles: Piles, now_ms: int) -> int:
        """Logs a RESULT, and the reveal if it was the last one waited for; returns its entry."""
        if self.revealed_ms is not None:
            raise RefusedError("ENC_BAD_TYPE", "the reveal is logged; results came before it")
        if letter.seat in self.results:
            raise RefusedError("ENC_BAD_TYPE", f"seat {letter.seat} has signed its result already")
        if vote.game_over_leaf != self._log.leaf_at(self._over.entry):
            raise RefusedError(
                "ENC_BAD_VALUE", "the result is about another GAME_OVER than the one in the log"
            )
        self._log.begin(now_ms)
        index = self._log.add(EntryType.RESULT, wire.ResultEntry(msg=letter.signed))
        self.results[letter.seat] = vote.agree
        if len(self.results) == self._seats and self.due_ms <= self._log.time_ms:
            self.reveal(piles)
        return index

    def reveal(self, piles: Piles) -> None:
        """Logs FINAL_REVEAL and the pages of all seats."""
        pages = list(self._pages(piles))
        reveal = wire.FinalReveal(tape_seed=self._dealer.reveal(), pages=len(pages))
        self._log.add(EntryType.FINAL_REVEAL, reveal)
        for page in pages:
            self._log.add(EntryType.FINAL_PAGE, page)
        self.revealed_ms = self._log.time_ms
        self._record = record_digest(
            self._dealer.table_id, self._log.size, self._log.root_at(self._log.size) or b""
        )

    def _pages(self, piles: Piles) -> Iterator[wire.FinalPage]:
        for seat in range(1, self._seats + 1):
            handles = piles.made(seat)
            for at in range(0, len(handles), _PAGE_BYTES):
                first_ref = at // HANDLE_SIZE + 1
                yield wire.FinalPage(seat=seat, first_ref=first_ref, handles=handles[at : at + _PAGE_BYTES])

    def take_audit(self, letter: Letter, verdict: wire.AuditVerdict, now_ms: int) -> int:
        """Logs an AUDIT and returns its entry."""
        if self.revealed_ms is None:
            raise RefusedError("ENC_BAD_TYPE", "there is nothing to audit before the reveal")
        if letter.seat in self.audited or now_ms > self.due_ms:
            raise RefusedError(
                "ENC_BAD_TYPE", "the time for audit verdicts is over, or this seat has given one"
            )
        if verdict.record_digest != self._record:
            raise RefusedError("ENC_BAD_VALUE", "the verdict is about another record than this log")
        self._log.begin(now_ms)
        index = self._log.add(EntryType.AUDIT, wire.AuditEntry(msg=letter.signed))
        self.audited.add(letter.seat)
        return index
