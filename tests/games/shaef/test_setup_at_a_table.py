"""The set-up through a real table: referee, seats and verifiers (3; spec 2.16)."""

from random import Random

import pytest
from match import InMemoryMatch
from mixing_match import Crook, agree

from sealed.engine.kernel import legal_actions, question
from sealed.games.shaef.setup.historical import SET_UP
from sealed.games.shaef.setup.rosters import HISTORICAL, START_UNITS
from sealed.games.shaef.setup.templates import historical_answers
from sealed.games.shaef.state import ALLIES, AXIS, seat_of
from sealed.games.shaef.title import TITLE


def table(scenario):
    """A table at which the rosters have been drawn."""
    match = InMemoryMatch(TITLE, 2, Random(4), {"scenario": scenario})
    match.begin()
    return match


def lay_out(match, side, *, free):
    """A side gives the answers of its template in as few drafts as may be."""
    left = list(historical_answers(side, free=free))
    while left:
        match.answer(seat_of(side), lambda _state, _number: left.pop(0), most=min(16, len(left)))
    assert not match.refusals
    assert not match.problems


@pytest.mark.parametrize("side", [ALLIES, AXIS])
def test_the_historical_set_up_is_one_regroup(side):
    """One regroup lays all cards of a side from the bag into its units; the HQs are shown."""
    match = table("historical")
    if side == AXIS:
        lay_out(match, ALLIES, free=False)
    (step,) = Crook(match, seat_of(side), [SET_UP]).draft.steps
    acts = [act.WhichOneof("act") for act in step.cards]
    assert acts.count("regroup") == 1
    shown = len(START_UNITS[side]) + (side == ALLIES)
    assert acts.count("show") == shown
    (regroup,) = (act.regroup for act in step.cards if act.WhichOneof("act") == "regroup")
    assert len(regroup.flows) == len(HISTORICAL[side])
    assert sum(flow.n for flow in regroup.flows) == sum(len(row.cards) for row in HISTORICAL[side]) - (
        side == ALLIES
    )


@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_a_table_carries_the_set_up_out(scenario):
    """Nothing is refused, every verifier passes, and each seat's handles are its cards zone by zone."""
    match = table(scenario)
    for side in (ALLIES, AXIS):
        lay_out(match, side, free=scenario == "free")
    assert not [one for told in match.told.values() for one in told.verdicts if one.failed]
    assert min(agree(seat) for seat in match.seats.values()) > 45
    one, other = (match.seats[number].replica.state for number in (1, 2))
    assert question(one) == question(other)
    assert legal_actions(one, 1)
