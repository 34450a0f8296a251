"""The course of the game as the rulebook tells it (Section 4): ten months of two turns, and a turn's phases.

The Allied player takes his turn first, then the Axis player; then comes the check for victory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.frames import Procedure, pop, push, replace_top
from sealed.engine.message import happened
from sealed.engine.value import copy_with, plain
from sealed.games.shaef.combat.combats import Combats
from sealed.games.shaef.landing.flying import Flying, historical_flights
from sealed.games.shaef.landing.sailing import Sailing
from sealed.games.shaef.moments import ATTACHMENT, COMBAT_PHASE, MOVEMENT, REPLACEMENT, SECOND_SUPPLY
from sealed.games.shaef.movement.crowding import enforce
from sealed.games.shaef.movement.moving import Moving, land
from sealed.games.shaef.reorganisation.attaching import Attaching
from sealed.games.shaef.reorganisation.deploying import begin_deployment
from sealed.games.shaef.reorganisation.markers import Markers
from sealed.games.shaef.replacement.mustering import Mustering
from sealed.games.shaef.replacement.panzerarmee import bring_panzerarmee
from sealed.games.shaef.replacement.replacing import replace
from sealed.games.shaef.setup.setting_up import SettingUp
from sealed.games.shaef.state import ALLIES, AXIS, N_UNITS, NOWHERE
from sealed.games.shaef.supply.lines import mark
from sealed.games.shaef.supply.removal import remove
from sealed.games.shaef.tactics.windows import interlude
from sealed.games.shaef.units.points import reset
from sealed.games.shaef.units.turning import turn_down_owed, turn_over
from sealed.games.shaef.victory import check_victory

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

_JUNE = 1


def begin(s: State) -> State:
    """Return the state in which the set-up is due, and after it June 1944."""
    return push(s, Month(), SettingUp())


@dataclass(frozen=True, slots=True)
class Month(Procedure["State"]):
    """A month: the Allied turn, the Axis turn, the check for victory (Section 4)."""

    step: int = 0

    def run(self, s: State, tell: Tell) -> State:
        """Do the next thing."""
        return MONTH[self.step](replace_top(s, Month((self.step + 1) % len(MONTH))), tell)


def _begin_month(s: State, tell: Tell) -> State:
    happened(tell, "month", (s.month,))
    return s


def _allied_turn(s: State, tell: Tell) -> State:
    del tell
    return push(copy_with(s, turn=ALLIES), Turn(ALLIES))


def _axis_turn(s: State, tell: Tell) -> State:
    del tell
    return push(copy_with(s, turn=AXIS), Turn(AXIS))


def _check_for_victory(s: State, tell: Tell) -> State:
    """Check for victory; if the game is not over, move the marker to the next month."""
    s = check_victory(s, tell)
    return copy_with(s, stack=None) if s.winner else copy_with(s, month=s.month + 1)


MONTH: tuple[Callable[[State, Tell], State], ...] = (
    _begin_month,
    _allied_turn,
    _axis_turn,
    _check_for_victory,
)
"""The course of a month."""


@dataclass(frozen=True, slots=True)
class Turn(Procedure["State"]):
    """A player's turn (Section 4)."""

    colour: int
    step: int = 0

    def run(self, s: State, tell: Tell) -> State:
        """Do the next step of the turn; the last takes the place of this frame."""
        steps = TURN[self.colour]
        last = self.step == len(steps) - 1
        on = pop(s) if last else replace_top(s, Turn(self.colour, self.step + 1))
        return steps[self.step](on, self.colour, tell)


def _begin_turn(s: State, side: int, tell: Tell) -> State:
    """Tell whose turn it is; what was face-up in the enemy's turn is turned down first (14c, spec 2.16)."""
    happened(tell, "turn", (side,))
    return turn_down_owed(s, side)


def _first_supply(s: State, side: int, tell: Tell) -> State:
    return mark(s, side, tell)


def _replacements(s: State, side: int, tell: Tell) -> State:
    """Draw Replacements; neither side does in June (8.1)."""
    return replace(s, side, tell)


def _panzerarmee(s: State, side: int, tell: Tell) -> State:
    """In June the 5th PanzerArmee may appear (8.3), dearer if the Allies deceive its owner."""
    return interlude(bring_panzerarmee(s, side, tell), ALLIES, REPLACEMENT) if s.month == _JUNE else s


def _army_hqs(s: State, side: int, tell: Tell) -> State:
    del tell
    return push(s, Mustering(side))


def _sea_transport(s: State, side: int, tell: Tell) -> State:
    del tell
    return push(s, Sailing(side))


