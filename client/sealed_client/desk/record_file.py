"""A record or evidence file that was named at the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.evidence.file import EvidenceError, looks_like_evidence, read_evidence_file
from sealed.fairness.record import RecordError, read_record_file
from sealed_client.desk.trouble import Trouble

if TYPE_CHECKING:
    from pathlib import Path

    from sealed.fairness.evidence.file import Evidence
    from sealed.fairness.record import Record

_START = 64


def read(path: Path) -> Record:
    """Return the record in a file. Raises `Trouble` for what is none or not whole, and OSError."""
    try:
        with path.open("rb") as file:
            return read_record_file(file)
    except RecordError as error:
        if error.text.startswith("the file is damaged"):
            raise Trouble(f"{path} cannot be read: {error.text}. Ask for the file again.") from error
        if read_evidence_if_any(path) is not None:
            raise Trouble(
                f"{path} is evidence, not a record; it has no board. Check it with: sealed verify {path}"
            ) from error
        if error.line == 1:
            raise Trouble(
                f"{path} is not a whole record: it does not begin as one ({error.text}). "
                "Records are files that 'sealed record' and the table itself write (.ftr)."
            ) from error
        raise Trouble(f"{path} is not a whole record: {error}. Ask for the file again.") from error


def read_evidence_if_any(path: Path) -> Evidence | None:
    """Return the evidence in a file, None if it is not one by name or beginning.

    Raises `Trouble` for damaged evidence, and OSError.
    """
    if not path.is_file():
        return None
    with path.open("rb") as file:
        start = file.read(_START)
        if path.suffix != ".fte" and not looks_like_evidence(start):
            return None
        file.seek(0)
        try:
            return read_evidence_file(file)
        except EvidenceError as error:
            raise Trouble(f"{path} is no whole evidence file: {error}. Ask for the file again.") from error
