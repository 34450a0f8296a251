"""Is the outcome of an audit: for machines one JSON line, for people plain sentences (spec 6.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sealed.fairness.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Report:
    """Is what an audit found. `verdict` is "PASS", "FAIL" or "INCOMPLETE"."""

    verdict: str
    failures: tuple[Verdict, ...]

    @property
    def exit_code(self) -> int:
        """Is 0 for PASS, 1 with a failure of class C, 2 for everything else."""

    def json_line(self) -> str:
        """Returns the JSON line of 6.2, without a newline."""

    def sentences(self) -> tuple[str, ...]:
        """Returns the report for people who are no programmers, one sentence or two an item."""
