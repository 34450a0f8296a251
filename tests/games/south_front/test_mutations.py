"""Mutation: whatever of the rules is made to do nothing or is left out, a scenario file sees it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from mutation_run import Verdict, files, first_failure, likely_first, table
from south_front_mutants import KINDS

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "tests" / "support" / "south_front_mutation.py"
LEAST = {
    "cards": 78,
    "parts": 150,
    "reactions": 13,
    "bearers": 66,
    "ranks": 10,
    "steps": 14,
    "refusals": 250,
    "conditions": 120,
}
"""How many mutants of each kind there are at least; fewer would mean that the search has gone blind."""
EQUAL = {
    "cargo of the ship's faction is supplied with it, and without a piece for it nobody is asked": (
        (
            "effects/deploying.py against: (yield from deploy_aboard_reasons("
            "after, part.colour, self.cargo_type(), ship, self.rule))"
        ),
    ),
    "a text that is impossible has a part that cannot be carried out, which has spoken before": (
        "effects/program.py obstacles: (yield impossible)",
    ),
    "what is remembered is found again": (
        "actions/arrivals.py deployable: found is None",
        "actions/arrivals.py recruitable: found is None",
        "actions/conscription.py near_flags: found is None",
        "movement/destinations.py _fit: fit is None",
        "movement/flight.py flights: s.held[side] & ANCHORS as s.held[side]",
    ),
    "it only saves a look at what holds nothing": (
        "actions/arrivals.py _ships: bearers and spaces",
        "actions/arrivals.py _ships: bearers",
        "actions/arrivals.py _ships: spaces",
        "actions/conscription.py _affordable: here",
        "movement/destinations.py _by_piece: place == OFF",
        "movement/destinations.py _by_piece: seas",
        "movement/destinations.py _sailing: not found",
        "movement/destinations.py _marching: far & scene.harbours as True",
        "movement/destinations.py _marching: far & scene.harbours as far",
        "movement/destinations.py _marching: far & scene.harbours as scene.harbours",
        "movement/destinations.py _aboard_or_on: far & scene.harbours as far",
        "movement/destinations.py _aboard_or_on: far & scene.harbours as scene.harbours",
        "combat/targets.py attacks_within: neighbours(lines, enemy) & limits.origins as limits.origins",
    ),
    "without it each piece is looked at by itself, which is slower": (
        "movement/destinations.py _scene: ANCHORS & ~s.held[side] as ANCHORS",
        "movement/destinations.py _scene: ANCHORS & ~s.held[side] as ~s.held[side]",
        "movement/destinations.py _fit: place < ABOARD",
        "movement/destinations.py _fit: scene.cut >> place & 1 as True",
        "movement/destinations.py _fit: s.where.count(place) == 1",
        "movement/destinations.py _fit: wanted & scene.anchors as wanted",
        "movement/destinations.py _fit: wanted & scene.anchors as scene.anchors",
        "movement/destinations.py _fit: ANYWHERE & ~scene.anchors as ANYWHERE",
        "movement/destinations.py _fit: ANYWHERE & ~scene.anchors as ~scene.anchors",
        "movement/destinations.py _sailing: _apart(s, ship, cargo)",
    ),
    "who stands on land holds it, and no text sends airplanes to some spaces only": (
        "movement/destinations.py _scene: free & s.held[side] as s.held[side]",
        "movement/destinations.py _scene: own & s.landing as s.landing",
        (
            "combat/targets.py enemy_spaces: presence(s.where, 1 - side).standing & ~LAND"
            " as presence(s.where, 1 - side).standing"
        ),
    ),
    "a space with enemies in it is none where anybody would be supplied": (
        "movement/destinations.py _scene: within & here.free as within",
        "movement/destinations.py _scene: free & ~LAND as ~LAND",
    ),
    "no list of retreats is made this way": (
        "movement/destinations.py _marching: mode != RETREAT",
        "movement/destinations.py _marching: mode == RETREAT",
    ),
    "the table was made when the module was read": (
        "combat/targets.py _of_kinds: kinds >> kind & 1 as True",
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
def test_every_mutant_is_seen_by_a_scenario(kind):
    """A card, a part, a reaction, a rank, a step, a condition or a refusal less makes a scenario fail."""
    verdicts = mutation(kind)
    print(table(verdicts))  # noqa: T201 - the table is what whoever runs this wants to read
    unseen = [re.sub(r":\d+ ", " ", one.name, count=1) for one in verdicts if not one.file]
    equal = {name for names in EQUAL.values() for name in names}
    assert len(verdicts) >= LEAST[kind]
    assert [name for name in unseen if name not in equal] == []


def test_a_mutant_is_seen():
    """A card without its text is seen by a file that names it, and without the mutant that file holds."""
    (mutant,) = (one for one in KINDS["cards"]() if one.name == "Bazookas")
    likely = likely_first(mutant, files("south_front"))[:20]
    assert "Bazookas" in likely[0].text
    assert first_failure(likely) is None
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(
            __import__("sealed.games.south_front.effects", fromlist=["PROGRAMS"]).PROGRAMS, "Bazookas", ()
        )
        assert first_failure(likely) is not None


def test_the_mutants_are_found():
    """Of each kind there are as many as the rules have places for."""
    assert {kind: sum(1 for _ in KINDS[kind]()) >= LEAST[kind] for kind in KINDS} == dict.fromkeys(
        KINDS, True
    )
