"""Reads the data files of a pack item by item; errors name the file, the item and the remedy."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

Tables = Mapping[str, Mapping[str, object]]
"""Parsed content of the files, by the file's name without ``.toml``."""


class PackError(ValueError):
    """Says which item of the pack cannot be read, and what to put there."""


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a data file and where it stands, for errors."""

    where: str
    table: Mapping[str, object]

    def text(self, key: str, default: str | None = None) -> str:
        """The string at ``key``; raises PackError if it is missing and has no default, or is no string."""
        value = self.table.get(key, default)
        if not isinstance(value, str):
            raise self._wrong(key, "a text in quotes")
        return value

    def count(self, key: str, default: int | None = None) -> int:
        """The whole number, 0 or more, at ``key``; raises PackError like ``text``."""
        value = self.table.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self._wrong(key, "a whole number, 0 or more")
        return value

    def flag(self, key: str, default: bool | None = None) -> bool:
        """The truth value at ``key``; raises PackError like ``text``."""
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false")
        return value

    def degrees(self, key: str) -> float:
        """The number at ``key``; raises PackError like ``text``."""
        value = self.table.get(key)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self._wrong(key, "a number of degrees")
        return float(value)

    def counts(self, key: str) -> tuple[int, ...]:
        """The list of whole numbers at ``key``; raises PackError like ``text``."""
        value = self.table.get(key)
        if not isinstance(value, list) or not all(type(part) is int and part >= 0 for part in value):
            raise self._wrong(key, "a list of whole numbers")
        return tuple(value)

    def pair(self, key: str) -> tuple[int, int]:
        """The list of two whole numbers at ``key``, first side first; raises PackError like ``text``."""
        match self.counts(key):
            case (first, second):
                return first, second
        raise self._wrong(key, "a list of two whole numbers, the first side's first")

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """The list of strings at ``key``; raises PackError like ``text``."""
        if default is not None and key not in self.table:
            return default
        value = self.table.get(key)
        if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
            raise self._wrong(key, "a list of texts in quotes")
        return tuple(value)

    def place(self, key: str, names: Sequence[str]) -> int:
        """The index in ``names`` of the text at ``key``; raises PackError if it is none of them."""
        return self.index_of(key, self.text(key), names)

    def index_of(self, key: str, written: str, names: Sequence[str]) -> int:
        """The index of ``written``, which stands at ``key``, in ``names``; raises PackError if it is none."""
        if written not in names:
            raise PackError(f"{self.where}: `{key}` names {written!r}; write one of {', '.join(names)}")
        return names.index(written)

    def _wrong(self, key: str, wanted: str) -> PackError:
        return PackError(f"{self.where}: `{key}` is missing or wrong; write {wanted}")


def read_files(package: str, names: Sequence[str]) -> Tables:
    """Parses the files ``names`` (without ``.toml``) of a package.

    Raises:
        PackError: if a file is missing or is not TOML.
    """
    tables: dict[str, Mapping[str, object]] = {}
    for name in names:
        try:
            text = resources.files(package).joinpath(f"{name}.toml").read_text("utf-8")
            tables[name] = tomllib.loads(text)
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise PackError(f"{name}.toml cannot be read ({error}); restore the file") from error
    return tables


def items(tables: Tables, file: str, key: str) -> Iterator[Item]:
    """Entries of the list ``key`` of a file, each with its place; raises PackError if it is no list."""
    entries = tables.get(file, {}).get(key)
    if not isinstance(entries, list):
        raise PackError(f"{file}.toml: the list `{key}` is missing; restore it")
    for number, entry in enumerate(entries, start=1):
        yield Item(
            f"{file}.toml, {key} {number}{_name(entry)}", _mapping(entry, f"{file}.toml, {key} {number}")
        )


def section(tables: Tables, file: str, key: str) -> Item:
    """The table ``key`` of a file; raises PackError if there is none."""
    return Item(f"{file}.toml, {key}", _mapping(tables.get(file, {}).get(key), f"{file}.toml, {key}"))


def figures(tables: Tables, file: str, key: str) -> Iterator[tuple[str, Item]]:
    """Entries of a table of marked figures, by name; raises PackError if one is no table."""
    parent = section(tables, file, key)
    for name, entry in parent.table.items():
        yield name, Item(f"{parent.where}, {name}", _mapping(entry, f"{parent.where}, {name}"))


def counted(tables: Tables, file: str, key: str, wanted: Sequence[str]) -> dict[str, int]:
    """Values of the marked figures ``key`` of a file; raises PackError unless they are those ``wanted``."""
    found = {name: item.count("value") for name, item in figures(tables, file, key)}
    if found.keys() != set(wanted):
        wrong = min(found.keys() ^ set(wanted))
        raise PackError(f"{file}.toml, {key}: `{wrong}` is missing or unknown; restore the list of names")
    return found


def _mapping(entry: object, where: str) -> Mapping[str, object]:
    if not isinstance(entry, dict):
        raise PackError(f"{where} is missing or is no table; write its fields with their mark")
    return entry


def _name(entry: object) -> str:
    if not isinstance(entry, dict):
        return ""
    if "a" in entry:
        return f" ({entry['a']} - {entry.get('b')})"
    called = entry.get("name", entry.get("title"))
    return "" if called is None else f" ({called})"
