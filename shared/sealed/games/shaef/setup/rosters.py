"""What each side starts with: units and cards At Start, where they stand, whose they are (Section 3)."""

from __future__ import annotations

from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import AFRICA as AFRICA_START
from sealed.games.shaef.pack.facts import ARMY_HQ, AT_START, CORPS_HQ, LANE_NOR
from sealed.games.shaef.pack.facts import BRITAIN as BRITAIN_START
from sealed.games.shaef.state import AFRICA, BRITAIN, HQ_CARD, IS_ARMY, LANE, SIDE, UNITS
from sealed.games.shaef.units.cards import CARD, LAND_FORCES

NORMANDY = next(region.index for region in load().regions if region.id == "NOR")
_BASES = {BRITAIN_START: BRITAIN, AFRICA_START: AFRICA}

START_UNITS = tuple(
    tuple(unit.index for unit in UNITS if unit.side == side and CARD[unit.hq].entry == AT_START)
    for side in (0, 1)
)
"""By side the units whose HQ is there At Start, Armies first."""
START_CARDS = tuple(
    frozenset(
        card.code
        for card in load().cards
        if card.side == side and card.entry == AT_START and card.type not in {ARMY_HQ, CORPS_HQ}
    )
    for side in (0, 1)
)
"""By side the other cards At Start."""
ARMY_OF = {
    card.code: card.army for card in load().cards if card.entry == AT_START and card.type in LAND_FORCES
}
"""The historical Army of each Land Force At Start (3.2b)."""
HOME = tuple(unit.home for unit in UNITS)
"""The historical Army of each unit."""
START_ARMIES = tuple(tuple(unit for unit in units if IS_ARMY[unit]) for units in START_UNITS)
LAND_FORCES_OF = {
    army: tuple(card for card, own in ARMY_OF.items() if own == army)
    for armies in START_ARMIES
    for army in armies
}
"""The Land Forces At Start of each Army that is there At Start."""
HISTORICAL = tuple(
    tuple(row for row in load().historical if SIDE[row.unit] == side and row.unit in START_UNITS[side])
    for side in (0, 1)
)
"""By side the units of June 1944 with place and cards; the 5th PanzerArmee comes later (8.3)."""
FORTRESSES = sum(row.fortress for rows in HISTORICAL for row in rows)
"""How many Fortress Markers the Axis starts with (E-105)."""
SHAEF = next(card.code for card in load().cards if card.rule == "SHAEF")


def printed_place(unit: int, *, free: bool) -> int:
    """Return where a unit At Start stands by its HQ card; in the Free Scenario none is on a lane (3.2c)."""
    start = CARD[HQ_CARD[unit]].start
    if start == LANE_NOR:
        return BRITAIN if free else LANE + NORMANDY
    return _BASES.get(start, start)


__all__ = [
    "ARMY_OF", "FORTRESSES", "HISTORICAL", "HOME", "LAND_FORCES_OF", "NORMANDY", "SHAEF", "START_ARMIES",
    "START_CARDS", "START_UNITS", "printed_place",
]  # fmt: skip
