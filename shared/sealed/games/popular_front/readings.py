"""What a scenario file may expect of a position: each key reads the state in the words of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sealed.engine.zones import cards, size
from sealed.games.popular_front.cards import CARD
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.position import card_named, city_named, colour_named, disks_written
from sealed.games.popular_front.state import BOX, DECK, DEPLOYED, HAND, NATIONALISTS, REPUBLIC, RESERVE, State
from sealed.games.written import PositionError, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sealed.engine.title import Setup

    Pairs: TypeAlias = Iterator[tuple[str, object, object]]
    Reading: TypeAlias = Callable[[State, Setup, object], Pairs]


def _space(read: Callable[[State], int]) -> Reading:
    def reading(s: State, setup: Setup, wanted: object) -> Pairs:
        del setup
        if type(wanted) is not int:
            raise PositionError(f"{wanted!r} is no whole number")
        yield "", wanted, read(s)

    return reading


def _counts(read: Callable[[State, int], int]) -> Reading:
    def reading(s: State, setup: Setup, wanted: object) -> Pairs:
        table = Table("expect", wanted)
        for name in table:
            yield name, table.number(name, 0), read(s, colour_named(setup, name))

    return reading


def _zone_counts(kind: int) -> Reading:
    return _counts(lambda s, colour: size(s.zones[kind + colour]))


def _zone_cards(kind: int) -> Reading:
    def reading(s: State, setup: Setup, wanted: object) -> Pairs:
        table = Table("expect", wanted)
        for name in table:
            codes = sorted(map(card_named, table.names(name)))
            found = cards(s.zones[kind + colour_named(setup, name)])
            yield name, _spelt(tuple(codes)), _spelt(found)

    return reading


def _spelt(codes: tuple[int, ...]) -> list[str]:
    return [CARD[code].name for code in codes]


def _board(s: State, setup: Setup, wanted: object) -> Pairs:
    table = Table("expect", wanted)
    for name in table:
        city = city_named(name)
        found = {colour: s.disks[colour][city] for colour in range(setup.colours) if s.disks[colour][city]}
        yield name, _disks(setup, disks_written(setup, table.text(name))), _disks(setup, found)


def _disks(setup: Setup, disks: Mapping[int, int]) -> str:
    names = load().colours_at(setup.colours)
    return ", ".join(f"{names[colour].name} {disks[colour]}" for colour in sorted(disks))


def _top_discard(s: State, setup: Setup, wanted: object) -> Pairs:
    table = Table("expect", wanted)
    for name in table:
        card = table.text(name)
        top = s.top[colour_named(setup, name)]
        yield name, card and CARD[card_named(card)].name, CARD[top].name if top else ""


READINGS: Mapping[str, Reading] = {
    "board": _board,
    "hand_counts": _zone_counts(HAND),
    "deck_counts": _zone_counts(DECK),
    "reserve_counts": _zone_counts(RESERVE),
    "box_counts": _zone_counts(BOX),
    "deployed_counts": _zone_counts(DEPLOYED),
    "hands": _zone_cards(HAND),
    "reserves": _zone_cards(RESERVE),
    "deployed": _zone_cards(DEPLOYED),
    "boxes": _zone_cards(BOX),
    "top_discard": _top_discard,
    "nationalists": _space(lambda s: s.economic[NATIONALISTS]),
    "republic": _space(lambda s: s.economic[REPUBLIC]),
    "political": _space(lambda s: s.political),
    "round": _space(lambda s: s.round),
    "stock": _counts(lambda s, colour: s.stock[colour]),
}
"""For each key: the parts that are compared, what is wanted and what is found, in equal words."""

EVENT_READINGS: Mapping[str, tuple[str, slice]] = {
    "power": ("declared", slice(3, 5)),
    "totals": ("resolved", slice(0, 2)),
}
"""For each key: the event that said it last, and which of its arguments are meant."""

WINNERS: Mapping[str, str] = {"side 1": load().sides[0].name, "side 2": load().sides[1].name, "none": "none"}
"""How a scenario file names the results of the title."""
