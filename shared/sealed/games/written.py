"""Typed reading of the tables in which a position is written down; every error is one plain sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


class PositionError(ValueError):
    """A position that cannot be built; the text says what to change."""


def words(names: tuple[str, ...]) -> str:
    """Return names as a list in words."""
    return ", ".join(names)


class Table:
    """A table of a TOML file with its name, for errors."""

    def __init__(self, name: str, content: object) -> None:
        """Keep the table. Raises `PositionError` if it is none."""
        if not isinstance(content, Mapping):
            raise PositionError(f"[{name}] is no table; write it as [{name}] with one line for each entry")
        self.name = name
        self.content: Mapping[str, object] = content

    def __iter__(self) -> Iterator[str]:
        """Return the keys in their order."""
        return iter(self.content)

    def __contains__(self, key: str) -> bool:
        """Tell whether there is a line for a key."""
        return key in self.content

    def only(self, *keys: str) -> None:
        """Raise `PositionError` if there is any other key."""
        for key in self.content:
            if key not in keys:
                raise PositionError(f"[{self.name}] has no entry {key!r}; it has {words(keys)}")

    def raw(self, key: str) -> object:
        """Return a value as it stands."""
        return self.content[key]

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text. Raises `PositionError` if it is none."""
        value = self.content.get(key, default)
        if not isinstance(value, str):
            raise PositionError(f"[{self.name}] {key} is a text in quotes")
        return value

    def number(self, key: str, default: int) -> int:
        """Return a whole number from 0 up. Raises `PositionError` if it is none."""
        value = self.content.get(key, default)
        if type(value) is not int or value < 0:
            raise PositionError(f"[{self.name}] {key} is a whole number from 0 up")
        return value

    def names(self, key: str) -> tuple[str, ...]:
        """Return a list of texts. Raises `PositionError` if it is none."""
        value = self.content.get(key)
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            raise PositionError(f"[{self.name}] {key} is a list of names in quotes")
        return tuple(value)
