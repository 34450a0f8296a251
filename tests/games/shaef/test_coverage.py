"""Coverage: what two bold players reach in many matches, and what only scenario files reach."""

import pytest
from shaef_coverage import ENOUGH, UNSPOKEN, by_chance, by_scenarios, items, report

from sealed.games.shaef.said import EVENT_KINDS, QUESTIONS, REASON_KINDS

MATCHES, SHORT = 200, 1
"""Matches of each run, half of them in the Free Scenario."""


@pytest.mark.long
def test_all_is_reached_in_many_matches():
    """Each verb, question, event, tactic, ability, modifier and refusal is met often, or in a file."""
    tally, files = by_chance(MATCHES), by_scenarios()
    print(report(tally, files))  # noqa: T201 - the table is what whoever runs this wants to read
    missed = [item for item in items() if tally[item] < ENOUGH and item not in files]
    assert missed == []


def test_every_item_is_reached_by_a_scenario():
    """There is a scenario file for each of them, but for what happens everywhere."""
    files = by_scenarios()
    assert [item for item in items() if item not in files] == []


def test_the_counters_move():
    """In one match each kind is counted, and refusals are asked for in plenty."""
    tally = by_chance(SHORT)
    met = {kind: len({item for item in tally if item.kind == kind}) for kind, _ in tally}
    least = {"verb": 25, "question": 20, "refusal": 25, "event": 35, "modifier": 4, "tactic": 1, "ability": 2}
    assert {kind for kind, number in least.items() if met.get(kind, 0) < number} == set()


def test_what_is_counted_is_what_there_is():
    """The counters know every word of the title but the ones that no rule says."""
    known = {kind: {item.name for item in items() if item.kind == kind} for kind, _ in items()}
    assert known["refusal"] | UNSPOKEN["refusal"] == set(REASON_KINDS)
    assert known["event"] == set(EVENT_KINDS)
    assert known["question"] == set(QUESTIONS)
