"""A mistake of the program itself: what people are told of it, and the file that helps to find it."""

from __future__ import annotations

import os
from tempfile import NamedTemporaryFile
from traceback import extract_tb
from typing import Final

EXIT_CODE: Final = 70
"""What a program reports that failed by its own fault (`EX_SOFTWARE`): never a verdict on a record."""


def told(error: BaseException) -> str:
    """Returns the lines said of a mistake: where it arose, and the file with the rest.

    Neither of them says what the error or any variable held, since that may be secret.
    """
    where = _places(error)[-1].removeprefix("  ")
    number = os.urandom(4).hex()
    kept = _keep(error, number)
    rest = f"the way there is written in {kept}" if kept else "no file could be written about it"
    return (
        f"The program itself made a mistake ({type(error).__name__} in {where}). "
        f"Nothing is decided by that.\nIncident {number}: {rest}. Please report it.\n"
    )


def _keep(error: BaseException, number: str) -> str:
    """Writes types and places to a file that only its owner reads; returns its path, empty if that fails."""
    lines = [f"Incident {number}"]
    chain: BaseException | None = error
    while chain is not None:
        lines += [type(chain).__name__, *_places(chain)]
        chain = chain.__cause__ or chain.__context__
    try:
        with NamedTemporaryFile(
            "w", encoding="utf-8", prefix="sealed-incident-", suffix=".txt", delete=False
        ) as file:
            file.write("\n".join(lines) + "\n")
    except OSError:
        return ""
    return file.name


def _places(error: BaseException) -> list[str]:
    """Returns where an error came through, the place where it arose last."""
    return [
        f"  {frame.filename.rpartition('/')[2]}, line {frame.lineno}, in {frame.name}"
        for frame in extract_tb(error.__traceback__)
    ] or ["  a place unknown"]
