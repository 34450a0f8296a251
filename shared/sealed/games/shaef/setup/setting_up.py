"""The set-up: both rosters are drawn, then the Allies and the Axis lay their units out (Section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.cards import count, move_on
from sealed.engine.chance import Deal
from sealed.engine.frames import Chance, Procedure, pop, push, replace_top, top_node
from sealed.games.shaef.setup.historical import SetUp
from sealed.games.shaef.setup.organising import Organising
from sealed.games.shaef.setup.stationing import Stationing
from sealed.games.shaef.state import ALLIES, AXIS, DECK, RESERVE

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.engine.action import Action
    from sealed.engine.chance import Request
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State


@dataclass(frozen=True, slots=True)
class SettingUp(Procedure["State"]):
    """The set-up in the order of the rulebook."""

    step: int = 0

    def run(self, s: State, tell: Tell) -> State:
        """Do the next step."""
        steps = FREE if s.terms.free else HISTORICAL
        last = self.step == len(steps) - 1
        return steps[self.step](pop(s) if last else replace_top(s, SettingUp(self.step + 1)), tell)


def _draw_rosters(s: State, tell: Tell) -> State:
    del tell
    return push(s, Rosters(AXIS), Rosters(ALLIES))


def _lay_out(side: int) -> Callable[[State, Tell], State]:
    def lay_out(s: State, tell: Tell) -> State:
        del tell
        return push(s, SetUp(side))

    return lay_out


def _allied_units(s: State, tell: Tell) -> State:
    """Let the Allies put their HQs into their bases, then ask how their cards are organised (3.2b, 3.2c).

    The HQs leave a hand that only their owner sees: an answer of that seat shows them (spec 2.6).
    """
    del tell
    return push(s, Organising(ALLIES), SetUp(ALLIES))


def _axis_units(s: State, tell: Tell) -> State:
    """Ask where the Axis units stand, and then how their cards are organised (3.2d, 3.2e)."""
    del tell
    return push(s, Organising(AXIS), Stationing(AXIS))


HISTORICAL: tuple[Callable[[State, Tell], State], ...] = (_draw_rosters, _lay_out(ALLIES), _lay_out(AXIS))
"""The Historical Scenario: everything stands as printed (3.1)."""
FREE: tuple[Callable[[State, Tell], State], ...] = (_draw_rosters, _allied_units, _axis_units)
"""The Free Scenario (3.2)."""


@dataclass(frozen=True, slots=True)
class Rosters(Chance["State"]):
    """A side takes its roster, an open list, whole into its Reinforcement Deck (3a; spec 2.16)."""

    colour: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the deal of all that is left."""
        side = self.colour
        return (Deal(DECK + side, RESERVE + side, count(s, DECK + side)),)

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Take the cards, until the roster is empty."""
        side = self.colour
        s = move_on(s, outcome.args, DECK + side, RESERVE + side, top_node(s), tell)
        return s if s.zones[DECK + side] else pop(s)


__all__ = ["Rosters", "SettingUp"]
