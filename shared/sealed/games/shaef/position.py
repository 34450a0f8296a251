"""Positions written down: the tables of a scenario file become a state (tests/scenarios/README.md).

Names are those of the notation. A position is a full state; a shuffled Discard Pile may come with an order,
which only the dealer of the scenario knows, for a state has none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.frames import push
from sealed.engine.kernel import run
from sealed.engine.value import copy_with
from sealed.engine.zones import zone_of
from sealed.games.shaef.board.presence import occupied
from sealed.games.shaef.flow import ALLIED_STEPS, AXIS_STEPS, Month, Turn
from sealed.games.shaef.notation import NOTATION, PLACE, REGION, SIDES, UNIT
from sealed.games.shaef.pack import load
from sealed.games.shaef.setup.historical import printed_june
from sealed.games.shaef.soundness import require_sound
from sealed.games.shaef.state import (
    ALLIES,
    AXIS,
    DEAD,
    DECK,
    DOWN,
    GONE,
    HQ_CARD,
    HQS,
    IS_ARMY,
    LOST,
    LOST_MULBERRY,
    NOWHERE,
    OFF,
    RESERVE,
    SHOWN,
    SIDE,
    UP,
    Lasting,
    State,
    blank,
    roster,
)
from sealed.games.shaef.tactics.table import KEYS
from sealed.games.shaef.title import own_state, terms_of
from sealed.games.shaef.units.cards import CARD, RULE, SIDE_OF
from sealed.games.written import PositionError, Table, words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sealed.engine.frames import Tell
    from sealed.engine.title import Setup

__all__ = [
    "TABLES",
    "Position",
    "build",
    "card_named",
    "colour_names",
    "own_state",
    "place_named",
    "region_named",
    "side_named",
    "unit_named",
]

TABLES = (
    "position", "units", "reserve", "dead", "lost", "gone", "pile", "regions", "markers", "tracks", "lasting",
)  # fmt: skip
"""The tables of a scenario file that describe a position."""

FLAGS = (
    "crossed", "moved", "engaged", "exhausted", "unsupplied",
    "fortress", "amphibious", "airborne", "deployed",
)  # fmt: skip
"""What may be true of a unit; each is a set of units in the state."""
_PILES = (("reserve", RESERVE), ("dead", DEAD), ("lost", LOST), ("gone", GONE))
_UNDER = (("up", UP), ("down", DOWN), ("shown", SHOWN))
_CODE = {card.name: card.code for card in load().cards}


class Position(NamedTuple):
    """A full state, and the undrawn cards of the piles whose order was given, top first, by zone."""

    state: State
    orders: Mapping[int, tuple[int, ...]]


def colour_names(setup: Setup) -> tuple[str, ...]:
    """Return the names of the sides in their order."""
    del setup
    return SIDES


def side_named(name: str) -> int:
    """Return the number of a side. Raises `PositionError` for another name."""
    if name not in SIDES:
        raise PositionError(f"no side is called {name!r}; write one of {words(SIDES)}")
    return SIDES.index(name)


def unit_named(name: str) -> int:
    """Return the number of a unit. Raises `PositionError` for another name."""
    return _of_kind(UNIT, name)


def region_named(name: str) -> int:
    """Return the number of a region. Raises `PositionError` for another name."""
    return _of_kind(REGION, name)


def place_named(name: str) -> int:
    """Return a place: a region, a lane, a base, or `none` for out of play."""
    return OFF if name == "none" else _of_kind(PLACE, name)


def card_named(name: str) -> int:
    """Return the code of a card. Raises `PositionError` for another name."""
    if name not in _CODE:
        raise PositionError(f"no card is called {name!r}; write its title without quotation marks")
    return _CODE[name]


def _of_kind(kind: str, name: str) -> int:
    for number, known in NOTATION.names[kind].items():
        if known == name:
            return number
    raise PositionError(f"no {kind} is called {name!r}; write it as in NOTATION.md")


def build(tables: Mapping[str, object], setup: Setup) -> Position:
    """Return the position that these tables describe.

    Raises `PositionError` with a sentence that says what to change.
    """
    written = {name: Table(name, tables.get(name, {})) for name in TABLES if name != "lasting"}
    head = written["position"]
    head.only("from", "month", "side", "step")
    source = head.text("from", "empty")
    if source not in ("empty", "june"):
        raise PositionError('[position] from is "empty" or "june"')
    s = copy_with(blank(terms_of(setup)), month=_month(head.text("month", load().numbers.months[0])))
    s = printed_june(s) if source == "june" else s
    s = _with_units(s, written["units"])
    s, orders = _with_cards(s, written)
    s = _with_regions(s, written["regions"])
    s = _with_tracks(s, written["markers"], written["tracks"])
    s = copy_with(s, lasting=_lasting(tables.get("lasting", [])))
    require_sound(s)
    return Position(_with_turn(s, head), orders)


def _month(name: str) -> int:
    months = load().numbers.months
    if name not in months:
        raise PositionError(f"no month is called {name!r}; write one of {words(months)}")
    return months.index(name) + 1


def _with_units(s: State, table: Table) -> State:
    where, army, came = bytearray(s.where), bytearray(s.army), bytearray(s.came_from)
    sets = {flag: getattr(s, flag) for flag in FLAGS}
    zones = list(s.zones)
    for name in table:
        unit, line = unit_named(name), Table(name, table.raw(name))
        line.only("at", "army", "from", *(key for key, _ in _UNDER), *FLAGS)
        where[unit] = place_named(line.text("at"))
        if not IS_ARMY[unit]:
            army[unit] = NOWHERE if where[unit] == OFF else _army_of(unit, line)
        came[unit] = region_named(line.text("from")) if "from" in line else NOWHERE
        for key, kind in _UNDER:
            zones[kind + unit] = zone_of(_cards_of(line, key))
        for flag in FLAGS:
            wanted = line.raw(flag) if flag in line else False
            if not isinstance(wanted, bool):
                raise PositionError(f"[units] {flag} of {name} is true or false")
            sets[flag] = sets[flag] & ~(1 << unit) | wanted << unit
    return copy_with(
        s,
        zones=tuple(zones),
        where=bytes(where),
        army=bytes(army),
        came_from=bytes(came),
        **sets,
    )


def _army_of(unit: int, line: Table) -> int:
    home = load().units[unit].home
    return unit_named(line.text("army", load().units[home].name))


def _cards_of(table: Table, name: str) -> list[int]:
    return [card_named(card) for card in table.names(name)] if name in table else []


def _with_cards(s: State, written: Mapping[str, Table]) -> tuple[State, dict[int, tuple[int, ...]]]:
    zones = list(s.zones)
    orders: dict[int, tuple[int, ...]] = {}
    for name in (*(key for key, _ in _PILES), "pile"):
        written[name].only(*SIDES)
    for side, name in enumerate(SIDES):
        headquarters = [HQ_CARD[unit] for unit, at in enumerate(s.where) if at != OFF and SIDE[unit] == side]
        placed = [*headquarters, *_assigned(zones, side)]
        zones[HQS + side] = zone_of(headquarters)
        for key, kind in _PILES:
            own = _cards_of(written[key], name)
            zones[kind + side] = zone_of(own)
            placed += own
        pile = _cards_of(written["pile"], name)
        orders[DECK + side] = tuple(pile)
        zones[DECK + side] = zone_of(pile)
        placed += pile
        _require_once(placed, side)
        rest = [card for card in roster(side) if card not in set(placed)]
        zones[(GONE if name in written["reserve"] else RESERVE) + side] += zone_of(rest)
    return copy_with(s, zones=tuple(zones)), orders


def _assigned(zones: list[int], side: int) -> list[int]:
    found = []
    for _, kind in _UNDER:
        for unit, owner in enumerate(SIDE):
            zone = zones[kind + unit]
            if zone and owner == side:
                found += [card for card in roster(0) + roster(1) if zone >> 8 * card & 255]
    return found


def _require_once(placed: list[int], side: int) -> None:
    wrong = next((card for card in placed if SIDE_OF[card] != side), None)
    if wrong is not None:
        raise PositionError(f"{CARD[wrong].name} is a card of the other side")
    twice = next((card for card in placed if placed.count(card) > 1), None)
    if twice is not None:
        raise PositionError(f"{CARD[twice].name} lies in two places")


def _with_regions(s: State, table: Table) -> State:
    table.only("allied", "axis", "captured", "landings")
    sets = {key: _regions(table, key) for key in ("allied", "axis", "captured", "landings")}
    held = s.held | sets["allied"] | (occupied(s, ALLIES) & ~occupied(s, AXIS))
    return copy_with(s, held=held & ~sets["axis"], captured=sets["captured"], landings=sets["landings"])


def _regions(table: Table, key: str) -> int:
    found = 0
    for name in table.names(key) if key in table else ():
        found |= 1 << region_named(name)
    return found


def _with_tracks(s: State, markers: Table, tracks: Table) -> State:
    tracks.only("mulberries", *SIDES)
    placed = bytearray(s.markers)
    for name in markers:
        unit = unit_named(name)
        if not IS_ARMY[unit] or SIDE[unit] != ALLIES:
            raise PositionError(f"[markers] {name} is no Allied Army")
        placed[unit] = region_named(markers.text(name))
    mulberries = list(s.mulberries)
    if "mulberries" in tracks:
        names = tracks.names("mulberries")
        if len(names) != len(mulberries):
            raise PositionError("[tracks] mulberries names two places")
        mulberries = [_mulberry(name) for name in names]
    printed = load().numbers.points
    return copy_with(
        s,
        markers=bytes(placed),
        mulberries=(mulberries[0], mulberries[1]),
        points=(tracks.number("Allies", printed[0]), tracks.number("Axis", printed[1])),
    )


def _mulberry(name: str) -> int:
    return {"none": NOWHERE, "lost": LOST_MULBERRY}[name] if name in ("none", "lost") else region_named(name)


def _lasting(entries: object) -> tuple[Lasting, ...]:
    if not isinstance(entries, list):
        raise PositionError("[[lasting]] is written once for each effect, with tactic, about and until")
    found = []
    for entry in entries:
        table = Table("lasting", entry)
        table.only("tactic", "about", "until")
        rule = RULE[card_named(table.text("tactic"))]
        if rule not in KEYS:
            raise PositionError(f"[[lasting]] {table.text('tactic')} is no tactic")
        found.append(Lasting(KEYS.index(rule), _about(table), _byte(table, "until", 1)))
    return tuple(found)


def _byte(table: Table, key: str, default: int) -> int:
    """Return a small number: places and cards are no greater, and sets of them are made by it."""
    number = table.number(key, default)
    if number > NOWHERE:
        raise PositionError(f"[{table.name}] {key} is {NOWHERE} at most")
    return number


def _about(table: Table) -> int:
    if "about" not in table or isinstance(table.raw("about"), int):
        return _byte(table, "about", 0)
    name = table.text("about")
    for kind in (REGION, UNIT):
        for number, known in NOTATION.names[kind].items():
            if known == name:
                return number
    raise PositionError(f"[[lasting]] about: no region or unit is called {name!r}")


def _with_turn(s: State, head: Table) -> State:
    side = side_named(head.text("side", SIDES[ALLIES]))
    step = head.text("step", "begin")
    s = copy_with(s, turn=side)
    nothing: Tell = []
    if step == "victory":
        return run(push(s, Month(3)), nothing)
    steps = (ALLIED_STEPS, AXIS_STEPS)[side]
    if step not in steps:
        raise PositionError(f"no step of the {SIDES[side]} is called {step!r}; write one of {words(steps)}")
    return run(push(s, Month(side + 2), Turn(side, steps.index(step))), nothing)
