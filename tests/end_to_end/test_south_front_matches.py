"""Whole matches of South Front through the real stack, and both verifiers on each record.

The secrets are made by the parties, so no two runs play alike; the record of a match that fails stays in the
temporary folder that pytest names.
"""

from collections import Counter
from itertools import product
from random import Random

import pytest
from golden_walk import walked
from socket_matches import hold

from sealed.games.south_front import TITLE
from sealed.games.south_front.state import FIRST, UNSHOWN
from sealed_client.desk.match import Plan

BOTS = tuple(product(("random", "steady"), repeat=2))
BATCH, BATCHES = 5, 10


def drawn_options(rng):
    """Returns a value for each option."""
    return {option.name: rng.choice(option.values) for option in TITLE.options}


def plan(number):
    """Returns a match; bots and options differ from number to number."""
    return Plan(TITLE, 2, drawn_options(Random(number)), BOTS[number % len(BOTS)])


SHORT = (
    Plan(TITLE, 2, {}, ("random", "random")),
    Plan(TITLE, 2, {"first-hand": "first-game", "egypt-border": "open"}, ("steady", "random")),
    Plan(TITLE, 2, {"usa-at-war": "8", "adriatic": "no"}, ("steady", "steady")),
)


def test_three_matches_over_sockets_pass_both_verifiers(tmp_path):
    """Both bots, four options: every seat verified every entry live and signs PASS."""
    hold(SHORT, tmp_path)


ALL_WAYS = {
    "mulligan",
    "hand kept",
    "late cards",
    "first-game hand",
    "unless taken",
    "unless declined",
    "face-down discard of the Axis",
    "face-down discard of the Allies",
    "combat",
    "reaction",
}


def ways(record):
    """Returns what a match had of that with which hidden cards go unusual ways."""
    walk = walked(record)
    events, verbs, states = walk.events, walk.verbs, walk.states
    found = {
        "mulligan": events["mulligan"],
        "hand kept": events["kept"],
        "late cards": events["late-cards"],
        "first-game hand": states[0].zones[FIRST],
        "unless taken": verbs["pay"] + verbs["show"] + verbs["eliminate-all"],
        "unless declined": verbs["concede"],
        "face-down discard of the Axis": states[-1].zones[UNSHOWN],
        "face-down discard of the Allies": states[-1].zones[UNSHOWN + 1],
        "combat": events["attacked"],
        "reaction": events["reaction"],
    }
    return Counter(name for name, happened in found.items() if happened)


@pytest.mark.long
def test_fifty_matches_over_sockets_are_fair_and_have_everything(tmp_path):
    """All pass both verifiers; every option occurs, and hidden cards go every way there is."""
    found, values = Counter(), set()
    for batch in range(BATCHES):
        plans = [plan(number) for number in range(batch * BATCH, (batch + 1) * BATCH)]
        values |= {item for one in plans for item in one.options.items()}
        folder = tmp_path / str(batch)
        folder.mkdir()
        for record in hold(plans, folder):
            found += ways(record)
    assert values == {(option.name, value) for option in TITLE.options for value in option.values}
    assert set(found) == ALL_WAYS
