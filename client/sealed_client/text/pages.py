"""Long answers come a screen at a time."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SCREEN: Final = 19
"""Lines of one screen, the line that says how to read on not counted."""


def fitted(lines: Iterable[str], columns: int) -> list[str]:
    """Returns lines broken between words, so that none is longer than a terminal is wide."""
    broken = (
        wrap(line, max(columns, 20), subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
        for line in lines
    )
    return [part for parts in broken for part in parts or [""]]


class Pages:
    """Is what is left to be read of the last long answer."""

    def __init__(self) -> None:
        """Starts with nothing left."""
        self._rest: list[str] = []

    def first(self, lines: Sequence[str]) -> list[str]:
        """Returns the first screen of an answer; what was left of another is dropped."""
        self._rest = list(lines)
        return self.more()

    def more(self) -> list[str]:
        """Returns the next screen; nothing if nothing is left."""
        screen, self._rest = self._rest[:SCREEN], self._rest[SCREEN:]
        if len(self._rest) == 1:
            return [*screen, self._rest.pop()]
        return [*screen, f"{len(self._rest)} more lines; 'more' reads on."] if self._rest else screen

    def clear(self) -> None:
        """Drops what is left."""
        self._rest = []