def _airborne(s: State, side: int, tell: Tell) -> State:
    """Fly; in the Historical June both Airborne Corps do, their points being spent already (3.1e)."""
    if s.month == _JUNE and not s.terms.free:
        return historical_flights(push(s, Flying(side)), tell)
    return push(s, Flying(side))


def _movement(phase: int) -> Callable[[State, int, Tell], State]:
    def movement(s: State, side: int, tell: Tell) -> State:
        happened(tell, "phase", (side, phase))
        s = copy_with(s, phase=phase, moved=0)
        s = interlude(push(s, Moving(side, phase)), 1 - side, MOVEMENT)
        return land(s, tell) if phase == 1 else s

    return movement


def _crowded(s: State, side: int, tell: Tell) -> State:
    return enforce(s, side, tell)


def _combat(phase: int) -> Callable[[State, int, Tell], State]:
    def combat(s: State, side: int, tell: Tell) -> State:
        del tell
        s = push(copy_with(s, phase=phase, fired=0), Combats(side, phase))
        return interlude(interlude(s, 1 - side, COMBAT_PHASE), side, COMBAT_PHASE)

    return combat


def _attach_corps(s: State, side: int, tell: Tell) -> State:
    """Begin the Reorganization Phase: its deployments are announced to nobody before it (Resistance)."""
    del tell
    return interlude(push(copy_with(s, phase=0, deployed=0), Attaching(side)), 1 - side, ATTACHMENT)


def _strategic_deployment(s: State, side: int, tell: Tell) -> State:
    del tell
    return begin_deployment(s, side)


def _supply_markers(s: State, side: int, tell: Tell) -> State:
    del tell
    return push(s, Markers(side))


def _second_supply(s: State, side: int, tell: Tell) -> State:
    """Remove what is out of supply; fortresses may hold out before that (Festung halten!)."""
    del tell
    return interlude(push(s, SecondSupply(side)), side, SECOND_SUPPLY)


@dataclass(frozen=True, slots=True)
class SecondSupply(Procedure["State"]):
    """The Second Supply Phase, after whoever may act at its start has passed."""

    colour: int

    def run(self, s: State, tell: Tell) -> State:
        """Remove the units without supply (7.1b)."""
        return remove(pop(s), self.colour, tell)


def _clean_up(s: State, side: int, tell: Tell) -> State:
    """Do the Clean-up Phase in its order (Section 14); the own cards are turned down at once (spec 2.16)."""
    s = turn_over(copy_with(s, unsupplied=0), tell)
    s = copy_with(
        s,
        exhausted=0,
        engaged=0,
        captured=0,
        landings=0,
        amphibious=0,
        airborne=0,
        crossed=0,
        moved=0,
        deployed=0,
        fired=0,
        came_from=bytes([NOWHERE]) * N_UNITS,
        lasting=tuple(one._replace(until=one.until - 1) for one in s.lasting if one.until > 1),
    )
    return turn_down_owed(reset(s, side, tell), side)


_FIGHTING: tuple[Callable[[State, int, Tell], State], ...] = tuple(
    step for phase in (1, 2, 3) for step in (_movement(phase), _crowded, _combat(phase))
)
"""Three times: a Movement Phase, the limit of Armies in a region (5.2a), a Combat Phase."""

ALLIED_TURN = (
    _begin_turn,
    _first_supply,
    _replacements,
    _army_hqs,
    _sea_transport,
    _airborne,
    *_FIGHTING,
    _attach_corps,
    _strategic_deployment,
    _crowded,
    _supply_markers,
    _second_supply,
    _clean_up,
)
"""The phases of the Allied turn."""

AXIS_TURN = (
    _begin_turn,
    _first_supply,
    _replacements,
    _army_hqs,
    _panzerarmee,
    *_FIGHTING,
    _attach_corps,
    _strategic_deployment,
    _crowded,
    _second_supply,
    _clean_up,
)
"""The phases of the Axis turn."""

_MOVES = tuple(name for n in (1, 2, 3) for name in (f"movement {n}", f"crowded {n}", f"combat {n}"))
ALLIED_STEPS = (
    "begin", "supply", "replacement", "muster", "sea", "air", *_MOVES,
    "attach", "deploy", "crowded", "markers", "second supply", "clean-up",
)  # fmt: skip
AXIS_STEPS = (
    "begin", "supply", "replacement", "muster", "panzerarmee", *_MOVES,
    "attach", "deploy", "crowded", "second supply", "clean-up",
)  # fmt: skip
"""The names of the steps, in the same order, for positions that are written down."""

TURN: tuple[tuple[Callable[[State, int, Tell], State], ...], ...] = (ALLIED_TURN, AXIS_TURN)

plain(Month, Turn)
