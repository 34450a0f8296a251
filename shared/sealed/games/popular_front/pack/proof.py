"""Proves a pack: counts, sums, order, connection, flags and marks; lists what is only ours."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from sealed.games.packs.marks import Problem, house_lines, mark_problems, total
from sealed.games.packs.tables import Item, PackError, Tables, figures, items, section
from sealed.games.popular_front.pack.facts import EVEN_SIDE, ODD_SIDE, Pack, Track
from sealed.games.popular_front.pack.reading import load, read_tables

_LISTS = (
    ("cities", "city"),
    ("links", "link"),
    ("cards", "card"),
    ("colours", "side"),
    ("colours", "colour"),
)
_FIGURES = (("numbers", "rules"), ("numbers", "totals"), ("colours", "disks"))
_TRACKS = ("standard", "short")
_COLOURS = 6
_DISKS_OF_A_COLOUR = 30


def check_pack(tables: Tables | None = None) -> list[Problem]:
    """Everything wrong with the installed pack, or with the given tables; empty if it is sound."""
    try:
        content = read_tables() if tables is None else tables
        pack = load(content)
        unmarked = [problem for item in _marked(content) for problem in mark_problems(item)]
    except PackError as error:
        return [Problem("pack", str(error))]
    return unmarked + [problem for check in _CHECKS for problem in check(pack)]


def house_items(tables: Tables | None = None) -> list[str]:
    """One line for each item with fields marked ``house``: where it stands and the fields' names.

    Raises:
        PackError: if the pack cannot be read.
    """
    return house_lines(_marked(read_tables() if tables is None else tables))


def _marked(tables: Tables) -> Iterator[Item]:
    for file, key in _LISTS:
        yield from items(tables, file, key)
    for file, key in _FIGURES:
        yield from (item for _, item in figures(tables, file, key))
    yield from (section(tables, "track", name) for name in _TRACKS)


def _plain(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def _check_cities(pack: Pack) -> Iterator[Problem]:
    yield from total("number of cities", len(pack.cities), pack.totals.cities)
    yield from total("sum of city values", sum(city.value for city in pack.cities), pack.totals.city_value)
    yield from total("victory cities", sum(city.star for city in pack.cities), pack.numbers.victory_cities)
    for before, city in pairwise(pack.cities):
        if before.name >= city.name:
            yield Problem(city.name, f"stands after {before.name}; order the cities by name, each once")
    for city in pack.cities:
        if not city.name.isascii() or _plain(city.display) != city.name:
            yield Problem(city.name, f"is shown as {city.display}; the name is the same without accents")
        if not city.value:
            yield Problem(city.name, "has no value; write 1 or more")


def _check_links(pack: Pack) -> Iterator[Problem]:
    kinds = Counter(link.kind for link in pack.links)
    yield from total("number of links", len(pack.links), pack.totals.links)
    yield from total("roads", kinds["road"], pack.totals.roads)
    yield from total("roads over a river", kinds["river"], pack.totals.river_roads)
    yield from total("sea lanes", kinds["sea"], pack.totals.sea_lanes)
    for before, link in pairwise(pack.links):
        if (before.a, before.b) >= (link.a, link.b):
            yield Problem(
                _ends(pack, link.a, link.b), "is out of order or twice; order the links by their cities"
            )
    for link in pack.links:
        if link.a >= link.b:
            yield Problem(_ends(pack, link.a, link.b), "must name the earlier of two different cities first")
        if (link.kind == "river") != bool(link.river):
            yield Problem(
                _ends(pack, link.a, link.b), "a river's name goes with a road over a river, only there"
            )


def _ends(pack: Pack, a: int, b: int) -> str:
    return f"{pack.cities[a].name} - {pack.cities[b].name}"


def _check_connection(pack: Pack) -> Iterator[Problem]:
    reached = {0}
    grown = True
    while grown:
        near = {end for link in pack.links if {link.a, link.b} & reached for end in (link.a, link.b)}
        grown = not near <= reached
        reached |= near
    for city in pack.cities:
        if city.index not in reached:
            yield Problem(city.name, f"cannot be reached from {pack.cities[0].name}; add a link")


def _check_cards(pack: Pack) -> Iterator[Problem]:
    yield from total("cards of a deck", sum(card.copies for card in pack.cards), pack.numbers.deck_size)
    worth = sum(card.copies * card.value for card in pack.cards)
    yield from total("sum of card values", worth, pack.totals.deck_value)
    for name, times in Counter(card.name for card in pack.cards).items():
        if times > 1:
            yield Problem(name, "is listed twice; raise `copies` instead")
    for card in pack.cards:
        if not (card.copies and card.value and card.text_en and card.text_es):
            yield Problem(card.name, "needs at least one copy, a value and a text in both languages")


def _check_tracks(pack: Pack) -> Iterator[Problem]:
    for track in (pack.standard_track, pack.short_track):
        yield from _check_track(track)
    if pack.short_track.spaces >= pack.standard_track.spaces:
        yield Problem("short track", "is not shorter than the standard one; take fewer spaces")


def _check_track(track: Track) -> Iterator[Problem]:
    where = f"{track.name} track"
    if track.spaces % 2:
        yield Problem(where, "needs an even number of spaces, so that one end is always nearer (F-28)")
    for left, right in (track.round_flags, track.rectangular_flags, track.centre_flags):
        if left + right != track.spaces - 1 or left >= right:
            yield Problem(where, f"flags {left} and {right} do not mirror each other; correct one")
    if track.rectangular_flags[0] != 0:
        yield Problem(where, "the rectangular flags belong on the ends")
    if track.centre_flags[0] != track.spaces // 2 - 1:
        yield Problem(where, "the centre flags belong on the two middle spaces")
    if not track.rectangular_flags[0] < track.round_flags[0] < track.centre_flags[0]:
        yield Problem(where, "the round flags belong between the ends and the middle")


def _check_colours(pack: Pack) -> Iterator[Problem]:
    yield from total("colours", len(pack.colours), _COLOURS)
    yield from total("decks", pack.numbers.decks, len(pack.colours))
    yield from total("sides", len(pack.sides), EVEN_SIDE)
    for colour in pack.colours:
        if colour.side != (ODD_SIDE if colour.number % 2 else EVEN_SIDE):
            yield Problem(
                colour.name, "is on the wrong side; odd colours are Nationalists, even ones Republic"
            )
    for count in (2, 4, 6):
        stock = pack.disks(count)
        yield from total(f"stocks of {count} colours", len(stock), count)
        if stock[::2] != stock[1::2]:
            yield Problem(f"stocks of {count} colours", "differ between the sides; give both the same")
        if sum(stock) > _COLOURS * _DISKS_OF_A_COLOUR:
            yield Problem(f"stocks of {count} colours", "are more disks than the box holds; lower them")


_CHECKS: tuple[Callable[[Pack], Iterator[Problem]], ...] = (
    _check_cities,
    _check_links,
    _check_connection,
    _check_cards,
    _check_tracks,
    _check_colours,
)
