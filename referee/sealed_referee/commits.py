"""Persist, then send: outputs of one turn of the loop wait here for their one transaction (spec 2.13)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from sealed_referee.journal import JournalError, JournalFullError
from sealed_referee.problems import internal, store_trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sealed_referee.changes import Output
    from sealed_referee.journal import Journal
    from sealed_referee.measures import Measures
    from sealed_referee.problems import ServiceError
    from sealed_referee.readers import Reader
    from sealed_referee.replies import Reply
    from sealed_referee.table import Table
    from sealed_referee.tables import RunningTable


class Pending(NamedTuple):
    """Is an output that is not durable yet: whose, of which table, and who waits for it."""

    running: RunningTable
    table: Table
    output: Output
    reply: Reply | None = None
    sender: Reader | None = None


class Commits:
    """Is what waits to be stored: `send` gets each output once it is, `drop` all if they cannot be."""

    def __init__(
        self,
        journal: Journal,
        measures: Measures,
        send: Callable[[Pending], None],
        drop: Callable[[Sequence[Pending], ServiceError], None],
    ) -> None:
        """Starts with nothing pending."""
        self._journal, self._measures = journal, measures
        self._send, self._drop = send, drop
        self._pending: list[Pending] = []

    def __len__(self) -> int:
        """Returns how many outputs wait."""
        return len(self._pending)

    def put(self, item: Pending) -> None:
        """Takes an output; it is stored with all others of this turn of the loop."""
        if item.output.change is None and not self._pending:
            self._out(item)
            return
        if not self._pending:
            asyncio.get_running_loop().call_soon(self.settle)
        self._pending.append(item)
        item.running.pending += 1

    def settle(self) -> None:
        """Commits all that is pending in one transaction and sends it; or drops it and says so."""
        pending, self._pending = self._pending, []
        if not pending:
            return
        for item in pending:
            item.running.pending = 0
        changes = [item.output.change for item in pending if item.output.change is not None]
        try:
            with self._measures.commits.timing():
                self._journal.commit(changes)
        except JournalError as error:
            self._refuse(pending, store_trouble(error, full=isinstance(error, JournalFullError)))
            return
        except Exception:
            # Whatever it was, what is stored is all that counts; the tables are taken up again from there.
            self._refuse(pending, internal("-"))
            raise
        for item in pending:
            self._out(item)

    def _out(self, item: Pending) -> None:
        output = item.output
        if output.entries:
            self._measures.append(len(output.entries))
        if output.refusal is not None:
            self._measures.refusal(output.refusal.code)
        if output.problem is not None and item.sender is not None:
            self._measures.problem(output.problem.code)
        self._send(item)
        if item.reply is not None:
            item.reply(output)

    def _refuse(self, pending: Sequence[Pending], why: ServiceError) -> None:
        self._drop(pending, why)
        for item in pending:
            if item.sender is not None:
                self._measures.problem(why.code)
                item.sender.push_problem(why.problem)
            if item.reply is not None:
                item.reply(why)
