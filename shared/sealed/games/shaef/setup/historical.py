"""One answer lays a side out as printed: all of it (3.1), or in the Free Scenario the Allied HQs (3.2c)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import move, move_all
from sealed.engine.frames import pop
from sealed.engine.message import happened
from sealed.engine.value import copy_with
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import Question
from sealed.games.shaef.setup.organising import stand
from sealed.games.shaef.setup.rosters import HISTORICAL, SHAEF, START_UNITS, printed_place
from sealed.games.shaef.state import ALLIES, AXIS, DECK, DOWN, RESERVE, UP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

SET_UP = make("set-up")
_NUMBERS = load().numbers


@dataclass(frozen=True, slots=True)
class SetUp(Question):
    """A side lays out what is printed; it has no choice."""

    id: ClassVar[str] = "set-up"
    rule: ClassVar[str] = "3.1"
    verbs: ClassVar[frozenset[str]] = frozenset({"set-up"})
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the only answer."""
        del s, seat
        return (SET_UP,)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Lay all of it out; in the Free Scenario the HQs only, for their cards are organised in secret."""
        del action, seat
        return (hqs_out if s.terms.free else laid_out)(pop(s), self.colour, tell)


def hqs_out(s: State, side: int, tell: Tell) -> State:
    """Return the state with the HQs of a side where they begin the Free Scenario (3.2c)."""
    for unit in START_UNITS[side]:
        s = stand(s, unit, printed_place(unit, free=True), tell)
    return s


def laid_out(s: State, side: int, tell: Tell) -> State:
    """Return the state with the units of a side where they stand in June 1944, with their cards.

    The SHAEF card has been used already, and the points of the Allied landing are spent: 3 are left (3.1c,
    3.1e).
    """
    for row in HISTORICAL[side]:
        s = stand(s, row.unit, printed_place(row.unit, free=False), tell)
        if row.fortress:
            happened(tell, "fortified", (row.unit, s.where[row.unit]))
            s = copy_with(s, fortress=s.fortress | 1 << row.unit)
        for card in row.cards:
            s = move(s, card, RESERVE + side, (UP if card == SHAEF else DOWN) + row.unit, tell)
    if side != ALLIES:
        return s
    happened(tell, "tactic", (ALLIES, SHAEF))
    return copy_with(s, points=(_NUMBERS.historical_left, s.points[1]))


def printed_june(s: State) -> State:
    """Return the board of June 1944 before the first turn, from the board before the set-up."""
    unheard: Tell = []
    for side in (ALLIES, AXIS):
        s = laid_out(move_all(s, DECK + side, RESERVE + side, unheard), side, unheard)
    return s


__all__ = ["SetUp", "hqs_out", "laid_out", "printed_june"]
