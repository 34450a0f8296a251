"""Which cards a unit holds, as far as the state knows (2.3, 5.3)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.engine.zones import cards, copies, has_hidden, size, types
from sealed.games.shaef.board.presence import in_play
from sealed.games.shaef.state import ARRIVED, BOUND, DEAD, DOWN, GONE, HQ_CARD, N_UNITS, OFF, SHOWN, SIDE, UP
from sealed.games.shaef.units.cards import ENTRY, NON_HQ, SIDE_OF

if TYPE_CHECKING:
    from sealed.games.shaef.state import State

FACE_DOWN = (DOWN, SHOWN)
"""The kinds of zones whose cards lie face-down before a reassignment; `SHOWN` is known to everybody."""
ALL = (DOWN, ARRIVED, SHOWN, UP)


_counted: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
"""The zones that were counted last, and the cards of each unit there; read and written as one value."""


def assigned(s: State, unit: int) -> int:
    """Return how many cards are assigned to a unit besides its HQ; public."""
    zones = s.zones
    counted, found = _counted
    if counted is zones:
        return found[unit]
    kinds = (DOWN + unit, ARRIVED + unit, SHOWN + unit, UP + unit)
    return sum([size(zones[kind]) for kind in kinds if zones[kind]])


def by_unit(s: State) -> tuple[int, ...]:
    """Return how many cards are assigned to each unit besides its HQ; public."""
    global _counted  # noqa: PLW0603 - zones are values: the same ones always hold the same numbers
    zones, found = _counted
    if zones is not s.zones:
        zones = s.zones
        kinds = (zones[DOWN:ARRIVED], zones[ARRIVED:SHOWN], zones[SHOWN:UP], zones[UP : UP + N_UNITS])
        found = tuple([sum(map(size, four)) if any(four) else 0 for four in zip(*kinds, strict=True)])
        _counted = zones, found
    return found


def whole(s: State, unit: int) -> int:
    """Return how many cards a unit in play has, its HQ included; public."""
    return assigned(s, unit) + (s.where[unit] != OFF)


def face_down(s: State, unit: int) -> int:
    """Return how many cards of a unit lie face-down; public."""
    zones = s.zones
    return size(zones[DOWN + unit]) + size(zones[SHOWN + unit])


def closed(s: State, unit: int) -> int:
    """Return how many cards of a unit lie face-down and are not known to everybody; public."""
    return size(s.zones[DOWN + unit])


def lies_down(s: State, unit: int, card: int) -> bool:
    """Tell whether a card lies, or may lie, face-down in a unit."""
    zones = s.zones
    if card and (copies(zones[DOWN + unit], card) or copies(zones[SHOWN + unit], card)):
        return True
    return has_hidden(zones[DOWN + unit]) and card in _unseen(s, SIDE[unit])


def lies_up(s: State, unit: int, card: int) -> bool:
    """Tell whether a card lies face-up in a unit, the HQ card included; public."""
    return card == HQ_CARD[unit] or bool(copies(s.zones[UP + unit], card))


def hiding_places(s: State, card: int) -> list[int]:
    """Return the units in play in which a card lies face-down, or may lie, as far as everybody knows.

    What everybody sees elsewhere lies in none, nor does what enters in a later month (E-13).
    """
    side = SIDE_OF[card]
    units = in_play(s, side)
    shown = [unit for unit in units if copies(s.zones[SHOWN + unit], card)]
    if shown:
        return shown
    if ENTRY[card] > s.month or card not in _unseen(s, side):
        return []
    return [unit for unit in units if closed(s, unit)]


def zone_of_face_down(s: State, unit: int, card: int) -> int:
    """Return the zone of a face-down card: public, since what everybody knows lies in a zone of its own."""
    return SHOWN + unit if copies(s.zones[SHOWN + unit], card) else DOWN + unit


def face_down_cards(s: State, unit: int) -> tuple[int, ...]:
    """Return the cards that lie, or may lie, face-down in a unit, ascending; no HQ is among them."""
    down, shown = s.zones[DOWN + unit], s.zones[SHOWN + unit]
    if has_hidden(down):
        return tuple(sorted({*_unseen(s, SIDE[unit]), *types(shown)}))
    return tuple(sorted(types(down) + types(shown))) if shown else types(down)


def face_up_cards(s: State, unit: int) -> tuple[int, ...]:
    """Return the flipped cards of a unit, its HQ apart; public."""
    return cards(s.zones[UP + unit])


def _unseen(s: State, side: int) -> frozenset[int]:
    """Return the cards of a side that lie where this state does not see them, or may."""
    return _unseen_in(s.zones, side)


@lru_cache(maxsize=64)
def _unseen_in(zones: tuple[int, ...], side: int) -> frozenset[int]:
    known = 0
    for unit, own in enumerate(SIDE):
        if own == side:
            known |= zones[UP + unit] | zones[SHOWN + unit]
    for pile in (DEAD, GONE, BOUND):
        known |= zones[pile + side]
    return frozenset(NON_HQ[side]) - set(types(known))
