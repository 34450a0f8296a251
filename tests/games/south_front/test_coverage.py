"""Coverage: what two bold players reach in a thousand matches, and what only scenario files reach."""

import pytest
from south_front_coverage import CHAINS, ENOUGH, KERNEL_CODES, by_chance, by_scenarios, items, report

from sealed.games.south_front.said import REASON_KINDS

MATCHES, SHORT = 1000, 6


@pytest.mark.long
def test_all_is_reached_in_many_matches():
    """Each text, reaction, contingency, refusal and chain is met five times, or a scenario reaches it."""
    tally, files = by_chance(MATCHES), by_scenarios()
    print(report(tally, files))  # noqa: T201 - the table is what whoever runs this wants to read
    missed = [item for item in items() if tally[item] < ENOUGH and item not in files]
    assert missed == []


def test_every_item_is_reached_by_a_scenario():
    """There is a scenario file for each text, reaction, contingency, refusal and chain."""
    files = by_scenarios()
    assert [item for item in items() if item not in files] == []


def test_the_counters_move():
    """In a few matches each kind is counted, and refusals are asked for in plenty."""
    tally = by_chance(SHORT)
    met = {kind: len({item for item in tally if item.kind == kind}) for kind, _ in tally}
    assert met["text"] > 40
    assert met["contingency"] > 6
    assert met["reaction"] > 5
    assert met["refusal"] > 40
    assert met["chain"] > 5


def test_what_is_counted_is_what_there_is():
    """The counters know every refusal of the title but those of the kernel, and each chain once."""
    refusals = {item.name for item in items() if item.kind == "refusal"}
    assert refusals == set(REASON_KINDS) - KERNEL_CODES
    assert len(set(CHAINS)) == len(CHAINS)
