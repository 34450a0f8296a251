"""Law: what chance brings about moves no card that only its owner could name (spec 2.6, 2.16).

A real table came to grief where the Allied HQs of the Free Scenario left the hand by themselves.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from shaef_tidy import TidyPlayer

from sealed.engine.cards import count
from sealed.engine.chance import CHANCE
from sealed.fairness.bridge.places import Places
from sealed.fairness.bridge.shifts import FOLLOW, shifts
from sealed.games.shaef.title import TITLE
from sealed.testing.moments import answers_by, play


def by_chance(scenario, seeds):
    """Yields the outcomes of chance in bold games, each with the table's places."""
    setup = TITLE.setup(2, {"scenario": scenario})
    places = Places(TITLE, setup)
    for seed in seeds:
        with answers_by(TidyPlayer(Random(seed)).answer):
            for moment in play(TITLE, setup, Random(seed)):
                if moment.seat == CHANCE:
                    yield places, moment


@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_chance_neither_lays_nor_mixes_cards(scenario):
    """No outcome takes a card from a hand to the table, opens one or mixes any; of closed ones all go."""
    outcomes = 0
    for places, moment in by_chance(scenario, range(1)):
        outcomes += 1
        moved = Counter()
        for shift in shifts(places, moment.events):
            moment.require(shift.act == FOLLOW, f"{shift.act} from {shift.source} to {shift.target}")
            if not shift.source.open:
                moved[places.zone(shift.source.seat, shift.source.number)] += shift.n
        for zone, gone in moved.items():
            moment.require(gone == count(moment.before, zone), f"some of the closed cards of zone {zone} go")
    assert outcomes > 3
