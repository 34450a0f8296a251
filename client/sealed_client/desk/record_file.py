"""A record file that was named at the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.record import RecordError, read_record_file
from sealed_client.desk.trouble import Trouble

if TYPE_CHECKING:
    from pathlib import Path

    from sealed.fairness.record import Record


def read(path: Path) -> Record:
    """Return the record in a file. Raises `Trouble` for what is none or not whole, and OSError."""
    try:
        with path.open("rb") as file:
            return read_record_file(file)
    except RecordError as error:
        if error.line == 1:
            raise Trouble(
                f"{path} is not a whole record: it does not begin as one ({error.text}). "
                "Records are files that 'sealed record' and the table itself write (.ftr)."
            ) from error
        raise Trouble(f"{path} is not a whole record: {error}. Ask for the file again.") from error
