"""Says what the checks of section 3 found, and counts which of them ran (spec 3 and 6.2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

REFEREE: Final = 0
"""The party number of the referee; seats are 1 upwards."""

NOBODY: Final = -1
"""The party number where nobody can be named: everybody sees that something is wrong, not who did it."""


class Outcome(StrEnum):
    """Is how a check that did not simply pass came out."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"
    NOT_CHECKED = "not_checked"


class Klass(StrEnum):
    """Says whom a failure can convince (spec 3): C convicts, D is disputed, L only the observer knows."""

    C = "C"
    D = "D"
    L = "L"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Is one finding. Checks that pass make none; they are counted (`Tally.executed`).

    `entry` is the log index it is about (-1: none in particular); `detail` one plain sentence; `blame` a
    party number; `key` the public key that a class C failure names.
    """

    code: str
    outcome: Outcome
    entry: int
    detail: str
    klass: Klass | None = None
    blame: int = NOBODY
    key: bytes | None = None

    @property
    def failed(self) -> bool:
        """Tells whether the check ran and failed."""
        return self.outcome is Outcome.FAIL

    @property
    def party(self) -> str:
        """Is the party named, in words; empty if nobody is."""
        if self.blame == NOBODY:
            return ""
        return "referee" if self.blame == REFEREE else f"seat {self.blame}"


class Skipped(NamedTuple):
    """Is a check that could not run, and why (such as "rules")."""

    code: str
    reason: str


class Tally:
    """Counts by code how often each check ran, and how often one could not."""

    __slots__ = ("_groups", "not_checked")

    def __init__(self) -> None:
        """Starts at zero."""
        self._groups: dict[tuple[str, ...], int] = {}
        self.not_checked: Counter[Skipped] = Counter()

    def ran(self, *codes: str) -> None:
        """Counts one execution of each code."""
        groups = self._groups
        groups[codes] = groups.get(codes, 0) + 1

    @property
    def executed(self) -> Counter[str]:
        """Is how often each check ran, by code."""
        executed: Counter[str] = Counter()
        for codes, n in self._groups.items():
            for code in codes:
                executed[code] += n
        return executed

    def skip(self, reason: str, *codes: str) -> None:
        """Counts that these checks had an occasion and could not run."""
        for code in codes:
            self.not_checked[Skipped(code, reason)] += 1

    def unskip(self, reason: str, code: str, n: int = 1) -> None:
        """Takes back that a check could not run, so many times: it has been made up for, or is not due."""
        kind = Skipped(code, reason)
        self.not_checked[kind] -= n
        if not self.not_checked[kind]:
            del self.not_checked[kind]
