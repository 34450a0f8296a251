"""Mutation: whatever of the rules is made to do nothing or is left out, a file or a walk sees it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from mutation_run import Verdict, files, first_failure, likely_first, table
from shaef_mutants import KINDS

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "tests" / "support" / "shaef_mutation.py"
LEAST = {"tactics": 130, "abilities": 15, "modifiers": 28, "steps": 70, "refusals": 390, "conditions": 110}
"""How many mutants of each kind there are at least; fewer would mean that the search has gone blind."""
EQUAL = {
    "another condition says the same": (
        "Wacht am Rhein: nothing against",
        "Letztes Aufgebot: nothing against",
        "Fortitude South: nothing against",
        "tactics/fire.py _no_combat: (yield not_then('AUFGEBOT'))",
        "tactics/points.py _not_in_june: (yield not_then('FORTITUDE_SOUTH'))",
    ),
    "who is left takes control at the end of the combat, too": (
        "steps 15 without whoever is left takes control",
    ),
    "no Independent card of the pack has Attack from Reserve": (
        "combat/detaching.py _place_reasons: (yield Refusal('reserve-too-far', (unit,), '15'))",
        "combat/detaching.py _place_reasons: (yield Refusal('not-in-supply', (unit,), '15'))",
        "combat/detaching.py _place_reasons: (yield Refusal('not-in-combat', (unit,), '15'))",
        "combat/detaching.py detach_reasons: (yield from _place_reasons(s, unit))",
    ),
    "at the set-up the Axis controls all regions": (
        "setup/stationing.py _station_reasons: (yield Refusal('enemy-controls', (region,), '3.2e'))",
    ),
    "only a replica that does not see the cards comes there: `test_battery` sees it": (
        "free.py _discard_reasons: (yield Refusal('not-there', (unit, card), '2.7f'))",
        "free.py free_verbs: has_hidden(down)",
        "reorganisation/collecting.py taking: card == HIDDEN",
        "reorganisation/collecting.py _from_deck: card == HIDDEN",
    ),
    "what is stated for a seat that keeps silent is tested in `test_deploying` and `test_battery`": (
        "reorganisation/deploying.py stated: overfull(s, self.colour)",
        (
            "reorganisation/deploying.py stated: "
            "any((s.zones[ARRIVED + unit] for unit in in_play(s, self.colour)))"
        ),
    ),
    "without it each card is looked at by itself, which is slower": (
        "free.py free_verbs: side == s.turn",
        "free.py free_verbs: late_combat(s)",
    ),
    "it only saves a look at what the predicates refuse": (
        "landing/sailing.py own: not units",
        "landing/sailing.py own: s.where[unit] in BASES",
        "landing/sailing.py own: harbours(s, region)",
        "landing/sailing.py own: 0 < LANE_COST[region] <= s.points[self.colour]",
        "landing/sailing.py why: places",
    ),
    "what is remembered is found again": ("reorganisation/collecting.py taking: card not in made",),
    "a Corps in play has an Army, no HQ is discarded by its name, no Axis unit stands in a base": (
        "landing/sailing.py _stays_behind: army == NOWHERE",
        "landing/sailing.py _army_elsewhere: army == NOWHERE",
        "free.py _known: card == HQ_CARD[unit]",
        "reorganisation/collecting.py price_of: side == ALLIES",
    ),
    "only the side that deploys has cards that have arrived": (
        "reorganisation/deploying.py settle: SIDE[unit] == side",
    ),
    "who takes cards stands where cards can come": (
        "reorganisation/paths.py deck_path_reasons: (yield from blocked)",
    ),
}
"""Mutants that play the same game as the sound rules, by the reason; the lines they stand in are left out."""


def mutation(kind):
    """Return the verdicts on the mutants of a kind, from a process of its own."""
    paths = [str(ROOT / "shared"), str(ROOT / "tests" / "support")]
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, str(SCRIPT), kind, "--json"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    assert "left out" not in done.stderr, done.stderr
    return [Verdict(*one) for one in json.loads(done.stdout)]


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_every_mutant_is_seen(kind):
    """A tactic, an ability, a modifier, a step, a condition or a refusal less makes a file or a walk fail."""
    verdicts = mutation(kind)
    print(table(verdicts))  # noqa: T201 - the table is what whoever runs this wants to read
    unseen = [re.sub(r":\d+ ", " ", one.name, count=1) for one in verdicts if not one.file]
    equal = {name for names in EQUAL.values() for name in names}
    assert len(verdicts) >= LEAST[kind]
    assert [name for name in unseen if name not in equal] == []


def test_a_mutant_is_seen():
    """A modifier that counts nothing is seen by a file about it, which holds without the mutant."""
    (mutant,) = (one for one in KINDS["modifiers"]() if one.name == "mountain-troop nought")
    likely = [file for file in likely_first(mutant, files("shaef")) if "Mountain Troop" in file.text]
    assert likely
    assert first_failure(likely) is None
    with pytest.MonkeyPatch.context() as patch:
        modifiers = __import__("sealed.games.shaef.combat.modifiers", fromlist=["TABLE"]).TABLE
        patch.setitem(modifiers, "mountain-troop", ("15", lambda s, card, shot: 0))
        assert first_failure(likely) is not None


def test_the_mutants_are_found():
    """Of each kind there are as many as the rules have places for."""
    found = {kind: sum(1 for _ in KINDS[kind]()) for kind in KINDS}
    assert {kind: number for kind, number in found.items() if number < LEAST[kind]} == {}
