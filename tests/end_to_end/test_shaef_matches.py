"""Whole matches of SHAEF through the real stack, and both verifiers on each record.

The secrets are made by the parties, so no two runs play alike; the record of a match that fails stays in the
temporary folder that pytest names.
"""

from collections import Counter
from random import Random

import pytest
from shaef_tidy import TidyPlayer
from shaef_ways import ALL_WAYS, ways
from socket_matches import hold

from sealed.games.shaef.title import TITLE
from sealed_client.bots import BOTS
from sealed_client.bots.shaef import RandomBot, SteadyBot
from sealed_client.desk.match import Plan

SCENARIOS = ("historical", "free")
KINDS = (("bold", "bold"), ("bold", "bold"), ("steady", "bold"), ("bold", "steady"), ("steady", "steady"))
BATCH, BATCHES = 4, 5

SHORT = (
    Plan(TITLE, 2, {}, ("random", "random")),
    Plan(TITLE, 2, {"scenario": "free", "wetlands": "pass"}, ("random", "random")),
)


def plan(number):
    """Returns a match; bots and options differ from number to number."""
    options = {option.name: Random(number).choice(option.values) for option in TITLE.options}
    return Plan(TITLE, 2, options | {"scenario": SCENARIOS[number % 2]}, KINDS[number % len(KINDS)])


@pytest.fixture(autouse=True)
def bots(monkeypatch):
    """The bold player of the tests is a bot like the others."""
    players = {"random": RandomBot, "steady": SteadyBot, "bold": TidyPlayer}
    monkeypatch.setitem(BOTS, TITLE.id, players)


def test_matches_of_both_scenarios_over_sockets_pass_both_verifiers(tmp_path):
    """Every seat verified every entry live and signs PASS; no card that was organised in secret is said."""
    historical, free = map(ways, hold(SHORT, tmp_path))
    assert not historical["cards in secret to their units"]
    assert free["cards in secret to their units"]


@pytest.mark.long
def test_twenty_matches_over_sockets_are_fair_and_have_everything(tmp_path):
    """All pass both verifiers; both scenarios, and hidden cards go every way there is."""
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
