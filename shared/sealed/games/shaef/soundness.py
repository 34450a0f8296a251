"""What a written position must be like: the law of the board, one plain sentence for each way to break it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.zones import types
from sealed.games.shaef.board.presence import occupied
from sealed.games.shaef.notation import NOTATION, REGION, UNIT
from sealed.games.shaef.pack import load
from sealed.games.shaef.state import (
    ALLIES,
    AXIS,
    BASES,
    DOWN,
    IS_ARMY,
    N_REGIONS,
    N_UNITS,
    NOWHERE,
    OFF,
    SHOWN,
    SIDE,
    UP,
    State,
)
from sealed.games.shaef.units.cards import ARMY_HQ, CARD, CORPS_HQ, TYPE
from sealed.games.shaef.units.holdings import assigned
from sealed.games.written import PositionError

if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMBERS, _MARKERS = load().numbers, load().markers


def require_sound(s: State) -> None:
    """Raise `PositionError` with the first thing that cannot be so on a board."""
    for fault in _faults(s):
        raise PositionError(fault)


def _faults(s: State) -> Iterator[str]:
    for unit, place in enumerate(s.where):
        yield from _absent(s, unit) if place == OFF else _present(s, unit, place)
    for region in range(N_REGIONS):
        alone = [side for side in (ALLIES, AXIS) if occupied(s, side) >> region & 1]
        if alone == [AXIS] and s.held >> region & 1:
            yield f"only Axis units stand in {_region(region)}, so the Axis controls it"
    if s.fortress.bit_count() > _MARKERS.fortress:
        yield f"there are {_MARKERS.fortress} Fortress Markers"
    for army, place in enumerate(s.markers):
        if place != NOWHERE and s.where[army] == OFF:
            yield f"{_unit(army)} is not in play, so it has no supply marker"


def _absent(s: State, unit: int) -> Iterator[str]:
    if assigned(s, unit):
        yield f"{_unit(unit)} is not in play and holds no cards"
    if (s.fortress | s.engaged | s.exhausted | s.unsupplied | s.amphibious | s.airborne) >> unit & 1:
        yield f"{_unit(unit)} is not in play; it bears no marker"


def _present(s: State, unit: int, place: int) -> Iterator[str]:
    if SIDE[unit] == AXIS and (place in BASES or place >= N_REGIONS):
        yield f"{_unit(unit)} is an Axis unit; it stands in a region"
    if assigned(s, unit) > _NUMBERS.unit_cards:
        yield f"{_unit(unit)} has more than {_NUMBERS.unit_cards} cards besides its HQ"
    for kind in (DOWN, SHOWN, UP):
        for card in types(s.zones[kind + unit]):
            if card and TYPE[card] in (ARMY_HQ, CORPS_HQ):
                yield f"{CARD[card].name} is an HQ; name it as a unit of its own"
    if not IS_ARMY[unit]:
        yield from _attached(s, unit)
    if s.fortress >> unit & 1 and (IS_ARMY[unit] or place >= N_REGIONS):
        yield f"{_unit(unit)} is no Corps in a region; it has no Fortress Marker"


def _attached(s: State, unit: int) -> Iterator[str]:
    army = s.army[unit]
    if army == NOWHERE:
        return
    if not IS_ARMY[army] or SIDE[army] != SIDE[unit]:
        yield f"{_unit(unit)} is attached to {_unit(army)}, which is no Army of its side"
    elif sum(own == army and other != army for other, own in enumerate(s.army)) > _NUMBERS.army_corps:
        yield f"{_unit(army)} has more than {_NUMBERS.army_corps} Corps"


def _unit(unit: int) -> str:
    return NOTATION.name(UNIT, unit) if unit < N_UNITS else "nothing"


def _region(region: int) -> str:
    return NOTATION.name(REGION, region)
