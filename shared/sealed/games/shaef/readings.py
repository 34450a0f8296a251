"""What a scenario file may expect of a position: each key reads the state in the words of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sealed.engine.zones import cards, copies, size
from sealed.games.shaef.board.presence import controls
from sealed.games.shaef.combat.modifiers import strength
from sealed.games.shaef.combat.volley import Volley
from sealed.games.shaef.notation import MONTH, NOTATION, PLACE, REGION, SIDES, UNIT
from sealed.games.shaef.position import (
    card_named,
    place_named,
    region_named,
    side_named,
    unit_named,
)
from sealed.games.shaef.state import (
    ALLIES,
    ARRIVED,
    DEAD,
    DOWN,
    GONE,
    LOST,
    LOST_MULBERRY,
    NOWHERE,
    OFF,
    RESERVE,
    SHOWN,
    UP,
    State,
)
from sealed.games.shaef.supply.lines import supplied_now
from sealed.games.shaef.units.cards import CARD
from sealed.games.shaef.units.holdings import assigned
from sealed.games.written import PositionError, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sealed.engine.title import Setup

    Pairs: TypeAlias = Iterator[tuple[str, object, object]]
    Reading: TypeAlias = Callable[[State, Setup, object], Pairs]

STATES = ("exhausted", "engaged", "unsupplied", "fortress", "amphibious", "airborne")
_PILES = {"reserve": RESERVE, "dead": DEAD, "lost": LOST, "gone": GONE}


def _entries(read: Callable[[State, str, Table], tuple[object, object]]) -> Reading:
    """Return a reading of a table: `read` gives for each of its names what is wanted and what is found."""

    def reading(s: State, setup: Setup, wanted: object) -> Pairs:
        del setup
        table = Table("expect", wanted)
        for name in table:
            yield name, *read(s, name, table)

    return reading


def _one(found: Callable[[State], object]) -> Reading:
    def reading(s: State, setup: Setup, wanted: object) -> Pairs:
        del setup
        yield "", wanted, found(s)

    return reading


def _spelt(codes: Iterable[int]) -> list[str]:
    return [CARD[code].name for code in codes]


def _under(kind: int) -> Reading:
    def read(s: State, name: str, table: Table) -> tuple[object, object]:
        wanted = sorted(map(card_named, table.names(name)))
        return _spelt(wanted), _spelt(cards(s.zones[kind + unit_named(name)]))

    return _entries(read)


def _pile(kind: int) -> Reading:
    def read(s: State, name: str, table: Table) -> tuple[object, object]:
        wanted = sorted(map(card_named, table.names(name)))
        return _spelt(wanted), _spelt(cards(s.zones[kind + side_named(name)]))

    return _entries(read)


def _count(kind: int) -> Reading:
    return _entries(lambda s, name, table: (table.number(name, 0), size(s.zones[kind + side_named(name)])))


def _holds(s: State, name: str, table: Table) -> tuple[object, object]:
    if name not in _PILES:
        raise PositionError(f"holds: no pile is called {name!r}; write one of {', '.join(_PILES)}")
    wanted = _spelt(sorted(map(card_named, table.names(name))))
    zones = [s.zones[_PILES[name] + side] for side in range(len(SIDES))]
    return wanted, [card for card in wanted if any(copies(zone, card_named(card)) for zone in zones)]


def _at(s: State, name: str, table: Table) -> tuple[object, object]:
    found = s.where[unit_named(name)]
    wanted = place_named(table.text(name))
    return _place(wanted), _place(found)


def _place(place: int) -> str:
    return "none" if place == OFF else NOTATION.name(PLACE, place)


def _army(s: State, name: str, table: Table) -> tuple[object, object]:
    found = s.army[unit_named(name)]
    return table.text(name), "none" if found == NOWHERE else NOTATION.name(UNIT, found)


def _states(s: State, name: str, table: Table) -> tuple[object, object]:
    unit = unit_named(name)
    return sorted(table.names(name)), sorted(one for one in STATES if getattr(s, one) >> unit & 1)


def _marker(s: State, name: str, table: Table) -> tuple[object, object]:
    found = s.markers[unit_named(name)]
    return table.text(name), "none" if found == NOWHERE else NOTATION.name(REGION, found)


def _mulberries(s: State, setup: Setup, wanted: object) -> Pairs:
    del setup
    names = {NOWHERE: "none", LOST_MULBERRY: "lost"}
    found = [names.get(place) or NOTATION.name(REGION, place) for place in s.mulberries]
    yield "", sorted(wanted, key=str) if isinstance(wanted, list) else wanted, sorted(found)


def _captured(s: State, setup: Setup, wanted: object) -> Pairs:
    del setup
    found = [name for region, name in NOTATION.names[REGION].items() if s.captured >> region & 1]
    yield "", sorted(wanted, key=str) if isinstance(wanted, list) else wanted, sorted(found)


def _strength(s: State, name: str, table: Table) -> tuple[object, object]:
    card = card_named(name)
    shots = dict(volley.shots()) if (volley := _announced(s)) else {}
    return table.raw(name), strength(s, card, shots[card]) if card in shots else None


def _announced(s: State) -> Volley | None:
    """Return the fire that is being announced: it stands in one of the frames."""
    node = s.stack
    while node is not None:
        volley = getattr(node.frame, "volley", None)
        if isinstance(volley, Volley):
            return volley
        node = node.below
    return None


READINGS: Mapping[str, Reading] = {
    "at": _entries(_at),
    "armies": _entries(_army),
    "control": _entries(
        lambda s, name, table: (
            table.text(name),
            SIDES[ALLIES if controls(s, ALLIES, region_named(name)) else 1 - ALLIES],
        )
    ),
    "captured": _captured,
    "up": _under(UP),
    "down": _under(DOWN),
    "shown": _under(SHOWN),
    "arrived": _under(ARRIVED),
    "counts": _entries(lambda s, name, table: (table.number(name, 0), assigned(s, unit_named(name)))),
    "states": _entries(_states),
    "supplied": _entries(lambda s, name, table: (table.raw(name), supplied_now(s, unit_named(name)))),
    "points": _entries(lambda s, name, table: (table.number(name, 0), s.points[side_named(name)])),
    "reserve": _pile(RESERVE),
    "dead": _pile(DEAD),
    "lost": _pile(LOST),
    "gone": _pile(GONE),
    "reserve_counts": _count(RESERVE),
    "dead_counts": _count(DEAD),
    "lost_counts": _count(LOST),
    "gone_counts": _count(GONE),
    "holds": _entries(_holds),
    "supply_markers": _entries(_marker),
    "mulberries": _mulberries,
    "strengths": _entries(_strength),
    "month": _one(lambda s: NOTATION.name(MONTH, s.month)),
    "turn": _one(lambda s: SIDES[s.turn]),
}
"""For each key: the parts that are compared, what is wanted and what is found, in equal words."""

EVENT_READINGS: Mapping[str, tuple[str, slice]] = {"hits": ("hits", slice(1, 2))}
"""Keys that read what an event said last, and which of its arguments."""

WINNERS: Mapping[str, str] = {"side 1": SIDES[0], "side 2": SIDES[1], "none": "none"}
"""How a scenario file names the results of the title."""
