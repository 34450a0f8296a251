"""Proves a pack: counts, sums, order, connection, decks and marks; lists what is only ours."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from sealed.games.packs.marks import Problem, house_lines, mark_problems, total
from sealed.games.packs.tables import Item, PackError, Tables, figures, items
from sealed.games.south_front.pack.facts import SEASONS, Pack
from sealed.games.south_front.pack.proof_of_cards import CARD_CHECKS
from sealed.games.south_front.pack.reading import load, read_tables

_LISTS = (
    ("land", "space"),
    ("water", "space"),
    ("links", "link"),
    ("links", "strait"),
    ("links", "flag"),
    ("factions", "side"),
    ("factions", "faction"),
    ("factions", "kind"),
    ("factions", "reaction"),
    ("factions", "country"),
    ("factions", "start"),
    ("rounds", "round"),
    ("axis_cards", "card"),
    ("allies_cards", "card"),
    ("contingencies", "contingency"),
)
_FIGURES = (("numbers", "rules"), ("numbers", "totals"))
_SINGLE_MARKERS = 6
"""Round marker, Malta Depot, two Victory Point and two Victory Star markers."""
_FLAG_MARKERS = 3
_AT_SEA = ("fleet", "carrier")
_SCORINGS = (3, 7, 11, 16)
_LATE_CARDS = 7


def check_pack(tables: Tables | None = None) -> list[Problem]:
    """Everything wrong with the installed pack, or with the given tables; empty if it is sound."""
    try:
        content = read_tables() if tables is None else tables
        pack = load(content)
        unmarked = [problem for item in _marked(content) for problem in mark_problems(item)]
    except PackError as error:
        return [Problem("pack", str(error))]
    return unmarked + [problem for check in (*_CHECKS, *CARD_CHECKS) for problem in check(pack)]


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


def _check_spaces(pack: Pack) -> Iterator[Problem]:
    spaces, totals = pack.spaces, pack.totals
    land = [space for space in spaces if space.land]
    yield from total("land spaces", len(land), totals.land)
    yield from total("water spaces", len(spaces) - len(land), totals.water)
    yield from total("Victory Stars", sum(space.stars for space in spaces), totals.stars)
    yield from total("desert spaces", sum(space.desert for space in spaces), totals.deserts)
    # One Control marker lies ready for each land space, and seas are nobody's.
    markers = totals.land + totals.counters + _FLAG_MARKERS + _SINGLE_MARKERS
    yield from total("markers and counters", markers, totals.markers)
    for name, times in Counter(space.name for space in spaces).items():
        if times > 1:
            yield Problem(name, "is the name of two spaces; keep one")
        if not name.isascii():
            yield Problem(name, "is no plain name; write it without accents and put those into `name_es`")


def _check_countries(pack: Pack) -> Iterator[Problem]:
    spaces = pack.spaces
    yield from total(
        "Minor Country Force counters", sum(space.counters for space in spaces), pack.totals.counters
    )
    yield from total("counters with a force", sum(space.forces for space in spaces), pack.totals.forces)
    for space in spaces:
        if (space.start == "neutral") != bool(space.country):
            yield Problem(space.name, "is neutral or in a minor country, not both; correct one of them")
        if bool(space.counters) != bool(space.country):
            yield Problem(space.name, "needs a counter if it is in a minor country, and none otherwise")
        if space.forces > space.counters:
            yield Problem(space.name, "has more forces than counters; lower `forces`")
    for country in pack.countries:
        if all(space.country != country for space in spaces):
            yield Problem(country, "has no space; write its name at the spaces of the country")


def _check_links(pack: Pack) -> Iterator[Problem]:
    plain = sum(not link.option for link in pack.links)
    yield from total("links", plain, pack.totals.links)
    yield from total("links under an option", len(pack.links) - plain, pack.totals.option_links)
    yield from total("straits", len(pack.straits), pack.totals.straits)
    for before, link in pairwise(pack.links):
        if (before.a, before.b) >= (link.a, link.b):
            yield Problem(_ends(pack, link.a, link.b), "is out of order or twice; order the links by spaces")
    linked = {(link.a, link.b) for link in pack.links}
    for a, b in [*linked, *((strait.a, strait.b) for strait in pack.straits)]:
        if a >= b:
            yield Problem(_ends(pack, a, b), "must name the earlier of two different spaces first")
    for strait in pack.straits:
        where = f"strait of {pack.spaces[strait.anchor].name}"
        if (strait.a, strait.b) in linked:
            yield Problem(where, "joins seas that are adjacent anyhow; remove one of the two")
        if not pack.spaces[strait.anchor].land or pack.spaces[strait.a].land or pack.spaces[strait.b].land:
            yield Problem(where, "has a land space as anchor and joins two water spaces; correct the names")


def _ends(pack: Pack, a: int, b: int) -> str:
    return f"{pack.spaces[a].name} - {pack.spaces[b].name}"


def _check_connection(pack: Pack) -> Iterator[Problem]:
    reached = {0}
    edges = [(link.a, link.b) for link in pack.links] + [(strait.a, strait.b) for strait in pack.straits]
    grown = True
    while grown:
        near = {end for edge in edges if set(edge) & reached for end in edge}
        grown = not near <= reached
        reached |= near
    for space in pack.spaces:
        if space.index not in reached:
            yield Problem(space.name, f"cannot be reached from {pack.spaces[0].name}; add a link")


def _check_flags(pack: Pack) -> Iterator[Problem]:
    yield from total("spaces with supply flags", len(pack.flags), pack.totals.flags)
    for number, name in enumerate(pack.factions):
        if not any(number in flag.factions and not flag.when for flag in pack.flags):
            yield Problem(name, "has no supply flag at the start; give it one")
    for flag in pack.flags:
        if len({pack.faction_facts[faction].side for faction in flag.factions}) != 1:
            yield Problem(pack.spaces[flag.space].name, "has flags of one side only; correct its factions")


def _check_pieces(pack: Pack) -> Iterator[Problem]:
    yield from total("pieces", len(pack.pieces), pack.totals.pieces)
    yield from total("pieces at the start", len(pack.starting), pack.totals.starting_pieces)
    for facts in pack.faction_facts:
        yield from total(f"kinds of pieces of {facts.name}", len(facts.pieces), len(pack.kinds))
    stock = Counter(pack.pieces)
    for piece, used in Counter((faction, kind) for _, faction, kind in pack.starting).items():
        if used > stock[piece]:
            name = f"{pack.factions[piece[0]]} {pack.kinds[piece[1]]}"
            yield Problem(
                name, f"stands {used} times on the board at the start, the box holds {stock[piece]}"
            )
    for place, faction, kind in pack.starting:
        space, side = pack.spaces[place], pack.sides[pack.faction_facts[faction].side]
        if space.land == (pack.kinds[kind] in _AT_SEA):
            yield Problem(space.name, f"is no place for a {pack.kinds[kind]} at the start; move it")
        if space.start not in (side, "open"):
            yield Problem(space.name, f"is not controlled by the {side} at the start; move their piece")


def _check_rounds(pack: Pack) -> Iterator[Problem]:
    yield from total("rounds", len(pack.rounds), pack.totals.rounds)
    yield from total("scorings", sum(turn.scoring for turn in pack.rounds), pack.totals.scorings)
    for before, turn in pairwise(pack.rounds):
        season = SEASONS[(SEASONS.index(before.season) + 1) % len(SEASONS)]
        year = before.year + (season == SEASONS[0])
        if (turn.season, turn.year) != (season, year):
            yield Problem(turn.name, f"does not follow {before.name}; write {season} {year}")
    for turn in pack.rounds:
        if turn.name != f"{turn.season.capitalize()} {turn.year}":
            yield Problem(turn.name, "is not named by its season and year; correct one of them")
        if turn.scoring != (turn.number in _SCORINGS):
            yield Problem(turn.name, "rounds 3, 7, 11 and 16 are scored, no others; correct `scoring`")
        if turn.late_cards != (turn.number == _LATE_CARDS):
            yield Problem(turn.name, "Late War cards come after round 7 only; correct `late_cards`")


_CHECKS: tuple[Callable[[Pack], Iterator[Problem]], ...] = (
    _check_spaces,
    _check_countries,
    _check_links,
    _check_connection,
    _check_flags,
    _check_pieces,
    _check_rounds,
)
