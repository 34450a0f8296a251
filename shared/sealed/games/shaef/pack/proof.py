"""Proves a pack: marks first, then the map, the cards and the set-up; lists what is only ours."""

from collections import Counter
from collections.abc import Iterator

from sealed.games.packs.marks import Problem, house_lines, mark_problems
from sealed.games.packs.tables import Item, PackError, Tables, figures, items
from sealed.games.shaef.pack.facts import ALLIES, AXIS
from sealed.games.shaef.pack.proof_of_cards import CARD_CHECKS
from sealed.games.shaef.pack.proof_of_map import MAP_CHECKS
from sealed.games.shaef.pack.reading import load, read_tables

_LISTS = (
    ("regions", "region"),
    ("borders", "border"),
    ("allies_cards", "card"),
    ("axis_cards", "card"),
    ("historical", "unit"),
)
_FIGURES = (("numbers", "rules"), ("numbers", "markers"), ("numbers", "totals"), ("numbers", "calendar"))


def check_pack(tables: Tables | None = None) -> list[Problem]:
    """Everything wrong with the installed pack, or with the given tables; empty if it is sound."""
    try:
        content = read_tables() if tables is None else tables
        pack = load(content)
        unmarked = [problem for item in _marked(content) for problem in mark_problems(item)]
    except PackError as error:
        return [Problem("pack", str(error))]
    return unmarked + [problem for check in (*MAP_CHECKS, *CARD_CHECKS) for problem in check(pack)]


def house_items(tables: Tables | None = None) -> list[str]:
    """One line for each item with fields marked ``house``: where it stands and the fields' names.

    Raises:
        PackError: if the pack cannot be read.
    """
    return house_lines(_marked(read_tables() if tables is None else tables))


def box_lines(tables: Tables | None = None) -> list[str]:
    """One line for each count of the box: the rulebook's (2.1, 2.9) and how the map and the deck divide.

    Raises:
        PackError: if the pack cannot be read.
    """
    pack = load(tables)
    cards, markers, totals = Counter(card.side for card in pack.cards), pack.markers, pack.totals
    corps = sum(not unit.army for unit in pack.units)
    laid = f"{markers.supply} Army Supply Markers, {markers.fortress} Fortress Markers"
    return [
        f"{len(pack.cards)} cards: {cards[ALLIES]} of the Allies, {cards[AXIS]} of the Axis",
        f"{totals.armies} Armies on {markers.stands} stands, {corps} Corps on {markers.corps} counters",
        f"{totals.land_forces} Land Forces, {totals.supports} Support cards, {totals.tactics} Tactics",
        f"{laid}, {markers.mulberry} Mulberries",
        f"{markers.control} Allied Control Markers for {len(pack.regions)} regions",
        f"{markers.engaged} Engaged and {markers.out_of_supply} Out-of-Supply Markers",
        f"{markers.points} Operation Point markers, {markers.month} month marker, {pack.numbers.dice} dice",
        f"{len(pack.borders)} borders, {totals.rivers} of them rivers; a plane map with {totals.faces} faces",
    ]


def _marked(tables: Tables) -> Iterator[Item]:
    for file, key in _LISTS:
        yield from items(tables, file, key)
    for file, key in _FIGURES:
        yield from (item for _, item in figures(tables, file, key))
