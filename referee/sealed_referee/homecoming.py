"""Brings loaded tables back into play, with the players' help if the store is an old copy (spec 2.13)."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from sealed.wire.v1.referee_pb2 import PHASE_OVER, PHASE_PLAYING
from sealed_referee.adopting import adopt
from sealed_referee.chronicle import RestoreError
from sealed_referee.journal import JournalError, JournalFullError
from sealed_referee.logs import line
from sealed_referee.problems import ServiceError, store_trouble
from sealed_referee.recovery import ForkError, Recovery, genuine
from sealed_referee.returning import Return, behind, holds_back, stuck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.wire.v1.fairness_pb2 import Head
    from sealed.wire.v1.referee_pb2 import PutEntriesRequest, Resume, Submit
    from sealed_referee.journal import Journal
    from sealed_referee.opening import Keys
    from sealed_referee.returning import Held
    from sealed_referee.table import Table, Titles
    from sealed_referee.tables import RunningTable

PAUSE_MS: Final = 1000
"""How long a seat whose entries were refused has to wait before any are looked at again."""

log: Final = logging.getLogger("sealed.referee.homecoming")


class Homecoming:
    """Decides when a loaded table may sign, and takes its lost part from those who hold it."""

    def __init__(self, journal: Journal, titles: Titles, keys: Keys) -> None:
        """Serves the tables of one journal."""
        self._journal, self._titles, self._keys = journal, titles, keys
        self._refused: dict[tuple[str, int], int] = {}

    # -- who comes back --------------------------------------------------------------------------------------

    def begin(self, running: RunningTable, table: Table, now_ms: int) -> None:
        """Lets a table that was just loaded wait for its players; one without fixed seats need not."""
        if running.loaded and table.table_id and running.returning is None:
            running.returning = Return(table, now_ms)
        running.loaded = False

    def meet(self, running: RunningTable, table: Table, seat: int, resume: Resume, now_ms: int) -> bool:
        """Compares the head that a seat shows with the log; tells whether the table may go on now.

        Raises ServiceError RES_REFEREE_BEHIND if this referee has signed more than it holds, or otherwise.
        """
        if resume.HasField("head") and not _knows(table, resume.head):
            self._miss(running, table, resume.head, now_ms)
        back = running.returning
        if back is None or running.halted is not None or running.recovery is not None:
            return False
        if resume.size > table.size:
            return False
        back.shows(seat, now_ms)
        return back.complete

    def _miss(self, running: RunningTable, table: Table, head: Head, now_ms: int) -> None:
        """Takes note of a head that the log does not know, if it is genuine."""
        if not genuine(table, head):
            return
        recovery = running.recovery or Recovery(table, running.leaf_hashes(table, table.size))
        if head.size <= table.size:
            raise self._forked(running)
        recovery.goal = max(recovery.goal, head.size)
        raise self._fall_behind(running, table, recovery, now_ms)

    @staticmethod
    def _forked(running: RunningTable) -> ServiceError:
        running.halted = stuck("it has signed other entries in the place of those")
        log.error(line("two-histories", table=running.lobby_id))
        return running.halted

    @staticmethod
    def _fall_behind(running: RunningTable, table: Table, recovery: Recovery, now_ms: int) -> ServiceError:
        """Stops a table that lacks entries, and says so to everybody who is there."""
        first = running.recovery is None
        running.recovery = recovery
        back = running.returning
        if back is None:
            back = running.returning = Return(table, now_ms)
            back.shown = {reader.seat for reader in running.seats}
        why = back.stuck or behind(table, recovery)
        if first:
            log.warning(line("behind", table=running.lobby_id, size=table.size))
            held, back.held = back.held, []
            for one in held:
                one.fail(why)
            for reader in running.seats:
                reader.push_problem(why.problem)
        running.touch()
        return why

    # -- what they send --------------------------------------------------------------------------------------

    @staticmethod
    def keeps(running: RunningTable, back: Return, table: Table, one: Held, now_ms: int) -> bool:
        """Tells whether an input waits. Raises RES_REFEREE_BEHIND for a table that lacks entries."""
        if running.recovery is not None:
            raise back.stuck or behind(table, running.recovery)
        if not holds_back(table):
            return False
        back.hold(one, now_ms)
        return True

    def put(
        self, running: RunningTable, table: Table, seat: int, request: PutEntriesRequest, now_ms: int
    ) -> Table | None:
        """Takes entries, heads and handles; returns the table with its lost part once that is complete.

        Raises ServiceError in words; then nothing but whole appends of this referee has been taken.
        """
        if 0 < self._refused.get((running.lobby_id, seat), 0) - now_ms <= PAUSE_MS:
            text = "your last entries were refused; wait a second"
            raise ServiceError("TOO_FAST", text, retry_after_ms=PAUSE_MS)
        if running.halted is not None or (running.returning is not None and running.returning.stuck):
            raise running.halted or stuck("this was tried already")
        if not table.table_id:
            raise stuck("the players who sat down since are not known here")
        ends = [entry.index for batch in request.batches for entry in batch.entries[-1:]]
        if max(ends, default=-1) < table.size:
            return None
        if not running.taken_up:
            raise ServiceError("NOT_BEHIND", "this table was never away, so nothing of it is missing here")
        recovery = running.recovery or running.pieces
        if recovery is None or recovery.base != table.size:
            recovery = running.pieces = Recovery(table, running.leaf_hashes(table, table.size))
        try:
            recovery.put(seat, request.batches, request.handles)
        except ForkError:
            raise self._forked(running) from None
        except ServiceError:
            self._refused[running.lobby_id, seat] = now_ms + PAUSE_MS
            raise
        finally:
            if recovery.entries or recovery.goal > table.size:
                self._fall_behind(running, table, recovery, now_ms)
        return self._adopt(running, table, recovery)

    def offer(self, running: RunningTable, table: Table, seat: int, submit: Submit) -> Table | None:
        """Takes the handles beside a message that stands in the lost part; returns as `put` does."""
        recovery = running.recovery
        if recovery is None or not recovery.offer(seat, submit.signed, submit.handles):
            return None
        return self._adopt(running, table, recovery)

    def _adopt(self, running: RunningTable, table: Table, recovery: Recovery) -> Table | None:
        back = running.returning
        if not recovery.ready or back is None or back.stuck is not None:
            return None
        try:
            adopted = adopt(self._journal.load(running.lobby_id), recovery, self._titles, self._keys)
            self._journal.commit(adopted.changes)
        except RestoreError as error:
            log.error(line("not-adopted", table=running.lobby_id, size=table.size))  # noqa: TRY400
            back.stuck = stuck(str(error))
            raise back.stuck from error
        except JournalError as error:
            raise store_trouble(error, full=isinstance(error, JournalFullError)) from error
        log.info(line("brought-up-to-date", table=running.lobby_id, size=adopted.table.size))
        running.recovery = running.pieces = None
        return adopted.table


def words(running: RunningTable, table: Table) -> str:
    """Returns whom a table waits for on its way back; empty if it is in play."""
    if running.halted is not None:
        return running.halted.text
    back = running.returning
    if back is None:
        return ""
    if running.recovery is not None:
        return (back.stuck or behind(table, running.recovery)).text
    if table.phase not in {PHASE_PLAYING, PHASE_OVER}:
        return ""
    missing = [seat for seat in range(1, table.params.seats + 1) if seat not in back.shown]
    names = " and ".join(table.gathering.joins[seat].name or f"seat {seat}" for seat in missing)
    return f"{names} to come back after a restart of the referee"


def _knows(table: Table, head: Head) -> bool:
    heads: Sequence[Head] = table.heads if head.size <= table.size else ()
    return any(one.root == head.root for one in heads if one.size == head.size)
