"""The store: all of a transaction or nothing, one writer, errors that say what to do."""

from __future__ import annotations

import sqlite3
import stat
from random import Random

import pytest
from store_keys import store_key
from table_match import MemoryMatch, begin_match, play_match, referee_keys
from table_titles import SKIRMISH, titles

from sealed_referee.journal import (
    Journal,
    JournalConflictError,
    JournalError,
    JournalFullError,
    JournalLockedError,
    JournalReadOnlyError,
    JournalVersionError,
)
from sealed_referee.restoring import restore_table


def open_journal(path):
    """Opens a store whose key lies beside it."""
    return Journal(path, store_key(path.parent))


@pytest.fixture
def journal(tmp_path):
    journal = open_journal(tmp_path / "tables.sqlite")
    yield journal
    journal.close()


class Full:
    """A database that fails at the n-th statement that writes, as a full disk does."""

    def __init__(self, database, countdown, name="SQLITE_FULL"):
        self.database, self.countdown, self.error = database, countdown, name

    def __getattr__(self, name):
        return getattr(self.database, name)

    def execute(self, statement, *values):
        """Runs a statement while there is room."""
        self._count(statement)
        return self.database.execute(statement, *values)

    def executemany(self, statement, values):
        """Runs a statement for many rows while there is room."""
        self._count(statement)
        return self.database.executemany(statement, values)

    def _count(self, statement):
        if statement.startswith(("INSERT", "UPDATE", "COMMIT")):
            self.countdown -= 1
            if self.countdown < 0:
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorname = self.error
                raise error


def test_what_was_committed_comes_back(journal):
    """A whole match read from disk is the match that was played."""
    match = play_match(SKIRMISH, 2, Random(1))
    for change in match.changes:
        journal.commit([change])
    assert journal.load("quiet-otter") == match.saved()
    assert [saved.opening.lobby_id for saved in journal.load_all()] == ["quiet-otter"]
    table = restore_table(journal.load("quiet-otter"), titles, referee_keys())
    assert table.heads == match.heads


def test_it_survives_the_process(tmp_path):
    """What was committed is there for the next one that opens the store."""
    match = begin_match(SKIRMISH, 2, Random(1))
    first = open_journal(tmp_path / "tables.sqlite")
    first.commit(match.changes)
    first.close()
    second = open_journal(tmp_path / "tables.sqlite")
    assert second.load("quiet-otter") == match.saved()
    second.close()


def test_changes_of_several_tables_are_one_transaction(journal):
    """Either all changes of a commit are stored or none."""
    one = MemoryMatch.open(SKIRMISH, 2, Random(1)).changes[0]
    with pytest.raises(JournalConflictError):
        journal.commit([one, one])
    assert journal.load_all() == []
    journal.commit([one])
    assert len(journal.load_all()) == 1


def test_a_change_that_does_not_fit_the_size_is_a_conflict(journal):
    """Compare and append: an append to a log of another size is refused, and so is a change of no table."""
    match = begin_match(SKIRMISH, 2, Random(1))
    with pytest.raises(JournalConflictError):
        journal.commit(match.changes[1:])
    journal.commit(match.changes)
    with pytest.raises(JournalConflictError):
        journal.commit([match.changes[-1]])
    assert journal.load("quiet-otter") == match.saved()


@pytest.mark.parametrize("countdown", range(6))
def test_a_full_disk_at_any_statement_loses_nothing(journal, countdown):
    """Wherever the disk is full, nothing of the commit is stored, and with room it goes on from there."""
    match = begin_match(SKIRMISH, 2, Random(1))
    journal.commit(match.changes)
    before, stored = match.saved(), len(match.changes)
    match.asked()
    new = match.changes[stored:]
    real, journal._database = journal._database, Full(journal._database, countdown)
    with pytest.raises(JournalFullError, match="make room"):
        journal.commit(new)
    journal._database = real
    assert journal.load("quiet-otter") == before
    table = restore_table(journal.load("quiet-otter"), titles, referee_keys())
    assert table.size == before.heads[-1].size
    journal.commit(new)
    assert journal.load("quiet-otter") == match.saved()


