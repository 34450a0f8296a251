"""The durable store of all tables: SQLite in WAL mode with full synchronisation (spec 2.13).

One connection belongs to one thread. A transaction holds any number of changes (group commit); either all of
it is on disk or nothing is. Every change names the size that the log must have before it, so a table that
somebody else has gone on with is noticed. A lock file keeps a second referee out.

What a disk must not tell is sealed (spec 2.15): K_t and every fact, links and handles among them. Each is
bound to its table, and a fact to its kind, seat, number and time too, so that no row opens in the place of
another. Entries and heads are public anyway.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
import struct
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.fairness.arithmetic.layout import H
from sealed.vault.errors import VaultError
from sealed.wire.v1.fairness_pb2 import Entry, Head
from sealed_referee.changes import Fact, Opening, Saved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sealed.vault.store_key import StoreKey
    from sealed_referee.changes import Change

SCHEMA_VERSION: Final = 2
UNSEALED_VERSION: Final = 1
"""The version whose secrets lay open; it is taken over."""
_SCHEMA: Final = """
CREATE TABLE tables (
    id INTEGER PRIMARY KEY, lobby_id TEXT NOT NULL UNIQUE, params BLOB NOT NULL, params_sig BLOB NOT NULL,
    secret BLOB NOT NULL, request BLOB NOT NULL, creator BLOB NOT NULL, created_ms INTEGER NOT NULL,
    size INTEGER NOT NULL);
CREATE TABLE entries (
    table_id INTEGER NOT NULL, number INTEGER NOT NULL, type INTEGER NOT NULL, payload BLOB NOT NULL,
    PRIMARY KEY (table_id, number)) WITHOUT ROWID;
CREATE TABLE heads (
    table_id INTEGER NOT NULL, size INTEGER NOT NULL, root BLOB NOT NULL, time_ms INTEGER NOT NULL,
    sig BLOB NOT NULL, PRIMARY KEY (table_id, size)) WITHOUT ROWID;
CREATE TABLE facts (
    number INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, kind INTEGER NOT NULL, seat INTEGER NOT NULL,
    value INTEGER NOT NULL, data BLOB NOT NULL, time_ms INTEGER NOT NULL);
CREATE INDEX facts_by_table ON facts (table_id, number);
"""
_SEALED_SCHEMA: Final = "CREATE TABLE sealed (one INTEGER PRIMARY KEY CHECK (one = 1), proof BLOB NOT NULL)"
_PROOF: Final = b"sealed-orders/store/1"
"""What is sealed empty in each store, to know its key by."""
_K_T: Final = (0, 0, 0, 0)
"""Stands for K_t where a fact has its kind, seat, number and time; no fact has kind 0."""

_READ_ONLY: Final = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")


class JournalError(Exception):
    """Says that nothing of the last commit was stored, and what to do next."""


class JournalFullError(JournalError):
    """Says that the disk is full."""


class JournalReadOnlyError(JournalError):
    """Says that the store cannot be written, or not be opened."""


class JournalLockedError(JournalError):
    """Says that another referee has the store."""


class JournalVersionError(JournalError):
    """Says that the store was written by another version, or is no store of a referee."""


class JournalSecretError(JournalError):
    """Says that the secrets of the store do not open: a passphrase, the key file, or altered rows."""


class JournalAlteredError(JournalError):
    """Says that entries of a table are missing in the store, or are more than were written."""


class JournalConflictError(JournalError):
    """Says that a table has another size in the store than a change expects: somebody else has written."""


class _Row(NamedTuple):
    """Is where a table lies: its number here, and the hash of its parameters, which no other table has."""

    number: int
    binding: bytes

    def bound(self, fact: Fact | None = None) -> bytes:
        """Returns what a sealed secret of this table is bound to: K_t, or a fact's kind and place."""
        kind, seat, number, time_ms = (fact.kind, fact.seat, fact.number, fact.time_ms) if fact else _K_T
        return b"sealed-orders/table/1\0" + self.binding + struct.pack(">4q", kind, seat, number, time_ms)


