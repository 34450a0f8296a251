"""The state of a game of Popular Front: board, tracks and zones of cards, one flat immutable value.

Colours are 0-based indexes; the side of a colour is `colour & 1` (0 Nationalists, 1 Republic; rules, Units).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine import frames
from sealed.engine.eye import EVERYBODY, FULL, seat_audience
from sealed.engine.value import copier
from sealed.engine.zones import zone_of
from sealed.games.popular_front.board import CITIES, NEIGHBOUR_MASK, VALUES
from sealed.games.popular_front.notation import ZONE_KINDS
from sealed.games.popular_front.pack import load

if TYPE_CHECKING:
    from sealed.engine.frames import Node

COLOURS = len(load().colours)
DECK, HAND, RESERVE, BOX, DEPLOYED, DISCARD = (kind * COLOURS for kind in range(len(ZONE_KINDS)))
"""First zone of each kind; add the colour. `DEPLOYED` holds what lies face-up on the table (F-43)."""

NATIONALISTS, REPUBLIC = 0, 1
"""The sides as indexes."""

STACK_BITS, STACK_FIELD = 3, 7
"""Disks of an army are packed three bits a city: `army[side] >> 3 * city & 7`."""


class Terms(NamedTuple):
    """What the table has agreed: the seat of each colour, spaces of the track, the last round (0: none).

    `names` are the numbers under which the colours are named (`notation.named`), `asked` the seats that
    answer for each colour, as the kernel wants them.
    """

    runs: tuple[int, ...]
    asked: tuple[tuple[int, ...], ...]
    names: tuple[int, ...]
    spaces: int
    cap: int


@dataclass(frozen=True, slots=True)
class State(frames.State):
    """A position. Everything but the zones is public.

    `disks[colour][city]` counts disks; `army` and `held` say the same by side, packed and as a set of cities;
    `stock` is what a colour has off the board; `top` the top card of each discard pile (0: none); `lines`
    the surviving cards of each side in order of deployment (F-19); `economic` and `political` are spaces of
    the track; `captured` counts the cities taken in this turn; `winner` is a side number, 0 before the end.
    """

    terms: Terms
    disks: tuple[bytes, ...]
    army: tuple[int, int]
    held: tuple[int, int]
    stock: tuple[int, ...]
    top: tuple[int, ...]
    lines: tuple[tuple[int, ...], tuple[int, ...]]
    economic: tuple[int, int]
    political: int
    round: int
    captured: int
    winner: int


def blank(terms: Terms, economic: tuple[int, int], political: int) -> State:
    """Return an empty board with full decks, nobody asked yet; the eye sees everything."""
    colours = len(terms.runs)
    deck = zone_of(load().deck())
    return State(
        stack=None,
        eye=FULL,
        zones=tuple(deck if zone < colours else 0 for zone in range(COLOURS * len(ZONE_KINDS))),
        audience=audiences(terms.runs),
        terms=terms,
        disks=(bytes(len(CITIES)),) * colours,
        army=(0, 0),
        held=(0, 0),
        stock=load().disks(colours),
        top=(0,) * colours,
        lines=((), ()),
        economic=economic,
        political=political,
        round=0,
        captured=0,
        winner=0,
    )


@cache
def audiences(runs: tuple[int, ...]) -> tuple[int, ...]:
    """Return who sees each zone: a colour's seat its deck, hand, reserve and box, everybody the rest."""
    private = tuple(seat_audience(seat) for seat in runs) + (EVERYBODY,) * (COLOURS - len(runs))
    public = (EVERYBODY,) * COLOURS
    return private * 4 + public * 2


def number(s: State, colour: int) -> int:
    """Return the number under which a colour is named at this table."""
    return s.terms.names[colour]


def army_disks(s: State, side: int, city: int) -> int:
    """Return how many disks of a side stand in a city."""
    return s.army[side] >> STACK_BITS * city & STACK_FIELD


def stack(s: State, city: int) -> int:
    """Return how many disks stand in a city, whosever they are."""
    return (s.army[0] | s.army[1]) >> STACK_BITS * city & STACK_FIELD


_ONES = sum(1 << STACK_BITS * city.index for city in CITIES)


def strong_cities(army: int) -> int:
    """Return where two disks or more of an army stand, one bit for each city, the lowest of its field.

    So many may attack, and some of them may move. Of two, three and four bit 1 or bit 2 is set.
    """
    return (army >> 1 | army >> 2) & _ONES


