"""Mutation: whatever of the rules is made to do nothing or is left out, a scenario file sees it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from south_front_mutants import KINDS
from south_front_mutation import Verdict, files, first_failure, likely_first, table

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
    "conditions": 40,
}
"""How many mutants of each kind there are at least; fewer would mean that the search has gone blind."""
EQUAL = {
    "effects/deploying.py against: (yield from deploy_aboard_reasons("
    "after, part.colour, self.cargo_type(), ship, self.rule))": (
        "cargo of the ship's faction is supplied with it, and without a piece for it nobody is asked"
    ),
    "effects/program.py obstacles: (yield impossible)": (
        "a text that is impossible has a part that cannot be carried out, which has spoken before"
    ),
}
"""Mutants that play the same game as the sound rules, each with the reason."""


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
    unseen = [one.name for one in verdicts if not one.file]
    assert len(verdicts) >= LEAST[kind]
    assert [name for name in unseen if re.sub(r":\d+ ", " ", name, count=1) not in EQUAL] == []


def test_a_mutant_is_seen():
    """A card without its text is seen by a file that names it, and without the mutant that file holds."""
    (mutant,) = (one for one in KINDS["cards"]() if one.name == "Bazookas")
    likely = likely_first(mutant, files())[:20]
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
