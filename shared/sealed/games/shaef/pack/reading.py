"""Reads the data files of the pack into typed values; errors name the file, the item and the remedy."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache

from sealed.games.packs.tables import Item, PackError, Tables, counted, figures, items, read_files
from sealed.games.shaef.pack.facts import (
    ABILITIES,
    ALLIES,
    ARMY_HQ,
    AT_START,
    AXIS,
    COASTS,
    CORPS_HQ,
    COUNTRIES,
    ENDS,
    NATIONS,
    NOWHERE,
    PLACES,
    SPECIAL,
    TACTIC,
    TERRAINS,
    TYPES,
    Border,
    CardFacts,
    HistoricalUnit,
    Markers,
    Numbers,
    Pack,
    Region,
    TacticFacts,
    Totals,
    Unit,
)

FILES = ("allies_cards", "axis_cards", "borders", "historical", "numbers", "regions")
_CARD_FILES = ((ALLIES, "allies_cards"), (AXIS, "axis_cards"))
_PAIRS = ("points", "replacements")
_AT_START, _SPECIAL = "At Start", "Special"


@dataclass(frozen=True, slots=True)
class _Names:
    """Names by number, against which the rest of the pack is read; ``places`` are those of HQs."""

    regions: tuple[str, ...]
    units: tuple[str, ...]
    entries: Mapping[str, int]
    places: Mapping[str, int]


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
    printed = [(side, item) for side, file in _CARD_FILES for item in items(tables, file, "card")]
    numbers = _numbers(tables)
    regions = tuple(item.text("id") for item in items(tables, "regions", "region"))
    names = _Names(
        regions=regions,
        units=tuple(item.text("unit") for _, item in printed if item.text("type") in _HQ_TYPES),
        entries=_entries(numbers.months),
        places={name: place for place, name in enumerate(regions)}
        | {name: -number for number, name in enumerate(PLACES, 1)},
    )
    cards = tuple(_card(code, side, item, names) for code, (side, item) in enumerate(printed, 1))
    return Pack(
        regions=tuple(
            _region(index, item, names) for index, item in enumerate(items(tables, "regions", "region"))
        ),
        borders=tuple(_border(item, names) for item in items(tables, "borders", "border")),
        cards=cards,
        units=_units(cards, names),
        tactics=tuple(
            TacticFacts(card.code, card.title, card.nation, card.rule, card.end)
            for card in cards
            if card.type == TACTIC
        ),
        historical=_historical(tables, cards, names),
        numbers=numbers,
        markers=Markers(**counted(tables, "numbers", "markers", [field.name for field in fields(Markers)])),
        totals=Totals(**counted(tables, "numbers", "totals", [field.name for field in fields(Totals)])),
    )


_HQ_TYPES = (TYPES[ARMY_HQ], TYPES[CORPS_HQ])


def _entries(months: tuple[str, ...]) -> dict[str, int]:
    """Entries as the cards have them: a month by its first three letters and its year."""
    short = {f"{month[:3]} {month[-4:]}": number for number, month in enumerate(months, 1)}
    return {_AT_START: AT_START, **short, _SPECIAL: SPECIAL}


def _numbers(tables: Tables) -> Numbers:
    found = dict(figures(tables, "numbers", "rules"))
    wanted = {field.name for field in fields(Numbers)} - {"months"}
    if found.keys() != wanted:
        wrong = min(found.keys() ^ wanted)
        raise PackError(f"numbers.toml, rules: `{wrong}` is missing or unknown; restore the list of names")
    points, replacements = (found.pop(name).pair("value") for name in _PAIRS)
    return Numbers(
        points=points,
        replacements=replacements,
        months=dict(figures(tables, "numbers", "calendar"))["months"].texts("value"),
        **{name: item.count("value") for name, item in found.items()},
    )


def _region(index: int, item: Item, names: _Names) -> Region:
    return Region(
        index=index,
        id=item.text("id"),
        name=item.text("name"),
        country=COUNTRIES[item.place("country", COUNTRIES)],
        terrain=item.place("terrain", TERRAINS),
        ports=item.count("ports", 0),
        fort=item.flag("fort", default=False),
        coast=item.place("coast", COASTS),
        lane=item.count("lane", 0),
        victory=item.flag("victory", default=False),
        paris=item.flag("paris", default=False),
        passage=tuple(item.index_of("passage", name, names.regions) for name in item.texts("passage", ())),
        westwand_site=item.flag("westwand", default=False),
        lat=item.degrees("lat"),
        lon=item.degrees("lon"),
        mark=item.text("mark", ""),
    )


def _border(item: Item, names: _Names) -> Border:
    return Border(
        a=item.place("a", names.regions),
        b=item.place("b", names.regions),
        river=item.text("river", ""),
        mark=item.text("mark", ""),
    )


def _card(code: int, side: int, item: Item, names: _Names) -> CardFacts:
    title, rule = item.text("title"), item.text("rule", "")
    fires = item.place("type", TYPES) != TACTIC
    bits = {item.index_of("abilities", name, ABILITIES) for name in item.texts("abilities", ())}
    return CardFacts(
        code=code,
        id=item.text("id"),
        side=side,
        type=item.place("type", TYPES),
        nation=item.place("nation", NATIONS),
        contingent=item.text("contingent"),
        title=title,
        name=title.replace('"', ""),
        klass=item.text("class"),
        entry=_number("entry", item, names.entries),
        attack=item.count("attack") if fires else -1,
        defence=item.count("defence") if fires else -1,
        abilities=sum(1 << bit for bit in bits),
        rule=rule,
        end=ENDS[item.index_of("end", item.text("end", ""), ENDS)],
        army=item.index_of("army", f"{item.text('army')}-R", names.units),
        unit=item.place("unit", names.units),
        start=_number("start", item, names.places) if "start" in item.table else NOWHERE,
        fortress=item.flag("fortress", default=False),
        mark=item.text("mark", ""),
        text=rule.lower().replace("_", "-"),
    )


def _number(key: str, item: Item, numbers: Mapping[str, int]) -> int:
    return tuple(numbers.values())[item.place(key, tuple(numbers))]


def _units(cards: tuple[CardFacts, ...], names: _Names) -> tuple[Unit, ...]:
    leading = [card for card in cards if card.type in (ARMY_HQ, CORPS_HQ)]
    return tuple(
        Unit(
            index=index,
            hq=card.code,
            side=card.side,
            army=card.type == ARMY_HQ,
            nation=card.nation,
            name=card.name,
            code=names.units[index],
            home=card.army,
        )
        for index, card in enumerate(leading)
    )


def _historical(tables: Tables, cards: tuple[CardFacts, ...], names: _Names) -> tuple[HistoricalUnit, ...]:
    titles = tuple(card.title for card in cards)
    found = []
    for item in items(tables, "historical", "unit"):
        leader = cards[item.place("name", titles)]
        army = item.index_of("army", f"{item.text('army')}-R", names.units)
        if army != leader.army:
            raise PackError(f"{item.where}: `army` is another than on the HQ's card; correct one of them")
        codes = tuple(item.index_of("cards", title, titles) + 1 for title in item.texts("cards"))
        place = _number("place", item, names.places)
        found.append(HistoricalUnit(leader.unit, place, item.flag("fortress", default=False), codes))
    return tuple(found)
