"""Positions written down: the tables of a scenario file become a state (tests/scenarios/README.md).

Names are those of the notation. A position is a full state; decks may come with an order, which only the
dealer of the scenario knows, for a state has none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.frames import Frame, push
from sealed.engine.kernel import run
from sealed.engine.value import copy_with
from sealed.engine.zones import zone_of
from sealed.games.south_front.board.countries import COUNTRIES, COUNTRY_OF, activate
from sealed.games.south_front.board.pieces import LAND, available, put, put_aboard, with_place
from sealed.games.south_front.cards import CARD, CODE, CODES
from sealed.games.south_front.flow import Round, Turn
from sealed.games.south_front.notation import MARKERS, NOTATION, PIECE, SPACE, TYPE
from sealed.games.south_front.pack import load
from sealed.games.south_front.setup import stand_starting_pieces
from sealed.games.south_front.soundness import require_sound
from sealed.games.south_front.state import (
    ALLIES,
    AXIS,
    DECK,
    HAND,
    LATE,
    OFF,
    SHOWN,
    SIDE,
    UNSHOWN,
    State,
    blank,
)
from sealed.games.south_front.title import own_state, terms_of
from sealed.games.written import PositionError, Table, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sealed.engine.frames import Tell
    from sealed.engine.title import Setup

__all__ = [
    "FACES",
    "TABLES",
    "Position",
    "build",
    "card_named",
    "colour_names",
    "own_state",
    "piece_named",
    "side_named",
    "space_named",
]

TABLES = (
    "position",
    "board",
    "control",
    "countries",
    "forces",
    "hands",
    "decks",
    "shown",
    "unshown",
    "points",
    "contingencies",
    "markers",
    "turn",
)
"""The tables of a scenario file that describe a position."""

FACES = ("initial", "second", "gone")
"""How a contingency card lies."""

_STEPS = ("first-movement", "act", "second-movement", "supply", "draw", "score")
_CARRYING = " carrying "
_FIRST_LATE_ROUND = next(one.number for one in load().rounds if one.late_cards) + 1


class Position(NamedTuple):
    """A full state, and the undrawn cards of the decks whose order was given, top first, by zone."""

    state: State
    orders: Mapping[int, tuple[int, ...]]


def colour_names(setup: Setup) -> tuple[str, ...]:
    """Return the names of the sides in their order."""
    del setup
    return load().sides


def side_named(name: str) -> int:
    """Return the number of a side. Raises `PositionError` for another name."""
    return _named(load().sides, name, "side")


def space_named(name: str) -> int:
    """Return the number of a space. Raises `PositionError` for another name."""
    return _of_kind(SPACE, name)


def piece_named(name: str) -> int:
    """Return the number of a piece, `Pact fleet 2`. Raises `PositionError` for another name."""
    return _of_kind(PIECE, name)


def card_named(name: str) -> int:
    """Return the code of a card. Raises `PositionError` for another name."""
    if name not in CODE:
        raise PositionError(f"no card is called {name!r}; write its title as in the pack")
    return CODE[name]


def country_space(name: str) -> int:
    """Return the number of a space of a minor country. Raises `PositionError` for any other."""
    space = space_named(name)
    if space not in COUNTRY_OF:
        raise PositionError(f"{name} belongs to no minor country")
    return space


def _of_kind(kind: str, name: str) -> int:
    for number, known in NOTATION.names[kind].items():
        if known == name:
            return number
    raise PositionError(f"no {kind} is called {name!r}; write it as in NOTATION.md")


def _named(names: tuple[str, ...], name: str, what: str) -> int:
    if name not in names:
        raise PositionError(f"no {what} is called {name!r}; write one of {words(names)}")
    return names.index(name)


def build(tables: Mapping[str, object], setup: Setup) -> Position:
    """Return the position that these tables describe.

    Raises `PositionError` with a sentence that says what to change.
    """
    written = {name: Table(name, tables.get(name, {})) for name in TABLES}
    s = _with_countries(blank(terms_of(setup)), written["countries"])
    written["position"].only("from")
    source = written["position"].text("from", "empty")
    if source not in ("empty", "set-up"):
        raise PositionError('[position] from is "empty" or "set-up"')
    if source == "set-up":
        s = stand_starting_pieces(s)
    s = _with_forces(s, written["forces"])
    s = _with_board(s, written["board"])
    s = _with_control(s, written["control"])
    s, orders = _with_cards(s, written)
    s = _with_tracks(s, written["points"], written["contingencies"], written["markers"])
    require_sound(s)
    return Position(_with_turn(s, written["turn"]), orders)


def _with_countries(s: State, table: Table) -> State:
    nothing: Tell = []
    for name in table:
        country = _named(COUNTRIES, name, "country")
        s = activate(s, country, side_named(table.text(name)), nothing)
    return s


def _with_board(s: State, table: Table) -> State:
    for name in table:
        space = space_named(name)
        for piece, place in enumerate(s.where):
            if place == space:
                s = with_place(s, piece, OFF)
    for name in table:
        for text in filter(None, table.text(name).split(", ")):
            ship, _, cargo = text.partition(_CARRYING)
            s, piece = _stand(s, ship, space_named(name))
            if cargo:
                s, carried = _stand(s, cargo, space_named(name))
                s = put_aboard(s, carried, piece)
    return s


def _stand(s: State, text: str, space: int) -> tuple[State, int]:
    """Stand a written piece: the one with that number, or the lowest of its type that is free."""
    nothing: Tell = []
    types = NOTATION.names[TYPE]
    number = next((number for number, name in types.items() if name == text), None)
    piece = piece_named(text) if number is None else available(s, number)
    if piece is None or s.where[piece] != OFF:
        raise PositionError(f"{text!r} stands somewhere already, or none is left")
    if LAND >> space & 1 and s.forces[space] and s.held[1 - SIDE[piece]] >> space & 1:
        raise PositionError(f"{text!r} stands among the enemy Minor Country Forces of its space")
    return put(s, piece, space, nothing), piece


def _with_control(s: State, table: Table) -> State:
    held = [s.held[AXIS], s.held[ALLIES]]
    named: set[int] = set()
    for name in table:
        side = side_named(name)
        for space in map(space_named, table.names(name)):
            if not LAND >> space & 1:
                raise PositionError(
                    f"[control] names {NOTATION.name(SPACE, space)}; ships decide who has a sea"
                )
            if space in named:
                raise PositionError(f"[control] names {NOTATION.name(SPACE, space)} twice")
            named.add(space)
            held[side] |= 1 << space
            held[1 - side] &= ~(1 << space)
            if s.neutral >> space & 1:
                raise PositionError(
                    f"{NOTATION.name(SPACE, space)} is neutral; name its country in [countries]"
                )
    return copy_with(s, held=(held[AXIS], held[ALLIES]))


def _with_forces(s: State, table: Table) -> State:
    forces = bytearray(s.forces)
    for name in table:
        space, left = country_space(name), table.number(name, 0)
        if s.neutral >> space & 1:
            raise PositionError(f"{name} is neutral, so its forces stand; name its country in [countries]")
        if left > s.forces[space]:
            raise PositionError(f"{name} has {s.forces[space]} Minor Country Forces at the most")
        forces[space] = left
    return copy_with(s, forces=bytes(forces))


def _with_cards(s: State, written: Mapping[str, Table]) -> tuple[State, dict[int, tuple[int, ...]]]:
    zones = [0] * len(s.zones)
    orders: dict[int, tuple[int, ...]] = {}
    late_in_deck = written["turn"].number("round", 1) >= _FIRST_LATE_ROUND
    for side, name in enumerate(load().sides):
        placed: list[int] = []
        for key, kind in (("hands", HAND), ("shown", SHOWN), ("unshown", UNSHOWN)):
            codes = _cards_of(written[key], name)
            zones[kind + side] = zone_of(codes)
            placed += codes
        if name in written["decks"]:
            orders[DECK + side] = tuple(_cards_of(written["decks"], name))
            placed += orders[DECK + side]
        twice = next((code for code in placed if placed.count(code) > 1), None)
        if twice is not None:
            raise PositionError(f"{CARD[twice].name} lies in two places")
        rest = [code for code in CODES[side] if code not in placed]
        late = [] if late_in_deck else [code for code in rest if CARD[code].late]
        zones[LATE + side] = zone_of(late)
        zones[DECK + side] = zone_of(orders.get(DECK + side, [code for code in rest if code not in late]))
        if side != _side_of(placed, side):
            raise PositionError(f"cards of the other side are given to the {name}")
    for table in (written["hands"], written["decks"], written["shown"], written["unshown"]):
        table.only(*load().sides)
    return copy_with(s, zones=tuple(zones)), orders


def _side_of(codes: Iterable[int], side: int) -> int:
    return next((1 - side for code in codes if CARD[code].side != side), side)


def _cards_of(table: Table, name: str) -> list[int]:
    return [card_named(card) for card in table.names(name)] if name in table else []


def _with_tracks(s: State, points: Table, contingencies: Table, markers: Table) -> State:
    points.only(*load().sides)
    contingencies.only(*load().sides)
    markers.only("placed", "supplied")
    faces = bytearray(s.faces)
    for side, name in enumerate(load().sides):
        if name in contingencies:
            lying = contingencies.names(name)
            if len(lying) != len(FACES) or set(lying) - set(FACES):
                raise PositionError(f"[contingencies] {name} names three of {words(FACES)}, card by card")
            faces[3 * side : 3 * side + 3] = bytes(map(FACES.index, lying))
    placed = markers.names("placed") if "placed" in markers else ()
    bits = _set_of(_named(MARKERS, marker, "marker") for marker in placed)
    s = copy_with(
        s,
        points=(points.number("Axis", 0), points.number("Allies", 0)),
        faces=bytes(faces),
        markers=bits,
    )
    return copy_with(s, reserves=piece_named(markers.text("supplied"))) if "supplied" in markers else s


def _with_turn(s: State, table: Table) -> State:
    table.only("round", "side", "step", "moved", "landing")
    side = side_named(table.text("side", "Axis"))
    step = table.text("step", _STEPS[0])
    if step not in _STEPS:
        raise PositionError(f"no step is called {step!r}; write one of {words(_STEPS)}")
    number = table.number("round", 1)
    if not 1 <= number <= len(load().rounds):
        raise PositionError(f"[turn] round is 1 to {len(load().rounds)}")
    s = copy_with(s, round=number)
    nothing: Tell = []
    s = run(_stacked(s, *_frames(side, step)), nothing)
    landing = s.landing
    if "landing" in table:
        landing = _set_of(map(space_named, table.names("landing")))
        if landing & ~LAND:
            raise PositionError("[turn] landing names land spaces only")
    moved = _set_of(map(piece_named, table.names("moved"))) if "moved" in table else s.moved
    s = copy_with(s, landing=landing, moved=moved)
    require_sound(s)
    return s


def _set_of(numbers: Iterable[int]) -> int:
    """Return numbers as a set; one that is named twice is there once."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def _frames(side: int, step: str) -> tuple[Frame[State], ...]:
    if step == "score":
        return (Round(3),)
    return Round(side + 2), Turn(side, _STEPS.index(step) + 1)


def _stacked(s: State, *frames: Frame[State]) -> State:
    for frame in frames:
        s = push(s, frame)
    return s
