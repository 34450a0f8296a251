"""Reads the data files of the pack into typed values; errors name the file, the item and the remedy."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache
from itertools import chain

from sealed.games.packs.tables import Item, Tables, counted, items, read_files
from sealed.games.south_front.pack.facts import (
    FLAG_MARKERS,
    LINK_OPTIONS,
    SEASONS,
    START_CONTROL,
    CardFacts,
    ContingencyFacts,
    FactionFacts,
    Flag,
    Link,
    Numbers,
    Pack,
    ReactionFacts,
    Round,
    Space,
    Strait,
    Totals,
)

FILES = (
    "allies_cards",
    "axis_cards",
    "contingencies",
    "factions",
    "land",
    "links",
    "numbers",
    "rounds",
    "water",
)


@dataclass(frozen=True, slots=True)
class _Names:
    """Names by number, against which the rest of the pack is read."""

    spaces: tuple[str, ...]
    countries: tuple[str, ...]
    sides: tuple[str, ...]
    factions: tuple[str, ...]
    kinds: tuple[str, ...]
    reactions: tuple[str, ...]


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
    names = _Names(
        spaces=_texts(chain(items(tables, "land", "space"), items(tables, "water", "space"))),
        countries=_texts(items(tables, "factions", "country")),
        sides=_texts(items(tables, "factions", "side")),
        factions=_texts(items(tables, "factions", "faction")),
        kinds=_texts(items(tables, "factions", "kind")),
        reactions=_texts(items(tables, "factions", "reaction")),
    )
    factions = tuple(_faction(item, names) for item in items(tables, "factions", "faction"))
    printed = chain(items(tables, "axis_cards", "card"), items(tables, "allies_cards", "card"))
    return Pack(
        spaces=_spaces(tables, names),
        countries=names.countries,
        countries_es=_spanish(tables, "country"),
        links=tuple(_link(item, names) for item in items(tables, "links", "link")),
        straits=tuple(_strait(item, names) for item in items(tables, "links", "strait")),
        flags=tuple(_flag(item, names) for item in items(tables, "links", "flag")),
        factions=names.factions,
        factions_es=_spanish(tables, "faction"),
        faction_facts=factions,
        sides=names.sides,
        sides_es=_spanish(tables, "side"),
        kinds=names.kinds,
        kinds_es=_spanish(tables, "kind"),
        reactions=tuple(_reaction(item) for item in items(tables, "factions", "reaction")),
        pieces=_pieces(factions),
        starting=tuple(_start(item, names) for item in items(tables, "factions", "start")),
        rounds=tuple(_round(number, item) for number, item in enumerate(items(tables, "rounds", "round"), 1)),
        cards=tuple(_card(code, item, names, factions) for code, item in enumerate(printed, 1)),
        contingencies=tuple(
            _contingency(code, item, names)
            for code, item in enumerate(items(tables, "contingencies", "contingency"), 1)
        ),
        numbers=Numbers(**counted(tables, "numbers", "rules", [field.name for field in fields(Numbers)])),
        totals=Totals(**counted(tables, "numbers", "totals", [field.name for field in fields(Totals)])),
    )


def _texts(named: Iterable[Item]) -> tuple[str, ...]:
    return tuple(item.text("name") for item in named)


def _spanish(tables: Tables, key: str) -> tuple[str, ...]:
    return tuple(item.text("name_es") for item in items(tables, "factions", key))


def _pieces(factions: Iterable[FactionFacts]) -> tuple[tuple[int, int], ...]:
    return tuple(
        (number, kind)
        for number, faction in enumerate(factions)
        for kind, stock in enumerate(faction.pieces)
        for _ in range(stock)
    )


def _spaces(tables: Tables, names: _Names) -> tuple[Space, ...]:
    land = tuple(items(tables, "land", "space"))
    water = tuple(items(tables, "water", "space"))
    seas = (_sea(len(land) + place, item) for place, item in enumerate(water))
    return (*(_land(index, item, names) for index, item in enumerate(land)), *seas)


def _land(index: int, item: Item, names: _Names) -> Space:
    country = item.text("country", "")
    if country:
        item.place("country", names.countries)
    return Space(
        index=index,
        name=item.text("name"),
        name_es=item.text("name_es"),
        land=True,
        desert=item.flag("desert"),
        stars=item.count("stars"),
        country=country,
        counters=item.count("counters", 0),
        forces=item.count("forces", 0),
        start=START_CONTROL[item.place("start", START_CONTROL[:3])],
        lat=item.degrees("lat"),
        lon=item.degrees("lon"),
    )


def _sea(index: int, item: Item) -> Space:
    return Space(
        index=index,
        name=item.text("name"),
        name_es=item.text("name_es"),
        land=False,
        desert=False,
        stars=0,
        country="",
        counters=0,
        forces=0,
        start=START_CONTROL[3],
        lat=item.degrees("lat"),
        lon=item.degrees("lon"),
    )


def _link(item: Item, names: _Names) -> Link:
    option = LINK_OPTIONS[item.index_of("option", item.text("option", ""), LINK_OPTIONS)]
    return Link(item.place("a", names.spaces), item.place("b", names.spaces), option)


def _strait(item: Item, names: _Names) -> Strait:
    return Strait(
        item.place("name", names.spaces), item.place("a", names.spaces), item.place("b", names.spaces)
    )


def _flag(item: Item, names: _Names) -> Flag:
    factions = tuple(item.index_of("factions", name, names.factions) for name in item.texts("factions"))
    when = FLAG_MARKERS[item.index_of("when", item.text("when", ""), FLAG_MARKERS)]
    return Flag(item.place("name", names.spaces), factions, when)


def _faction(item: Item, names: _Names) -> FactionFacts:
    return FactionFacts(
        name=item.text("name"),
        name_es=item.text("name_es"),
        side=item.place("side", names.sides),
        pieces=item.counts("pieces"),
        mid=item.count("mid"),
        first_game=item.count("first_game"),
        late=item.count("late"),
    )


def _reaction(item: Item) -> ReactionFacts:
    return ReactionFacts(item.text("name"), item.text("title"), item.text("title_es"), item.counts("cards"))


def _start(item: Item, names: _Names) -> tuple[int, int, int]:
    return (
        item.place("name", names.spaces),
        item.place("faction", names.factions),
        item.place("kind", names.kinds),
    )


def _round(number: int, item: Item) -> Round:
    return Round(
        number=number,
        name=item.text("name"),
        name_es=item.text("name_es"),
        season=SEASONS[item.place("season", SEASONS)],
        year=item.count("year"),
        scoring=item.flag("scoring"),
        late_cards=item.flag("late_cards"),
    )


def _card(code: int, item: Item, names: _Names, factions: tuple[FactionFacts, ...]) -> CardFacts:
    faction = item.place("faction", names.factions)
    places = item.texts("places", ())
    return CardFacts(
        code=code,
        name=item.text("name"),
        name_es=item.text("name_es"),
        side=factions[faction].side,
        faction=faction,
        late=item.flag("late"),
        first_game=item.flag("first_game"),
        reaction=names.reactions[item.place("reaction", names.reactions)],
        places=tuple(item.index_of("places", place, names.spaces) for place in places),
        text_en=item.text("text_en"),
        text_es=item.text("text_es"),
    )


def _contingency(code: int, item: Item, names: _Names) -> ContingencyFacts:
    return ContingencyFacts(
        code=code,
        name=item.text("name"),
        name_es=item.text("name_es"),
        side=item.place("side", names.sides),
        faction=item.place("faction", names.factions),
        card=item.count("card"),
        second=item.flag("second"),
        text_en=item.text("text_en"),
        text_es=item.text("text_es"),
    )
