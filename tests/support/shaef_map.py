"""Maps of SHAEF for tests of landing, movement and replacement, written with codes of units and regions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.frames import push
from sealed.engine.kernel import apply
from sealed.engine.message import Refusal
from sealed.engine.value import copy_with
from sealed.engine.zones import zone_of
from sealed.games.shaef.notation import NOTATION
from sealed.games.shaef.pack import load
from sealed.games.shaef.state import (
    AFRICA,
    ALLIES,
    BRITAIN,
    DECK,
    DOWN,
    HQ_CARD,
    HQS,
    LANE,
    OFF,
    RESERVE,
    SIDE,
    UP,
    State,
    Terms,
    blank,
    roster,
    seat_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sealed.engine.message import Event
    from sealed.games.shaef.question import Question

UNIT = {unit.code: unit.index for unit in load().units}
REGION = {region.id: region.index for region in load().regions}
CARD = {card.name: card.code for card in load().cards}
ACTION = NOTATION.parse


def place(name: str) -> int:
    """Return a place by its name: a region's id, `lane` and an id, Britain, Africa."""
    if name.startswith("lane "):
        return LANE + REGION[name.removeprefix("lane ")]
    return {"Britain": BRITAIN, "Africa": AFRICA}.get(name) or REGION[name]


def units(*codes: str) -> int:
    """Return a set of units."""
    return sum(1 << UNIT[code] for code in codes)


def regions(*ids: str) -> int:
    """Return a set of regions."""
    return sum(1 << REGION[region] for region in ids)


def board(
    stands: Mapping[str, str],
    held: Iterable[str] = (),
    cards: Mapping[str, Iterable[str]] | None = None,
    free: int = 1,
    **fields: object,
) -> State:
    """Return a position: units in their places, regions that the Allies hold, cards that lie in units.

    A card with a `+` before its name lies face-up. All other cards lie in the Reinforcement Decks. Corps
    belong to their historical Army.
    """
    s = blank(Terms(free=free, wetlands=1))
    where, army = bytearray([OFF]) * len(s.where), bytearray(s.army)
    zones = list(s.zones)
    rest = {side: set(roster(side)) for side in (0, 1)}
    for code, name in stands.items():
        unit = UNIT[code]
        where[unit], army[unit] = place(name), load().units[unit].home
        zones[HQS + SIDE[unit]] += zone_of([HQ_CARD[unit]])
        rest[SIDE[unit]].remove(HQ_CARD[unit])
    for code, names in (cards or {}).items():
        unit = UNIT[code]
        for name in names:
            card = CARD[name.removeprefix("+")]
            zones[(UP if name.startswith("+") else DOWN) + unit] += zone_of([card])
            rest[SIDE[unit]].remove(card)
    for side, left in rest.items():
        zones[DECK + side], zones[RESERVE + side] = 0, zone_of(left)
    s = copy_with(s, where=bytes(where), army=bytes(army), zones=tuple(zones), held=regions(*held))
    markers = fields.pop("markers", {})
    if markers:
        there = bytearray(s.markers)
        for code, region in markers.items():
            there[UNIT[code]] = REGION[region]
        s = copy_with(s, markers=bytes(there))
    return copy_with(s, **fields)


def asked(s: State, question: Question) -> State:
    """Return the position with a question to answer."""
    return push(s, question)


def told(s: State, line: str, side: int = ALLIES) -> list[str]:
    """Return the codes of all that stands against an answer to the open question."""
    return [reason.code for reason in s.stack.frame.reasons(s, ACTION(line), seat_of(side))]


def offered(s: State, verb: str, side: int = ALLIES) -> list[str]:
    """Return the lines of the legal answers of a verb."""
    return [str(a) for a in s.stack.frame.legal(s, seat_of(side)) if a.verb == verb]


def answered(s: State, *lines: str, side: int = ALLIES) -> State:
    """Return the position after some answers of a side; every one of them must be legal."""
    return played(s, *lines, side=side)[0]


def played(s: State, *lines: str, side: int = ALLIES) -> tuple[State, list[Event]]:
    """Return the position after some answers, and all that was told."""
    events: list[Event] = []
    for line in lines:
        step = apply(s, ACTION(line), seat_of(side))
        if isinstance(step, Refusal):
            message = f"{line} is refused: {step}"
            raise ValueError(message)  # noqa: TRY004 - no argument has a wrong type
        s = step.state
        events += step.events
    return s, events


def at(s: State, code: str) -> int:
    """Return the place of a unit."""
    return s.where[UNIT[code]]
