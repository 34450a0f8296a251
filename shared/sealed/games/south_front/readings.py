"""What a scenario file may expect of a position: each key reads the state in the words of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sealed.engine.zones import cards, size
from sealed.games.south_front.board.pieces import cargo_of
from sealed.games.south_front.cards import CARD
from sealed.games.south_front.notation import MARKERS, NOTATION, TYPE, TYPE_OF
from sealed.games.south_front.pack import load
from sealed.games.south_front.position import (
    FACES,
    card_named,
    country_space,
    piece_named,
    side_named,
    space_named,
)
from sealed.games.south_front.state import DECK, HAND, LATE, SHOWN, UNSHOWN, State
from sealed.games.south_front.supply.supplied import supplied
from sealed.games.written import PositionError, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sealed.engine.title import Setup

    Pairs: TypeAlias = Iterator[tuple[str, object, object]]
    Reading: TypeAlias = Callable[[State, Setup, object], Pairs]

_CARRYING = " carrying "


def _entries(read: Callable[[State, str, Table], tuple[object, object]]) -> Reading:
    """Return a reading of a table: `read` gives for each of its names what is wanted and what is found."""

    def reading(s: State, setup: Setup, wanted: object) -> Pairs:
        del setup
        table = Table("expect", wanted)
        for name in table:
            yield name, *read(s, name, table)

    return reading


def _counts(kind: int) -> Reading:
    return _entries(lambda s, name, table: (table.number(name, 0), size(s.zones[kind + side_named(name)])))


def _cards(kind: int) -> Reading:
    def read(s: State, name: str, table: Table) -> tuple[object, object]:
        wanted = sorted(map(card_named, table.names(name)))
        return _spelt(wanted), _spelt(cards(s.zones[kind + side_named(name)]))

    return _entries(read)


def _spelt(codes: list[int] | tuple[int, ...]) -> list[str]:
    return [CARD[code].name for code in codes]


def _board(s: State, name: str, table: Table) -> tuple[object, object]:
    wanted = sorted(_without_numbers(text) for text in filter(None, table.text(name).split(", ")))
    space = space_named(name)
    found = sorted(_described(s, piece) for piece, place in enumerate(s.where) if place == space)
    return ", ".join(wanted), ", ".join(found)


def _described(s: State, piece: int) -> str:
    cargo = cargo_of(s, piece)
    own = NOTATION.name(TYPE, TYPE_OF[piece])
    return own if cargo is None else f"{own}{_CARRYING}{NOTATION.name(TYPE, TYPE_OF[cargo])}"


def _without_numbers(text: str) -> str:
    return _CARRYING.join(part.rstrip("0123456789").rstrip() for part in text.split(_CARRYING))


def _control(s: State, name: str, table: Table) -> tuple[object, object]:
    bit = 1 << space_named(name)
    if s.neutral & bit:
        return table.text(name), "neutral"
    return table.text(name), next(
        (side for side, held in zip(load().sides, s.held, strict=True) if held & bit), ""
    )


def _supplied(s: State, name: str, table: Table) -> tuple[object, object]:
    return table.raw(name), supplied(s, piece_named(name))


def _contingencies(s: State, name: str, table: Table) -> tuple[object, object]:
    side = side_named(name)
    return list(table.names(name)), [FACES[face] for face in s.faces[3 * side : 3 * side + 3]]


def _markers(s: State, setup: Setup, wanted: object) -> Pairs:
    del setup
    if not isinstance(wanted, list):
        raise PositionError("markers: a list of names")
    yield (
        "",
        sorted(map(str, wanted)),
        sorted(name for bit, name in enumerate(MARKERS) if s.markers >> bit & 1),
    )


def _round(s: State, setup: Setup, wanted: object) -> Pairs:
    del setup
    yield "", wanted, s.round


READINGS: Mapping[str, Reading] = {
    "board": _entries(_board),
    "control": _entries(_control),
    "supplied": _entries(_supplied),
    "forces": _entries(lambda s, name, table: (table.number(name, 0), s.forces[country_space(name)])),
    "points": _entries(lambda s, name, table: (table.number(name, 0), s.points[side_named(name)])),
    "hand_counts": _counts(HAND),
    "deck_counts": _counts(DECK),
    "late_counts": _counts(LATE),
    "shown_counts": _counts(SHOWN),
    "unshown_counts": _counts(UNSHOWN),
    "hands": _cards(HAND),
    "shown": _cards(SHOWN),
    "unshown": _cards(UNSHOWN),
    "contingencies": _entries(_contingencies),
    "markers": _markers,
    "round": _round,
}
"""For each key: the parts that are compared, what is wanted and what is found, in equal words."""

EVENT_READINGS: Mapping[str, tuple[str, slice]] = {}
"""No key of this title reads what an event said."""

WINNERS: Mapping[str, str] = {"side 1": load().sides[0], "side 2": load().sides[1], "none": "none"}
"""How a scenario file names the results of the title."""
