"""What a combat leaves: Engaged Markers, exhausted units, failed landings (12.7, 9.2i, 10i)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.frames import pop
from sealed.engine.message import happened
from sealed.engine.value import copy_with, plain
from sealed.games.shaef.board.control import occupy
from sealed.games.shaef.board.presence import ashore, side_in_region
from sealed.games.shaef.combat.battle import CombatPhase
from sealed.games.shaef.combat.forces import fought, in_front
from sealed.games.shaef.movement.counters import exhaust
from sealed.games.shaef.state import IS_ARMY, N_UNITS, SIDE, State, units_in
from sealed.games.shaef.tactics.lasting import OF_ONE_COMBAT, OF_ONE_PHASE, ended
from sealed.games.shaef.units.cards import INFANTRY, MOTORIZED, TYPE
from sealed.games.shaef.units.discarding import destroy
from sealed.games.shaef.units.holdings import face_up_cards

if TYPE_CHECKING:
    from sealed.engine.frames import Tell

LAST_PHASE = 3
_CORPS = sum(1 << unit for unit in range(N_UNITS) if not IS_ARMY[unit])


def place_markers(s: State, tell: Tell) -> State:
    """Engage the Corps that will fight on; exhaust the attackers that have done what they could (12.7)."""
    return _exhaust_attackers(_engage(s, tell), tell)


def _engage(s: State, tell: Tell) -> State:
    """Put Engaged Markers where both sides still have a front line; others that fought here lose theirs.

    Nothing is engaged after the Third Combat Phase (E-5), no Army Reserve ever (12.7b).
    """
    combat = fought(s)
    lines = [in_front(s, side) for side in (0, 1)]
    engaged = 0
    if all(lines) and combat.phase < LAST_PHASE:
        flown = s.airborne & side_in_region(s, combat.attacker, combat.region)
        engaged = (lines[0] | lines[1] | flown) & _CORPS
    for unit in units_in(engaged & ~s.engaged):
        happened(tell, "engaged", (unit,))
    return copy_with(s, engaged=s.engaged & ~combat.arrayed & ((1 << N_UNITS) - 1) | engaged)


def _exhaust_attackers(s: State, tell: Tell) -> State:
    combat = fought(s)
    for unit in units_in(side_in_region(s, combat.attacker, combat.region)):
        stranded = combat.phase == 1 and s.unsupplied >> unit & 1
        if stranded or (not (IS_ARMY[unit] or s.engaged >> unit & 1) and _spent(s, unit)):
            s = exhaust(s, unit, tell)
    return s


def _spent(s: State, unit: int) -> bool:
    """Tell whether a Corps has face-up Infantry or Motorized Land Forces (12.7d)."""
    return any(TYPE[card] in {INFANTRY, MOTORIZED} for card in face_up_cards(s, unit))


def finish(s: State, tell: Tell) -> State:
    """End the combat; what was said for it alone is over."""
    happened(tell, "combat-over", (fought(s).region,))
    return occupy(copy_with(s, combat=None, lasting=ended(s.lasting, OF_ONE_COMBAT)), tell)


@dataclass(frozen=True, slots=True)
class AfterCombats(CombatPhase):
    """The end of a Combat Phase; after the third one failed landings are removed (9.2i, 10i).

    `fought` are the regions that have had a combat in it, a set.
    """

    colour: int
    phase: int
    fought: int = 0

    def run(self, s: State, tell: Tell) -> State:
        """Remove what landed or flew and has not driven the enemy off, and all Engaged Markers (E-5)."""
        s = pop(s)
        s = copy_with(s, lasting=ended(s.lasting, OF_ONE_PHASE))
        if self.phase < LAST_PHASE:
            return s
        for unit in units_in(s.amphibious | s.airborne):
            if ashore(s, unit) and side_in_region(s, 1 - SIDE[unit], s.where[unit]):
                happened(tell, "repulsed", (unit, s.where[unit]))
                s = destroy(s, unit, tell)
        return occupy(copy_with(s, engaged=0), tell)


plain(AfterCombats)

__all__ = ["AfterCombats", "finish", "place_markers"]