class Journal:
    """Is the store in one database file."""

    def __init__(self, path: Path, key: StoreKey) -> None:
        """Opens or creates the database at `path`, with the key of its folder.

        A store of the first version is taken over, its secrets sealed. Raises JournalLockedError,
        JournalReadOnlyError, JournalFullError, JournalVersionError or JournalSecretError; then nothing was
        written.
        """
        self.path = path
        self._key = key
        self._lock = _lock(path)
        try:
            with _typed(path):
                # The database makes its files with the rights of this one.
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
                self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            try:
                self._prepare()
            except BaseException:
                self._database.close()
                raise
        except BaseException:
            os.close(self._lock)
            raise
        self._numbers: dict[str, _Row] = {}

    def _prepare(self) -> None:
        with _typed(self.path):
            self.path.chmod(0o600)
            version = self._database.execute("PRAGMA user_version").fetchone()[0]
            fresh = not self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if version not in {UNSEALED_VERSION, SCHEMA_VERSION} and not (fresh and version == 0):
            message = f"{self.path} has version {version} of the store, this referee knows {SCHEMA_VERSION}"
            raise JournalVersionError(f"{message}; use the referee that wrote it, or another file")
        with _typed(self.path):
            unlocked = self._key.unlock(fresh=version != SCHEMA_VERSION)
            self.box, self.protected = unlocked
            if version == SCHEMA_VERSION:
                self._prove()
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=FULL")
            if version != SCHEMA_VERSION:
                self._make(fresh=fresh)

    def _prove(self) -> None:
        """Makes sure that the key is that of this store. Raises JournalSecretError."""
        proof = self._database.execute("SELECT proof FROM sealed").fetchone()
        try:
            self.box.open(proof[0] if proof else b"", _PROOF)
        except VaultError:
            message = f"the key file {self._key.path} is not that of {self.path}, or one of them was altered"
            raise JournalSecretError(f"{message}; put the backup of the whole folder back") from None

    def _make(self, *, fresh: bool) -> None:
        """Makes the tables, or seals the secrets of a store of the first version, in one transaction."""
        # What was open before must not stay in pages that are free now.
        self._database.execute("PRAGMA secure_delete=ON")
        with self._transaction():
            for statement in _SCHEMA.split(";") if fresh else ():
                self._database.execute(statement)
            self._database.execute(_SEALED_SCHEMA)
            self._database.execute("INSERT INTO sealed VALUES (1,?)", (self.box.seal(b"", _PROOF),))
            if not fresh:
                self._seal_all()
            self._database.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        if not fresh:
            self._database.execute("VACUUM")
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _seal_all(self) -> None:
        """Seals what a store of the first version holds."""
        for number, params, secret in self._database.execute(
            "SELECT id, params, secret FROM tables"
        ).fetchall():
            row = _Row(number, H(params))
            sealed = self.box.seal(secret, row.bound())
            self._database.execute("UPDATE tables SET secret=? WHERE id=?", (sealed, number))
            facts = self._database.execute(
                "SELECT number, kind, seat, value, data, time_ms FROM facts WHERE table_id=?", (number,)
            ).fetchall()
            self._database.executemany(
                "UPDATE facts SET data=? WHERE number=?",
                [(self.box.seal(fact[4], row.bound(Fact(*fact[1:]))), fact[0]) for fact in facts],
            )

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise

    def commit(self, changes: Sequence[Change]) -> None:
        """Makes all changes durable in one transaction.

        Raises the errors of this module; then nothing of any of them is stored, and the tables concerned are
        to be restored from here.
        """
        if not changes:
            return
        opened: dict[str, _Row] = {}
        with _typed(self.path), self._transaction():
            for change in changes:
                self._write(change, opened)
        self._numbers |= opened

    def _write(self, change: Change, opened: dict[str, _Row]) -> None:
        """Writes one change; `opened` takes numbers on which nobody may rely before the commit."""
        if change.opening is not None:
            opened[change.lobby_id] = self._open(change.opening)
        row = self._numbers.get(change.lobby_id) or self._row(change.lobby_id, opened)
        number = row.number
        size = change.expected_size + len(change.entries)
        cursor = self._database.execute(
            "UPDATE tables SET size=? WHERE id=? AND size=?", (size, number, change.expected_size)
        )
        if cursor.rowcount != 1:
            message = f"table {change.lobby_id} has not {change.expected_size} entries in {self.path}"
            raise JournalConflictError(f"{message}; somebody else has written, restore it from there")
        self._database.executemany(
            "INSERT INTO entries VALUES (?,?,?,?)",
            ((number, entry.index, entry.type, entry.payload) for entry in change.entries),
        )
        if change.head is not None:
            head = change.head
            fields = (number, head.size, head.root, head.time_ms, head.sig)
            self._database.execute("INSERT INTO heads VALUES (?,?,?,?,?)", fields)
        if change.facts:
            self._database.executemany(
                "INSERT INTO facts (table_id, kind, seat, value, data, time_ms) VALUES (?,?,?,?,?,?)",
                [
                    (
                        number,
                        fact.kind,
                        fact.seat,
                        fact.number,
                        self.box.seal(fact.data, row.bound(fact)),
                        fact.time_ms,
                    )
                    for fact in change.facts
                ],
            )

    def _open(self, opening: Opening) -> _Row:
        binding = H(opening.params)
        try:
            cursor = self._database.execute(
                "INSERT INTO tables"
                " (lobby_id, params, params_sig, secret, request, creator, created_ms, size)"
                " VALUES (?,?,?,?,?,?,?,0)",
                (
                    opening.lobby_id,
                    opening.params,
                    opening.params_sig,
                    self.box.seal(opening.secret, _Row(0, binding).bound()),
                    opening.request,
                    opening.creator,
                    opening.created_ms,
                ),
            )
        except sqlite3.IntegrityError:
            message = f"there is a table {opening.lobby_id} in {self.path} already; choose another name"
            raise JournalConflictError(message) from None
        return _Row(cursor.lastrowid or 0, binding)

    def _row(self, lobby_id: str, opened: dict[str, _Row]) -> _Row:
        if lobby_id not in opened:
            found = self._database.execute(
                "SELECT id, params FROM tables WHERE lobby_id=?", (lobby_id,)
            ).fetchone()
            if found is None:
                raise JournalConflictError(f"there is no table {lobby_id} in {self.path}; open it first")
            opened[lobby_id] = _Row(int(found[0]), H(found[1]))
        return opened[lobby_id]

    @property
    def empty(self) -> bool:
        """Tells whether there is no table yet."""
        with _typed(self.path):
            return self._database.execute("SELECT 1 FROM tables LIMIT 1").fetchone() is None

    def names(self) -> list[str]:
        """Returns the lobby ids of all tables, oldest first."""
        with _typed(self.path):
            found = self._database.execute("SELECT lobby_id FROM tables ORDER BY id").fetchall()
        return [name for (name,) in found if isinstance(name, str)]

    def load_all(self) -> list[Saved]:
        """Returns every table, oldest first."""
        return [self.load(name) for name in self.names()]

    def load(self, lobby_id: str) -> Saved:
        """Returns one table.

        Raises KeyError if there is none of that name, JournalSecretError, JournalAlteredError, or what is
        raised of a value that is none of its column.
        """
        with _typed(self.path):
            row = self._database.execute(
                "SELECT id, lobby_id, params, params_sig, secret, request, creator, created_ms, size"
                " FROM tables WHERE lobby_id=?",
                (lobby_id,),
            ).fetchone()
            if row is None:
                raise KeyError(lobby_id)
            number, size = row[0], row[-1]
            entries = self._database.execute(
                "SELECT number, type, payload FROM entries WHERE table_id=? ORDER BY number", (number,)
            )
            heads = self._database.execute(
                "SELECT size, root, time_ms, sig FROM heads WHERE table_id=? ORDER BY size", (number,)
            )
            facts = self._database.execute(
                "SELECT kind, seat, value, data, time_ms FROM facts WHERE table_id=? ORDER BY number",
                (number,),
            )
            held = tuple(Entry(index=at, type=kind, payload=payload) for at, kind, payload in entries)
            if len(held) != size:
                message = f"table {lobby_id} has {len(held)} entries in {self.path} where {size} were written"
                raise JournalAlteredError(f"{message}; put the backup of the whole folder back")
            return Saved(
                opening=self._opening(row[:-1]),
                entries=held,
                heads=tuple(Head(size=size, root=root, time_ms=ms, sig=sig) for size, root, ms, sig in heads),
                facts=tuple(self._fact(lobby_id, _Row(number, H(row[2])), Fact(*fact)) for fact in facts),
            )

    def _opening(self, row: tuple[int, str, bytes, bytes, bytes, bytes, bytes, int]) -> Opening:
        opening = Opening(*row[1:])
        bound = _Row(row[0], H(opening.params)).bound()
        return replace(opening, secret=self._opened(opening.lobby_id, opening.secret, bound))

    def _fact(self, lobby_id: str, row: _Row, fact: Fact) -> Fact:
        return fact._replace(data=self._opened(lobby_id, fact.data, row.bound(fact)))

    def _opened(self, lobby_id: str, sealed: bytes, bound: bytes) -> bytes:
        try:
            return self.box.open(sealed, bound)
        except VaultError as error:
            raise JournalSecretError(f"table {lobby_id} in {self.path}: {error}") from None

    def close(self) -> None:
        """Gives the store and its lock free."""
        self._database.close()
        os.close(self._lock)