def full_cities(army: int) -> int:
    """Return where an army stands four high, the limit, packed as `strong_cities`; only four has bit 2."""
    return army >> 2 & _ONES


def holds(s: State, side: int, city: int) -> bool:
    """Tell whether an army controls a city."""
    return bool(s.held[side] >> city & 1)


def friendly_neighbours(s: State, side: int, city: int) -> int:
    """Return the set of cities of a side next to a city."""
    return s.held[side] & NEIGHBOUR_MASK[city]


def city_value(cities: int) -> int:
    """Return the total value of a set of cities."""
    return sum(value for city, value in enumerate(VALUES) if cities >> city & 1)


def change_disks(s: State, *changes: tuple[int, int, int]) -> State:
    """Add disks of colours to cities, or take them off (negative); `changes` are (colour, city, disks)."""
    disks, army, held = list(s.disks), list(s.army), list(s.held)
    for colour, city, count in changes:
        row = bytearray(disks[colour])
        row[city] += count
        disks[colour] = bytes(row)
        side = colour & 1
        army[side] += count << STACK_BITS * city
        if army[side] >> STACK_BITS * city & STACK_FIELD:
            held[side] |= 1 << city
        else:
            held[side] &= ~(1 << city)
    return _with_board(s, tuple(disks), (army[0], army[1]), (held[0], held[1]))


def march_disks(
    s: State, colour: int, count: int, origin: int, target: int, stack: Node | None = None
) -> State:
    """Move disks between two cities that the army holds and goes on holding; `stack` replaces the stack."""
    row = bytearray(s.disks[colour])
    row[origin] -= count
    row[target] += count
    moved = (count << STACK_BITS * target) - (count << STACK_BITS * origin)
    return _with_march(
        s, _with_row(s, colour, row), _with_army(s, colour, moved), s.stack if stack is None else stack
    )


def recruit_disks(s: State, colour: int, city: int, count: int, stack: Node | None = None) -> State:
    """Put disks of the stock into a city of the army or an empty one; `stack` replaces the stack."""
    row = bytearray(s.disks[colour])
    row[city] += count
    stock = list(s.stock)
    stock[colour] -= count
    army = _with_army(s, colour, count << STACK_BITS * city)
    held = s.held
    if not held[colour & 1] >> city & 1:
        held = (held[0], held[1] | 1 << city) if colour & 1 else (held[0] | 1 << city, held[1])
    return _with_recruits(
        s, _with_row(s, colour, row), army, held, tuple(stock), s.stack if stack is None else stack
    )


def lose_disks(s: State, colour: int, city: int, count: int) -> State:
    """Take disks off a city; they can be recruited again."""
    row = bytearray(s.disks[colour])
    row[city] -= count
    stock = list(s.stock)
    stock[colour] += count
    side = colour & 1
    army = _with_army(s, colour, -count << STACK_BITS * city)
    held = s.held
    if not army[side] >> STACK_BITS * city & STACK_FIELD:
        held = (held[0], held[1] & ~(1 << city)) if side else (held[0] & ~(1 << city), held[1])
    return _with_disks(s, _with_row(s, colour, row), army, held, tuple(stock))


def _with_row(s: State, colour: int, row: bytearray) -> tuple[bytes, ...]:
    rows = list(s.disks)
    rows[colour] = bytes(row)
    return tuple(rows)


def _with_army(s: State, colour: int, change: int) -> tuple[int, int]:
    nationalists, republic = s.army
    return (nationalists, republic + change) if colour & 1 else (nationalists + change, republic)


_with_board = copier(State, "disks", "army", "held")
_with_march = copier(State, "disks", "army", "stack")
_with_recruits = copier(State, "disks", "army", "held", "stock", "stack")
with_discard = copier(State, "zones", "top", "stack")
"""Return a copy with other zones, top discards and stack."""
with_deployment = copier(State, "zones", "lines")
"""Return a copy with other zones and lines of deployed cards."""
with_capture = copier(State, "economic", "captured")
"""Return a copy with other economic markers and another number of cities taken in this turn."""
_with_disks = copier(State, "disks", "army", "held", "stock")
with_top_discards = copier(State, "top")
"""Return a copy with other top cards of the discard piles."""
with_lines = copier(State, "lines")
"""Return a copy with other lines of deployed cards."""
