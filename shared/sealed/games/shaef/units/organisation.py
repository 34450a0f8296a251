"""What a unit and an Army may hold: four cards, four Corps, one foreigner (Section 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.cards import move
from sealed.engine.message import Refusal, happened
from sealed.engine.zones import cards
from sealed.games.shaef.board.presence import corps_of, in_play
from sealed.games.shaef.pack import load
from sealed.games.shaef.state import (
    ALLIES,
    DEAD,
    HQ_CARD,
    IS_ARMY,
    OFF,
    SHOWN,
    SIDE,
    UP,
)
from sealed.games.shaef.units.cards import NATION
from sealed.games.shaef.units.holdings import assigned, by_unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

_NUMBERS = load().numbers
MOST_CARDS, MOST_CORPS = _NUMBERS.unit_cards, _NUMBERS.army_corps
"""Cards of a unit besides its HQ (5.3a), Corps of an Army (5.1a)."""
UNIT_NATION = tuple(NATION[card] for card in HQ_CARD)
"""Whose HQ leads each unit."""


def attach_reasons(s: State, corps: int, army: int, rule: str) -> Iterator[Refusal]:
    """Yield why a Corps cannot come under an Army now: sides, kinds, and the limits of 5.1.

    The Corps itself need not be in play yet.
    """
    yield from _wrong_units(s, corps, army, rule)
    if IS_ARMY[corps] or not IS_ARMY[army]:
        return
    if s.army[corps] == army and s.where[corps] != OFF:
        yield Refusal("same-army", (corps,), rule)
        return
    if len(corps_of(s, army)) >= MOST_CORPS:
        yield Refusal("army-full", (army,), "5.1a")
    yield from foreign_reasons(s, corps, army)


def _wrong_units(s: State, corps: int, army: int, rule: str) -> Iterator[Refusal]:
    if IS_ARMY[corps]:
        yield Refusal("not-a-corps", (corps,), rule)
    if not IS_ARMY[army]:
        yield Refusal("not-an-army", (army,), rule)
    elif s.where[army] == OFF:
        yield Refusal("not-in-play", (army,), rule)
    if SIDE[corps] != SIDE[army]:
        yield Refusal("other-side", (army,), rule)


def foreign_reasons(s: State, corps: int, army: int) -> Iterator[Refusal]:
    """Yield why nationality keeps a Corps out of an Allied Army: one foreign Corps at most (5.1b)."""
    there = [own for own in foreigners(s, army) if own != corps]
    if is_foreigner(corps, army) and len(there) >= _NUMBERS.foreign_corps:
        yield Refusal("foreign-corps", (there[0], army), "5.1b")


def is_foreigner(corps: int, army: int) -> bool:
    """Tell whether a Corps is of another nation than an Allied Army."""
    return SIDE[army] == ALLIES and UNIT_NATION[corps] != UNIT_NATION[army]


def foreigners(s: State, army: int) -> list[int]:
    """Return the Corps in play of an Army that are of another nation."""
    return [own for own in corps_of(s, army) if is_foreigner(own, army)]


def surplus(s: State, side: int) -> int:
    """Return how many Corps must change their Army for 5.1 to hold again."""
    armies = _armies(s, side)
    many = sum(max(0, len(corps_of(s, army)) - MOST_CORPS) for army in armies)
    foreign_ones = sum(max(0, len(foreigners(s, army)) - _NUMBERS.foreign_corps) for army in armies)
    return max(many, foreign_ones)


def vacancies(s: State, side: int) -> int:
    """Return how many Corps the Armies of a side could still take."""
    return sum(max(0, MOST_CORPS - len(corps_of(s, army))) for army in _armies(s, side))


def _armies(s: State, side: int) -> list[int]:
    return [unit for unit in in_play(s, side) if IS_ARMY[unit]]


def breaking_armies(s: State, side: int) -> list[int]:
    """Return the Armies in play of a side that have more than four Corps or than one foreign one (5.1)."""
    return [
        army
        for army in _armies(s, side)
        if len(corps_of(s, army)) > MOST_CORPS or len(foreigners(s, army)) > _NUMBERS.foreign_corps
    ]


def room_reasons(s: State, unit: int, rule: str = "5.3a") -> Iterator[Refusal]:
    """Yield why a unit takes no further card: four lie there besides its HQ."""
    if assigned(s, unit) >= MOST_CARDS:
        yield Refusal("unit-full", (unit,), rule)


def has_room(s: State, unit: int) -> bool:
    """Tell whether a unit takes a further card; public."""
    return assigned(s, unit) < MOST_CARDS


def overfull(s: State, side: int) -> list[int]:
    """Return the units of a side that have more than four cards besides their HQ (5.3a); public."""
    held = by_unit(s)
    return [unit for unit in in_play(s, side) if held[unit] > MOST_CARDS]


def allowance(unit: int) -> int:
    """Return how many cards of another nation a unit may hold: an Army Reserve one, a Corps none (5.3e)."""
    return _NUMBERS.foreign_cards if IS_ARMY[unit] else 0


def foreign(unit: int, card: int) -> bool:
    """Tell whether a card is of another nation than the HQ of an Allied unit."""
    return SIDE[unit] == ALLIES and NATION[card] != UNIT_NATION[unit]


def would_breach(s: State, unit: int, card: int) -> bool:
    """Tell whether a face-down card of a unit is discarded if it is shown now (5.3e, E-37); public."""
    if not foreign(unit, card):
        return False
    known = [other for other in _known(s, unit) if other != card and foreign(unit, other)]
    return len(known) >= allowance(unit)


def breaches(s: State, unit: int) -> tuple[int, ...]:
    """Return the cards of a unit that everybody knows to be one foreigner too many (E-37).

    Where an Army Reserve has more than its one, those that lie face-down and known come first among the
    ones that stay.
    """
    return tuple(card for card in _known(s, unit) if foreign(unit, card))[allowance(unit) :]


def _known(s: State, unit: int) -> tuple[int, ...]:
    return (*cards(s.zones[SHOWN + unit]), *cards(s.zones[UP + unit]))


def purge(s: State, unit: int, tell: Tell, shown: int = 0) -> State:
    """Discard what a reveal has proved to be in the wrong unit (5.3e, E-37).

    `shown` is the card that has just been revealed or flipped: it is the one that goes.
    """
    wrong = breaches(s, unit)
    if not wrong:
        return s
    gone = (shown,) if shown and foreign(unit, shown) else wrong
    for card in gone:
        happened(tell, "breach", (unit, card))
        source = UP if card in cards(s.zones[UP + unit]) else SHOWN
        s = move(s, card, source + unit, DEAD + SIDE[unit], tell)
    return s


__all__ = [
    "MOST_CARDS", "MOST_CORPS", "attach_reasons", "breaches", "breaking_armies", "foreign", "foreigners",
    "has_room", "is_foreigner", "overfull", "purge", "room_reasons", "surplus", "vacancies", "would_breach",
]  # fmt: skip
