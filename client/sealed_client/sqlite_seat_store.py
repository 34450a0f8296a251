"""The store of a seat in one SQLite file that only its owner may read (spec 2.13, 2.15)."""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from sealed_client.identity import check_name, make_identity
from sealed_client.seat_store import Kept, Kind, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sealed.fairness.signing.keys import Signatures
    from sealed_client.identity import Identity

FILE_NAME = "seat.sqlite3"
_VERSION = 1
_SCHEMA = """
CREATE TABLE identity (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    key_secret BLOB NOT NULL, client_secret BLOB NOT NULL, name TEXT NOT NULL
) STRICT;
CREATE TABLE kept (
    number INTEGER PRIMARY KEY, table_key BLOB NOT NULL, kind TEXT NOT NULL, body BLOB NOT NULL
) STRICT;
CREATE INDEX kept_by_table ON kept (table_key, number);
"""


class SqliteSeatStore:
    """Keeps the identity of one folder and its tables; what `keep` returned from has reached the disk.

    The file has mode 0600, its folder 0700. One process at a time: a second one is refused in words, so that
    one seat never has two writers on one store (spec 2.13).
    """

    def __init__(self, folder: Path, signatures: Signatures) -> None:
        """Opens the store of a folder, and makes both if need be. Raises StoreError."""
        self._folder, self._signatures = folder, signatures
        self._lock = Lock()
        with self._in_words():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = folder / FILE_NAME
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            path.chmod(0o600)
            self._database = sqlite3.connect(path, timeout=0.5, isolation_level=None, check_same_thread=False)
            self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = FULL")
            self._prepare()

    def _prepare(self) -> None:
        self._database.execute("BEGIN EXCLUSIVE")
        version = int(self._database.execute("PRAGMA user_version").fetchone()[0])
        if version == 0:
            for statement in _SCHEMA.split(";"):
                self._database.execute(statement)
            self._database.execute(f"PRAGMA user_version = {_VERSION}")
        self._database.execute("COMMIT")
        if version not in {0, _VERSION}:
            raise StoreError(
                f"The store in {self._folder} was written by another version of this program; update it."
            )

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    def identity(self) -> Identity | None:
        """Returns the identity kept here, if there is one. Raises StoreError."""
        with self._in_words():
            row = self._database.execute("SELECT key_secret, client_secret, name FROM identity").fetchone()
        return None if row is None else make_identity(row[0], row[1], row[2], self._signatures)

    def keep_identity(self, key_secret: bytes, client_secret: bytes, name: str) -> Identity:
        """Keeps a new identity. Raises StoreError if there is one already, or NameRefusedError."""
        check_name(name)
        identity = make_identity(key_secret, client_secret, name, self._signatures)
        if self.identity() is not None:
            raise StoreError(
                "This folder holds an identity already; use it, or choose another folder for a new one."
            )
        with self._in_words():
            self._database.execute(
                "INSERT INTO identity VALUES (1, ?, ?, ?)", (key_secret, client_secret, name)
            )
        return identity

    def tables(self) -> tuple[bytes, ...]:
        """Returns the keys of all tables that something is kept of, oldest first. Raises StoreError."""
        query = "SELECT table_key FROM kept GROUP BY table_key ORDER BY min(number)"
        with self._in_words():
            return tuple(bytes(row[0]) for row in self._database.execute(query))

    def keep(self, table: bytes, things: Sequence[Kept]) -> None:
        """Keeps these things of a table, all or none; on return they are on disk. Raises StoreError."""
        rows = [(table, thing.kind.value, thing.body) for thing in things]
        with self._in_words(), self._lock:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                insert = "INSERT INTO kept (table_key, kind, body) VALUES (?, ?, ?)"
                self._database.executemany(insert, rows)
                self._database.execute("COMMIT")
            except sqlite3.Error:
                self._database.execute("ROLLBACK")
                raise

    def load(self, table: bytes) -> tuple[Kept, ...]:
        """Returns everything kept of a table in the order of keeping. Raises StoreError."""
        query = "SELECT kind, body FROM kept WHERE table_key = ? ORDER BY number"
        with self._in_words():
            return tuple(
                Kept(Kind(kind), bytes(body)) for kind, body in self._database.execute(query, (table,))
            )

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreError(_operational(self._folder, str(error))) from error
        except (sqlite3.DatabaseError, ValueError) as error:
            raise StoreError(f"The store in {self._folder} is damaged; restore its backup.") from error
        except OSError as error:
            raise StoreError(f"The folder {self._folder} cannot be used: {error.strerror}.") from error

    def __repr__(self) -> str:
        """Names the folder."""
        return f"<seat store in {self._folder}>"


def _operational(folder: Path, reason: str) -> str:
    if "locked" in reason:
        return f"Another program uses the identity in {folder}; close it, or name another folder (--store)."
    if "full" in reason:
        return f"The disk with {folder} is full; make room and try again. Nothing was lost."
    if "readonly" in reason:
        return f"The store in {folder} cannot be written; give yourself the right to write there."
    return f"The store in {folder} cannot be used ({reason})."
