"""Reads the data files of the pack into typed values; errors name the file, the item and the remedy."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources

from sealed.games.popular_front.pack.facts import (
    LINK_KINDS,
    CardFacts,
    City,
    ColourFacts,
    Link,
    LinkKind,
    Numbers,
    Pack,
    PackError,
    SideFacts,
    Totals,
    Track,
)

FILES = ("cards", "cities", "colours", "links", "numbers", "track")

Tables = Mapping[str, Mapping[str, object]]
"""Parsed content of the files, by the file's name without ``.toml``."""


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

    def flag(self, key: str) -> bool:
        """The truth value at ``key``; raises PackError like ``text``."""
        value = self.table.get(key)
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
        """The list of two whole numbers at ``key``; raises PackError like ``text``."""
        match self.counts(key):
            case (first, second):
                return first, second
        raise self._wrong(key, "a list of two whole numbers, Nationalists first")

    def _wrong(self, key: str, wanted: str) -> PackError:
        return PackError(f"{self.where}: `{key}` is missing or wrong; write {wanted}")


def read_tables() -> Tables:
    """Parses the files of the installed pack.

    Raises:
        PackError: if a file is missing or is not TOML.
    """
    tables: dict[str, Mapping[str, object]] = {}
    for name in FILES:
        try:
            text = resources.files(__package__).joinpath(f"{name}.toml").read_text("utf-8")
            tables[name] = tomllib.loads(text)
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise PackError(f"{name}.toml cannot be read ({error}); restore the file") from error
    return tables


def load(tables: Tables | None = None) -> Pack:
    """Typed values of the installed pack, or of the given tables.

    Raises:
        PackError: naming the first item that is missing or of the wrong kind.
    """
    return _installed() if tables is None else _pack(tables)


@cache
def _installed() -> Pack:
    return _pack(read_tables())


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


def _mapping(entry: object, where: str) -> Mapping[str, object]:
    if not isinstance(entry, dict):
        raise PackError(f"{where} is missing or is no table; write its fields with their mark")
    return entry


def _name(entry: object) -> str:
    if not isinstance(entry, dict):
        return ""
    if "a" in entry:
        return f" ({entry['a']} - {entry.get('b')})"
    return f" ({entry['name']})" if "name" in entry else ""


def _pack(tables: Tables) -> Pack:
    cities = tuple(_city(index, item) for index, item in enumerate(items(tables, "cities", "city")))
    numbers = {city.name: city.index for city in cities}
    disks = dict(figures(tables, "colours", "disks"))
    missing = {"two", "four", "six"} - disks.keys()
    if missing:
        raise PackError(f"colours.toml, disks: `{min(missing)}` is missing; write its value and mark")
    return Pack(
        cities=cities,
        links=tuple(_link(item, numbers) for item in items(tables, "links", "link")),
        cards=tuple(_card(code, item) for code, item in enumerate(items(tables, "cards", "card"), start=1)),
        standard_track=_track("standard", tables),
        short_track=_track("short", tables),
        numbers=Numbers(**_figures(tables, "rules", Numbers)),
        totals=Totals(**_figures(tables, "totals", Totals)),
        sides=tuple(
            _side(number, item) for number, item in enumerate(items(tables, "colours", "side"), start=1)
        ),
        colours=tuple(
            _colour(number, item) for number, item in enumerate(items(tables, "colours", "colour"), 1)
        ),
        disks_of_two=disks["two"].counts("value"),
        disks_of_four=disks["four"].counts("value"),
        disks_of_six=disks["six"].counts("value"),
    )


def _city(index: int, item: Item) -> City:
    return City(
        index=index,
        name=item.text("name"),
        display=item.text("display"),
        value=item.count("value"),
        star=item.flag("star"),
        lat=item.degrees("lat"),
        lon=item.degrees("lon"),
    )


def _link(item: Item, numbers: Mapping[str, int]) -> Link:
    ends = item.text("a"), item.text("b")
    for name in ends:
        if name not in numbers:
            raise PackError(f"{item.where}: there is no city {name}; write a name of cities.toml")
    return Link(numbers[ends[0]], numbers[ends[1]], _kind(item), item.text("river", ""))


def _kind(item: Item) -> LinkKind:
    written = item.text("kind")
    for kind in LINK_KINDS:
        if kind == written:
            return kind
    raise PackError(f"{item.where}: `kind` is wrong; write one of {', '.join(LINK_KINDS)}")


def _card(code: int, item: Item) -> CardFacts:
    value = item.count("value")
    return CardFacts(
        code=code,
        name=item.text("name"),
        copies=item.count("copies"),
        value=value,
        muster=item.count("muster", value),
        political=item.count("political", value),
        text_en=item.text("text_en"),
        text_es=item.text("text_es"),
        name_es=item.text("name_es"),
        reticle=item.flag("reticle"),
    )


def _track(name: str, tables: Tables) -> Track:
    item = section(tables, "track", name)
    return Track(
        name=name,
        spaces=item.count("spaces"),
        round_flags=item.pair("round_flags"),
        rectangular_flags=item.pair("rectangular_flags"),
        centre_flags=item.pair("centre_flags"),
    )


def _side(number: int, item: Item) -> SideFacts:
    return SideFacts(number, item.text("name"), item.text("name_es"), item.text("shape"))


def _colour(number: int, item: Item) -> ColourFacts:
    return ColourFacts(
        number, item.text("name"), item.text("name_es"), item.count("side"), item.text("pattern")
    )


def _figures(tables: Tables, key: str, wanted: type[Numbers] | type[Totals]) -> dict[str, int]:
    found = {name: item.count("value") for name, item in figures(tables, "numbers", key)}
    names = {field.name for field in fields(wanted)}
    if found.keys() != names:
        wrong = min(found.keys() ^ names)
        raise PackError(f"numbers.toml, {key}: `{wrong}` is missing or unknown; restore the list of names")
    return found