def _lock(path: Path) -> int:
    """Takes the lock beside the database; the system frees it when the process ends, however that happens."""
    beside = path.with_name(path.name + ".lock")
    try:
        handle = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        message = (
            f"{beside} cannot be written ({error.strerror}); choose a folder that this user may write to"
        )
        raise JournalReadOnlyError(message) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        message = f"another referee is using {path}; stop it first, or give this one a store of its own"
        raise JournalLockedError(message) from None
    return handle


@contextlib.contextmanager
def _typed(path: Path) -> Iterator[None]:
    """Turns errors of SQLite and the system into those of this module."""
    try:
        yield
    except sqlite3.Error as error:
        raise _error(path, error) from error
    except VaultError as error:
        raise JournalSecretError(str(error)) from None
    except OSError as error:
        message = f"{path} cannot be used ({error.strerror}); check the folder and its rights"
        raise JournalReadOnlyError(message) from None


def _error(path: Path, error: sqlite3.Error) -> JournalError:
    name: str = getattr(error, "sqlite_errorname", "") or ""
    if name == "SQLITE_FULL" or name.startswith("SQLITE_IOERR"):
        return JournalFullError(
            f"no room for {path}, or the disk fails ({name}); nothing was stored, make room"
        )
    if name.startswith(_READ_ONLY):
        return JournalReadOnlyError(f"{path} cannot be written ({name}); check the file and its folder")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return JournalLockedError(f"another program is using {path}; stop it and start again")
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return JournalVersionError(f"{path} is no store of a referee, or damaged; restore it from its backup")
    return JournalError(f"{path} could not be written ({error}); nothing was stored")