def test_a_table_goes_on_after_a_failed_commit(journal):
    """A message whose commit failed is sent again and gets the entry it would have had."""
    match = begin_match(SKIRMISH, 2, Random(1))
    match.asked()
    journal.commit(match.changes)
    seat = match.asked()
    sent = seat.act()
    lost = match.table.submit(seat.seat, sent.signed, sent.handles, match.now_ms)
    real, journal._database = journal._database, Full(journal._database, 0)
    with pytest.raises(JournalFullError):
        journal.commit([lost.change])
    journal._database = real
    match.table = restore_table(journal.load("quiet-otter"), titles, referee_keys())
    again = match.table.submit(seat.seat, sent.signed, sent.handles, match.now_ms)
    assert (again.answer, again.head) == (lost.answer, lost.head)
    journal.commit([again.change])


def test_a_second_referee_is_kept_out(journal):
    """One store has one referee; the second one is told so in words."""
    with pytest.raises(JournalLockedError, match="another referee"):
        open_journal(journal.path)


def test_the_lock_is_free_after_closing(tmp_path):
    """A store that was closed can be opened again."""
    open_journal(tmp_path / "tables.sqlite").close()
    open_journal(tmp_path / "tables.sqlite").close()


def test_a_store_of_another_version_is_not_touched(tmp_path):
    """A schema that this referee does not know is refused, and left as it is."""
    path = tmp_path / "tables.sqlite"
    open_journal(path).close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version=99")
    with pytest.raises(JournalVersionError, match="version 99"):
        open_journal(path)
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (99,)


def test_a_file_that_is_no_store_is_not_touched(tmp_path):
    """Somebody's file of another kind is refused and stays what it was."""
    path = tmp_path / "notes.txt"
    path.write_bytes(b"buy milk, and then some more milk " * 50)
    with pytest.raises(JournalVersionError):
        open_journal(path)
    assert path.read_bytes().startswith(b"buy milk")


def test_a_database_of_somebody_else_is_not_touched(tmp_path):
    """A database with other tables and no version of ours is refused."""
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE birds (name TEXT)")
    with pytest.raises(JournalVersionError):
        open_journal(path)


def test_a_folder_that_is_missing_is_named(tmp_path):
    """A store that cannot be made says which file it was."""
    with pytest.raises(JournalReadOnlyError, match="nowhere"):
        open_journal(tmp_path / "nowhere" / "tables.sqlite")


def test_the_lock_is_given_back_when_opening_fails(tmp_path):
    """A store that could not be opened is not locked for good."""
    path = tmp_path / "tables.sqlite"
    path.write_bytes(b"no store at all, but long enough to look like one" * 30)
    for _ in range(2):
        with pytest.raises(JournalVersionError):
            open_journal(path)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("SQLITE_READONLY", JournalReadOnlyError),
        ("SQLITE_READONLY_DBMOVED", JournalReadOnlyError),
        ("SQLITE_IOERR_FSYNC", JournalFullError),
        ("SQLITE_BUSY", JournalLockedError),
        ("SQLITE_CORRUPT", JournalVersionError),
        ("SQLITE_TOOBIG", JournalError),
    ],
)
def test_errors_of_the_database_have_a_type(journal, name, kind):
    """Whatever the database says comes out as an error of the journal."""
    match = MemoryMatch.open(SKIRMISH, 2, Random(1))
    real, journal._database = journal._database, Full(journal._database, 0, name)
    with pytest.raises(kind):
        journal.commit(match.changes)
    journal._database = real
    journal.commit(match.changes)


def test_files_are_for_their_owner_only(journal):
    """Nobody else on the machine may read a store, its journal or its lock."""
    journal.commit(MemoryMatch.open(SKIRMISH, 2, Random(1)).changes)
    for path in journal.path.parent.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_commits_are_synchronised_in_full(journal):
    """The store is in WAL mode and synchronises every commit."""
    assert journal._database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._database.execute("PRAGMA synchronous").fetchone() == (2,)


def test_an_unknown_table_is_a_key_error(journal):
    """Nothing is made up for a name that is not there."""
    with pytest.raises(KeyError):
        journal.load("nobody")
