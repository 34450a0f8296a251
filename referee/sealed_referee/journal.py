"""The durable store of all tables: SQLite in WAL mode with full synchronisation (spec 2.13).

One connection belongs to one thread. A transaction holds any number of changes (group commit) and either all of it is
on disk or nothing. A lock file keeps a second referee out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sealed_referee.changes import Change, Saved


class JournalError(Exception):
    """Says that nothing of the last commit was stored, and what to do next."""


class JournalFullError(JournalError): ...


class JournalReadOnlyError(JournalError): ...


class JournalLockedError(JournalError): ...


class JournalVersionError(JournalError): ...


class JournalConflictError(JournalError):
    """Says that a table in the journal has another size than the change expects: somebody else has written."""


class Journal:
    """Is the store in one folder or file."""

    def __init__(self, path: Path) -> None:
        """Opens or creates `path` (the database file). Raises the errors of this module."""

    def commit(self, changes: Sequence[Change]) -> None:
        """Makes all changes durable in one transaction. Raises the errors of this module; then nothing is stored."""

    def load_all(self) -> list[Saved]:
        """Returns every table."""

    def load(self, lobby_id: str) -> Saved:
        """Returns one table. Raises KeyError."""

    def close(self) -> None:
        """Gives the store and its lock free."""
