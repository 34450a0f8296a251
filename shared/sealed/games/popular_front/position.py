"""Positions written down: the tables of a scenario file become a state (tests/scenarios/README.md).

Names are those of the notation. A position is a full state; decks may come with an order, which only the
dealer of the scenario knows, for a state has none.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.frames import Frame, push
from sealed.engine.kernel import run
from sealed.engine.value import copy_with
from sealed.engine.zones import zone_of
from sealed.games.popular_front.board import ALL_MASK, CITIES, CITY_BY_NAME
from sealed.games.popular_front.cards import CARD_BY_NAME, CARDS
from sealed.games.popular_front.flow import Acting, Round, Turn, Turns
from sealed.games.popular_front.notation import COLOUR, NOTATION, STACK, named
from sealed.games.popular_front.setup import track_of
from sealed.games.popular_front.state import BOX, DECK, DISCARD, HAND, State, recruit_disks
from sealed.games.popular_front.title import own_state, start
from sealed.games.written import PositionError, Table, words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sealed.engine.frames import Tell
    from sealed.engine.title import Setup

__all__ = ["TABLES", "Position", "build", "colour_names", "own_state"]

TABLES = ("board", "fill", "hands", "decks", "discards", "boxes", "track", "turn")
"""The tables of a scenario file that describe a position."""

_REST = "rest"
_PHASES = ("draw", "act", "order", "political", "check")


@dataclass(frozen=True, slots=True)
class Position:
    """A full state, and the undrawn cards of the decks whose order was given, top first, by zone."""

    state: State
    orders: Mapping[int, tuple[int, ...]]


def colour_names(setup: Setup) -> tuple[str, ...]:
    """Return the names of the colours at a table, in their order."""
    return tuple(NOTATION.name(COLOUR, named(setup.colours, colour)) for colour in range(setup.colours))


def colour_named(setup: Setup, name: str) -> int:
    """Return the colour (0-based) with this name. Raises `PositionError` if it does not play."""
    names = colour_names(setup)
    if name not in names:
        raise PositionError(f"no colour {name!r} plays at this table; write one of {', '.join(names)}")
    return names.index(name)


def card_named(name: str) -> int:
    """Return the code of a card. Raises `PositionError` if there is no such card."""
    if name not in CARD_BY_NAME:
        raise PositionError(f"no card is called {name!r}; write one of {', '.join(CARD_BY_NAME)}")
    return CARD_BY_NAME[name].code


def city_named(name: str) -> int:
    """Return the index of a city. Raises `PositionError` if there is no such city."""
    if name not in CITY_BY_NAME:
        raise PositionError(f"no city is called {name!r}; write it as in NOTATION.md, without accents")
    return CITY_BY_NAME[name]


def disks_written(setup: Setup, text: str) -> dict[int, int]:
    """Return disks by colour from text like `Falange 1, Carlists 2`. Raises `PositionError` otherwise."""
    found: dict[int, int] = {}
    for part in text.split(", "):
        name, _, number = part.rpartition(" ")
        if not number.isdecimal() or not int(number):
            raise PositionError(f"{part!r} does not say whose disks and how many; write it like 'Republic 2'")
        colour = colour_named(setup, name)
        if colour in found:
            raise PositionError(f"{name} is named twice in {text!r}")
        found[colour] = int(number)
    return found


def build(tables: Mapping[str, object], setup: Setup) -> Position:
    """Return the position that these tables describe.

    Raises `PositionError` with a sentence that says what to change.
    """
    s = copy_with(start(setup), stack=None)
    s = _with_board(s, setup, Table("board", tables.get("board", {})), Table("fill", tables.get("fill", {})))
    s, orders = _with_cards(s, setup, tables)
    s = _with_track(s, Table("track", tables.get("track", {})))
    return Position(_with_turn(s, setup, Table("turn", tables.get("turn", {}))), orders)


def _with_board(s: State, setup: Setup, board: Table, fill: Table) -> State:
    wanted: dict[int, dict[int, int]] = {}
    for name in board:
        wanted[city_named(name)] = disks_written(setup, board.text(name))
    rest: list[int] = []
    for name in fill:
        colour = colour_named(setup, name)
        if fill.raw(name) == _REST:
            rest.append(colour)
            continue
        for city_name in fill.names(name):
            city = city_named(city_name)
            if city in wanted:
                raise PositionError(f"{city_name} is named twice in [board] and [fill]")
            wanted[city] = {colour: 1}
    if len(rest) > 1:
        raise PositionError("only one colour of [fill] may take the rest")
    for city in range(len(CITIES)):
        if city not in wanted and rest:
            wanted[city] = {rest[0]: 1}
    for city, disks in wanted.items():
        s = _stand(s, city, disks)
    if s.held[0] | s.held[1] != ALL_MASK:
        empty = next(city.name for city in CITIES if not (s.held[0] | s.held[1]) >> city.index & 1)
        raise PositionError(f"{empty} is empty; name it in [board] or [fill], or give a colour the rest")
    return s


def _stand(s: State, city: int, disks: Mapping[int, int]) -> State:
    name = CITIES[city].name
    if len({colour & 1 for colour in disks}) > 1:
        raise PositionError(f"disks of both armies stand in {name}; only one army can")
    if sum(disks.values()) > STACK:
        raise PositionError(f"more than {STACK} disks stand in {name}")
    for colour, count in disks.items():
        if s.stock[colour] < count:
            raise PositionError(f"a colour has more disks on the board than it owns, counted up to {name}")
        s = recruit_disks(s, colour, city, count)
    return s


def _with_cards(
    s: State, setup: Setup, tables: Mapping[str, object]
) -> tuple[State, dict[int, tuple[int, ...]]]:
    zones = list(s.zones)
    top = list(s.top)
    orders: dict[int, tuple[int, ...]] = {}
    written = {key: Table(key, tables.get(key, {})) for key in ("hands", "decks", "discards", "boxes")}
    for table in written.values():
        for name in table:
            colour_named(setup, name)
    for colour, name in enumerate(colour_names(setup)):
        hand, pile, box = (_cards_of(written[key], name) for key in ("hands", "discards", "boxes"))
        left = Counter({card.code: card.copies for card in CARDS})
        left.subtract([*hand, *pile, *box])
        deck = _cards_of(written["decks"], name)
        if name in written["decks"]:
            left.subtract(deck)
            orders[DECK + colour] = deck
        else:
            deck = tuple(sorted(left.elements()))
        if any(count < 0 for count in left.values()):
            code = next(code for code, count in left.items() if count < 0)
            raise PositionError(f"{name} has more cards {CARDS[code - 1].name} than its deck holds")
        zones[HAND + colour], zones[DISCARD + colour] = zone_of(hand), zone_of(pile)
        zones[BOX + colour], zones[DECK + colour] = zone_of(box), zone_of(deck)
        top[colour] = pile[-1] if pile else 0
    return copy_with(s, zones=tuple(zones), top=tuple(top)), orders


def _cards_of(table: Table, name: str) -> tuple[int, ...]:
    return tuple(map(card_named, table.names(name))) if name in table else ()


def _with_track(s: State, table: Table) -> State:
    table.only("nationalists", "republic", "political")
    track = track_of(s.terms.spaces)
    economic = table.number("nationalists", s.economic[0]), table.number("republic", s.economic[1])
    political = table.number("political", track.centre_flags[0])
    if max(*economic, political) >= track.spaces:
        raise PositionError(f"the track has spaces 0 to {track.spaces - 1}")
    return copy_with(s, economic=economic, political=political)


def _with_turn(s: State, setup: Setup, table: Table) -> State:
    table.only("round", "order", "phase", "captured")
    names = table.names("order") if "order" in table else colour_names(setup)
    order = tuple(colour_named(setup, name) for name in names)
    if not order or len(set(order)) != len(order):
        raise PositionError("[turn] order names each colour that has still to move, once")
    phase = table.text("phase", "act")
    if phase not in _PHASES:
        raise PositionError(f"no phase is called {phase!r}; write one of {words(_PHASES)}")
    s = copy_with(s, round=table.number("round", 1), captured=table.number("captured", 0))
    return _stages(s, order)[phase]()


def _stages(s: State, order: tuple[int, ...]) -> dict[str, Callable[[], State]]:
    turn, rest = Turn(order[0]), order[1:]
    turns: tuple[Frame[State], ...] = (Turns(rest),) if rest else ()
    return {
        "draw": lambda: _stacked(s, Round(1), *turns, turn),
        "act": lambda: _stacked(s, Round(1), *turns, Turn(order[0], 3), Acting(order[0])),
        "order": lambda: _stacked(copy_with(s, round=s.round - 1), Round(0)),
        "political": lambda: _stacked(s, Round(2)),
        "check": lambda: _stacked(s, Round(3)),
    }


def _stacked(s: State, *frames: Frame[State]) -> State:
    for frame in frames:
        s = push(s, frame)
    nothing: Tell = []
    return run(s, nothing)
