"""The owner of all running tables: one writer a table, persist then send, timers, restart (spec 2.13).

All of it runs on one event loop. The changes of one turn of the loop are committed together, and only then
is anything of them sent. If the commit fails, the tables it was about are thrown away and taken up again from
the journal, as soon as that works: what was never durable was never said.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from sealed_referee.adopting import told_again, welcome
from sealed_referee.commits import Commits, Pending
from sealed_referee.homecoming import Homecoming
from sealed_referee.journal import (
    JournalError,
    JournalFullError,
    JournalReadOnlyError,
    JournalVersionError,
)
from sealed_referee.logs import line
from sealed_referee.measures import Measures
from sealed_referee.problems import ServiceError, damaged, internal, store_trouble
from sealed_referee.replies import outcome, replying
from sealed_referee.restoring import restore_table
from sealed_referee.returning import Held
from sealed_referee.shelf import put_away, rests_at, shelved
from sealed_referee.table import Table
from sealed_referee.tables import RunningTable
from sealed_referee.timers import RETRY_MS, Timers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sealed.wire.v1.referee_pb2 import PutEntriesRequest, Resume, Submit, TableRef
    from sealed_referee.changes import Output, Saved
    from sealed_referee.journal import Journal
    from sealed_referee.opening import Keys, TableOpening
    from sealed_referee.readers import Reader
    from sealed_referee.replies import Reply
    from sealed_referee.table import Titles

    Act = Callable[[Table, int], Output]

PULSE_S: Final = 0.1

log: Final = logging.getLogger("sealed.referee.house")


class House:
    """Owns every table of one journal."""

    def __init__(self, journal: Journal, titles: Titles, keys: Keys, now_ms: Callable[[], int]) -> None:
        """Starts without tables; `open_all` takes up those in the journal."""
        self._journal = journal
        self._titles = titles
        self._keys = keys
        self.now_ms = now_ms
        self.measures = Measures()
        self._homecoming = Homecoming(journal, titles, keys)
        self._by_lobby: dict[str, RunningTable] = {}
        self._by_table: dict[bytes, RunningTable] = {}
        self._by_creator: dict[bytes, list[RunningTable]] = {}
        self._commits = Commits(journal, self.measures, self._send, self._drop)
        self._timers = Timers()
        self._moved: set[RunningTable] = set()
        self._pulse: asyncio.Task[None] | None = None
        self._closed = False

    # -- life ----------------------------------------------------------------------------------------------

    def open_all(self) -> None:
        """Takes up every table in the journal that is not finished; those are opened when somebody asks.

        None of them signs anything before its players are back (`homecoming`). Raises JournalError.
        """
        taken = 0
        for name in self._journal.names():
            try:
                taken += self._open(name)
            except (JournalFullError, JournalReadOnlyError, JournalVersionError):
                raise
            except Exception as error:  # noqa: BLE001 - one bad table must not keep the others from play
                if name not in self._by_lobby:
                    self._enlist(RunningTable(name, b"", b""))
                self._by_lobby[name].trouble = damaged(error)
                log.error(line("table-not-restored", table=name, error=type(error).__name__))  # noqa: TRY400
        log.info(line("tables-restored", tables=taken, all=len(self._by_lobby)))

    def _open(self, name: str) -> bool:
        """Takes up one table of the journal; tells whether it is still to be played."""
        saved = self._journal.load(name)
        running = self._running_for(saved)
        running.shelved = shelved(saved)
        if running.shelved is not None:
            self._by_table[running.shelved.table_id] = running
            return False
        self._seat(running, restore_table(saved, self._titles, self._keys))
        return True

    def start(self) -> None:
        """Starts the timers; needs a running loop."""
        self._pulse = asyncio.get_running_loop().create_task(self._beat(), name="deadlines")

    async def close(self, why: ServiceError) -> None:
        """Commits what is pending, ends all streams with a reason and takes no more input."""
        self.settle()
        self._closed = True
        for running in self._by_lobby.values():
            running.end_readers(why)
        if self._pulse is not None:
            self._pulse.cancel()
            await asyncio.gather(self._pulse, return_exceptions=True)

    def _running_for(self, saved: Saved) -> RunningTable:
        running = RunningTable(saved.opening.lobby_id, saved.opening.creator, saved.opening.request)
        running.loaded = running.taken_up = True
        self._enlist(running)
        return running

    def _enlist(self, running: RunningTable) -> None:
        self._by_lobby[running.lobby_id] = running
        self._by_creator.setdefault(running.creator, []).append(running)

    def _strike(self, running: RunningTable) -> None:
        del self._by_lobby[running.lobby_id]
        self._by_creator[running.creator].remove(running)

    # -- finding -------------------------------------------------------------------------------------------

    def all(self) -> Iterator[RunningTable]:
        """Yields every table, in the order of creation."""
        return iter(self._by_lobby.values())

    def find(self, ref: TableRef) -> RunningTable:
        """Returns a table by either of its ids. Raises ServiceError NO_SUCH_TABLE."""
        if ref.WhichOneof("key") == "lobby_id":
            running = self._by_lobby.get(ref.lobby_id)
        else:
            running = self._by_table.get(ref.table_id)
        if running is None:
            raise ServiceError(
                "NO_SUCH_TABLE", "there is no such table here; look at the list of tables again"
            )
        return running

    @property
    def waiting(self) -> int:
        """Returns how many inputs wait for their commit."""
        return len(self._commits)

    def has(self, lobby_id: str) -> bool:
        """Tells whether there is a table with this lobby id."""
        return lobby_id in self._by_lobby

    def made_by(self, creator: bytes) -> Sequence[RunningTable]:
        """Returns the tables that a key asked for, in the order of creation."""
        return self._by_creator.get(creator, ())

    def read(self, running: RunningTable) -> Table:
        """Returns a table for reading, all of it durable. Raises ServiceError while it is not there."""
        if running.pending:
            self.settle()
        return self._standing(running)

    def _standing(self, running: RunningTable) -> Table:
        if running.table is None:
            self._revive(running)
        if running.table is None:
            raise running.trouble or ServiceError(
                "STORE_TROUBLE", "the table is not there; try again", retry_after_ms=RETRY_MS
            )
        return running.table

    # -- input ---------------------------------------------------------------------------------------------

    def create(self, opening: TableOpening, reply: Reply) -> RunningTable:
        """Opens a new table. Raises OpeningError as Table.open does."""
        self._refuse_when_closed()
        table, output = Table.open(opening, self._keys)
        running = RunningTable(
            opening.lobby_id, opening.creator, opening.request.SerializeToString(deterministic=True)
        )
        running.table = table
        self._enlist(running)
        log.info(line("table-made", table=running.lobby_id, title=table.title.id))
        self._commits.put(Pending(running, table, output, reply, None))
        return running

    def enter(
        self, running: RunningTable, act: Act, reply: Reply | None = None, sender: Reader | None = None
    ) -> None:
        """Gives a table an input; `reply` gets the output once it is durable, or the error.

        Raises ServiceError if the table takes no input now.
        """
        self._refuse_when_closed()
        if running.halted is not None:
            raise running.halted
        table = self._standing(running)
        if running.returning is not None:
            held = Held(act, reply, sender)
            if self._homecoming.keeps(running, running.returning, table, held, self.now_ms()):
                self._arm(running, table)
                return
        try:
            with self.measures.judgements.timing():
                output = act(table, self.now_ms())
        except Exception:
            # What the table holds now is anybody's guess; what is stored is not.
            self.settle()
            self._park(running, internal("-"))
            raise
        self._commits.put(Pending(running, table, output, reply, sender))

    async def ask(self, running: RunningTable, act: Act) -> Output:
        """Gives a table an input and waits until the output is durable. Raises ServiceError."""
        answer: asyncio.Future[Output | ServiceError] = asyncio.get_running_loop().create_future()
        self.enter(running, act, replying(answer))
        return await outcome(answer)

    def _refuse_when_closed(self) -> None:
        if self._closed:
            raise ServiceError(
                "SHUTTING_DOWN", "the referee is stopping; try again when it is back", retry_after_ms=5000
            )

    # -- after a restart (spec 2.13) -----------------------------------------------------------------------

    def meet(self, running: RunningTable, seat: int, resume: Resume) -> Table:
        """Hears of a seat that comes what it holds, and returns the table as it stands then.

        Raises ServiceError RES_REFEREE_BEHIND if it holds what this referee has signed and lost.
        """
        table = self.read(running)
        if self._homecoming.meet(running, table, seat, resume, self.now_ms()):
            self._go_on(running, table)
        elif running.returning is not None:
            self._arm(running, table)
        return self.read(running)

    def put_entries(self, running: RunningTable, seat: int, request: PutEntriesRequest) -> int:
        """Takes what a seat holds of a lost part; returns the size after it. Raises ServiceError."""
        self._refuse_when_closed()
        table = self.read(running)
        self._adopted(running, table, self._homecoming.put(running, table, seat, request, self.now_ms()))
        return self.read(running).size

    def offer(self, running: RunningTable, seat: int, submit: Submit) -> None:
        """Takes the handles beside a message that comes again, if it stands in a lost part."""
        if running.recovery is not None:
            table = self.read(running)
            self._adopted(running, table, self._homecoming.offer(running, table, seat, submit))

    def _adopted(self, running: RunningTable, old: Table, table: Table | None) -> None:
        """Puts a table that was brought up to date in the place of the old copy."""
        if table is None:
            return
        running.table = table
        for output in told_again(table, old.size):
            running.publish(table, output)
        if running.returning is not None:
            running.returning.begins(self.now_ms())
            if running.returning.complete:
                self._go_on(running, table)
        self._arm(running, table)

    def _wait_for_players(self, running: RunningTable, table: Table, now: int) -> None:
        back = running.returning
        if (
            running.halted is None
            and back is not None
            and running.recovery is None
            and back.deadline_ms <= now
        ):
            self._go_on(running, table)
            self._arm(running, table)
        else:
            self._timers.later(running, now)

    def _go_on(self, running: RunningTable, table: Table) -> None:
        """Lets a table sign again: what it owes the log first, then what has waited."""
        back, running.returning = running.returning, None
        for output in welcome(table, self.now_ms()):
            self._commits.put(Pending(running, table, output))
        for one in back.held if back is not None else ():
            try:
                self.enter(running, one.act, one.reply, one.sender)
            except ServiceError as why:
                one.fail(why)
            except Exception as error:  # noqa: BLE001 - the others that waited are still to be judged
                log.error(line("held-input-failed", table=running.lobby_id, error=type(error).__name__))  # noqa: TRY400
                one.fail(internal("-"))
        self.settle()
        self._moved.add(running)
        running.touch()

    # -- persist, then send --------------------------------------------------------------------------------

    def settle(self) -> None:
        """Stores what is pending now, and sends it."""
        self._commits.settle()

    def _send(self, item: Pending) -> None:
        self._index(item.running, item.table)
        item.running.publish(item.table, item.output, item.sender)
        self._moved.add(item.running)

    def _drop(self, pending: Sequence[Pending], why: ServiceError) -> None:
        log.error(line("commit-failed", code=why.code, inputs=len(pending)))
        for item in pending:
            if item.output.change is not None and item.output.change.opening is not None:
                self._strike(item.running)
            self._park(item.running, why)

    def _park(self, running: RunningTable, why: ServiceError) -> None:
        running.table = None
        running.trouble = why
        running.retry_at_ms = 0

    def _revive(self, running: RunningTable) -> None:
        """Takes a table up again from the journal, if there is hope; at most once a second."""
        now = self.now_ms()
        hopeless = running.trouble is not None and running.trouble.retry_after_ms == 0
        # A clock that was set back does not make the wait longer.
        if hopeless or 0 < running.retry_at_ms - now <= RETRY_MS:
            return
        running.retry_at_ms = now + RETRY_MS
        try:
            table = restore_table(self._journal.load(running.lobby_id), self._titles, self._keys)
            outputs = welcome(table, now) if running.returning is None and not running.loaded else []
            self._journal.commit([output.change for output in outputs if output.change is not None])
        except JournalError as error:
            running.trouble = store_trouble(error, full=isinstance(error, JournalFullError))
            return
        except Exception as error:  # noqa: BLE001 - whatever it is, this table cannot go on
            log.error(line("table-not-restored", table=running.lobby_id, error=type(error).__name__))  # noqa: TRY400
            running.trouble = damaged(error)
            return
        log.info(line("table-revived", table=running.lobby_id, size=table.size))
        self._seat(running, table)
        for output in outputs:
            running.publish(table, output)

    def _seat(self, running: RunningTable, table: Table) -> None:
        running.table, running.trouble, running.shelved = table, None, None
        self._homecoming.begin(running, table, self.now_ms())
        self._index(running, table)
        self._arm(running, table)

    def _index(self, running: RunningTable, table: Table) -> None:
        table_id = table.table_id
        if table_id and table_id not in self._by_table:
            self._by_table[table_id] = running

    # -- time ----------------------------------------------------------------------------------------------

    def _arm(self, running: RunningTable, table: Table) -> None:
        """Sees to it that the table is looked at no later than its next deadline."""
        back = running.returning
        due = back.deadline_ms if back is not None else table.next_deadline
        self._timers.arm(running, rests_at(table, self.now_ms()) if due is None else due)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(PULSE_S)
            self.tick()

    def tick(self) -> None:
        """Gives the time to every table whose deadline has passed."""
        now = self.now_ms()
        # Deadlines are looked up here and not after each input: an answer must not wait for that.
        moved, self._moved = self._moved, set()
        for one in moved:
            if one.table is not None:
                self._arm(one, one.table)
        for running in self._timers.due(now):
            if running.lobby_id in self._by_lobby:
                self._tick_one(running, now)

    def _tick_one(self, running: RunningTable, now: int) -> None:
        try:
            table = self._standing(running)
            if running.returning is not None:
                self._wait_for_players(running, table, now)
                return
            if put_away(running, table):
                log.info(line("table-put-away", table=running.lobby_id))
                return
            due = table.next_deadline
            if due is not None and due <= now and running.halted is None:
                self.enter(running, Table.tick)
                if running.armed_ms is None:
                    self._timers.later(running, now)
            else:
                self._arm(running, table)
        except ServiceError:
            self._timers.later(running, now)
        except Exception as error:  # noqa: BLE001 - the timers of the other tables go on
            log.error(line("tick-failed", table=running.lobby_id, error=type(error).__name__))  # noqa: TRY400
            self._timers.later(running, now)
