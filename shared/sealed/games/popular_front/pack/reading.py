"""Reads the data files of the pack into typed values; errors name the file, the item and the remedy."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache

from sealed.games.packs.tables import Item, PackError, Tables, counted, figures, items, read_files, section
from sealed.games.popular_front.pack.facts import (
    LINK_KINDS,
    CardFacts,
    City,
    ColourFacts,
    Link,
    LinkKind,
    Numbers,
    Pack,
    SideFacts,
    Totals,
    Track,
)

FILES = ("cards", "cities", "colours", "links", "numbers", "track")


def read_tables() -> Tables:
    """Parses the files of the installed pack.

    Raises:
        PackError: if a file is missing or is not TOML.
    """
    return read_files(__package__, FILES)


def load(tables: Tables | None = None) -> Pack:
    """Typed values of the installed pack, or of the given tables.

    Raises:
        PackError: naming the first item that is missing or of the wrong kind.
    """
    return _installed() if tables is None else _pack(tables)


@cache
def _installed() -> Pack:
    return _pack(read_tables())


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
        numbers=Numbers(**counted(tables, "numbers", "rules", _names(Numbers))),
        totals=Totals(**counted(tables, "numbers", "totals", _names(Totals))),
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


def _names(kind: type[Numbers] | type[Totals]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
