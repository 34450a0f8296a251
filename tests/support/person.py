"""A scripted person at the text client: reads what is written, and types when a question is put."""

from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE_S = 30.0
_MENU = re.compile(r"^(\d+)(?: to (\d+))?: ")


class Person:
    """Is both streams of a text client: `write` is its output, `readline` its input.

    `type_line(numbers)` gets the numbers of the menu that has been put and returns the line to type; an empty
    line ends the input. Once the game is over the person types the lines of `last`.
    """

    def __init__(self, type_line: Callable[[list[int]], str], last: tuple[str, ...] = ("quit",)) -> None:
        """Starts with nothing read."""
        self.transcript = ""
        self._type, self._last = type_line, list(last)
        self._fresh = ""
        self._read = threading.Condition()

    def write(self, text: str) -> int:
        """Takes what is written."""
        with self._read:
            self.transcript += text
            self._fresh += text
            self._read.notify_all()
        return len(text)

    def flush(self) -> None:
        """Does nothing: everything is read at once."""

    def isatty(self) -> bool:
        """Tells that this is no terminal."""
        return False

    def readline(self) -> str:
        """Waits for a question, or the end of the game, and types."""
        with self._read:
            if not self._read.wait_for(self._has_to_type, PATIENCE_S):
                return ""
            fresh, self._fresh = self._fresh, ""
        if "'quit' leaves" in self.transcript:
            line = self._last.pop(0) if self._last else ""
        else:
            line = self._type(_numbers(fresh))
        self.transcript += f"> {line}\n"
        return f"{line}\n" if line else ""

    def _has_to_type(self) -> bool:
        return bool(_numbers(self._fresh)) or "'quit' leaves" in self.transcript


def _numbers(text: str) -> list[int]:
    """Returns the numbers of the answers that a text offers, groups spread out."""
    numbers: list[int] = []
    for line in text.split("\n"):
        found = _MENU.match(line)
        if found:
            first = int(found[1])
            numbers += range(first, int(found[2] or first) + 1)
    return numbers
