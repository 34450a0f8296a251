"""What a scenario that does not hold says."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class ScenarioError(Exception):
    """A scenario does not hold or cannot be read.

    `file` names it, `step` counts its steps from 1 (0: before the first), `expected` and `found` are words.
    """

    def __init__(self, file: str, step: int, expected: str, found: str) -> None:
        """Keep where it went wrong and how."""
        where = f"{file}, step {step}" if step else file
        super().__init__(f"{where}: expected {expected}; found {found}")
        self.file, self.step, self.expected, self.found = file, step, expected, found

    def at(self, file: str, step: int) -> ScenarioError:
        """Return the same error with its place."""
        return ScenarioError(file, step, self.expected, self.found)


def require(holds: bool, expected: str, found: str) -> None:
    """Raise `ScenarioError` unless it holds; the runner adds the place."""
    if not holds:
        raise ScenarioError("", 0, expected, found)


def text_of(table: Mapping[str, object], key: str) -> str:
    """Return the text at a key. Raises `ScenarioError` if it is missing or no text."""
    value = table.get(key)
    if not isinstance(value, str):
        raise ScenarioError("", 0, f"{key}: a text in quotes", "nothing" if value is None else repr(value))
    return value
