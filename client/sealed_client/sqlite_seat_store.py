"""The store of a seat in one SQLite file that only its owner may read (spec 2.13, 2.15).

What others must not read is sealed with the key of the folder: both secrets of the identity, and of what is
kept all that is not public anyway. Each is bound to its table, kind and place in the order, and opens nowhere
else.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Final

from sealed.vault.errors import VaultError
from sealed_client.backup import Backup, Secrets, TakenIn
from sealed_client.history import HISTORY_KEY
from sealed_client.identity import check_name, make_identity
from sealed_client.seat_store import Kept, Kind, LockedStoreError, OtherIdentityError, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from sealed.fairness.signing.keys import Signatures
    from sealed.vault.store_key import StoreKey
    from sealed_client.identity import Identity

FILE_NAME: Final = "seat.sqlite3"
_VERSION: Final = 2
_UNSEALED: Final = 1
"""The version whose secrets lay open; it is taken over."""
_SCHEMA: Final = """
CREATE TABLE identity (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    key_secret BLOB NOT NULL, client_secret BLOB NOT NULL, name TEXT NOT NULL
) STRICT;
CREATE TABLE kept (
    number INTEGER PRIMARY KEY, table_key BLOB NOT NULL, kind TEXT NOT NULL, body BLOB NOT NULL
) STRICT;
CREATE INDEX kept_by_table ON kept (table_key, number);
"""
_PROOF_SCHEMA: Final = (
    "CREATE TABLE sealed (one INTEGER PRIMARY KEY CHECK (one = 1), proof BLOB NOT NULL) STRICT"
)
_PROOF: Final = b"sealed-orders/player/1"
"""What is sealed empty in each store, to know its key by."""
_KEY: Final = b"sealed-orders/identity/1\0key"
_CLIENT: Final = b"sealed-orders/identity/1\0client-secret"
_PUBLIC: Final = frozenset(
    {Kind.INVITED, Kind.JOINED, Kind.COMMITTED, Kind.AGREED, Kind.BATCH, Kind.REFUSED, Kind.RESTORED}
)
"""Kinds that every spectator may know. They are most of the bytes, and a phone seals slowly."""


class SqliteSeatStore:
    """Keeps the identity of one folder and its tables; what `keep` returned from has reached the disk.

    The file has mode 0600, its folder 0700. One process at a time: a second one is refused in words, so that
    one seat never has two writers on one store (spec 2.13).
    """

    def __init__(self, folder: Path, signatures: Signatures, key: StoreKey) -> None:
        """Opens the store of a folder with its key, and makes both if need be.

        A store of the first version is taken over, its secrets sealed. Raises StoreError.
        """
        self._folder, self._signatures = folder, signatures
        self._lock = Lock()
        with self._in_words():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = folder / FILE_NAME
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            path.chmod(0o600)
            self._database = sqlite3.connect(path, timeout=0.5, isolation_level=None, check_same_thread=False)
            try:
                self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
                self._database.execute("PRAGMA journal_mode = WAL")
                self._database.execute("PRAGMA synchronous = FULL")
                # What lay open before must not stay in pages that are free now.
                self._database.execute("PRAGMA secure_delete = ON")
                self._prepare(key)
            except BaseException:
                self._database.close()
                raise

    def _prepare(self, key: StoreKey) -> None:
        with self._transaction("EXCLUSIVE"):
            version = int(self._database.execute("PRAGMA user_version").fetchone()[0])
            if version not in {0, _UNSEALED, _VERSION}:
                raise StoreError(
                    f"The store in {self._folder} was written by another version of this program; update it."
                )
            self.box, self.protected = key.unlock(fresh=version != _VERSION)
            if version == _VERSION:
                self._prove()
            else:
                self._make(fresh=version == 0)
            self._next = 1 + self._database.execute("SELECT coalesce(max(number), 0) FROM kept").fetchone()[0]
        if version == _UNSEALED:
            self._database.execute("VACUUM")
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _prove(self) -> None:
        proof = self._database.execute("SELECT proof FROM sealed").fetchone()
        try:
            self.box.open(proof[0] if proof else b"", _PROOF)
        except VaultError:
            raise LockedStoreError(
                f"The key file in {self._folder} is not the one of the store beside it; "
                "put the backup of the whole folder back."
            ) from None

    def _make(self, *, fresh: bool) -> None:
        """Makes the tables, or seals the secrets of a store of the first version."""
        for statement in _SCHEMA.split(";") if fresh else ():
            self._database.execute(statement)
        self._database.execute(_PROOF_SCHEMA)
        self._database.execute("INSERT INTO sealed VALUES (1, ?)", (self.box.seal(b"", _PROOF),))
        for key_secret, client_secret in self._database.execute(
            "SELECT key_secret, client_secret FROM identity"
        ).fetchall():
            sealed = (self.box.seal(key_secret, _KEY), self.box.seal(client_secret, _CLIENT))
            self._database.execute("UPDATE identity SET key_secret = ?, client_secret = ?", sealed)
        rows = self._database.execute("SELECT number, table_key, kind, body FROM kept").fetchall()
        for number, table, kind, body in rows:
            sealed_body = self._sealed(number, table, Kept(Kind(kind), body))
            self._database.execute("UPDATE kept SET body = ? WHERE number = ?", (sealed_body, number))
        self._database.execute(f"PRAGMA user_version = {_VERSION}")

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    # -- the identity ----------------------------------------------------------------------------------------

    def identity(self) -> Identity | None:
        """Returns the identity kept here, if there is one. Raises StoreError."""
        held = self.secrets()
        if held is None:
            return None
        return make_identity(held.key_secret, held.client_secret, held.name, self._signatures)

    def secrets(self) -> Secrets | None:
        """Returns the secrets of the identity kept here, if there is one, for a backup. Raises StoreError."""
        with self._in_words():
            row = self._database.execute("SELECT key_secret, client_secret, name FROM identity").fetchone()
            if row is None:
                return None
            return Secrets(self.box.open(row[0], _KEY), self.box.open(row[1], _CLIENT), row[2])

    def keep_identity(self, key_secret: bytes, client_secret: bytes, name: str) -> Identity:
        """Keeps a new identity. Raises StoreError if there is one already, or NameRefusedError."""
        check_name(name)
        identity = make_identity(key_secret, client_secret, name, self._signatures)
        if self.identity() is not None:
            raise StoreError(
                "This folder holds an identity already; use it, or choose another folder for a new one."
            )
        with self._in_words():
            self._insert_identity(Secrets(key_secret, client_secret, name))
        return identity

    def rename(self, name: str) -> Identity:
        """Calls the kept identity by another name from now on. Raises StoreError or NameRefusedError."""
        check_name(name)
        with self._in_words():
            self._database.execute("UPDATE identity SET name = ?", (name,))
        identity = self.identity()
        if identity is None:
            raise StoreError(f"There is no identity in {self._folder} yet.")
        return identity

    def _insert_identity(self, new: Secrets) -> None:
        sealed = (self.box.seal(new.key_secret, _KEY), self.box.seal(new.client_secret, _CLIENT))
        self._database.execute("INSERT INTO identity VALUES (1, ?, ?, ?)", (*sealed, new.name))

    def back_up(self, files: Sequence[tuple[str, str]] = ()) -> Backup:
        """Returns all that a backup holds, with the texts of files by name. Raises StoreError."""
        held = self.secrets()
        if held is None:
            raise StoreError(f"There is no identity in {self._folder} yet.")
        keys = (HISTORY_KEY, *self.tables())
        return Backup(held, tuple((key, self.load(key)) for key in keys), tuple(files))

    def take_in(self, backup: Backup, lane: bytes) -> TakenIn:
        """Takes in a backup as a whole or not at all: its identity, and the tables that are not here yet.

        `lane` are two random bytes: at each table of the backup this device goes on clear of every other one
        (spec 2.8). A table that is here already stays as it is, since it has gone on here. Raises
        OtherIdentityError if another identity is kept here, or StoreError.
        """
        secrets, tables = backup.secrets, backup.tables
        check_name(secrets.name)
        held, here = self.secrets(), {HISTORY_KEY, *self.tables()}
        if held is not None and not held.same_as(secrets):
            raise OtherIdentityError
        new = [(table, things) for table, things in tables if table not in here]
        known = set(self.load(HISTORY_KEY))
        met = [one for table, things in tables if table == HISTORY_KEY for one in things if one not in known]
        with self._in_words(), self._lock, self._transaction():
            if held is None:
                self._insert_identity(secrets)
            for table, things in new:
                moved = [one for one in things if one.kind is not Kind.DEVICE]
                self._insert(table, [*moved, Kept(Kind.RESTORED, lane)])
            self._insert(HISTORY_KEY, met)
        return TakenIn(len(new), sum(table in here - {HISTORY_KEY} for table, _ in tables))

    # -- tables ----------------------------------------------------------------------------------------------

    def tables(self) -> tuple[bytes, ...]:
        """Returns the keys of all tables that something is kept of, oldest first. Raises StoreError."""
        query = "SELECT table_key FROM kept WHERE table_key <> ? GROUP BY table_key ORDER BY min(number)"
        with self._in_words():
            return tuple(bytes(row[0]) for row in self._database.execute(query, (HISTORY_KEY,)))

    def keep(self, table: bytes, things: Sequence[Kept]) -> None:
        """Keeps these things of a table, all or none; on return they are on disk. Raises StoreError."""
        with self._in_words(), self._lock, self._transaction():
            self._insert(table, things)

    def _insert(self, table: bytes, things: Iterable[Kept]) -> None:
        """Inserts things under the next numbers; if the transaction fails they leave a gap and no harm."""
        rows = []
        for thing in things:
            rows.append((self._next, table, thing.kind.value, self._sealed(self._next, table, thing)))
            self._next += 1
        self._database.executemany("INSERT INTO kept VALUES (?, ?, ?, ?)", rows)

    def load(self, table: bytes) -> tuple[Kept, ...]:
        """Returns everything kept of a table in the order of keeping. Raises StoreError."""
        query = "SELECT number, kind, body FROM kept WHERE table_key = ? ORDER BY number"
        with self._in_words():
            rows = self._database.execute(query, (table,)).fetchall()
            return tuple(self._opened(number, table, Kept(Kind(kind), body)) for number, kind, body in rows)

    def _sealed(self, number: int, table: bytes, thing: Kept) -> bytes:
        if thing.kind in _PUBLIC:
            return thing.body
        return self.box.seal(thing.body, _bound(number, table, thing.kind))

    def _opened(self, number: int, table: bytes, thing: Kept) -> Kept:
        if thing.kind in _PUBLIC:
            return thing
        return Kept(thing.kind, self.box.open(thing.body, _bound(number, table, thing.kind)))

    @contextmanager
    def _transaction(self, kind: str = "IMMEDIATE") -> Iterator[None]:
        self._database.execute(f"BEGIN {kind}")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreError(_operational(self._folder, str(error))) from error
        except VaultError as error:
            raise LockedStoreError(_sentence(str(error))) from None
        except (sqlite3.DatabaseError, ValueError) as error:
            raise StoreError(f"The store in {self._folder} is damaged; restore its backup.") from error
        except OSError as error:
            raise StoreError(f"The folder {self._folder} cannot be used: {error.strerror}.") from error

    def __repr__(self) -> str:
        """Names the folder."""
        return f"<seat store in {self._folder}>"


def _bound(number: int, table: bytes, kind: Kind) -> bytes:
    """Returns what a sealed thing is bound to: its kind, its place in the order, its table."""
    return b"sealed-orders/kept/1\0" + kind.encode() + b"\0" + number.to_bytes(8, "big") + table


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _operational(folder: Path, reason: str) -> str:
    if "locked" in reason:
        return (
            f"Another program uses the identity in {folder}; leave the game there first ('quit' keeps the"
            " seat), then type this again. To play as somebody else beside it name another folder (--store)."
        )
    if "full" in reason:
        return f"The disk with {folder} is full; make room and try again. Nothing was lost."
    if "readonly" in reason:
        return f"The store in {folder} cannot be written; give yourself the right to write there."
    return f"The store in {folder} cannot be used ({reason})."
