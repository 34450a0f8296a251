"""Knows every code of spec section 3: when it arises, whom it convinces, who is at fault, what it means.

The list itself is `codes.tsv` beside this file, one code a line.
"""

from __future__ import annotations

import csv
from enum import StrEnum
from importlib.resources import files
from typing import Final, NamedTuple


class Class(StrEnum):
    """Says whom a code can convince (spec 3, "Class")."""

    CONVICTS = "C"
    """The bytes alone show it, and name a key."""
    DISPUTED = "D"
    """Everybody sees that something is wrong and nobody sees who did it."""
    LOCAL = "L"
    """Only the observer knows."""
    LOCAL_OR_CONVICTS = "L/C"
    """Local while it is refused; convicts the referee once it stands in its log."""


class Code(NamedTuple):
    """Is one code with what the protocol says of it.

    `blame` is who is at fault as the observer sees it; whom evidence names is a matter of the class. `note`
    states where class or blame are other than usual. Codes of level 2 are listed and never given.
    """

    code: str
    when: str
    kind: Class
    needs_rules: bool
    blame: str
    level: int
    meaning: str
    note: str


def _read() -> dict[str, Code]:
    lines = files("sealed.fairness").joinpath("codes.tsv").read_text("utf-8").splitlines()
    found: dict[str, Code] = {}
    for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
        found[row["code"]] = Code(
            code=row["code"],
            when=row["when"],
            kind=Class(row["class"]),
            needs_rules=row["needs_rules"] == "yes",
            blame=row["blame"],
            level=int(row["level"]),
            meaning=row["meaning"],
            note=row["note"] or "",
        )
    return found


CODES: Final[dict[str, Code]] = _read()
"""Every code by its name, in the order of section 3."""


def explain(code: str) -> str:
    """Returns one plain sentence on what a code means; an unknown code says that it is unknown."""
    known = CODES.get(code)
    return known.meaning if known is not None else f"{code} is not a code of this version of the protocol."
