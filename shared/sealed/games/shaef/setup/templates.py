"""The historical lay-out as a list of answers: a template for who sets up (3.1, 3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.shaef.notation import THE_DECK, make
from sealed.games.shaef.question import DONE
from sealed.games.shaef.reorganisation.collecting import taking
from sealed.games.shaef.setup.historical import SET_UP
from sealed.games.shaef.setup.rosters import HISTORICAL, printed_place
from sealed.games.shaef.state import AXIS

if TYPE_CHECKING:
    from sealed.engine.action import Action


def historical_answers(side: int, *, free: bool) -> tuple[Action, ...]:
    """Return the answers by which a side lays out its units of June 1944, in order.

    In the Historical Scenario that is one answer; in the Free one the units are laid out (the Allies), or
    stationed and fortified (the Axis), then each takes its printed cards.
    """
    if not free:
        return (SET_UP,)
    rows = HISTORICAL[side]
    answers: list[Action] = [] if side == AXIS else [SET_UP]
    if side == AXIS:
        answers += [make("station", row.unit, printed_place(row.unit, free=True)) for row in rows]
        answers += [make("fortify", row.unit) for row in rows if row.fortress]
        answers.append(DONE)
    for row in rows:
        answers.append(make("organise", row.unit))
        answers += [taking(THE_DECK, card) for card in row.cards]
        answers.append(DONE)
    return (*answers, DONE)


__all__ = ["historical_answers"]
